//! Converts parsing failures to errors, and resumes parsing after them.

use super::cursor::Cursor;
use super::error::{ParseError, ReferenceError, excerpt, found, say, words};
use super::fault::{Context, Fault, OPERAND};

/// Creates the error for the furthest problem or expectation.
pub fn report(c: &mut Cursor, file: &str, fault: Fault) -> ParseError {
    let reference = reference(c, file, fault);
    let problem = c.take_problem();
    let (missed, expected) = c.take_missed();
    let (at, message, expected) = match problem {
        Some((at, problem)) => (at, say(&problem), Vec::new()),
        None => {
            let rest = c.text.get(missed..).unwrap_or_default();
            // At the end of the text, the error points to the end of the last word.
            let missed = if rest.is_empty() { c.text.trim_end().len() } else { missed };
            (missed, format!("unexpected {}", found(rest)), words(&expected))
        }
    };
    let position = c.position(at);
    let (excerpt, caret) = excerpt(c.places.line_text(at), position.column);
    ParseError { file: file.into(), position, offset: at, message, expected, excerpt, caret, reference }
}

fn reference(c: &Cursor, file: &str, fault: Fault) -> ReferenceError {
    let inner = match fault.context {
        Context::NoClauses(at) => {
            let position = c.position(at);
            format!("{}{file}#{}@{}", fault.context.words(), position.line, position.column)
        }
        other => other.words().to_owned(),
    };
    let operands = (0..fault.operands).map(|_| OPERAND.to_owned());
    let contexts: Vec<String> = operands.chain((!inner.is_empty()).then_some(inner)).collect();
    ReferenceError { file: file.into(), position: c.position(fault.at), offset: fault.at, context: contexts.join("/") }
}

/// Moves to the next item after an error: the next line after the error and the start of the item that starts with
/// `rule` or `let`, without white space before it.
pub fn resume(c: &mut Cursor, start: usize, error: &ParseError) {
    c.at = error.offset.max(start).min(c.text.len());
    loop {
        let rest = c.rest().as_bytes();
        let Some(line) = rest.iter().position(|byte| *byte == b'\n') else {
            c.at = c.text.len();
            return;
        };
        c.at += line + 1;
        if ["rule ", "rule\t", "let ", "let\t"].iter().any(|word| c.looking_at(word)) {
            return;
        }
    }
}
