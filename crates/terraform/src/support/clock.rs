//! Timestamps (RFC 3339), Go's durations, and the format strings of `formatdate`.

use cfn_warden_syntax::{Operand, Text, ToText, text};
use std::fmt;

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, TimeDelta, Timelike, Utc};

/// A timestamp with its UTC offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time(DateTime<FixedOffset>);

/// Converts seconds since 1970.
pub fn of_seconds(seconds: i64) -> Option<Time> {
    Some(Time(
        DateTime::<Utc>::from_timestamp(seconds, 0)?.fixed_offset(),
    ))
}

impl Time {
    /// Returns the seconds since 1970 and the nanoseconds of the second.
    pub fn instant(&self) -> (i64, u32) {
        (self.0.timestamp(), self.0.timestamp_subsec_nanos())
    }

    /// Adds nanoseconds; `None` on overflow.
    pub fn later(&self, nanoseconds: i64) -> Option<Time> {
        self.0
            .checked_add_signed(TimeDelta::nanoseconds(nanoseconds))
            .map(Time)
    }

    fn offset(&self, colon: bool) -> String {
        let seconds = self.0.offset().local_minus_utc();
        let sign = if seconds < 0 { '-' } else { '+' };
        let minutes = seconds.abs() / 60;
        let between = if colon { ":" } else { "" };
        format!("{sign}{:02}{between}{:02}", minutes / 60, minutes % 60)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = if self.0.offset().local_minus_utc() == 0 {
            "Z".to_owned()
        } else {
            self.offset(true)
        };
        let (date, time) = (self.0.date_naive(), self.0.time());
        let sign = if date.year() < 0 { "-" } else { "" };
        write!(
            f,
            "{sign}{:04}-{:02}-{:02}",
            date.year().unsigned_abs(),
            date.month(),
            date.day()
        )?;
        write!(
            f,
            "T{:02}:{:02}:{:02}{zone}",
            time.hour(),
            time.minute(),
            time.second()
        )
    }
}

/// The rest of a timestamp to parse.
struct Rest<'t>(&'t str);

impl Rest<'_> {
    /// Parses a number of digits. `what` names the field in error messages.
    fn digits(&mut self, count: usize, what: &'static str) -> Result<u32, Text> {
        if self.0.is_empty() {
            return Err(invalid(text!("end of string before {}", what)));
        }
        let Some((digits, rest)) = self.0.split_at_checked(count) else {
            return Err(invalid(text!(
                "cannot use {} as {}",
                Operand::Value(&super::go::quoted(self.0)),
                what
            )));
        };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(invalid(text!(
                "cannot use {} as {}",
                Operand::Value(&super::go::quoted(digits)),
                what
            )));
        }
        self.0 = rest;
        digits.parse().map_err(|_| {
            invalid(text!(
                "cannot use {} as {}",
                Operand::Value(&super::go::quoted(digits)),
                what
            ))
        })
    }

    fn sign(&mut self, sign: char) -> Result<(), Text> {
        match self.0.strip_prefix(sign) {
            Some(rest) => {
                self.0 = rest;
                Ok(())
            }
            None if sign == 'T' => Err(invalid("missing required time introducer 'T'")),
            None if self.0.is_empty() => Err(invalid(text!(
                "end of string where \"{}\" is expected",
                Operand::Value(&sign.to_string())
            ))),
            None => {
                let found = super::go::quoted(
                    self.0
                        .chars()
                        .next()
                        .map_or(String::new(), String::from)
                        .as_str(),
                );
                Err(invalid(text!(
                    "found {} where \"{}\" is expected",
                    Operand::Value(&found.to_string()),
                    Operand::Value(&sign.to_string())
                )))
            }
        }
    }
}

fn invalid(why: impl ToText) -> Text {
    text!("not a valid RFC3339 timestamp: {}", why)
}

