//! The formats, one file each. Kept by `make index`.
// index: FORMAT Format

use super::Format;

// begin index
mod cfn_lint;
mod json;
mod parseable;
mod pretty;
mod quiet;
mod text;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Format] = &[
    &cfn_lint::FORMAT,
    &json::FORMAT,
    &parseable::FORMAT,
    &pretty::FORMAT,
    &quiet::FORMAT,
    &text::FORMAT,
];
// end index
