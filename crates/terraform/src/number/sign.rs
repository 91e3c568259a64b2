//! The sign of numbers. Zero has one, too: `-0` is printed with it.

use num_bigint::Sign;

use super::{MINUS_ZERO, Number, Repr};

impl Number {
    /// Returns whether the number is less than zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Finite { mantissa, .. } => mantissa.sign() == Sign::Minus,
            Repr::Infinite { negative } => *negative,
        }
    }

    /// Returns whether the number is printed with a minus sign: also negative zero.
    pub fn has_minus(&self) -> bool {
        self.is_negative()
            || matches!(self.0, Repr::Finite { exponent: MINUS_ZERO, .. } if self.is_zero())
    }

    /// Returns a result whose sign is that of a product or quotient, also if it is zero.
    pub(super) fn with_sign_of(self, one: &Number, other: &Number) -> Number {
        if self.is_zero() && self.has_minus() == (one.has_minus() == other.has_minus()) {
            self.negated()
        } else {
            self
        }
    }

    /// Returns zero for negative zero, and other numbers unchanged.
    pub fn without_minus_zero(self) -> Number {
        if self.is_zero() && self.has_minus() {
            self.negated()
        } else {
            self
        }
    }

    /// Returns the number with the opposite sign.
    pub fn negated(&self) -> Number {
        Number(match &self.0 {
            Repr::Finite {
                mantissa,
                precision,
                ..
            } if self.is_zero() => {
                let exponent = if self.has_minus() { 0 } else { MINUS_ZERO };
                Repr::Finite {
                    mantissa: mantissa.clone(),
                    exponent,
                    precision: *precision,
                }
            }
            Repr::Finite {
                mantissa,
                exponent,
                precision,
            } => Repr::Finite {
                mantissa: -mantissa,
                exponent: *exponent,
                precision: *precision,
            },
            Repr::Infinite { negative } => Repr::Infinite {
                negative: !negative,
            },
        })
    }
}
