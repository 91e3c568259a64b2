//! IP networks as Python's `ipaddress` parses them: an address and a prefix length.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// An IP network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// An IPv4 network: its first address and its prefix length.
    V4(u32, u32),
    /// An IPv6 network: its first address and its prefix length.
    V6(u128, u32),
}

impl Network {
    /// Returns `ip_network(text)`; `None` if it raises.
    pub fn read(text: &str) -> Option<Network> {
        Network::v4(text).or_else(|| Network::v6(text))
    }

    /// Returns `IPv4Network(text)`: an address with a prefix length or a dotted mask, or a single address.
    pub fn v4(text: &str) -> Option<Network> {
        let (host, mask) = match text.split_once('/') {
            Some((host, mask)) => (host, mask_length(mask)),
            None => (text, Some(32)),
        };
        let (host, length) = (u32::from(host.parse::<Ipv4Addr>().ok()?), mask?);
        (host.checked_shl(length).unwrap_or(0) == 0).then_some(Network::V4(host, length))
    }

    /// Returns `IPv6Network(text)`: an address, optionally with a zone, and a prefix length.
    pub fn v6(text: &str) -> Option<Network> {
        let (host, length) = match text.split_once('/') {
            Some((host, length)) => (host, prefix_length(length, 128)),
            None => (text, Some(128)),
        };
        let host = match host.split_once('%') {
            Some((_, zone)) if zone.is_empty() || zone.contains('%') => return None,
            Some((host, _)) => host,
            None => host,
        };
        let (host, length) = (u128::from(host.parse::<Ipv6Addr>().ok()?), length?);
        (host.checked_shl(length).unwrap_or(0) == 0).then_some(Network::V6(host, length))
    }

    /// Whether `other` contains all addresses of this network; false for different IP versions.
    pub fn is_within(self, other: Network) -> bool {
        match (self, other) {
            (Network::V4(_, own), Network::V4(_, length)) => own >= length && self.overlaps(other),
            (Network::V6(_, own), Network::V6(_, length)) => own >= length && self.overlaps(other),
            _ => false,
        }
    }

    /// Whether the networks share an address; then one prefix starts with the other.
    pub fn overlaps(self, other: Network) -> bool {
        match (self, other) {
            (Network::V4(one, first), Network::V4(two, second)) => {
                (one ^ two).leading_zeros() >= first.min(second)
            }
            (Network::V6(one, first), Network::V6(two, second)) => {
                (one ^ two).leading_zeros() >= first.min(second)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Network::V4(address, length) => write!(f, "{}/{length}", Ipv4Addr::from(address)),
            Network::V6(address, length) => {
                let address = Ipv6Addr::from(address);
                match (address.to_ipv4_mapped(), address.segments()) {
                    // Python writes these without dots.
                    (Some(_), [.., high, low]) => write!(f, "::ffff:{high:x}:{low:x}/{length}"),
                    _ => write!(f, "{address}/{length}"),
                }
            }
        }
    }
}

/// Parses a prefix length: a number, or a dotted network or host mask.
fn mask_length(text: &str) -> Option<u32> {
    prefix_length(text, 32).or_else(|| {
        let mask = u32::from(text.parse::<Ipv4Addr>().ok()?);
        let is_mask = |mask: u32| mask.leading_ones() + mask.trailing_zeros() >= 32;
        if is_mask(mask) {
            Some(mask.leading_ones())
        } else {
            is_mask(!mask).then(|| mask.leading_zeros())
        }
    })
}

/// Parses a number of bits in ASCII digits; leading zeros are allowed.
fn prefix_length(text: &str, most: u32) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = text.trim_start_matches('0');
    let length = if digits.is_empty() {
        0
    } else {
        digits.parse().ok()?
    };
    (length <= most).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        Network::read(text).unwrap_or_else(|| panic!("{text} is not a network"))
    }

    #[test]
    fn networks_are_written_as_python_writes_them() {
        let cases = [
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("10.0.0.0/255.0.0.0", "10.0.0.0/8"),
            ("10.0.0.0/0.255.255.255", "10.0.0.0/8"),
            ("10.1.2.3", "10.1.2.3/32"),
            ("2001:DB8:0:0::/64", "2001:db8::/64"),
            ("::ffff:10.0.0.1", "::ffff:a00:1/128"),
        ];
        for (text, expected) in cases {
            assert_eq!(network(text).to_string(), expected);
        }
        for text in [
            "10.0.0.1/8",
            "10.0.0.0/33",
            "",
            "x",
            "10.0.0.0/8/8",
            "2001:db8::1/64",
            "010.0.0.0/8",
        ] {
            assert_eq!(Network::read(text), None, "{text}");
        }
    }

    #[test]
    fn networks_contain_and_overlap_each_other() {
        let (wide, narrow, other) = (
            network("10.0.0.0/8"),
            network("10.1.0.0/16"),
            network("11.0.0.0/8"),
        );
        assert!(narrow.is_within(wide) && !wide.is_within(narrow) && wide.is_within(wide));
        assert!(wide.overlaps(narrow) && narrow.overlaps(wide) && !wide.overlaps(other));
        let all = network("::/0");
        assert!(
            !narrow.overlaps(all) && !narrow.is_within(all) && network("fc00::/7").is_within(all)
        );
    }
}
