//! A pattern as the matcher runs it.

use super::ast::{Assert, Fold};
use super::set::Set;
use cfn_warden_syntax::unicode::case;

/// A place in the program that does not exist: going there fails.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Which way text is read: look-behind reads backwards, as the reference does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Back,
}

/// What one character must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum One {
    /// This code point.
    Char(u32),
    /// This code point in any case.
    Folded(u32),
    /// Of the n-th class.
    Set(u32),
    /// Anything but a line feed.
    NotLineFeed,
    /// Anything.
    Any,
}

/// How a run of equal demands takes characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Take {
    /// All it can; it may give some back.
    Most,
    /// As few as it can; it may take more.
    Least,
    /// All it can, and it gives none back.
    All,
}

/// A step of the matcher; one without a target goes on at the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Inst {
    /// A character.
    One(One, Way),
    /// Between `min` and `max` characters.
    Run { one: One, way: Way, min: u32, max: u32, take: Take },
    /// Here, and if that fails there.
    Split { first: u32, second: u32 },
    /// There.
    Jump(u32),
    /// Note the place in a register.
    Save(u32),
    /// A condition on the place.
    Assert(Assert),
    /// Begin the n-th loop: none done yet.
    LoopStart(u32),
    /// Decide on another turn of the n-th loop; its body follows and ends with a jump back here.
    Loop { id: u32, min: u32, max: u32, lazy: bool, exit: u32 },
    /// Try what follows on its own; where that cannot match go on at `on_fail`, from this place.
    Sub { on_fail: u32 },
    /// What was tried on its own has matched, and is settled: go on at `then`, from here or from where it began.
    SubEnd { keep: bool, then: u32 },
    /// What a group has matched.
    Backref { group: u32, fold: Fold, way: Way },
    /// Go on if a group has matched, else there.
    IfGroup { group: u32, no: u32 },
    /// Nothing matches.
    Fail,
    /// Everything has matched.
    Match,
}

/// A compiled pattern.
#[derive(Debug, PartialEq)]
pub(super) struct Program {
    pub(super) insts: Vec<Inst>,
    pub(super) sets: Vec<Set>,
    /// Capture groups whose places are noted: two registers each, before those of the loops.
    pub(super) groups: u32,
    /// Loops: two registers each, the turns done and where the last began.
    pub(super) loops: u32,
    /// Whether it can only match at the start.
    pub(super) anchored: bool,
    /// What a match must begin with.
    pub(super) first: Option<One>,
}

impl Program {
    /// Whether a character is what is asked for.
    pub(super) fn is(&self, one: One, code: u32) -> bool {
        match one {
            One::Char(wanted) => wanted == code,
            One::Folded(wanted) => case::same(wanted, code),
            One::Set(set) => self.sets.get(set as usize).is_some_and(|set| set.contains(code)),
            One::NotLineFeed => code != 0xa,
            One::Any => true,
        }
    }

    /// The register of a loop's number of turns; the next one holds where the last turn began.
    pub(super) fn turns(&self, id: u32) -> usize {
        (2 * (self.groups + id)) as usize
    }

    /// All registers.
    pub(super) fn registers(&self) -> usize {
        (2 * (self.groups + self.loops)) as usize
    }
}
