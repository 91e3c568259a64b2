//! An IPv4 network, as Python's `ipaddress` reads it.

use super::Format;
use cfn_warden_syntax::python::Network;

/// `ipv4-network`
pub static FORMAT: Format = Format { name: "ipv4-network", check: |text| Network::v4(text).is_some().into() };
