//! The flags of a pattern.

use super::ast::Fold;

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
    pub(super) const UNICODE: Flags = Flags(1 << 5);
    pub(super) const LOCALE: Flags = Flags(1 << 6);
    pub(super) const WORD: Flags = Flags(1 << 7);
    pub(super) const FULL_CASE: Flags = Flags(1 << 8);
    pub(super) const VERSION_0: Flags = Flags(1 << 9);
    pub(super) const VERSION_1: Flags = Flags(1 << 10);
    pub(super) const REVERSE: Flags = Flags(1 << 11);
    pub(super) const POSIX: Flags = Flags(1 << 12);
    pub(super) const BEST: Flags = Flags(1 << 13);
    pub(super) const ENHANCE: Flags = Flags(1 << 14);

    pub(super) const ENCODINGS: Flags = Flags(Flags::ASCII.0 | Flags::UNICODE.0 | Flags::LOCALE.0);
    pub(super) const GLOBAL: Flags = Flags(
        Flags::VERSION_0.0
            | Flags::VERSION_1.0
            | Flags::REVERSE.0
            | Flags::POSIX.0
            | Flags::BEST.0
            | Flags::ENHANCE.0,
    );
    /// Flags that change matching in unsupported ways.
    pub(super) const UNSUPPORTED: Flags = Flags(
        Flags::LOCALE.0
            | Flags::WORD.0
            | Flags::FULL_CASE.0
            | Flags::VERSION_1.0
            | Flags::REVERSE.0,
    );

    pub(super) fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn fold(self) -> Fold {
        if self.has(Flags::IGNORE_CASE) {
            Fold::Case
        } else {
            Fold::No
        }
    }

    pub(super) fn with(self, on: Flags, off: Flags) -> Flags {
        Flags((self.0 | on.0) & !off.0)
    }

    pub(super) fn of(letter: char) -> Option<Flags> {
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
