//! Terraform's numbers: binary floating point with a precision per number, rounded half to even. The precision is 512
//! bits for literals and computed numbers, 64 for counts and 53 for numbers converted from a double.

mod sign;
mod text;

pub use text::Decimal;

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

/// The precision of a literal.
pub(super) const WRITTEN: u32 = 512;
/// The precision of a count.
pub(super) const COUNTED: u32 = 64;
/// The precision of a double.
const DOUBLE: u32 = 53;
/// The maximum binary exponent. It bounds the length of a printed number.
const EXPONENT: i64 = 65_536;

/// The exponent of negative zero.
const MINUS_ZERO: i64 = 1;

/// A binary floating-point number with its own precision.
#[derive(Debug, Clone)]
pub struct Number(Repr);

#[derive(Debug, Clone)]
enum Repr {
    /// `mantissa * 2^exponent`. The mantissa is odd; for zero, it is zero, and the exponent is zero or [`MINUS_ZERO`].
    Finite {
        mantissa: BigInt,
        exponent: i64,
        precision: u32,
    },
    Infinite {
        negative: bool,
    },
}

/// An arithmetic error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// Zero divided by zero, or infinity by infinity.
    Division,
    /// The difference of two infinities, or zero times infinity.
    Infinities,
    /// The exponent exceeds [`EXPONENT`].
    Size,
}

impl NumberError {
    /// Returns the message without a final period.
    pub fn message(self) -> &'static str {
        match self {
            NumberError::Division => "can't divide zero by zero or infinity by infinity",
            NumberError::Infinities => "can't compute with infinities of different signs",
            NumberError::Size => {
                "number is too large or too small: the limits are 2^65536, 2^-65536 and 20,000 digits"
            }
        }
    }
}

type Result<T> = std::result::Result<T, NumberError>;

impl Number {
    /// Returns about how many bytes its digits have.
    pub fn size(&self) -> u32 {
        match &self.0 {
            Repr::Finite {
                mantissa, exponent, ..
            } => {
                let bits = mantissa.bits().saturating_add(exponent.unsigned_abs()) / 3;
                u32::try_from(bits).unwrap_or(u32::MAX)
            }
            Repr::Infinite { .. } => 4,
        }
    }

    /// Rounds to a precision. `rest` tells that lower bits, below those of the mantissa, were cut off.
    fn rounded(mantissa: BigInt, exponent: i64, precision: u32, rest: bool) -> Result<Number> {
        let (sign, magnitude) = mantissa.into_parts();
        let bits = magnitude.bits();
        let (mut magnitude, mut exponent) = match bits.checked_sub(u64::from(precision)) {
            Some(excess) if excess > 0 => {
                let kept = &magnitude >> excess;
                let half = magnitude.bit(excess.saturating_sub(1));
                let below = rest
                    || magnitude
                        .trailing_zeros()
                        .is_some_and(|zeros| zeros < excess.saturating_sub(1));
                let up = half && (below || kept.bit(0));
                let kept = if up { kept + 1u32 } else { kept };
                (
                    kept,
                    exponent.saturating_add(i64::try_from(excess).map_err(|_| NumberError::Size)?),
                )
            }
            _ => (magnitude, exponent),
        };
        let zeros = magnitude.trailing_zeros().unwrap_or(0);
        if zeros > 0 {
            magnitude >>= zeros;
            exponent =
                exponent.saturating_add(i64::try_from(zeros).map_err(|_| NumberError::Size)?);
        }
        let sign = if magnitude == BigUint::ZERO {
            Sign::NoSign
        } else {
            sign
        };
        if sign == Sign::NoSign {
            exponent = 0;
        }
        let size = exponent
            .saturating_add(i64::try_from(magnitude.bits()).map_err(|_| NumberError::Size)?);
        if size.abs() > EXPONENT || exponent.abs() > EXPONENT {
            return Err(NumberError::Size);
        }
        Ok(Number(Repr::Finite {
            mantissa: BigInt::from_biguint(sign, magnitude),
            exponent,
            precision,
        }))
    }

