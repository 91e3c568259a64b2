//! Values of YAML 1.1 numbers and timestamps, with PyYAML's errors for invalid ones.

use bumpalo::Bump;

use super::resolve::{Time, Zone, split_timestamp};
use crate::{Operand, Text, Value, python, text};

/// Python's limit on the decimal digits of an integer that is parsed or printed.
const DIGITS: usize = 4300;

/// Python's error for indexing an empty string.
const NO_DIGIT: &str = "string index out of range";

/// Parses an integer, like PyYAML's `construct_yaml_int`. The error is Python's message.
pub(super) fn int<'a>(arena: &'a Bump, text: &str) -> Result<Value<'a>, Text> {
    let text = text.replace('_', "");
    let (negative, digits) = sign(&text);
    if digits.is_empty() {
        return Err(NO_DIGIT.into());
    }
    if let Some(digits) = digits.strip_prefix("0b") {
        return radix(arena, negative, digits, 2);
    }
    if let Some(digits) = digits.strip_prefix("0x") {
        return radix(arena, negative, digits, 16);
    }
    if digits.starts_with('0') && digits.len() > 1 {
        return radix(arena, negative, digits, 8);
    }
    if digits.contains(':') {
        return sexagesimal(arena, negative, digits);
    }
    radix(arena, negative, digits, 10)
}

fn sign(text: &str) -> (bool, &str) {
    (
        text.starts_with('-'),
        text.strip_prefix(['-', '+']).unwrap_or(text),
    )
}

fn radix<'a>(arena: &'a Bump, negative: bool, digits: &str, radix: u32) -> Result<Value<'a>, Text> {
    // Only `!!int ' 5'` contains whitespace; Python's `int()` accepts it.
    let digits = digits.trim();
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(text!(
            "invalid literal for int() with base {}: {}",
            radix,
            Operand::Value(&python::repr_str(digits))
        ));
    }
    // Python limits decimal digits only; for other radixes the limit is the size that it could not print.
    let limit = match radix {
        2 => 14_284,
        8 => 4_761,
        16 => 3_571,
        _ => DIGITS,
    };
    if digits.len() > limit {
        return Err(text!(
            "Exceeds the limit ({} digits) for integer string conversion: value has {} digits; use \
             sys.set_int_max_str_digits() to increase the limit",
            DIGITS,
            digits.len()
        ));
    }
    let mut number = Natural::default();
    for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
        number.push(radix, digit);
    }
    Ok(number.value(arena, negative))
}

/// Parses a base-60 number such as `190:20:30`.
fn sexagesimal<'a>(arena: &'a Bump, negative: bool, digits: &str) -> Result<Value<'a>, Text> {
    if digits.len() > DIGITS {
        return Err(text!(
            "Exceeds the limit ({} digits) for integer string conversion",
            DIGITS
        ));
    }
    let mut number = Natural::default();
    for part in digits.split(':') {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(text!(
                "invalid literal for int() with base 10: {}",
                Operand::Value(&python::repr_str(part))
            ));
        }
        let mut read = Natural::default();
        part.chars()
            .filter_map(|c| c.to_digit(10))
            .for_each(|digit| read.push(10, digit));
        number.push(60, 0);
        number.add(&read);
    }
    Ok(number.value(arena, negative))
}

/// A natural number of any size: base-10^9 digits, least significant first.
#[derive(Default)]
struct Natural(Vec<u32>);

const BASE: u64 = 1_000_000_000;

impl Natural {
    /// Multiplies by `factor` and adds `digit`.
    fn push(&mut self, factor: u32, digit: u32) {
        let mut carry = u64::from(digit);
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = u32::try_from(product % BASE).unwrap_or_default();
            carry = product / BASE;
        }
        if carry > 0 {
            self.0.push(u32::try_from(carry).unwrap_or_default());
        }
    }

    fn add(&mut self, other: &Natural) {
        let mut carry = 0;
        for index in 0..self.0.len().max(other.0.len()) {
            if index == self.0.len() {
                self.0.push(0);
            }
            let sum = u64::from(other.0.get(index).copied().unwrap_or(0)) + carry;
            if let Some(limb) = self.0.get_mut(index) {
                let sum = u64::from(*limb) + sum;
                *limb = u32::try_from(sum % BASE).unwrap_or_default();
                carry = sum / BASE;
            }
        }
        if carry > 0 {
            self.0.push(u32::try_from(carry).unwrap_or_default());
        }
    }

    fn value<'a>(&self, arena: &'a Bump, negative: bool) -> Value<'a> {
        let mut text = String::new();
        if negative {
            text.push('-');
        }
        let mut limbs = self.0.iter().rev();
        text.push_str(&limbs.next().copied().unwrap_or(0).to_string());
        limbs.for_each(|limb| text.push_str(&format!("{limb:09}")));
        text.parse()
            .map_or_else(|_| Value::BigInt(arena.alloc_str(&text)), Value::Int)
    }
}

