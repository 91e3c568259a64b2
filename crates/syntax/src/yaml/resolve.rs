//! Types of plain scalars: the implicit resolver of YAML 1.1 as implemented by PyYAML.

/// The type of a scalar, resolved from its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Str,
    Null,
    Bool,
    Int,
    Float,
    Timestamp,
    Merge,
    Value,
}

impl Type {
    /// Returns the name of the tag, without the first `!`.
    pub fn name(self) -> &'static str {
        match self {
            Type::Str => "!str",
            Type::Null => "!null",
            Type::Bool => "!bool",
            Type::Int => "!int",
            Type::Float => "!float",
            Type::Timestamp => "!timestamp",
            Type::Merge => "!merge",
            Type::Value => "!value",
        }
    }
}

/// Returns the type of a plain scalar.
pub(super) fn resolve(text: &str) -> Type {
    match text.as_bytes().first() {
        None => Type::Null,
        Some(b'~') if text == "~" => Type::Null,
        Some(b'n' | b'N') if matches!(text, "null" | "Null" | "NULL") => Type::Null,
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O')
            if text.len() <= 5 && is_bool(text) =>
        {
            Type::Bool
        }
        Some(b'<') if text == "<<" => Type::Merge,
        Some(b'=') if text == "=" => Type::Value,
        Some(b'-' | b'+' | b'.' | b'0'..=b'9') => number(text),
        _ => Type::Str,
    }
}

fn is_bool(text: &str) -> bool {
    matches!(
        text,
        "yes"
            | "Yes"
            | "YES"
            | "no"
            | "No"
            | "NO"
            | "true"
            | "True"
            | "TRUE"
            | "false"
            | "False"
            | "FALSE"
            | "on"
            | "On"
            | "ON"
            | "off"
            | "Off"
            | "OFF"
    )
}

fn number(text: &str) -> Type {
    // Fast rejection of other texts that start with a digit or sign (an account ID, an address, a size).
    if !text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+-.:_ \t".contains(&byte))
    {
        return Type::Str;
    }
    if is_int(text) {
        Type::Int
    } else if is_float(text) {
        Type::Float
    } else if is_timestamp(text) {
        Type::Timestamp
    } else {
        Type::Str
    }
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

/// `[-+]?0b[0-1_]+`, `[-+]?0[0-7_]+`, `[-+]?(0|[1-9][0-9_]*)`, `[-+]?0x[0-9a-fA-F_]+`,
/// `[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+`
fn is_int(text: &str) -> bool {
    let all = |digits: &str, test: fn(u8) -> bool| {
        !digits.is_empty() && digits.bytes().all(|byte| test(byte) || byte == b'_')
    };
    let text = unsigned(text);
    match text.strip_prefix('0') {
        Some("") => true,
        Some(rest) => match (rest.strip_prefix('b'), rest.strip_prefix('x')) {
            (Some(digits), _) => all(digits, |byte| matches!(byte, b'0' | b'1')),
            (_, Some(digits)) => all(digits, |byte| byte.is_ascii_hexdigit()),
            _ => all(rest, |byte| matches!(byte, b'0'..=b'7')),
        },
        None => {
            let (first, rest) = text
                .split_once(':')
                .map_or((text, None), |(first, rest)| (first, Some(rest)));
            first.starts_with(|c: char| c.is_ascii_digit())
                && all(first, |byte| byte.is_ascii_digit())
                && rest.is_none_or(|rest| rest.split(':').all(is_sixty))
        }
    }
}

/// `[0-5]?[0-9]`
fn is_sixty(part: &str) -> bool {
    match part.as_bytes() {
        [low] => low.is_ascii_digit(),
        [high, low] => matches!(high, b'0'..=b'5') && low.is_ascii_digit(),
        _ => false,
    }
}

/// `[-+]?[0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?`, `\.[0-9][0-9_]*([eE][-+][0-9]+)?`,
/// `[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*`, `[-+]?\.(inf|Inf|INF)`, `\.(nan|NaN|NAN)`
fn is_float(text: &str) -> bool {
    let number = unsigned(text);
    if matches!(number, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let Some((whole, fraction)) = number.split_once('.') else {
        return false;
    };
    let digits = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
    };
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let (fraction, exponent) = match fraction.split_once(['e', 'E']) {
        None => (fraction, None),
        Some((fraction, exponent)) => (fraction, Some(exponent)),
    };
    let powered = exponent.is_none_or(|exponent| {
        let power = exponent.strip_prefix(['-', '+']);
        power.is_some_and(|power| {
            !power.is_empty() && power.bytes().all(|byte| byte.is_ascii_digit())
        })
    });
    if !digits(fraction) || !powered {
        return false;
    }
    match whole.split_once(':') {
        None if whole.is_empty() => begins(fraction) && number.len() == text.len(),
        None => begins(whole) && digits(whole),
        Some((first, rest)) => {
            exponent.is_none() && begins(first) && digits(first) && rest.split(':').all(is_sixty)
        }
    }
}

/// `2012-10-17`, or with a time; month, day and hour may have one digit.
fn is_timestamp(text: &str) -> bool {
    if let Some([year, month, day]) = three(text, '-')
        && year.len() == 4
        && month.len() == 2
        && day.len() == 2
        && [year, month, day].iter().all(|part| is_digits(part))
    {
        return true;
    }
    split_timestamp(text).is_some_and(|parts| parts.time.is_some())
}

/// The parts of a timestamp, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timestamp<'t> {
    pub year: &'t str,
    pub month: &'t str,
    pub day: &'t str,
    pub time: Option<Time<'t>>,
}

