//! An IPv4 address, as Python's `ipaddress` reads it: no leading zeros.

use std::net::Ipv4Addr;

use crate::format::Format;

/// The `ipv4` format.
pub static FORMAT: Format = Format {
    name: "ipv4",
    check: |text| text.parse::<Ipv4Addr>().is_ok().into(),
};
