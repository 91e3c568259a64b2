//! The schema-based checks of rules: one module per check.

use cfn_warden_guard::check::{self, CheckInput, Report};
use cfn_warden_schema::Knowledge;

/// A check that reads resource schemas.
pub type Check = check::Check<fn(&Knowledge, &CheckInput<'_>, &mut Report<'_>)>;

// index: CHECK Check
// begin index
mod impossible_value;
mod unknown_property;
mod unknown_type;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Check] = &[
    &impossible_value::CHECK,
    &unknown_property::CHECK,
    &unknown_type::CHECK,
];
// end index
