//! The type of the schema-based checks.

use cfn_warden_guard::check::{self, CheckInput, Report};
use cfn_warden_schema::Knowledge;

/// A check that reads resource schemas.
pub type Check = check::Check<fn(&Knowledge, &CheckInput<'_>, &mut Report<'_>)>;
