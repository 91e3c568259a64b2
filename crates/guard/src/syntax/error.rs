//! Syntax errors: the problem, the position, and what was expected.

use std::fmt;

use super::cursor::MAX_DEPTH;
use super::failure::{Expected, Problem};
use cfn_warden_syntax::Position;

/// The longest excerpt that an error shows, in characters.
const EXCERPT: usize = 120;

/// A syntax error in a rules text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The name of the rules file.
    pub file: Box<str>,
    /// The position of the unexpected token.
    pub position: Position,
    /// The byte offset of the position.
    pub offset: usize,
    /// The problem, in one line.
    pub message: String,
    /// What was expected; empty if the message is complete without it.
    pub expected: Vec<&'static str>,
    /// The line of the position, cut to a readable length around it.
    pub excerpt: String,
    /// The number of characters of the excerpt before the position.
    pub caret: usize,
    /// cfn-guard's version of the error.
    pub cfn_guard: CfnGuardError,
}

/// An error as cfn-guard reports it: a position, often that of an enclosing construct, and a context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CfnGuardError {
    /// The name of the rules file.
    pub file: Box<str>,
    /// The position that cfn-guard reports.
    pub position: Position,
    /// The byte offset of the position; cfn-guard prints the whole text after it.
    pub offset: usize,
    /// The construct that cfn-guard reports.
    pub context: String,
}

impl CfnGuardError {
    /// Formats cfn-guard's message, byte for byte; `text` is the rules text.
    pub fn render(&self, text: &str) -> String {
        format!(
            "Parser Error when parsing `Parsing Error Error parsing file {} at line {} at column {}, when handling {}, fragment {}`",
            self.file,
            self.position.line,
            self.position.column,
            self.context,
            text.get(self.offset..).unwrap_or_default()
        )
    }
}

impl ParseError {
    /// Replaces the file name.
    #[must_use]
    pub fn of(self, file: &str) -> ParseError {
        ParseError {
            file: file.into(),
            ..self
        }
    }

    /// Formats the message and what was expected, in one line.
    pub fn sentence(&self) -> String {
        if self.expected.is_empty() {
            return self.message.clone();
        }
        format!("{}: expected {}", self.message, list(&self.expected))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.file.is_empty() {
            "rules"
        } else {
            &self.file
        };
        writeln!(
            f,
            "{}:{}:{}: {}",
            name, self.position.line, self.position.column, self.message
        )?;
        if !self.expected.is_empty() {
            writeln!(f, "  expected {}", list(&self.expected))?;
        }
        writeln!(f, "  | {}", self.excerpt)?;
        write!(f, "  | {}^", " ".repeat(self.caret))
    }
}

impl std::error::Error for ParseError {}

/// Formats a list as `a`, `a or b`, `a, b or c`.
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Describes the start of the rest of a text, where parsing failed.
pub(super) fn describe_token(rest: &str) -> String {
    let mut characters = rest.chars();
    let Some(first) = characters.next() else {
        return "end of the file".to_owned();
    };
    if first == '\n' || first == '\r' {
        return "end of the line".to_owned();
    }
    if first.is_control() || first == '\u{feff}' || (first.is_whitespace() && first != ' ') {
        return format!("character U+{:04X}", u32::from(first));
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let token: String = if word(first) {
        rest.chars().take_while(|c| word(*c)).take(40).collect()
    } else {
        first.into()
    };
    format!("`{token}`")
}

/// Formats the message of a problem.
pub(super) fn problem_message(problem: &Problem) -> String {
    match problem {
        Problem::OpenString => "unterminated string".to_owned(),
        Problem::OpenMessage => "unterminated message: expected `>>`".to_owned(),
        Problem::OpenRegex => "unterminated regular expression: expected `/`".to_owned(),
        Problem::Regex(why) => format!("invalid regular expression: {why}"),
        Problem::MixedRange => {
            "the bounds of a range must both be integers, floats or characters".to_owned()
        }
        Problem::NumberRunsOn => {
            "a number must not be followed directly by a letter, digit or `_`".to_owned()
        }
        Problem::Exponent => "the exponent has no digits".to_owned(),
        Problem::NumberTooLarge => "the number does not fit into 64 bits".to_owned(),
        Problem::Function(name) => format!("unknown function `{name}`"),
        Problem::Arity { name, takes, given } => {
            format!(
                "`{name}` takes {takes} argument{}, not {given}",
                if *takes == 1 { "" } else { "s" }
            )
        }
        Problem::AssignedTwice(name) => {
            format!("variable `{name}` is already assigned in this block")
        }
        Problem::Depth => format!("nested more than {MAX_DEPTH} levels deep"),
        Problem::Complexity => "too complex to parse: simplify the nested expressions".to_owned(),
        Problem::Size => "the rules file is larger than 4 GiB".to_owned(),
        Problem::Cancelled => "time ran out: the rules from here on were not compiled".to_owned(),
    }
}

/// Returns what was expected, in words, without alternatives that others include.
pub(super) fn words(expected: &[Expected]) -> Vec<&'static str> {
    let has = |wider: &[Expected]| wider.iter().any(|one| expected.contains(one));
    let included = |one: &Expected| match one {
        Expected::Query | Expected::TypeName => has(&[Expected::Item, Expected::Clause]),
        Expected::Clause => has(&[Expected::Item, Expected::Bracket]),
        _ => false,
    };
    expected
        .iter()
        .filter(|one| !included(one))
        .map(|one| one.word())
        .collect()
}

/// Cuts a line around a column; also returns the number of characters before the column.
pub(super) fn excerpt(line: &str, column: u32) -> (String, usize) {
    let before = usize::try_from(column)
        .unwrap_or(usize::MAX)
        .saturating_sub(1);
    let skip = if before < EXCERPT / 2 * 2 - 20 {
        0
    } else {
        before - EXCERPT / 2
    };
    let shown = line
        .chars()
        .skip(skip)
        .take(EXCERPT)
        .map(|c| if c.is_control() { ' ' } else { c });
    (shown.collect(), before - skip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_contain_the_position() {
        assert_eq!(excerpt("a\tb", 3), ("a b".to_owned(), 2));
        let (text, caret) = excerpt(&format!("{}!{}", "x".repeat(500), "y".repeat(500)), 501);
        assert_eq!(text.chars().count(), EXCERPT);
        assert_eq!(text.chars().nth(caret), Some('!'));
    }

    #[test]
    fn lists_are_joined_with_or() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b or c");
    }
}
