//! Character classes.

use super::property::Property;
use cfn_warden_syntax::unicode::case;

/// A class of characters: ASCII as a precomputed bit mask, other characters as ranges and properties.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Set {
    /// The ASCII characters that match.
    ascii: u128,
    /// The ASCII members before case folding and negation.
    members: u128,
    ranges: Vec<(u32, u32)>,
    properties: Vec<(Property, bool)>,
    negated: bool,
    fold: bool,
}

impl Set {
    /// Adds a range of code points, including both ends.
    pub(super) fn add_range(&mut self, first: u32, last: u32) {
        if first < 0x80 {
            let width = last.min(0x7f).saturating_sub(first) + 1;
            self.members |= (if width >= 128 {
                !0
            } else {
                (1u128 << width) - 1
            }) << first;
        }
        if last >= 0x80 {
            self.ranges.push((first.max(0x80), last));
        }
    }

    /// Adds a property, or with `false` its complement.
    pub(super) fn add_property(&mut self, property: Property, holds: bool) {
        self.members |= if holds {
            property.ascii()
        } else {
            !property.ascii()
        };
        self.properties.push((property, holds));
    }

    /// Adds ASCII characters as a bit mask.
    pub(super) fn add_ascii(&mut self, mask: u128) {
        self.members |= mask;
    }

    /// Completes the class with case folding and negation.
    pub(super) fn finish(mut self, mut fold: bool, negated: bool) -> Set {
        if fold
            && let ([(property, _)], []) = (self.properties.as_mut_slice(), self.ranges.as_slice())
        {
            // A class of a single property matches like the property outside brackets.
            if self.members == property.ascii() || self.members == !property.ascii() {
                let alone = property.ignoring_case();
                self.members = if self.members == property.ascii() {
                    alone.ascii()
                } else {
                    !alone.ascii()
                };
                *property = alone;
                fold = false;
            }
        }
        self.fold = fold;
        self.ascii = self.members;
        if fold {
            for code in (0x41..=0x5a).chain(0x61..=0x7a) {
                if self.holds_other_case(code) {
                    self.ascii |= 1 << code;
                }
            }
        }
        if negated {
            self.ascii = !self.ascii;
            self.negated = true;
        }
        self
    }

    /// Returns the ASCII members of the completed class, as bits.
    pub(super) fn ascii(&self) -> u128 {
        self.ascii
    }

    /// Returns whether the completed class contains a code point.
    pub(super) fn contains(&self, code: u32) -> bool {
        if code < 0x80 {
            return self.ascii >> code & 1 != 0;
        }
        (self.holds(code) || (self.fold && self.holds_other_case(code))) != self.negated
    }

    /// Returns whether a code point is a member, before negation.
    fn holds(&self, code: u32) -> bool {
        if code < 0x80 {
            return self.members >> code & 1 != 0;
        }
        self.ranges
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&code))
            || self
                .properties
                .iter()
                .any(|(property, holds)| property.contains(code) == *holds)
    }

    fn holds_other_case(&self, code: u32) -> bool {
        case::others(code)
            .into_iter()
            .any(|other| other != 0 && self.holds(other))
    }
}
