//! Inline flags: `(?i)`, `(?s-m:..)`.

use super::ast::Node;
use super::flags::Flags;
use super::parse::Parser;
use super::source::ParseStop;

/// The position of flags at the start of a pattern: after `(?`.
const FIRST: usize = 2;

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
                return self
                    .source
                    .refuse("bad inline flags: no flags after '-'", self.source.at);
            }
        }
        if off.has(Flags::GLOBAL) {
            return self.source.refuse(
                "bad inline flags: cannot turn off global flag",
                self.source.at,
            );
        }
        if on.has(off) {
            return self
                .source
                .refuse("bad inline flags: flag turned on and off", self.source.at);
        }
        self.doubtful |= on.has(Flags::UNSUPPORTED);
        let flags = self.flags.with(on, off);
        if self.source.matches(":") {
            let mut flags = flags;
            if flags.has(Flags::ENCODINGS) {
                flags = flags
                    .with(Flags::NONE, Flags::ENCODINGS)
                    .with(on, Flags::GLOBAL);
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
