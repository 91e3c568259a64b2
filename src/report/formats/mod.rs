//! The formats, one file each. Kept by `make index`.
// index: FORMAT Format

use super::Format;

// begin index
mod cfn_lint;
mod json;
mod pretty;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Format] = &[
    &cfn_lint::FORMAT,
    &json::FORMAT,
    &pretty::FORMAT,
];
// end index
