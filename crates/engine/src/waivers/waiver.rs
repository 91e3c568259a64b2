//! Waivers and what they did.

use super::scope::{self, Scope};
use super::target::Target;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::finding::Finding;

/// An exception from rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiver {
    /// The ID of a lint rule or the name of a Guard rule; `*` matches any characters.
    pub rule: String,
    /// The findings of the rule that it applies to.
    pub scope: Scope,
    /// Why the findings are accepted.
    pub reason: String,
    /// Who is responsible.
    pub owner: Option<String>,
    /// The last day on which it applies, in UTC: `2027-01-31`.
    pub until: Option<String>,
    /// Where it is written.
    pub source: Source,
}

/// Where a waiver is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The form of the text.
    pub kind: SourceKind,
    /// The name of the file; empty for standard input.
    pub file: String,
    /// The position in the file.
    pub at: Position,
}

/// The form of the text that a waiver is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// A file of waivers.
    File,
    /// The policy, which also has the waivers of other accounts and stacks.
    Policy,
    /// A comment in a document.
    Comment,
    /// The metadata of a template or a resource.
    Metadata,
}

/// A waiver, and the findings that it applies to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaiverUse {
    /// The exception, as written.
    pub waiver: Waiver,
    /// What it did.
    pub state: WaiverState,
    /// The findings that it removed from the run; if it is expired, the findings that it would have removed.
    pub findings: Vec<Finding>,
}

/// What a waiver did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaiverState {
    /// It applied to findings; the list is empty if earlier waivers applied to all of them.
    Applied,
    /// Its last day is over. The findings stay in the run.
    Expired,
    /// No finding is in its scope.
    Unused,
}

impl Waiver {
    /// Returns whether a finding is in the scope, at an account and in a stack if they are known.
    pub(super) fn covers(&self, finding: &Finding, target: &Target<'_>) -> bool {
        scope::matches(&self.rule, &finding.rule.id)
            && self.scope.covers(finding, &self.source.file, target)
    }

    /// Returns whether a finding of its rule is about the list item on these lines, in which the waiver is written.
    pub(super) fn is_written_in(&self, finding: &Finding, item: (u32, u32)) -> bool {
        scope::matches(&self.rule, &finding.rule.id)
            && scope::item_around(finding, &self.source.file, item) == Some(item)
    }

    /// Returns the sentence about an expired waiver.
    pub(super) fn expiry(&self) -> String {
        let owner = self
            .owner
            .as_ref()
            .map(|owner| format!(" by {owner}"))
            .unwrap_or_default();
        let until = self.until.as_deref().unwrap_or_default();
        format!(
            "the waiver of {}{owner} expired on {until}: {}",
            self.rule, self.reason
        )
    }
}
