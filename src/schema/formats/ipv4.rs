//! An IPv4 address, as Python's `ipaddress` reads it: no leading zeros.

use std::net::Ipv4Addr;

use super::Format;

/// `ipv4`
pub static FORMAT: Format = Format { name: "ipv4", check: |text| address(text).is_some().into() };

/// The address as a number.
pub(super) fn address(text: &str) -> Option<u32> {
    text.parse::<Ipv4Addr>().ok().map(u32::from)
}
