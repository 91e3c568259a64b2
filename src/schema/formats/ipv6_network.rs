//! An IPv6 network, as Python's `ipaddress` reads it: an address, in a zone perhaps, and a prefix that covers all its bits.

use super::{Format, ipv4_network, ipv6};

/// `ipv6-network`
pub static FORMAT: Format = Format { name: "ipv6-network", check: |text| is_network(text).into() };

fn is_network(text: &str) -> bool {
    let (host, length) = match text.split_once('/') {
        Some((host, length)) => (host, ipv4_network::length(length, 128)),
        None => (text, Some(128)),
    };
    let host = match host.split_once('%') {
        Some((_, zone)) if zone.is_empty() || zone.contains('%') => return false,
        Some((host, _)) => host,
        None => host,
    };
    let (Some(host), Some(length)) = (ipv6::address(host), length) else { return false };
    host.checked_shl(length).unwrap_or(0) == 0
}
