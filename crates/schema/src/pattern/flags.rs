//! Inline flags: `(?i)`, `(?s-m:..)`.

use super::ast::{Fold, Node};
use super::parse::Parser;
use super::source::ParseStop;

/// The position of flags at the start of a pattern: after `(?`.
const FIRST: usize = 2;

/// A set of active flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Flags(u16);

impl Flags {
    pub(super) const NONE: Flags = Flags(0);
    pub(super) const IGNORE_CASE: Flags = Flags(1 << 0);
    pub(super) const MULTILINE: Flags = Flags(1 << 1);
    pub(super) const DOT_ALL: Flags = Flags(1 << 2);
    pub(super) const VERBOSE: Flags = Flags(1 << 3);
    pub(super) const ASCII: Flags = Flags(1 << 4);
    const UNICODE: Flags = Flags(1 << 5);
    const LOCALE: Flags = Flags(1 << 6);
    pub(super) const WORD: Flags = Flags(1 << 7);
    const FULL_CASE: Flags = Flags(1 << 8);
    const VERSION_0: Flags = Flags(1 << 9);
    const VERSION_1: Flags = Flags(1 << 10);
    const REVERSE: Flags = Flags(1 << 11);
    const POSIX: Flags = Flags(1 << 12);
    const BEST: Flags = Flags(1 << 13);
    const ENHANCE: Flags = Flags(1 << 14);

    const ENCODINGS: Flags = Flags(Flags::ASCII.0 | Flags::UNICODE.0 | Flags::LOCALE.0);
    const GLOBAL: Flags = Flags(
        Flags::VERSION_0.0 | Flags::VERSION_1.0 | Flags::REVERSE.0 | Flags::POSIX.0 | Flags::BEST.0 | Flags::ENHANCE.0,
    );
    /// Flags that change matching in unsupported ways.
    const UNSUPPORTED: Flags =
        Flags(Flags::LOCALE.0 | Flags::WORD.0 | Flags::FULL_CASE.0 | Flags::VERSION_1.0 | Flags::REVERSE.0);

    pub(super) fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn fold(self) -> Fold {
        if self.has(Flags::IGNORE_CASE) { Fold::Case } else { Fold::No }
    }

    fn with(self, on: Flags, off: Flags) -> Flags {
        Flags((self.0 | on.0) & !off.0)
    }

    fn of(letter: char) -> Option<Flags> {
        Some(match letter {
            'a' => Flags::ASCII,
            'b' => Flags::BEST,
            'e' => Flags::ENHANCE,
            'f' => Flags::FULL_CASE,
            'i' => Flags::IGNORE_CASE,
            'L' => Flags::LOCALE,
            'm' => Flags::MULTILINE,
            'p' => Flags::POSIX,
            'r' => Flags::REVERSE,
            's' => Flags::DOT_ALL,
            'u' => Flags::UNICODE,
            'w' => Flags::WORD,
            'x' => Flags::VERBOSE,
            _ => return None,
        })
    }
}

impl Parser<'_> {
    /// Parses flags after `(?`: returns `None` if they apply to the rest of the group, otherwise the group they apply
    /// to.
    pub(super) fn flags_group(&mut self) -> Result<Option<Node>, ParseStop> {
        let before = self.source.at;
        let on = self.flag_set();
        let mut off = Flags::NONE;
        if self.source.matches("-") {
            off = self.flag_set();
            if off == Flags::NONE {
                return self.source.refuse("bad inline flags: no flags after '-'", self.source.at);
            }
        }
        if off.has(Flags::GLOBAL) {
            return self.source.refuse("bad inline flags: cannot turn off global flag", self.source.at);
        }
        if on.has(off) {
            return self.source.refuse("bad inline flags: flag turned on and off", self.source.at);
        }
        self.doubtful |= on.has(Flags::UNSUPPORTED);
        let flags = self.flags.with(on, off);
        if self.source.matches(":") {
            let mut flags = flags;
            if flags.has(Flags::ENCODINGS) {
                flags = flags.with(Flags::NONE, Flags::ENCODINGS).with(on, Flags::GLOBAL);
            }
            return self.nested(flags).map(Some);
        }
        if self.source.matches(")") {
            // In `regex` this flag would apply to the whole pattern, including the part before it.
            self.doubtful |= on.has(Flags::ASCII) && before != FIRST;
            self.doubtful |= flags.has(Flags::ASCII) && flags.has(Flags::UNICODE);
            self.set_flags(flags);
            return Ok(None);
        }
        self.source.refuse("unknown extension", self.source.at)
    }

    fn flag_set(&mut self) -> Flags {
        let mut flags = Flags::NONE;
        loop {
            let before = self.source.at;
            let flag = match self.source.get() {
                Some('V') => match self.source.get() {
                    Some('0') => Some(Flags::VERSION_0),
                    Some('1') => Some(Flags::VERSION_1),
                    _ => None,
                },
                other => other.and_then(Flags::of),
            };
            let Some(flag) = flag else {
                self.source.at = before;
                return flags;
            };
            flags = flags.with(flag, Flags::NONE);
        }
    }
}
