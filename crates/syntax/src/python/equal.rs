//! cfn-lint's equality of values.
//!
//! Source: `equal` of <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/jsonschema/_utils.py>.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use super::repr::write_str;
use super::value::{Kind, PyValue};

/// The number of digits above which Python cannot print an integer; a longer integer is not equal to any string.
const MAX_DIGITS: usize = 4300;

/// Whether two values are equal. A string that spells a boolean compares as that boolean, any other string with the
/// `str` of the other value; lists and maps compare by their elements, numbers by value. A boolean is not a number.
pub fn equal<'a, 'b>(one: impl PyValue<'a>, two: impl PyValue<'b>) -> bool {
    match (one.kind(), two.kind()) {
        (Kind::Bool(one), Kind::Bool(two)) => one == two,
        (Kind::Bool(is), Kind::Str(text)) | (Kind::Str(text), Kind::Bool(is)) => {
            is == is_true(text)
        }
        (Kind::Str(one), Kind::Str(two)) => texts(one, two),
        (Kind::Str(text), _) => prints(two, text),
        (_, Kind::Str(text)) => prints(one, text),
        (Kind::List(one), Kind::List(two)) => {
            one.count() == two.count()
                && one
                    .items()
                    .zip(two.items())
                    .all(|(one, two)| equal(one, two))
        }
        (Kind::Map(one), Kind::Map(two)) => {
            one.count() == two.count()
                && one.entries().all(|(key, value)| {
                    let other = match key {
                        Kind::Str(key) => two.get(key),
                        key => two
                            .entries()
                            .find(|(other, _)| same(key, *other))
                            .map(|(_, value)| value),
                    };
                    other.is_some_and(|other| equal(value, other))
                })
        }
        (one, two) => same(one, two),
    }
}

/// Whether two scalars that are not strings are equal.
fn same<A, B>(one: Kind<'_, A>, two: Kind<'_, B>) -> bool {
    match (one, two) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Bool(one), Kind::Bool(two)) => one == two,
        (Kind::Date(one), Kind::Date(two)) => one == two,
        (one, two) => numbers(one, two) == Some(Ordering::Equal),
    }
}

/// Compares two numbers exactly; `None` if one is not a number or is NaN.
pub(super) fn numbers<A, B>(one: Kind<'_, A>, two: Kind<'_, B>) -> Option<Ordering> {
    match (one, two) {
        (Kind::Int(one), Kind::Int(two)) => Some(one.cmp(&two)),
        (Kind::Float(one), Kind::Float(two)) => one.partial_cmp(&two),
        (Kind::Int(one), Kind::Float(two)) => int_float(one, two),
        (Kind::Float(one), Kind::Int(two)) => int_float(two, one).map(Ordering::reverse),
        (Kind::BigInt(one), Kind::BigInt(two)) => Some(big(one, two)),
        (Kind::BigInt(one), Kind::Int(_)) => Some(sign(one)),
        (Kind::Int(_), Kind::BigInt(two)) => Some(sign(two).reverse()),
        (Kind::BigInt(one), Kind::Float(two)) => big_float(one, two),
        (Kind::Float(one), Kind::BigInt(two)) => big_float(two, one).map(Ordering::reverse),
        _ => None,
    }
}

fn int_float(int: i64, float: f64) -> Option<Ordering> {
    // A float outside of the 64-bit range decides the result; within it the integral part is exact.
    if float.is_nan() {
        None
    } else if float >= 9_223_372_036_854_775_808.0 {
        Some(Ordering::Less)
    } else if float < -9_223_372_036_854_775_808.0 {
        Some(Ordering::Greater)
    } else {
        let whole = float.trunc();
        Some(
            int.cmp(&(whole as i64))
                .then(0.0_f64.partial_cmp(&(float - whole))?),
        )
    }
}

/// Compares an integer of more than 64 bits with any that fits: it is larger or smaller than all of them.
fn sign(digits: &str) -> Ordering {
    if digits.starts_with('-') {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

fn big(one: &str, two: &str) -> Ordering {
    let size = |digits: &str| digits.trim_start_matches('-').len();
    let by_size = || size(one).cmp(&size(two)).then(one.cmp(two));
    match (sign(one), sign(two)) {
        (Ordering::Less, Ordering::Less) => by_size().reverse(),
        (Ordering::Greater, Ordering::Greater) => by_size(),
        (one, two) => one.cmp(&two),
    }
}

fn big_float(digits: &str, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 {
            Ordering::Less
        } else {
            Ordering::Greater
        });
    }
    // A float beyond 64 bits is integral and is printed with all its digits.
    match float.abs() < 9_000_000_000_000_000_000.0 {
        true => Some(sign(digits)),
        false => Some(big(digits, &format!("{float:.0}"))),
    }
}

/// Whether two strings are equal; also true if both spell the same boolean: "true" and "TRUE". Compared with one that
/// spells a boolean, any other string counts as false.
pub(super) fn texts(one: &str, two: &str) -> bool {
    if spells_truth(one) || spells_truth(two) {
        return is_true(one) == is_true(two);
    }
    one == two
}

/// Whether a string spells a boolean, so that it equals other strings too.
pub fn spells_truth(text: &str) -> bool {
    is_true(text) || text.eq_ignore_ascii_case("false")
}

fn is_true(text: &str) -> bool {
    text.eq_ignore_ascii_case("true")
}

/// Whether `str(number)` is `text`: `int` also accepts leading zeros and a plus sign.
fn prints_int(number: i64, text: &str) -> bool {
    let is_shortest = matches!(
        text.as_bytes(),
        [b'0'] | [b'1'..=b'9', ..] | [b'-', b'1'..=b'9', ..]
    );
    is_shortest && text.parse() == Ok(number)
}

/// Whether `str(value)` is `text`, without allocating.
pub(super) fn prints<'a>(value: impl PyValue<'a>, text: &str) -> bool {
    struct Expected<'t>(&'t str);
    impl Write for Expected<'_> {
        fn write_str(&mut self, printed: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(printed).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    match value.kind() {
        Kind::Int(number) => return prints_int(number, text),
        Kind::BigInt(digits) if digits.trim_start_matches('-').len() > MAX_DIGITS => return false,
        _ => {}
    }
    let mut expected = Expected(text);
    write_str(&mut expected, value).is_ok() && expected.0.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_prints_its_shortest_digits() {
        let numbers = [0, 1, -1, 7, 10, 42, -42, 100, i64::MAX, i64::MIN];
        let texts = [
            "",
            "0",
            "-0",
            "+0",
            "00",
            "01",
            "-01",
            "+1",
            " 1",
            "1 ",
            "1_0",
            "-",
            "9223372036854775808",
        ];
        for number in numbers {
            let own = number.to_string();
            for text in texts.iter().copied().chain(
                numbers
                    .map(|one| one.to_string())
                    .iter()
                    .map(String::as_str),
            ) {
                assert_eq!(
                    prints_int(number, text),
                    own == text,
                    "{number} and {text:?}"
                );
            }
        }
    }
}
