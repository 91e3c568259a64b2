//! The compiled form of a pattern.

use super::ast::{Assert, Fold, Repeat};
use super::set::Set;
use cfn_warden_syntax::unicode::case;

/// An index outside the program: a jump to it fails.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The reading direction: look-behind reads backwards, as in `regex`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
}

/// A condition on one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharTest {
    /// This code point.
    Char(u32),
    /// This code point, ignoring case.
    Folded(u32),
    /// A member of the class with this index.
    Set(u32),
    /// Any character except a line feed.
    NotLineFeed,
    /// Any character.
    Any,
}

/// An instruction; the next one follows unless it has a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Inst {
    /// Matches one character.
    CharTest(CharTest, Direction),
    /// Matches between `min` and `max` characters.
    Run {
        char_test: CharTest,
        direction: Direction,
        min: u32,
        max: u32,
        kind: Repeat,
    },
    /// Continues at `first`; on failure, at `second`.
    Split { first: u32, second: u32 },
    /// Continues at the target.
    Jump(u32),
    /// Stores the position in a register.
    Save(u32),
    /// Checks a zero-width assertion.
    Assert(Assert),
    /// Starts the loop with this index, with zero iterations.
    LoopStart(u32),
    /// Decides whether to start another iteration of the loop; the body follows and ends with a jump back here.
    Loop {
        id: u32,
        min: u32,
        max: u32,
        lazy: bool,
        exit: u32,
    },
    /// Starts an independent match of the following instructions; if it fails, continues at `on_fail` from this
    /// position.
    Sub { on_fail: u32 },
    /// Ends an independent match and drops its alternatives: continues at `then`, from here or from its start.
    SubEnd { keep: bool, then: u32 },
    /// Matches the text of a group again.
    Backref {
        group: u32,
        fold: Fold,
        direction: Direction,
    },
    /// Continues if a group has matched, otherwise jumps to `no`.
    IfGroup { group: u32, no: u32 },
    /// Fails.
    Fail,
    /// Ends with a match.
    Match,
}

/// A compiled pattern.
#[derive(Debug, PartialEq)]
pub(super) struct Program {
    pub(super) insts: Vec<Inst>,
    pub(super) sets: Vec<Set>,
    /// Number of capturing groups that are recorded: two registers each, before those of the loops.
    pub(super) groups: u32,
    /// Number of loops: two registers each, for the iteration count and the start of the last iteration.
    pub(super) loops: u32,
    /// Whether the pattern can only match at the start.
    pub(super) anchored: bool,
    /// The condition on the first character of a match.
    pub(super) first: Option<CharTest>,
}

impl Program {
    /// Returns whether a character satisfies a condition.
    pub(super) fn is(&self, char_test: CharTest, code: u32) -> bool {
        match char_test {
            CharTest::Char(wanted) => wanted == code,
            CharTest::Folded(wanted) => case::same(wanted, code),
            CharTest::Set(set) => self
                .sets
                .get(set as usize)
                .is_some_and(|set| set.contains(code)),
            CharTest::NotLineFeed => code != 0xa,
            CharTest::Any => true,
        }
    }

    /// Returns the ASCII characters that satisfy a condition, as bits; `None` if they are not known in advance.
    pub(super) fn ascii(&self, char_test: CharTest) -> Option<u128> {
        match char_test {
            CharTest::Char(wanted) => Some(1u128.checked_shl(wanted).unwrap_or_default()),
            CharTest::Folded(_) => None,
            CharTest::Set(set) => self.sets.get(set as usize).map(Set::ascii),
            CharTest::NotLineFeed => Some(!(1 << 0xa)),
            CharTest::Any => Some(!0),
        }
    }

    /// Returns the register of a loop's iteration count; the next register contains the start of the last iteration.
    pub(super) fn iterations(&self, id: u32) -> usize {
        (2 * (self.groups + id)) as usize
    }

    /// Returns the number of registers.
    pub(super) fn registers(&self) -> usize {
        (2 * (self.groups + self.loops)) as usize
    }
}