/// Parses a float, like PyYAML's `construct_yaml_float`. The error is Python's message.
pub(super) fn float(text: &str) -> Result<f64, Text> {
    let text = text.replace('_', "").to_lowercase();
    if text.is_empty() {
        return Err(NO_DIGIT.into());
    }
    let (negative, digits) = sign(&text);
    let parse = |part: &str| {
        part.parse::<f64>().map_err(|_| {
            text!(
                "could not convert string to float: {}",
                Operand::Value(&python::repr_str(part))
            )
        })
    };
    let value = match digits {
        ".inf" => f64::INFINITY,
        ".nan" => return Ok(f64::NAN),
        _ if digits.contains(':') => {
            let (mut value, mut base) = (0.0, 1.0_f64);
            for part in digits.rsplit(':') {
                if base.is_infinite() {
                    return Err("int too large to convert to float".into());
                }
                value += parse(part)? * base;
                base *= 60.0;
            }
            value
        }
        _ => parse(digits)?,
    };
    Ok(if negative { -value } else { value })
}

/// Returns a date or timestamp as Python's `str()` prints it, like PyYAML's `construct_yaml_timestamp`. The error is
/// Python's message.
pub(super) fn timestamp(text: &str) -> Result<String, Text> {
    let Some(parts) = split_timestamp(text) else {
        return Err("'NoneType' object has no attribute 'groupdict'".into());
    };
    let number = |part: &str| part.parse::<u32>().unwrap_or_default();
    let (year, month, day) = (number(parts.year), number(parts.month), number(parts.day));
    let zone = match parts.time.and_then(|time| time.zone) {
        Some(zone) => offset(zone)?,
        None => String::new(),
    };
    if year == 0 {
        return Err("year 0 is out of range".into());
    }
    if !(1..=12).contains(&month) {
        return Err("month must be in 1..12".into());
    }
    if day == 0 || day > days(year, month) {
        return Err("day is out of range for month".into());
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    let Some(Time {
        hour,
        minute,
        second,
        fraction,
        ..
    }) = parts.time
    else {
        return Ok(date);
    };
    let (hour, minute, second) = (number(hour), number(minute), number(second));
    for (name, value, most) in [
        ("hour", hour, 23),
        ("minute", minute, 59),
        ("second", second, 59),
    ] {
        if value > most {
            return Err(text!("{} must be in 0..{}", name, most));
        }
    }
    let micros: String = fraction.chars().chain("000000".chars()).take(6).collect();
    let micros = if micros == "000000" {
        String::new()
    } else {
        format!(".{micros}")
    };
    Ok(format!(
        "{date} {hour:02}:{minute:02}:{second:02}{micros}{zone}"
    ))
}

/// Returns a UTC offset as Python prints it, or Python's error for an offset of a day or more.
fn offset(zone: Zone<'_>) -> Result<String, Text> {
    let Zone::Offset {
        negative,
        hours,
        minutes,
    } = zone
    else {
        return Ok("+00:00".to_owned());
    };
    let number = |part: &str| part.parse::<i64>().unwrap_or_default();
    let total = number(hours) * 60 + number(minutes);
    let total = if negative { -total } else { total };
    if total.abs() < 24 * 60 {
        let sign = if total < 0 { '-' } else { '+' };
        return Ok(format!(
            "{sign}{:02}:{:02}",
            total.abs() / 60,
            total.abs() % 60
        ));
    }
    let (days, seconds) = (total.div_euclid(24 * 60), total.rem_euclid(24 * 60) * 60);
    let seconds = if seconds == 0 {
        String::new()
    } else {
        format!(", seconds={seconds}")
    };
    Err(text!(
        "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not \
         datetime.timedelta(days={}{}).",
        Operand::Value(&days.to_string()),
        Operand::Value(&seconds)
    ))
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400) => 29,
        2 => 28,
        _ => 31,
    }
}
