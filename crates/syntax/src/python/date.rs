//! `repr` of dates and timestamps, derived from their `str`.

use std::fmt::{self, Write};

/// Writes `2012-10-17` as `datetime.date(2012, 10, 17)`; with a time, as `datetime.datetime(...)`.
pub(super) fn write_repr(out: &mut impl Write, text: &str) -> fmt::Result {
    let (date, time) = match text.split_once(' ') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let Some(time) = time else {
        out.write_str("datetime.date(")?;
        numbers(out, date.split('-'))?;
        return out.write_char(')');
    };
    out.write_str("datetime.datetime(")?;
    numbers(out, date.split('-'))?;
    let (clock, zone) = match time
        .find(['+', '-'])
        .and_then(|at| time.split_at_checked(at))
    {
        Some((clock, zone)) => (clock, Some(zone)),
        None => (time, None),
    };
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut parts: Vec<u32> = whole.split(':').chain([fraction]).map(number).collect();
    // Python omits trailing seconds and microseconds that are zero.
    while parts.len() > 2 && parts.last() == Some(&0) {
        parts.pop();
    }
    for part in parts {
        write!(out, ", {part}")?;
    }
    if let Some(zone) = zone {
        write_zone(out, zone)?;
    }
    out.write_char(')')
}

/// Writes `+05:30` as `datetime.timezone(datetime.timedelta(seconds=19800))`.
fn write_zone(out: &mut impl Write, zone: &str) -> fmt::Result {
    let (hours, minutes) = zone
        .get(1..)
        .and_then(|zone| zone.split_once(':'))
        .unwrap_or(("0", "0"));
    let seconds = number(hours)
        .saturating_mul(3600)
        .saturating_add(number(minutes).saturating_mul(60));
    match (zone.starts_with('-'), seconds) {
        (_, 0) => out.write_str(", tzinfo=datetime.timezone.utc"),
        (false, _) => write!(
            out,
            ", tzinfo=datetime.timezone(datetime.timedelta(seconds={seconds}))"
        ),
        (true, _) => {
            let seconds = 86400_u32.saturating_sub(seconds);
            write!(
                out,
                ", tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds={seconds}))"
            )
        }
    }
}

fn numbers<'t>(out: &mut impl Write, parts: impl Iterator<Item = &'t str>) -> fmt::Result {
    for (index, part) in parts.enumerate() {
        write!(out, "{}{}", if index > 0 { ", " } else { "" }, number(part))?;
    }
    Ok(())
}

fn number(text: &str) -> u32 {
    text.parse().unwrap_or(0)
}
