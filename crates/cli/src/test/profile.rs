//! How the inputs of tests are parsed.

use cfn_warden_arguments::test::ValueRules;
use cfn_warden_guard::Profile;

/// Returns the profile of an option `--reading`.
pub(super) fn profile(reading: ValueRules) -> Profile {
    match reading {
        ValueRules::CfnGuard => Profile::Lib,
        ValueRules::CloudFormation => Profile::CloudFormation,
    }
}