    /// Converts a count.
    pub fn of_count(count: usize) -> Number {
        Number::of_int(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// Converts an integer, with the precision of counts.
    pub fn of_int(value: i64) -> Number {
        Number::rounded(BigInt::from(value), 0, COUNTED, false)
            .unwrap_or(Number::infinity(value < 0))
    }

    /// Converts an integer without rounding.
    pub fn of_big(value: BigInt) -> Result<Number> {
        let bits = u32::try_from(value.bits()).map_err(|_| NumberError::Size)?;
        Number::rounded(value, 0, bits.max(COUNTED), false)
    }

    /// Converts a double; `None` for NaN.
    pub fn of_double(value: f64) -> Option<Number> {
        if value.is_nan() {
            return None;
        }
        if value.is_infinite() {
            return Some(Number::infinity(value < 0.0));
        }
        let bits = value.to_bits();
        let raw = i64::try_from((bits >> 52) & 0x7ff).ok()?;
        let fraction = bits & ((1u64 << 52) - 1);
        let (mantissa, exponent) = if raw == 0 {
            (fraction, -1074)
        } else {
            (fraction | (1u64 << 52), raw - 1075)
        };
        let mantissa = if value < 0.0 {
            -BigInt::from(mantissa)
        } else {
            BigInt::from(mantissa)
        };
        Number::rounded(mantissa, exponent, DOUBLE, false).ok()
    }

    /// Returns infinity.
    pub fn infinity(negative: bool) -> Number {
        Number(Repr::Infinite { negative })
    }

    /// Returns the nearest double.
    pub fn double(&self) -> f64 {
        self.to_string()
            .replace("Inf", "inf")
            .parse()
            .unwrap_or(f64::NAN)
    }

    /// Returns the number as an integer; `None` if it has a fraction or is infinite.
    pub fn whole(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Finite {
                mantissa, exponent, ..
            } => Some(mantissa << u64::try_from(*exponent).ok()?),
            Repr::Infinite { .. } => None,
        }
    }

    /// Returns the number as a 64-bit integer; `None` if it has a fraction or is out of range.
    pub fn int(&self) -> Option<i64> {
        i64::try_from(self.whole()?).ok()
    }

    /// Returns whether the number is infinite.
    pub fn is_infinite(&self) -> bool {
        matches!(self.0, Repr::Infinite { .. })
    }

    /// Returns whether the number is zero.
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Repr::Finite { mantissa, .. } if mantissa.sign() == Sign::NoSign)
    }

    /// Rounds toward zero.
    pub fn truncated(&self) -> Number {
        let Repr::Finite {
            mantissa,
            exponent,
            precision,
        } = &self.0
        else {
            return self.clone();
        };
        let Ok(shift) = u64::try_from(exponent.saturating_neg()) else {
            return self.clone();
        };
        let kept = BigInt::from_biguint(mantissa.sign(), mantissa.magnitude() >> shift);
        Number::rounded(kept, 0, *precision, false).unwrap_or_else(|_| self.clone())
    }

    /// Rounds toward negative infinity.
    pub fn floor(&self) -> Number {
        let cut = self.truncated().without_minus_zero();
        if self.is_negative() && cut != *self {
            cut.add(&Number::of_int(-1)).unwrap_or(cut)
        } else {
            cut
        }
    }

    /// Rounds toward positive infinity.
    pub fn ceil(&self) -> Number {
        self.negated().floor().negated().without_minus_zero()
    }

    /// Returns the sum.
    pub fn add(&self, other: &Number) -> Result<Number> {
        match (&self.0, &other.0) {
            (Repr::Infinite { negative: a }, Repr::Infinite { negative: b }) if a != b => {
                Err(NumberError::Infinities)
            }
            (Repr::Infinite { .. }, _) => Ok(self.clone()),
            (_, Repr::Infinite { .. }) => Ok(other.clone()),
            (
                Repr::Finite {
                    mantissa: a,
                    exponent: ea,
                    precision: pa,
                },
                Repr::Finite {
                    mantissa: b,
                    exponent: eb,
                    precision: pb,
                },
            ) => {
                let least = *ea.min(eb);
                let at = |mantissa: &BigInt, exponent: i64| {
                    mantissa << u64::try_from(exponent.saturating_sub(least)).unwrap_or(0)
                };
                Number::rounded(at(a, *ea) + at(b, *eb), least, *pa.max(pb), false)
            }
        }
    }

    /// Returns the difference.
    pub fn subtract(&self, other: &Number) -> Result<Number> {
        self.add(&other.negated())
    }

    /// Returns the product, with at least the precision of a literal.
    pub fn multiply(&self, other: &Number) -> Result<Number> {
        match (&self.0, &other.0) {
            (
                Repr::Finite {
                    mantissa: a,
                    exponent: ea,
                    precision: pa,
                },
                Repr::Finite {
                    mantissa: b,
                    exponent: eb,
                    precision: pb,
                },
            ) => {
                let product = Number::rounded(
                    a * b,
                    ea.saturating_add(*eb),
                    (*pa.max(pb)).max(WRITTEN),
                    false,
                )?;
                Ok(product.with_sign_of(self, other))
            }
            _ if self.is_zero() || other.is_zero() => Err(NumberError::Infinities),
            _ => Ok(Number::infinity(self.is_negative() != other.is_negative())),
        }
    }

    /// Returns the quotient. Division by zero is infinite.
    pub fn divide(&self, other: &Number) -> Result<Number> {
        match (&self.0, &other.0) {
            (Repr::Infinite { .. }, Repr::Infinite { .. }) => Err(NumberError::Division),
            _ if self.is_zero() && other.is_zero() => Err(NumberError::Division),
            (Repr::Infinite { .. }, _) => {
                Ok(Number::infinity(self.is_negative() != other.is_negative()))
            }
            (_, Repr::Infinite { .. }) => Ok(Number::of_int(0).with_sign_of(self, other)),
            _ if other.is_zero() => Ok(Number::infinity(self.has_minus() != other.has_minus())),
            (
                Repr::Finite {
                    mantissa: a,
                    exponent: ea,
                    precision: pa,
                },
                Repr::Finite {
                    mantissa: b,
                    exponent: eb,
                    precision: pb,
                },
            ) => {
                let precision = *pa.max(pb);
                Ok(quotient(a, b, ea.saturating_sub(*eb), precision)?.with_sign_of(self, other))
            }
        }
    }

    /// Returns the remainder of a division that rounds toward zero. It has the sign of the dividend.
    pub fn modulo(&self, other: &Number) -> Result<Number> {
        if self.is_infinite() || other.is_infinite() {
            return Err(NumberError::Division);
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        let whole = self.divide(other)?.truncated();
        self.subtract(&whole.multiply(other)?)
    }
}

