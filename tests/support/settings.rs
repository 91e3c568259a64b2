//! Settings of lint.

use cfn_warden_lint::{Settings, Wording};
use cfn_warden_schema::Knowledge;

/// Default settings with the bundled schemas.
pub fn settings() -> Settings {
    Settings {
        wording: Wording::CfnLint,
        ..Settings::new(cfn_warden_rules::bundled(), Knowledge::bundled())
    }
}
