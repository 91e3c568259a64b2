//! JSON Schema's own formats, as Python's `ipaddress` and `datetime` judge them.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::pattern::{BUDGET, Outcome, Pattern, PatternCache, PatternError};

/// Whether a text is of a format; `None` where the format is none of JSON Schema's own.
pub fn fits(patterns: &PatternCache, format: &str, text: &str) -> Option<bool> {
    let whole = |pattern: &str| {
        let compiled = patterns.get(pattern);
        compiled.is_ok_and(|pattern| pattern.matches_whole(text, BUDGET) == Outcome::Match)
    };
    Some(match format {
        "date" => whole(DATE) && is_day(text),
        "date-time" => whole(DATE_TIME),
        "time" => whole(TIME),
        "email" => text.contains('@'),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv4-network" => is_network(text, 32, |address| Some(u128::from(address.parse::<Ipv4Addr>().ok()?.to_bits()))),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "ipv6-network" => is_network(text, 128, |address| Some(address.parse::<Ipv6Addr>().ok()?.to_bits())),
        "regex" => !matches!(Pattern::compile(text), Err(PatternError::Refused(_))),
        _ => return None,
    })
}

const DATE: &str = r"(?a)\d{4}-(0[1-9]|1[0-2])-\d{2}";
const TIME: &str = r"(?a)([01]\d|2[0123]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0123]):[0-5]\d)";
const DATE_TIME: &str =
    r"(?a)\d{4}-(0[1-9]|1[0-2])-\d{2}T([01]\d|2[0123]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0123]):[0-5]\d)";

/// Whether the month has the day.
fn is_day(text: &str) -> bool {
    let number =
        |place: usize| text.split('-').nth(place).and_then(|part| part.trim().parse::<u32>().ok()).unwrap_or(0);
    let (year, month, day) = (number(0), number(1), number(2));
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    year >= 1 && (1..=days).contains(&day)
}

/// Whether a text is an address and a prefix that leaves no host bits; without a prefix, an address.
fn is_network(text: &str, bits: u32, address: impl Fn(&str) -> Option<u128>) -> bool {
    let (host, prefix) = text.split_once('/').map_or((text, None), |(host, prefix)| (host, Some(prefix)));
    let Some(value) = address(host) else { return false };
    let Some(prefix) = prefix else { return true };
    let length = match prefix.bytes().all(|byte| byte.is_ascii_digit()) && !prefix.is_empty() {
        true => prefix.parse::<u32>().ok().filter(|length| *length <= bits),
        // A mask stands for the prefix of IPv4 networks only.
        false if bits == 32 => address(prefix).and_then(mask_length),
        false => None,
    };
    let Some(length) = length else { return false };
    let host_bits = bits.saturating_sub(length);
    let mask = 1u128.checked_shl(host_bits).map_or(u128::MAX, |bit| bit.wrapping_sub(1));
    value & mask == 0
}

/// The prefix that a netmask or a hostmask of IPv4 stands for.
fn mask_length(mask: u128) -> Option<u32> {
    let mask = u32::try_from(mask).ok()?;
    let length = mask.leading_ones();
    if mask.checked_shl(length).unwrap_or(0) == 0 {
        return Some(length);
    }
    let hosts = mask.trailing_ones();
    (mask.checked_shr(hosts).unwrap_or(0) == 0).then_some(32u32.saturating_sub(hosts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_have_no_host_bits() {
        let patterns = PatternCache::new();
        let fits = |format: &str, text: &str| fits(&patterns, format, text);
        for text in ["10.0.0.0/16", "10.0.0.1", "10.0.0.0/255.255.0.0", "10.0.0.0/0.0.255.255", "0.0.0.0/0"] {
            assert_eq!(fits("ipv4-network", text), Some(true), "{text}");
        }
        for text in ["10.0.0.1/16", "10.0.0.0/33", "10.0.0", "010.0.0.0/8", "10.0.0.0/", "::/0"] {
            assert_eq!(fits("ipv4-network", text), Some(false), "{text}");
        }
        assert_eq!(fits("ipv6-network", "::/0"), Some(true));
        assert_eq!(fits("ipv6-network", "::1/64"), Some(false));
        assert_eq!(fits("date", "2023-02-29"), Some(false));
        assert_eq!(fits("date-time", "2023-02-28T01:02:03.5Z"), Some(true));
        assert_eq!(fits("AWS::EC2::VPC.Id", "x"), None);
    }
}