/// Returns `a / b * 2^exponent`, rounded once.
fn quotient(a: &BigInt, b: &BigInt, exponent: i64, precision: u32) -> Result<Number> {
    let wanted = u64::from(precision)
        .saturating_add(2)
        .saturating_add(b.bits());
    let shift = wanted.saturating_sub(a.bits());
    let dividend = a << shift;
    let quotient = &dividend / b;
    let rest = &quotient * b != dividend;
    // Sets a sticky bit for the bits that were cut off, so that the quotient is rounded correctly.
    let quotient: BigInt = (quotient << 1u32)
        + if rest {
            BigInt::from(sign_of(a, b))
        } else {
            BigInt::ZERO
        };
    let shift = i64::try_from(shift).map_err(|_| NumberError::Size)?;
    Number::rounded(
        quotient,
        exponent.saturating_sub(shift).saturating_sub(1),
        precision,
        rest,
    )
}

fn sign_of(a: &BigInt, b: &BigInt) -> i32 {
    if a.sign() == b.sign() { 1 } else { -1 }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (
                Repr::Finite {
                    mantissa: a,
                    exponent: ea,
                    ..
                },
                Repr::Finite {
                    mantissa: b,
                    exponent: eb,
                    ..
                },
            ) => {
                if a.sign() != b.sign() {
                    return a.sign().cmp(&b.sign());
                }
                let least = *ea.min(eb);
                let at = |mantissa: &BigInt, exponent: i64| {
                    mantissa << u64::try_from(exponent.saturating_sub(least)).unwrap_or(0)
                };
                at(a, *ea).cmp(&at(b, *eb))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl Number {
    fn rank(&self) -> i8 {
        match self.0 {
            Repr::Infinite { negative: true } => -1,
            Repr::Infinite { negative: false } => 1,
            Repr::Finite { .. } => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn decimals_print_without_rounding_noise() {
        assert_eq!(
            number("0.1").add(&number("0.2")).unwrap().to_string(),
            "0.3"
        );
        assert_eq!(
            number("3.14159265358979323846264338327950288").to_string(),
            "3.14159265358979323846264338327950288"
        );
        assert_eq!(number("1e-7").to_string(), "0.0000001");
        assert_eq!(number("-12.50").to_string(), "-12.5");
    }

    #[test]
    fn whole_numbers_have_all_their_digits() {
        let large = [
            "18446744073709551615",
            "18446744073709551616",
            "10000000000000000000",
            "340282366920938463463374607431768211455",
        ];
        let small = (0..200)
            .chain([1 << 53, (1 << 53) + 1, 10_i64.pow(18), i64::MAX])
            .map(|int| int.to_string());
        for text in small.chain(large.map(str::to_owned)) {
            assert_eq!(number(&text).to_string(), text);
            // Zero keeps its sign, as in Terraform: `tonumber("-0.0")` is `-0`.
            assert_eq!(
                number(&format!("-{text}.0")).to_string(),
                format!("-{text}")
            );
        }
    }

    #[test]
    fn a_quotient_has_the_greater_precision_of_its_parts() {
        let third = Number::of_int(1).divide(&Number::of_int(3)).unwrap();
        assert_eq!(third.to_string(), "0.33333333333333333334");
        assert!(
            number("10")
                .divide(&number("3"))
                .unwrap()
                .to_string()
                .ends_with("333332")
        );
    }

    #[test]
    fn huge_numbers_are_rejected() {
        assert!("1e999999999".parse::<Number>().is_err());
        let mut huge = number("1e9000");
        let refused = (0..40).any(|_| match huge.multiply(&huge) {
            Ok(next) => {
                huge = next;
                false
            }
            Err(error) => error == NumberError::Size,
        });
        assert!(refused);
    }

    #[test]
    fn remainders_keep_the_sign_of_the_dividend() {
        assert_eq!(number("7").modulo(&number("-3")).unwrap().to_string(), "1");
        assert_eq!(number("-7").modulo(&number("3")).unwrap().to_string(), "-1");
        assert_eq!(
            number("5.5").modulo(&number("2")).unwrap().to_string(),
            "1.5"
        );
    }

    #[test]
    fn floors_and_ceilings() {
        assert_eq!(number("-1.1").floor().to_string(), "-2");
        assert_eq!(number("-1.1").ceil().to_string(), "-1");
        assert_eq!(number("1.1").ceil().to_string(), "2");
    }
}