/// Parses `2006-01-02T15:04:05Z`.
pub fn parse(text: &str) -> Result<Time, Text> {
    let mut rest = Rest(text);
    let year = rest.digits(4, "year")?;
    rest.sign('-')?;
    let month = rest.digits(2, "month")?;
    rest.sign('-')?;
    let day = rest.digits(2, "day of month")?;
    rest.sign('T')?;
    let hour = rest.digits(2, "hour")?;
    rest.sign(':')?;
    let minute = rest.digits(2, "minute")?;
    rest.sign(':')?;
    let second = rest.digits(2, "second")?;
    let mut nanosecond = 0;
    if let Some(fraction) = rest.0.strip_prefix('.') {
        let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, after) = fraction.split_at_checked(length).unwrap_or((fraction, ""));
        nanosecond = format!("{digits:0<9}")
            .get(..9)
            .and_then(|digits| digits.parse().ok())
            .unwrap_or(0);
        rest.0 = after;
    }
    let range = |what: &'static str| invalid(text!("{} out of range", what));
    let between = |what: &'static str, most: u32| {
        invalid(text!("{} must be between 0 and {} inclusive", what, most))
    };
    let offset = match rest.0.strip_prefix(['Z', 'z']) {
        Some(after) => {
            rest.0 = after;
            0
        }
        None => zone(&mut rest)?,
    };
    if !rest.0.is_empty() {
        return Err(invalid(text!(
            "unexpected extra text {}",
            Operand::Value(&super::go::quoted(rest.0))
        )));
    }
    let date = i32::try_from(year)
        .ok()
        .and_then(|year| NaiveDate::from_ymd_opt(year, month, day));
    if !(1..=12).contains(&month) {
        let shown = text.get(7..).unwrap_or("");
        return Err(invalid(text!(
            "cannot use {} as month",
            Operand::Value(&super::go::quoted(shown))
        )));
    }
    let date = date.ok_or_else(|| range("day"))?;
    let (name, most) = if hour > 23 {
        ("hour", 23)
    } else if minute > 59 {
        ("minute", 59)
    } else {
        ("second", 59)
    };
    let local = date
        .and_hms_nano_opt(hour, minute, second, nanosecond)
        .ok_or_else(|| between(name, most))?;
    let offset = FixedOffset::east_opt(offset).ok_or_else(|| range("offset"))?;
    local
        .and_local_timezone(offset)
        .single()
        .map(Time)
        .ok_or_else(|| range("time"))
}

fn zone(rest: &mut Rest<'_>) -> Result<i32, Text> {
    let sign = if rest.0.starts_with('-') { -1 } else { 1 };
    if rest.0.is_empty() {
        return Err(invalid("end of string before UTC offset"));
    }
    let after = rest
        .0
        .strip_prefix(['+', '-'])
        .ok_or_else(|| invalid("missing UTC offset"))?;
    rest.0 = after;
    let hours = rest.digits(2, "offset hours")?;
    rest.sign(':')?;
    let minutes = rest.digits(2, "offset minutes")?;
    let seconds = i32::try_from(
        hours
            .saturating_mul(3600)
            .saturating_add(minutes.saturating_mul(60)),
    )
    .unwrap_or(0);
    Ok(seconds.saturating_mul(sign))
}

/// Parses a duration such as `1h30m` to nanoseconds.
pub fn duration(text: &str) -> Result<i64, Text> {
    let invalid_duration = || {
        text!(
            "time: invalid duration {}",
            Operand::Value(&super::go::quoted(text))
        )
    };
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid_duration());
    }
    let mut total = 0u128;
    while !rest.is_empty() {
        let length = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || *byte == b'.')
            .count();
        let (number, after) = rest.split_at_checked(length).ok_or_else(invalid_duration)?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
            return Err(invalid_duration());
        }
        let length = after
            .bytes()
            .take_while(|byte| !byte.is_ascii_digit() && *byte != b'.')
            .count();
        let (unit, after) = after
            .split_at_checked(length)
            .ok_or_else(invalid_duration)?;
        let scale = match unit {
            "ns" => 1,
            "us" | "µs" | "μs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000u128,
            "" => {
                return Err(text!(
                    "time: missing unit in duration {}",
                    Operand::Value(&super::go::quoted(text))
                ));
            }
            other => {
                let (unit, text) = (super::go::quoted(other), super::go::quoted(text));
                return Err(text!(
                    "time: unknown unit {} in duration {}",
                    Operand::Value(&unit.to_string()),
                    Operand::Value(&text.to_string())
                ));
            }
        };
        let whole: u64 = if whole.is_empty() {
            0
        } else {
            whole.parse().map_err(|_| invalid_duration())?
        };
        let part = part(fraction, scale);
        total = total
            .saturating_add(u128::from(whole).saturating_mul(scale))
            .saturating_add(part);
        rest = after;
    }
    let total = i128::try_from(total).map_err(|_| invalid_duration())?;
    i64::try_from(if negative {
        total.saturating_neg()
    } else {
        total
    })
    .map_err(|_| invalid_duration())
}

