//! The cursor of the parser, which also collects the data for error messages.

use memchr::memchr;

use super::Language;
use super::ast::Span;
use super::failure::{Context, Expected, Parse, ParseFailure, Problem};
use super::lines::Lines;
use crate::semantics::Change;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::cancel::Cancel;

/// The maximum nesting depth of blocks, filters, calls, lists and maps.
pub const MAX_DEPTH: u32 = 128;

/// The answers of [`is_word`]: names are a large part of a rules file.
const WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut rest: &mut [bool] = &mut word;
    let mut byte = 0_u8;
    while let Some((is_word, after)) = rest.split_first_mut() {
        *is_word = byte.is_ascii_alphanumeric() || byte == b'_';
        byte = byte.wrapping_add(1);
        rest = after;
    }
    word
};

/// Returns whether a byte is an ASCII letter, a digit or `_`.
#[inline]
pub fn is_word(byte: u8) -> bool {
    WORD.get(usize::from(byte)) == Some(&true)
}

/// A position in a rules text. Parsing functions that fail softly leave it at the point of failure; the caller resets
/// it before trying another alternative.
#[derive(Debug)]
pub struct Cursor<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The offset of the next byte.
    pub at: usize,
    /// The language to parse.
    pub language: Language,
    /// The start and end of the last skipped white space and comments, which alternatives skip again.
    skipped: Option<(usize, usize)>,
    /// The start and end of the last parsed name, which alternatives parse again.
    pub named: Option<(usize, usize)>,
    /// The lines and columns.
    pub lines: Lines<'t>,
    /// The cancellation check.
    pub cancel: Cancel<'t>,
    depth: u32,
    /// The number of constructs that may still be tried, which bounds the time of backtracking.
    attempts_left: usize,
    /// The furthest offset at which something was expected, and what.
    furthest: usize,
    expected: Vec<Expected>,
    /// The problem found furthest in the text: the offset to report, and the offset up to which it explains a failure.
    problem: Option<(usize, usize, Problem)>,
}

