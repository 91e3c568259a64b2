//! Conversion of numbers to and from decimal text.

use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint};

use super::{Number, NumberError, Repr, WRITTEN, quotient};

/// The maximum number of digits read.
const DIGITS: usize = 20_000;

impl FromStr for Number {
    type Err = NumberError;

    /// Parses `-12.5e3`, with digits before or after the point, or `inf`.
    fn from_str(text: &str) -> Result<Number, NumberError> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if rest == "Inf" || rest == "inf" {
            return Ok(Number::infinity(negative));
        }
        let (digits, power) = match rest.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, exponent(power)?),
            None => (rest, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut written = format!("{whole}{fraction}");
        let is_digits = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits || written.len() > DIGITS {
            return Err(NumberError::Size);
        }
        if negative {
            written.insert(0, '-');
        }
        let mantissa = BigInt::from_str(&written).map_err(|_| NumberError::Size)?;
        let power =
            power.saturating_sub(i64::try_from(fraction.len()).map_err(|_| NumberError::Size)?);
        let scale = BigInt::from(10u32)
            .pow(u32::try_from(power.unsigned_abs()).map_err(|_| NumberError::Size)?);
        let number = if power < 0 {
            quotient(&mantissa, &scale, 0, WRITTEN)?
        } else {
            Number::rounded(mantissa * scale, 0, WRITTEN, false)?
        };
        Ok(if negative && number.is_zero() {
            number.negated()
        } else {
            number
        })
    }
}

/// Parses the decimal exponent and checks that it is in range.
fn exponent(text: &str) -> Result<i64, NumberError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::Size);
    }
    let value: i64 = text.parse().map_err(|_| NumberError::Size)?;
    if value.abs() > 20_000 {
        Err(NumberError::Size)
    } else {
        Ok(value)
    }
}

impl fmt::Display for Number {
    /// Writes the shortest decimal that is nearer to this number than to any other number of its precision, without an
    /// exponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decimal() {
            None => f.write_str(if self.is_negative() { "-Inf" } else { "+Inf" }),
            Some(decimal) => {
                if self.has_minus() {
                    f.write_str("-")?;
                }
                f.write_str(&decimal.plain())
            }
        }
    }
}

/// A decimal number `0.DIGITS * 10^point`, without zeros at either end of the digits. Zero has no digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    /// The digits in ASCII.
    pub digits: String,
    /// The number of digits before the decimal point.
    pub point: i64,
}

impl Decimal {
    fn new(text: &str, scale: i64) -> Decimal {
        let digits = text.trim_start_matches('0');
        let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
        let trimmed = digits.trim_end_matches('0');
        let point = if trimmed.is_empty() {
            0
        } else {
            length.saturating_sub(scale)
        };
        Decimal {
            digits: trimmed.to_owned(),
            point,
        }
    }

    /// Formats the number without an exponent.
    pub fn plain(&self) -> String {
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        let length = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
        if self.point <= 0 {
            return format!("0.{}{}", zeros(self.point.saturating_neg()), self.digits);
        }
        if self.point >= length {
            return format!(
                "{}{}",
                self.digits,
                zeros(self.point.saturating_sub(length))
            );
        }
        let (whole, fraction) = self
            .digits
            .split_at_checked(usize::try_from(self.point).unwrap_or(0))
            .unwrap_or((&self.digits, ""));
        format!("{whole}.{fraction}")
    }

    /// Rounds half to even to a number of digits.
    pub fn rounded(&self, count: i64) -> Decimal {
        let Ok(count) = usize::try_from(count) else {
            return Decimal {
                digits: String::new(),
                point: 0,
            };
        };
        let Some((kept, cut)) = self.digits.split_at_checked(count) else {
            return self.clone();
        };
        let up = match cut.as_bytes() {
            [] => false,
            [b'5'] => kept.bytes().last().is_some_and(|last| last % 2 == 1),
            [first, ..] => *first >= b'5',
        };
        self.cut(kept, up)
    }
}

impl Number {
    /// Returns the shortest digits that identify this number, without the sign; `None` for infinity.
    pub fn decimal(&self) -> Option<Decimal> {
        let Repr::Finite {
            mantissa,
            exponent,
            precision,
        } = &self.0
        else {
            return None;
        };
        let magnitude = mantissa.magnitude();
        if *magnitude == BigUint::ZERO {
            return Some(Decimal {
                digits: String::new(),
                point: 0,
            });
        }
        if let Some(whole) = whole(magnitude, *exponent, *precision) {
            return Some(Decimal::new(&whole.to_string(), 0));
        }
        // Uses one bit more than the precision: the bounds are half a unit away.
        let missing = u64::from(*precision).saturating_sub(magnitude.bits());
        let missing = missing.saturating_add(1);
        let value = magnitude << missing;
        let exponent = exponent.saturating_sub(i64::try_from(missing).unwrap_or(i64::MAX));
        let inclusive = !(&value >> 1u32).bit(0);
        let (scaled, scale) = scaled(&value, exponent);
        let lower = self::scaled(&(&value - 1u32), exponent).0;
        let upper = self::scaled(&(&value + 1u32), exponent).0;
        Some(shortest(&scaled, &lower, &upper, scale, inclusive))
    }

