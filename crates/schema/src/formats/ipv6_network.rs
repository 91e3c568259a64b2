//! An IPv6 network, as Python's `ipaddress` reads it.

use crate::format::Format;
use cfn_warden_syntax::python::Network;

/// The `ipv6-network` format.
pub static FORMAT: Format = Format {
    name: "ipv6-network",
    check: |text| Network::v6(text).is_some().into(),
};
