//! An IPv6 address without a zone, as Python's `ipaddress` reads it.

use std::net::Ipv6Addr;

use crate::format::Format;

/// The `ipv6` format.
pub static FORMAT: Format = Format {
    name: "ipv6",
    check: |text| text.parse::<Ipv6Addr>().is_ok().into(),
};