    /// Returns all digits of this number, without the sign; `None` for infinity.
    pub fn exact(&self) -> Option<Decimal> {
        let Repr::Finite {
            mantissa, exponent, ..
        } = &self.0
        else {
            return None;
        };
        let (digits, scale) = scaled(mantissa.magnitude(), *exponent);
        Some(Decimal::new(&digits, scale))
    }
}

/// Returns a small integer. Its digits are the shortest ones, because adjacent numbers differ by at most 1.
fn whole(magnitude: &BigUint, exponent: i64, precision: u32) -> Option<u64> {
    let room = u32::try_from(exponent).ok()?;
    let bits = magnitude.bits().saturating_add(u64::from(room));
    if bits > u64::from(precision.min(u64::BITS)) {
        return None;
    }
    magnitude.iter_u64_digits().next()?.checked_shl(room)
}

/// Returns the digits of `value * 2^exponent` and how many of them are after the decimal point.
fn scaled(value: &BigUint, exponent: i64) -> (String, i64) {
    let size = u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX);
    if exponent >= 0 {
        return ((value << size).to_string(), 0);
    }
    (
        (value * BigUint::from(5u32).pow(size)).to_string(),
        exponent.saturating_neg(),
    )
}

/// Returns the shortest digits between the bounds that are nearest to the value.
fn shortest(value: &str, lower: &str, upper: &str, scale: i64, inclusive: bool) -> Decimal {
    let width = upper.len();
    let padded = |text: &str| format!("{text:0>width$}").into_bytes();
    let (value, lower, upper) = (padded(value), padded(lower), padded(upper));
    let used = |digits: &[u8]| {
        digits
            .iter()
            .rposition(|digit| *digit != b'0')
            .map_or(0, |at| at.saturating_add(1))
    };
    let (lower_used, upper_used) = (used(&lower), used(&upper));
    let whole = Decimal {
        digits: text_of(&value),
        point: i64::try_from(width)
            .unwrap_or(i64::MAX)
            .saturating_sub(scale),
    };
    let digits = value.iter().zip(&lower).zip(&upper).enumerate();
    for (at, ((digit, low), high)) in digits {
        let count = at.saturating_add(1);
        let down = low != digit || (inclusive && count == lower_used);
        let up =
            digit != high && (inclusive || digit.saturating_add(1) < *high || count < upper_used);
        if !down && !up {
            continue;
        }
        let (kept, cut) = whole
            .digits
            .split_at_checked(count)
            .unwrap_or((&whole.digits, ""));
        let nearest = match cut.trim_end_matches('0').as_bytes() {
            [b'5'] => digit % 2 == 1,
            [first, ..] => *first >= b'5',
            [] => false,
        };
        return whole.cut(kept, if down && up { nearest } else { up });
    }
    whole.cut(&whole.digits, false)
}

fn text_of(digits: &[u8]) -> String {
    digits.iter().map(|digit| char::from(*digit)).collect()
}

impl Decimal {
    /// Keeps the given digits and optionally increments the last one.
    fn cut(&self, kept: &str, up: bool) -> Decimal {
        let cut = if up {
            increased(kept)
        } else {
            (kept.to_owned(), 0)
        };
        let point = self.point.saturating_add(cut.1);
        let zeros = cut
            .0
            .len()
            .saturating_sub(cut.0.trim_start_matches('0').len());
        let digits = cut.0.trim_matches('0').to_owned();
        let point = if digits.is_empty() {
            0
        } else {
            point.saturating_sub(i64::try_from(zeros).unwrap_or(0))
        };
        Decimal { digits, point }
    }
}

/// Increments the last digit. Returns the digits and the number of digits added.
fn increased(digits: &str) -> (String, i64) {
    let mut bytes: Vec<u8> = digits.bytes().collect();
    for digit in bytes.iter_mut().rev() {
        if *digit < b'9' {
            *digit = digit.saturating_add(1);
            return (text_of(&bytes), 0);
        }
        *digit = b'0';
    }
    (format!("1{}", text_of(&bytes)), 1)
}

impl Number {
    /// Converts to a JSON number with all digits. Infinity, which JSON cannot represent, becomes a string.
    pub fn json(&self) -> serde_json::Value {
        let text = self.to_string();
        text.parse()
            .map_or_else(|_| text.clone().into(), serde_json::Value::Number)
    }
}