impl<'t> Cursor<'t> {
    /// Creates a cursor at the start of a text.
    pub fn new(text: &'t str, language: Language) -> Cursor<'t> {
        Cursor {
            text,
            at: 0,
            language,
            skipped: None,
            named: None,
            lines: Lines::of(text),
            cancel: Cancel::default(),
            depth: 0,
            attempts_left: text.len().saturating_mul(64).saturating_add(4096),
            furthest: 0,
            expected: Vec::new(),
            problem: None,
        }
    }

    /// The text from the current position.
    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether the text continues with this word. Most words differ in the first byte already.
    #[inline]
    pub fn looking_at(&self, word: &str) -> bool {
        let word = word.as_bytes();
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        rest.first() == word.first() && rest.starts_with(word)
    }

    /// Consumes a word if the text continues with it.
    #[inline]
    pub fn eat(&mut self, word: &str) -> bool {
        let found = self.looking_at(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Consumes the first of several words with which the text continues.
    #[inline]
    pub fn eat_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.eat(word))
    }

    /// Whether a change of the language applies.
    pub fn has(&self, change: Change) -> bool {
        self.language.semantics.has(change)
    }

    /// Consumes a word if no letter, digit or `_` follows.
    pub fn eat_keyword(&mut self, word: &str) -> bool {
        let start = self.at;
        if self.eat(word) && !(self.has(Change::WholeWords) && self.at_word_character()) {
            return true;
        }
        self.at = start;
        false
    }

    /// Whether the next character is a letter or digit of any script, or `_`.
    pub fn at_word_character(&self) -> bool {
        match self.peek() {
            None => false,
            Some(byte) if byte.is_ascii() => is_word(byte),
            Some(_) => self
                .rest()
                .chars()
                .next()
                .is_some_and(char::is_alphanumeric),
        }
    }

    /// Consumes bytes while they satisfy a condition, which must not change inside a character.
    #[inline]
    pub fn eat_while(&mut self, kind: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let start = self.at;
        self.at += rest
            .iter()
            .position(|byte| !kind(*byte))
            .unwrap_or(rest.len());
        self.since(start)
    }

    /// Skips white space and comments; returns whether there were any.
    #[inline]
    pub fn skip(&mut self) -> bool {
        let start = self.at;
        match self.skipped {
            Some((from, to)) if from == start => self.at = to,
            _ => self.skip_uncached(),
        }
        self.skipped = Some((start, self.at));
        self.at > start
    }

    fn skip_uncached(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'#') => {
                    let rest = self.rest().as_bytes();
                    self.at += memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// Skips spaces and tabs; returns whether there were any.
    pub fn skip_blanks(&mut self) -> bool {
        !self
            .eat_while(|byte| byte == b' ' || byte == b'\t')
            .is_empty()
    }

    /// Skips white space, but not comments.
    pub fn skip_space(&mut self) {
        self.eat_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    }

    /// The text from an offset to the current position.
    #[inline]
    pub fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The span from an offset to the current position.
    #[inline]
    pub fn span(&self, start: usize) -> Span {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            start: narrow(start),
            end: narrow(self.at),
        }
    }

    /// Returns the line and column of an offset.
    pub fn position(&mut self, offset: usize) -> Position {
        self.lines.position(offset)
    }

    /// Returns a soft failure at the current position, without recording anything.
    #[inline]
    pub fn soft_failure(&self) -> ParseFailure {
        ParseFailure {
            fatal: false,
            at: self.at,
            context: Context::None,
            operands: 0,
        }
    }

    /// Records what was expected at the current position, and returns a soft failure.
    #[inline]
    pub fn fail_expecting(&mut self, expected: Expected) -> ParseFailure {
        self.note_expected(expected);
        self.soft_failure()
    }

    /// Records what was expected at the current position, for the error message.
    pub fn note_expected(&mut self, expected: Expected) {
        if self.at > self.furthest {
            self.furthest = self.at;
            self.expected.clear();
        }
        if self.at == self.furthest && !self.expected.contains(&expected) {
            self.expected.push(expected);
        }
    }

    /// Records a problem that starts at `from` and explains failures up to the current position.
    pub fn record_problem(&mut self, from: usize, problem: Problem) {
        let to = if matches!(problem, Problem::Depth | Problem::Complexity) {
            usize::MAX
        } else {
            self.at
        };
        if self
            .problem
            .as_ref()
            .is_none_or(|(_, other, _)| to >= *other)
        {
            self.problem = Some((from, to, problem));
        }
    }

    /// Takes the problem to report, if it is at least as far in the text as the furthest expectation.
    pub fn take_problem(&mut self) -> Option<(usize, Problem)> {
        let (from, to, problem) = self.problem.take()?;
        (to >= self.furthest).then_some((from, problem))
    }

    /// Takes the furthest offset at which something was expected, and what.
    pub fn take_missed(&mut self) -> (usize, Vec<Expected>) {
        let mut expected = std::mem::take(&mut self.expected);
        expected.sort_unstable();
        (std::mem::take(&mut self.furthest), expected)
    }

    /// Counts an attempt to parse a construct. An error if there were far more attempts than the text is long, which
    /// only texts made to cause exponential backtracking reach.
    #[inline]
    pub fn step(&mut self) -> Parse<()> {
        match self.attempts_left.checked_sub(1) {
            Some(left) => {
                self.attempts_left = left;
                Ok(())
            }
            None => {
                self.record_problem(self.at, Problem::Complexity);
                Err(self.soft_failure().cut())
            }
        }
    }

    /// Runs `inner` one level deeper; an error beyond [`MAX_DEPTH`].
    pub fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            self.record_problem(self.at, Problem::Depth);
            return Err(self.soft_failure().cut());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
