//! What is wrong with a rules text, where, and what was expected instead.

use std::fmt;

use super::fault::{Expected, Problem};
use cfn_warden_syntax::Position;

/// The longest excerpt that a message shows, in characters.
const EXCERPT: usize = 120;

/// One mistake in a rules text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The name of the rules file.
    pub file: Box<str>,
    /// Where the offending token starts.
    pub position: Position,
    /// The same as an offset in bytes.
    pub offset: usize,
    /// What is wrong, in one line.
    pub message: String,
    /// What could have stood there; empty where the message says all.
    pub expected: Vec<&'static str>,
    /// The line that the position stands in, cut to a readable length around it.
    pub excerpt: String,
    /// How many characters of the excerpt stand before the position.
    pub caret: usize,
    /// How cfn-guard puts it.
    pub reference: ReferenceError,
}

/// The same mistake in cfn-guard's terms: a place, which is often that of an enclosing construct, and a context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceError {
    /// The name of the rules file.
    pub file: Box<str>,
    /// Where cfn-guard says that it is.
    pub position: Position,
    /// Offset of that place, from which on cfn-guard prints the whole rest of the text.
    pub offset: usize,
    /// What it was handling.
    pub context: String,
}

impl ReferenceError {
    /// cfn-guard's message, to the byte; `text` is the text that was parsed.
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
    /// The same error, said of a file of this name.
    #[must_use]
    pub fn of(self, file: &str) -> ParseError {
        ParseError { file: file.into(), ..self }
    }

    /// What is wrong and what was expected, in one line.
    pub fn sentence(&self) -> String {
        if self.expected.is_empty() {
            return self.message.clone();
        }
        format!("{}: expected {}", self.message, list(&self.expected))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.file.is_empty() { "rules" } else { &self.file };
        writeln!(f, "{}:{}:{}: {}", name, self.position.line, self.position.column, self.message)?;
        if !self.expected.is_empty() {
            writeln!(f, "  expected {}", list(&self.expected))?;
        }
        writeln!(f, "  | {}", self.excerpt)?;
        write!(f, "  | {}^", " ".repeat(self.caret))
    }
}

impl std::error::Error for ParseError {}

/// `a`, `a or b`, `a, b or c`.
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// What the reader found where it gave up.
pub(super) fn found(rest: &str) -> String {
    let mut characters = rest.chars();
    let Some(first) = characters.next() else { return "end of the file".to_owned() };
    if first == '\n' || first == '\r' {
        return "end of the line".to_owned();
    }
    if first.is_control() || first == '\u{feff}' || (first.is_whitespace() && first != ' ') {
        return format!("character U+{:04X}", u32::from(first));
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let token: String =
        if word(first) { rest.chars().take_while(|c| word(*c)).take(40).collect() } else { first.into() };
    format!("`{token}`")
}

/// The message for a problem that the reader recognised.
pub(super) fn say(problem: &Problem) -> String {
    match problem {
        Problem::OpenString => "this string is not closed".to_owned(),
        Problem::OpenMessage => "this message is not closed: it ends with `>>`".to_owned(),
        Problem::OpenRegex => "this regular expression is not closed: it ends with `/`".to_owned(),
        Problem::Regex(why) => format!("this regular expression is not valid: {why}"),
        Problem::MixedRange => "both ends of a range must be of one kind: integers, floats or characters".to_owned(),
        Problem::NumberRunsOn => "a number ends before a letter, digit or `_`".to_owned(),
        Problem::Exponent => "this exponent has no digits".to_owned(),
        Problem::NumberTooLarge => "this number does not fit into 64 bits".to_owned(),
        Problem::Function(name) => format!("there is no function `{name}`"),
        Problem::Arity { name, takes, given } => {
            format!("`{name}` takes {takes} argument{}, not {given}", if *takes == 1 { "" } else { "s" })
        }
        Problem::AssignedTwice(name) => format!("`{name}` is assigned in this block already"),
        Problem::Depth => "this is nested too deeply".to_owned(),
        Problem::Effort => "this cannot be told apart with reasonable effort: write it more simply".to_owned(),
        Problem::Size => "a rules file is at most 4 GiB long".to_owned(),
        Problem::Cancelled => "time ran out: the rules from here on were not compiled".to_owned(),
    }
}

/// The words for what could have stood at a place, without those that others include.
pub(super) fn words(expected: &[Expected]) -> Vec<&'static str> {
    let has = |wider: &[Expected]| wider.iter().any(|one| expected.contains(one));
    let included = |one: &Expected| match one {
        Expected::Query | Expected::TypeName => has(&[Expected::Item, Expected::Clause]),
        Expected::Clause => has(&[Expected::Item, Expected::Bracket]),
        _ => false,
    };
    expected.iter().filter(|one| !included(one)).map(|one| one.word()).collect()
}

/// The line, cut around the column; and how many characters of it stand before the column.
pub(super) fn excerpt(line: &str, column: u32) -> (String, usize) {
    let before = usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1);
    let skip = if before < EXCERPT / 2 * 2 - 20 { 0 } else { before - EXCERPT / 2 };
    let shown = line.chars().skip(skip).take(EXCERPT).map(|c| if c.is_control() { ' ' } else { c });
    (shown.collect(), before - skip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_keep_the_place_in_sight() {
        assert_eq!(excerpt("a\tb", 3), ("a b".to_owned(), 2));
        let (text, caret) = excerpt(&format!("{}!{}", "x".repeat(500), "y".repeat(500)), 501);
        assert_eq!(text.chars().count(), EXCERPT);
        assert_eq!(text.chars().nth(caret), Some('!'));
    }

    #[test]
    fn choices_read_as_a_sentence() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b or c");
    }
}