/// The time of a timestamp, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time<'t> {
    pub hour: &'t str,
    pub minute: &'t str,
    pub second: &'t str,
    pub fraction: &'t str,
    /// `Z`, or an offset.
    pub zone: Option<Zone<'t>>,
}

/// The UTC offset of a timestamp, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone<'t> {
    Utc,
    Offset {
        negative: bool,
        hours: &'t str,
        minutes: &'t str,
    },
}

/// `[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\.[0-9]*)?([ \t]*(Z|[-+][0-9]{1,2}(:[0-9]{2})?))?`,
/// the time optional.
pub(super) fn split_timestamp(text: &str) -> Option<Timestamp<'_>> {
    let (year, rest) = text.split_once('-')?;
    let (month, rest) = rest.split_once('-')?;
    let (day, rest) = split_digits(rest);
    if year.len() != 4 || !is_digits(year) || !is_one_or_two(month) || !is_one_or_two(day) {
        return None;
    }
    if rest.is_empty() {
        return Some(Timestamp {
            year,
            month,
            day,
            time: None,
        });
    }
    let rest = match rest.strip_prefix(['T', 't']) {
        Some(rest) => rest,
        None => rest
            .strip_prefix([' ', '\t'])?
            .trim_start_matches([' ', '\t']),
    };
    let (hour, rest) = split_digits(rest);
    let (minute, rest) = split_digits(rest.strip_prefix(':')?);
    let (second, rest) = split_digits(rest.strip_prefix(':')?);
    if !is_one_or_two(hour) || minute.len() != 2 || second.len() != 2 {
        return None;
    }
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), split_digits);
    let zone = rest.trim_start_matches([' ', '\t']);
    let zone = match (zone, zone.strip_prefix(['-', '+'])) {
        ("", _) if rest.is_empty() => None,
        ("Z", _) => Some(Zone::Utc),
        (_, Some(offset)) => {
            let (hours, rest) = split_digits(offset);
            let minutes = if rest.is_empty() {
                ""
            } else {
                rest.strip_prefix(':')?
            };
            let minutes_fit = rest.is_empty() || minutes.len() == 2 && is_digits(minutes);
            if !is_one_or_two(hours) || !minutes_fit {
                return None;
            }
            Some(Zone::Offset {
                negative: zone.starts_with('-'),
                hours,
                minutes,
            })
        }
        _ => return None,
    };
    Some(Timestamp {
        year,
        month,
        day,
        time: Some(Time {
            hour,
            minute,
            second,
            fraction,
            zone,
        }),
    })
}

fn three(text: &str, by: char) -> Option<[&str; 3]> {
    let mut parts = text.split(by);
    let found = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(found)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_one_or_two(text: &str) -> bool {
    text.len() <= 2 && is_digits(text)
}

fn split_digits(text: &str) -> (&str, &str) {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(count).unwrap_or((text, ""))
}
