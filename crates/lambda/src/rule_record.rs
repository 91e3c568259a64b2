//! Identifies rules files by their hashes.

use serde::Serialize;

use cfn_warden_engine::{Input, sha256};

/// A rules file, identified by its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleRecord {
    name: String,
    sha256: String,
    /// The object version, if the request or setting specifies one.
    #[serde(skip_serializing_if = "Option::is_none")]
    version_id: Option<String>,
}

impl RuleRecord {
    /// Creates the record of a rules file.
    pub fn of(rules: &Input<'_>) -> RuleRecord {
        let version_id = rules
            .name
            .rsplit_once("?versionId=")
            .map(|(_, version)| version.to_owned());
        RuleRecord {
            name: rules.name.to_owned(),
            sha256: sha256(rules.content),
            version_id,
        }
    }
}
