//! The report formats: one module per format. Maintained by `make index`.
// index: FORMAT Format

use super::Format;

// begin index
mod asff;
mod cfn_lint;
mod cfn_lint_junit;
mod cfn_lint_pretty;
mod cfn_lint_sarif;
mod github;
mod html;
mod json;
mod junit;
mod markdown;
mod ocsf;
mod oscal;
mod parseable;
mod pretty;
mod quiet;
mod sarif;
mod text;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Format] = &[
    &asff::FORMAT,
    &cfn_lint::FORMAT,
    &cfn_lint_junit::FORMAT,
    &cfn_lint_pretty::FORMAT,
    &cfn_lint_sarif::FORMAT,
    &github::FORMAT,
    &html::FORMAT,
    &json::FORMAT,
    &junit::FORMAT,
    &markdown::FORMAT,
    &ocsf::FORMAT,
    &oscal::FORMAT,
    &parseable::FORMAT,
    &pretty::FORMAT,
    &quiet::FORMAT,
    &sarif::FORMAT,
    &text::FORMAT,
];
// end index
