//! A calendar date: RFC 3339's `full-date`.

use crate::format::{Answer, Format};

/// The `date` format.
pub static FORMAT: Format = Format {
    name: "date",
    check,
};

fn check(text: &str) -> Answer {
    let Some((year, month, day)) = full_date(text) else {
        return Answer::No;
    };
    if year == 0 {
        return Answer::Raised("year 0 is out of range".to_owned());
    }
    if !(1..=days(year, month)).contains(&day) {
        return Answer::Raised("day is out of range for month".to_owned());
    }
    Answer::Yes
}

/// Returns year, month and day of `YYYY-MM-DD`. Only the range of the month is checked.
pub(super) fn full_date(text: &str) -> Option<(u32, u32, u32)> {
    let [year, month, day] = text.split('-').collect::<Vec<_>>().try_into().ok()?;
    let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
    (1..=12).contains(&month).then_some((year, month, day))
}

/// Parses exactly `count` ASCII digits.
pub(super) fn digits(text: &str, count: usize) -> Option<u32> {
    let good = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if good { text.parse().ok() } else { None }
}

fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
