//! Access to the text around a position.

use super::ast::Assert;
use super::program::Direction;
use super::run::Matcher;
use cfn_warden_syntax::unicode;

impl Matcher<'_, '_> {
    /// Returns the next character in reading direction and the position after it.
    pub(super) fn read(&self, at: u32, direction: Direction) -> Option<(u32, u32)> {
        if direction == Direction::Forward {
            self.next(at)
        } else {
            self.last(at)
        }
    }

    /// Returns the character after a position.
    pub(super) fn next(&self, at: u32) -> Option<(u32, u32)> {
        let byte = *self.text.as_bytes().get(at as usize)?;
        if byte < 0x80 {
            return Some((byte.into(), at + 1));
        }
        let c = self.text.get(at as usize..)?.chars().next()?;
        Some((c.into(), at + width(c)))
    }

    /// Returns the character before a position.
    fn last(&self, at: u32) -> Option<(u32, u32)> {
        let c = self.text.get(..at as usize)?.chars().next_back()?;
        Some((c.into(), at - width(c)))
    }

    /// Returns whether an assertion holds at a position.
    pub(super) fn holds(&self, assert: Assert, at: u32) -> bool {
        let (index, length) = (at as usize, self.text.len());
        match assert {
            Assert::Start => at == 0,
            Assert::LineStart => self.last(at).is_none_or(|(code, _)| code == 0xa),
            Assert::End => index == length,
            Assert::EndOrLastLine => {
                index == length || (index + 1 == length && self.text.ends_with('\n'))
            }
            Assert::LineEnd => self.next(at).is_none_or(|(code, _)| code == 0xa),
            Assert::Boundary { expected, ascii } => {
                (self.word_before(at, ascii) != self.word_after(at, ascii)) == expected
            }
            Assert::WordStart { ascii } => {
                !self.word_before(at, ascii) && self.word_after(at, ascii)
            }
            Assert::WordEnd { ascii } => self.word_before(at, ascii) && !self.word_after(at, ascii),
            Assert::SearchStart => at == self.begin,
        }
    }

    fn word_before(&self, at: u32, ascii: bool) -> bool {
        self.last(at).is_some_and(|(code, _)| is_word(code, ascii))
    }

    fn word_after(&self, at: u32, ascii: bool) -> bool {
        self.next(at).is_some_and(|(code, _)| is_word(code, ascii))
    }
}

fn is_word(code: u32, ascii: bool) -> bool {
    (!ascii || code < 0x80) && unicode::is_word(code)
}

fn width(c: char) -> u32 {
    u32::try_from(c.len_utf8()).unwrap_or(1)
}
