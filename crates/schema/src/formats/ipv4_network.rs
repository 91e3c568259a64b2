//! An IPv4 network, as Python's `ipaddress` reads it.

use crate::format::Format;
use cfn_warden_syntax::python::Network;

/// The `ipv4-network` format.
pub static FORMAT: Format = Format {
    name: "ipv4-network",
    check: |text| Network::v4(text).is_some().into(),
};
