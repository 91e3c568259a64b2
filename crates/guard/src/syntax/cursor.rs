//! The reader's place in the text, and what it remembers for the error message.

use memchr::memchr;

use super::Language;
use super::ast::Span;
use super::fault::{Context, Expected, Fault, Parse, Problem};
use super::place::Places;
use crate::semantics::Change;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::cancel::Cancel;

/// How deep blocks, filters, calls, lists and maps may stand in each other.
pub const MAX_DEPTH: u32 = 128;

/// A place in a text of rules. Functions that fail softly leave it where they gave up: who tries the next alternative
/// goes back first.
#[derive(Debug)]
pub struct Cursor<'t> {
    /// The whole text.
    pub text: &'t str,
    /// Offset of the next byte.
    pub at: usize,
    /// Which language is read.
    pub language: Language,
    /// Where blanks and comments were last skipped, and to where: alternatives skip the same ones again.
    skipped: Option<(usize, usize)>,
    /// Where a name was last read, and to where, for the same reason.
    pub named: Option<(usize, usize)>,
    /// Lines and columns.
    pub places: Places<'t>,
    /// Stops the reading.
    pub cancel: Cancel<'t>,
    depth: u32,
    /// How many more constructs may be tried: bounds the time that alternatives take when they read a text again.
    effort: usize,
    /// The furthest offset at which something was missed, and what.
    furthest: usize,
    expected: Vec<Expected>,
    /// The named problem that was met furthest in the text: where it is shown, and the offset up to which it explains a failure.
    problem: Option<(usize, usize, Problem)>,
}

impl<'t> Cursor<'t> {
    /// At the start of a text.
    pub fn new(text: &'t str, language: Language) -> Cursor<'t> {
        Cursor {
            text,
            at: 0,
            language,
            skipped: None,
            named: None,
            places: Places::new(text),
            cancel: Cancel::default(),
            depth: 0,
            effort: text.len().saturating_mul(64).saturating_add(4096),
            furthest: 0,
            expected: Vec::new(),
            problem: None,
        }
    }

    /// The text from here on.
    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether the text goes on like this.
    #[inline]
    pub fn looking_at(&self, word: &str) -> bool {
        self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes()))
    }

    /// Steps over this text if it stands here.
    #[inline]
    pub fn eat(&mut self, word: &str) -> bool {
        let found = self.looking_at(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Steps over the first of these that stands here.
    #[inline]
    pub fn eat_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.eat(word))
    }

    /// Whether a change of the language is in force.
    pub fn has(&self, change: Change) -> bool {
        self.language.semantics.has(change)
    }

    /// Steps over this word if it stands here and no letter, digit or `_` follows.
    pub fn eat_keyword(&mut self, word: &str) -> bool {
        let start = self.at;
        if self.eat(word) && !(self.has(Change::WholeWords) && self.runs_on()) {
            return true;
        }
        self.at = start;
        false
    }

    /// Whether a letter, digit or `_` stands here, of any script.
    pub fn runs_on(&self) -> bool {
        match self.peek() {
            None => false,
            Some(byte) if byte.is_ascii() => byte.is_ascii_alphanumeric() || byte == b'_',
            Some(_) => self.rest().chars().next().is_some_and(char::is_alphanumeric),
        }
    }

    /// Steps over bytes as long as they are of this kind; the kind must not end inside a character.
    #[inline]
    pub fn eat_while(&mut self, kind: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let start = self.at;
        self.at += rest.iter().position(|byte| !kind(*byte)).unwrap_or(rest.len());
        self.since(start)
    }

    /// Steps over blanks and comments; says whether there were any.
    #[inline]
    pub fn skip(&mut self) -> bool {
        let start = self.at;
        match self.skipped {
            Some((from, to)) if from == start => self.at = to,
            _ => self.skip_unknown(),
        }
        self.skipped = Some((start, self.at));
        self.at > start
    }

    fn skip_unknown(&mut self) {
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

    /// Steps over blanks within a line.
    pub fn skip_blanks(&mut self) -> bool {
        !self.eat_while(|byte| byte == b' ' || byte == b'\t').is_empty()
    }

    /// Steps over blanks and line breaks, not comments.
    pub fn skip_space(&mut self) {
        self.eat_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    }

    /// The text from an offset to here.
    #[inline]
    pub fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The span from an offset to here.
    #[inline]
    pub fn span(&self, start: usize) -> Span {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { start: narrow(start), end: narrow(self.at) }
    }

    /// Line and column of an offset.
    pub fn position(&self, offset: usize) -> Position {
        self.places.position(offset)
    }

    /// A soft failure here, of which nothing is remembered.
    #[inline]
    pub fn soft(&self) -> Fault {
        Fault { fatal: false, at: self.at, context: Context::None, operands: 0 }
    }

    /// A soft failure here; `expected` goes into the message if this turns out to be the place that matters.
    #[inline]
    pub fn miss(&mut self, expected: Expected) -> Fault {
        self.note(expected);
        self.soft()
    }

    /// Remembers what could stand here.
    pub fn note(&mut self, expected: Expected) {
        if self.at > self.furthest {
            self.furthest = self.at;
            self.expected.clear();
        }
        if self.at == self.furthest && !self.expected.contains(&expected) {
            self.expected.push(expected);
        }
    }

    /// Remembers a problem that starts at `from` and explains a failure up to here.
    pub fn trouble(&mut self, from: usize, problem: Problem) {
        let to = if matches!(problem, Problem::Depth | Problem::Effort) { usize::MAX } else { self.at };
        if self.problem.as_ref().is_none_or(|(_, other, _)| to >= *other) {
            self.problem = Some((from, to, problem));
        }
    }

    /// The problem to report, where it is at least as far in the text as the furthest thing missed.
    pub fn take_problem(&mut self) -> Option<(usize, Problem)> {
        let (from, to, problem) = self.problem.take()?;
        (to >= self.furthest).then_some((from, problem))
    }

    /// The furthest place at which something was missed, and what; forgets it.
    pub fn take_missed(&mut self) -> (usize, Vec<Expected>) {
        let mut expected = std::mem::take(&mut self.expected);
        expected.sort_unstable();
        (std::mem::take(&mut self.furthest), expected)
    }

    /// One more construct is tried. An error when far more were tried than the text is long: only texts made to be
    /// read again and again at every level come there.
    #[inline]
    pub fn step(&mut self) -> Parse<()> {
        match self.effort.checked_sub(1) {
            Some(left) => {
                self.effort = left;
                Ok(())
            }
            None => {
                self.trouble(self.at, Problem::Effort);
                Err(self.soft().cut())
            }
        }
    }

    /// Runs `inner` one level deeper; an error beyond the deepest level.
    pub fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            self.trouble(self.at, Problem::Depth);
            return Err(self.soft().cut());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
