//! The formats of JSON Schema and of Python's `ipaddress` networks with cfn-lint's semantics, one file each.
//!
//! Each file contains `pub static FORMAT`. AWS's formats are patterns in their lint rules. As in cfn-lint, unknown
//! formats accept every value.
//!
//! Source: <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/jsonschema/_format.py>.

use super::format::Format;

// index: FORMAT Format
// begin index
mod date;
mod date_time;
mod email;
mod ipv4;
mod ipv4_network;
mod ipv6;
mod ipv6_network;
mod regex;
mod time;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Format] = &[
    &date::FORMAT,
    &date_time::FORMAT,
    &email::FORMAT,
    &ipv4::FORMAT,
    &ipv4_network::FORMAT,
    &ipv6::FORMAT,
    &ipv6_network::FORMAT,
    &regex::FORMAT,
    &time::FORMAT,
];
// end index

/// Returns the format with a name.
pub fn find(name: &str) -> Option<&'static Format> {
    ALL.iter().find(|format| format.name == name).copied()
}
