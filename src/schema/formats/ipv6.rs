//! An IPv6 address without a zone, as Python's `ipaddress` reads it.

use std::net::Ipv6Addr;

use super::Format;

/// `ipv6`
pub static FORMAT: Format = Format { name: "ipv6", check: |text| address(text).is_some().into() };

/// The address as a number.
pub(super) fn address(text: &str) -> Option<u128> {
    text.parse::<Ipv6Addr>().ok().map(u128::from)
}
