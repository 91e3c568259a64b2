//! A time of day with a UTC offset, similar to RFC 3339's `full-time`.

use super::date::digits;
use crate::format::Format;

/// The `time` format.
pub static FORMAT: Format = Format {
    name: "time",
    check: |text| is_full_time(text).into(),
};

/// Returns whether a string is `HH:MM:SS`, an optional fraction, and an offset.
pub(super) fn is_full_time(text: &str) -> bool {
    let Some(at) = text.find(['Z', '+', '-']) else {
        return false;
    };
    let Some((time, offset)) = text.split_at_checked(at) else {
        return false;
    };
    is_partial_time(time) && is_offset(offset)
}

fn is_partial_time(text: &str) -> bool {
    let (time, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let [hour, minute, second] = time.split(':').collect::<Vec<_>>()[..] else {
        return false;
    };
    is_hour(hour)
        && is_sixtieth(minute)
        && is_sixtieth(second)
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a string is `Z`, or two signs, hours and minutes: cfn-lint's pattern requires the sign twice.
fn is_offset(text: &str) -> bool {
    if text == "Z" {
        return true;
    }
    let sign = ['+', '-'];
    let offset = text
        .strip_prefix(sign)
        .and_then(|text| text.strip_prefix(sign))
        .and_then(|text| text.split_once(':'));
    offset.is_some_and(|(hour, minute)| is_hour(hour) && is_sixtieth(minute))
}

fn is_hour(text: &str) -> bool {
    digits(text, 2).is_some_and(|hour| hour < 24)
}

fn is_sixtieth(text: &str) -> bool {
    digits(text, 2).is_some_and(|number| number < 60)
}