/// Returns the whole units of a decimal fraction of `scale`. Digits after the 18th do not matter.
fn part(fraction: &str, scale: u128) -> u128 {
    let digits = fraction.get(..18).unwrap_or(fraction);
    let places = u32::try_from(digits.len()).unwrap_or(0);
    let number: u128 = digits.parse().unwrap_or(0);
    number
        .saturating_mul(scale)
        .checked_div(10u128.saturating_pow(places))
        .unwrap_or(0)
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// Formats a timestamp with a format string such as `YYYY-MM-DD`.
pub fn format(pattern: &str, time: &Time) -> Result<String, Text> {
    let mut output = String::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("''") {
            output.push('\'');
            rest = after;
            continue;
        }
        if first == '\'' {
            rest = quoted(rest, &mut output)?;
            continue;
        }
        let same = if first.is_ascii_alphabetic() {
            rest.find(|c| c != first).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (verb, after) = rest.split_at_checked(same).unwrap_or((rest, ""));
        rest = after;
        if first.is_ascii_alphabetic() {
            output.push_str(&field(verb, first, time)?);
        } else {
            output.push_str(verb);
        }
    }
    Ok(output)
}

/// Copies a quoted literal and returns the text after it. Two apostrophes in it are one.
fn quoted<'p>(pattern: &'p str, output: &mut String) -> Result<&'p str, Text> {
    let mut rest = pattern.strip_prefix('\'').unwrap_or(pattern);
    loop {
        let (before, after) = rest.split_once('\'').ok_or("unterminated literal '")?;
        output.push_str(before);
        match after.strip_prefix('\'') {
            Some(more) => {
                output.push('\'');
                rest = more;
            }
            None => return Ok(after),
        }
    }
}

fn field(verb: &str, letter: char, time: &Time) -> Result<String, Text> {
    let (date, clock) = (time.0.date_naive(), time.0.time());
    let name = |names: &[&str], at: u32| {
        usize::try_from(at)
            .ok()
            .and_then(|at| names.get(at).map(|name| (*name).to_owned()))
            .unwrap_or_default()
    };
    let short = |name: String| name.get(..3).unwrap_or("").to_owned();
    let (afternoon, twelve) = clock.hour12();
    let half = if afternoon { "PM" } else { "AM" };
    Ok(match verb {
        "YYYY" => format!("{:04}", date.year()),
        "YY" => format!("{:02}", date.year().rem_euclid(100)),
        "MMMM" => name(&MONTHS, date.month0()),
        "MMM" => short(name(&MONTHS, date.month0())),
        "MM" => format!("{:02}", date.month()),
        "M" => date.month().to_string(),
        "DD" => format!("{:02}", date.day()),
        "D" => date.day().to_string(),
        "EEEE" => name(&DAYS, date.weekday().num_days_from_sunday()),
        "EEE" => short(name(&DAYS, date.weekday().num_days_from_sunday())),
        "hh" => format!("{:02}", clock.hour()),
        "h" => clock.hour().to_string(),
        "HH" => format!("{twelve:02}"),
        "H" => twelve.to_string(),
        "AA" => half.to_owned(),
        "aa" => half.to_lowercase(),
        "mm" => format!("{:02}", clock.minute()),
        "m" => clock.minute().to_string(),
        "ss" => format!("{:02}", clock.second()),
        "s" => clock.second().to_string(),
        "Z" if time.0.offset().local_minus_utc() == 0 => "Z".into(),
        "Z" | "ZZZZZ" => time.offset(true),
        "ZZZ" if time.0.offset().local_minus_utc() == 0 => "UTC".into(),
        "ZZZ" | "ZZZZ" => time.offset(false),
        _ => {
            let which = match letter {
                'Y' => ": year must either be \"YY\" or \"YYYY\"",
                'M' => ": month must be \"M\", \"MM\", \"MMM\", or \"MMMM\"",
                'D' => ": day of month must either be \"D\" or \"DD\"",
                'E' => ": day of week must either be \"EEE\" or \"EEEE\"",
                'h' => ": 24-hour must either be \"h\" or \"hh\"",
                'H' => ": 12-hour must either be \"H\" or \"HH\"",
                'A' => ": must be \"AA\"",
                'a' => ": must be \"aa\"",
                'm' => ": minute must either be \"m\" or \"mm\"",
                's' => ": second must either be \"s\" or \"ss\"",
                'Z' => ": timezone must be Z, ZZZZ, or ZZZZZ",
                _ => "",
            };
            return Err(text!(
                "invalid date format verb {}{}",
                Operand::Value(&super::go::quoted(verb)),
                which
            ));
        }
    })
}
