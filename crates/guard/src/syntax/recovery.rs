//! Converts parsing failures to errors, and resumes parsing after them.

use super::cursor::Cursor;
use super::error::{CfnGuardError, ParseError, describe_token, excerpt, problem_message, words};
use super::failure::{Context, OPERAND, ParseFailure};
use super::suggestion::{self, Suggestion};

/// Creates the error for the furthest problem or expectation.
pub fn to_error(c: &mut Cursor, file: &str, failure: ParseFailure) -> ParseError {
    let cfn_guard = cfn_guard_error(c, file, failure);
    let problem = c.take_problem();
    let (missed, expected) = c.take_missed();
    let (at, message, expected) = match problem {
        Some((at, problem)) => (at, problem_message(&problem), Vec::new()),
        None => {
            let rest = c.text.get(missed..).unwrap_or_default();
            // At the end of the text, the error points to the end of the last word.
            let missed = if rest.is_empty() {
                c.text.trim_end().len()
            } else {
                missed
            };
            match suggestion::find(c.text, missed, &expected) {
                Some(Suggestion { at, mistake, text }) => {
                    (at, format!("unexpected `{mistake}`; {text}"), Vec::new())
                }
                None => (
                    missed,
                    format!("unexpected {}", describe_token(rest)),
                    words(&expected),
                ),
            }
        }
    };
    let position = c.position(at);
    let (excerpt, caret) = excerpt(c.lines.line_text(at), position.column);
    ParseError {
        file: file.into(),
        position,
        offset: at,
        message,
        expected,
        excerpt,
        caret,
        cfn_guard,
    }
}

fn cfn_guard_error(c: &mut Cursor, file: &str, failure: ParseFailure) -> CfnGuardError {
    let inner = match failure.context {
        Context::NoClauses(at) => {
            let position = c.position(at);
            format!(
                "{}{file}#{}@{}",
                failure.context.words(),
                position.line,
                position.column
            )
        }
        other => other.words().to_owned(),
    };
    let operands = (0..failure.operands).map(|_| OPERAND.to_owned());
    let contexts: Vec<String> = operands
        .chain((!inner.is_empty()).then_some(inner))
        .collect();
    CfnGuardError {
        file: file.into(),
        position: c.position(failure.at),
        offset: failure.at,
        context: contexts.join("/"),
    }
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
        if ["rule ", "rule\t", "let ", "let\t"]
            .iter()
            .any(|word| c.looking_at(word))
        {
            return;
        }
    }
}
