//! JSON Schema's own formats, and Python's networks, as the reference judges them: one file each.
//!
//! A file holds `pub static FORMAT`. AWS's formats are patterns, and stand in the rules that speak for them; formats that
//! are nowhere ask nothing, as in the reference.
//!
//! Source: <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/jsonschema/_format.py>.

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

/// A format: its name in schemas, and what it asks of a text.
#[derive(Debug)]
pub struct Format {
    /// As schemas name it.
    pub name: &'static str,
    /// Whether a text has it.
    pub check: fn(&str) -> Answer,
}

/// Whether a text has a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It has.
    Yes,
    /// It has not.
    No,
    /// The reference's check ends with an exception: its text.
    Raised(String),
}

/// The format of a name.
pub fn find(name: &str) -> Option<&'static Format> {
    ALL.iter().find(|format| format.name == name).copied()
}

impl From<bool> for Answer {
    fn from(is: bool) -> Answer {
        if is { Answer::Yes } else { Answer::No }
    }
}
