//! The values of options that the analysis defines, which the command line does not know.

use super::coverage;
use cfn_warden_arguments::Choices;
use cfn_warden_guard::Version;
use cfn_warden_report as report;

/// Returns the values of options that the analysis defines.
pub fn choices() -> Choices {
    Choices {
        formats: report::formats::ALL
            .iter()
            .map(|format| format.name)
            .collect(),
        versions: Version::ALL.map(Version::name).to_vec(),
        semantics: Version::default().name(),
        from: Version::V3_2_0.name(),
        to: Version::V3_2_1.name(),
        coverage: coverage::validate,
    }
}
