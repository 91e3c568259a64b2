//! The policy bundle that decided a run, and what a candidate would change.

use super::status::Status;

/// The bundle that decided a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyUse {
    /// The bundle; `None` if none could be read.
    pub bundle: Option<BundleName>,
    /// Why the newest bundle was not used.
    pub problem: Option<String>,
    /// The bundle that was evaluated in shadow.
    pub candidate: Option<Candidate>,
}

/// What names a bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BundleName {
    /// The name in its manifest.
    pub name: String,
    /// The version in its manifest.
    pub version: String,
    /// The URI of the zip file.
    pub uri: String,
}

impl std::fmt::Display for BundleName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// A bundle that does not decide, and what would change if it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The bundle; `None` if it could not be read.
    pub bundle: Option<BundleName>,
    /// Why it, or its newest version, could not be read.
    pub problem: Option<String>,
    /// The verdict that it would give.
    pub status: Option<Status>,
    /// The findings whose effect would change.
    pub changes: Vec<Change>,
}

/// A finding whose effect would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The ID of the rule that has the finding.
    pub rule: String,
    /// The name of the document.
    pub file: String,
    /// The path of the value; empty for the whole document.
    pub path: String,
    /// The effect now.
    pub now: Effect,
    /// The effect with the candidate.
    pub then: Effect,
}

/// The effect of a finding on the verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// There is no finding.
    #[default]
    None,
    /// A waiver applies.
    Waived,
    /// It does not count.
    Warns,
    /// It makes the run not compliant.
    Fails,
}

impl Effect {
    /// Returns the word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Effect::None => "none",
            Effect::Waived => "waived",
            Effect::Warns => "warns",
            Effect::Fails => "fails",
        }
    }
}
