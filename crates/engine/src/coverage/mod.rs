//! Coverage of a run: which Guard rules applied, and which parts of the input no engine saw.

mod skipped;
pub(super) mod template;

use std::collections::BTreeMap;
use std::fmt;

pub use self::skipped::{SkipReason, SkippedFile};
use cfn_warden_guard::Status;
use cfn_warden_guard::deployments::Verdict;
use cfn_warden_syntax::names::nearest;
use cfn_warden_syntax::{Path, Span, Text};

/// The coverage of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The verdict counts of each Guard rule over all documents, by rules file and rule.
    pub rules: BTreeMap<String, BTreeMap<String, RuleCounts>>,
    /// The parts not seen, in document order.
    pub not_seen: Vec<NotSeen>,
    /// What was skipped in folders that were searched for documents, sorted by name.
    pub skipped: Vec<SkippedFile>,
}

/// A part of the input that was not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotSeen {
    /// The kind of part.
    pub kind: Kind,
    /// The effect on the verdict.
    pub policy: Policy,
    /// The document's name; empty for standard input.
    pub file: String,
    /// The path of the part; `None` for the whole document.
    pub path: Option<Path>,
    /// The position, if known.
    pub span: Option<Span>,
    /// The reason, for people.
    pub reason: Text,
}

/// The kinds of parts that may not be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A macro, which is not executed.
    Macro,
    /// Content that `AWS::Include` inserts.
    Include,
    /// Resources that SAM generates.
    Sam,
    /// Resources of a module.
    Module,
    /// The template of a nested stack that is not among the documents.
    NestedStack,
    /// A resource type without a known schema.
    UnknownType,
    /// A Hook target of an unknown kind.
    UnknownTarget,
    /// A value that is known only at deployment.
    Unresolved,
    /// A compared scalar that cfn-guard and CloudFormation parse differently.
    TwoReadings,
    /// The previous template of an operation that cannot be read.
    PreviousTemplate,
    /// A Guard rule that applied to no document.
    RuleNotApplied,
    /// A document in which nothing was checked: no rule applied and no schema is known.
    NothingChecked,
}

/// The effect of an unseen part on the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// Not reported.
    Ignore,
    /// Reported.
    Warn,
    /// Reported, and the run is not compliant.
    Fail,
}

/// The policy of each kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policies([Policy; Kind::ALL.len()]);

impl Kind {
    /// All kinds in declaration order.
    pub const ALL: [Kind; 12] = [
        Kind::Macro,
        Kind::Include,
        Kind::Sam,
        Kind::Module,
        Kind::NestedStack,
        Kind::UnknownType,
        Kind::UnknownTarget,
        Kind::Unresolved,
        Kind::TwoReadings,
        Kind::PreviousTemplate,
        Kind::RuleNotApplied,
        Kind::NothingChecked,
    ];

    /// Returns the name in requests, settings and reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Macro => "macro",
            Kind::Include => "include",
            Kind::Sam => "sam",
            Kind::Module => "module",
            Kind::NestedStack => "nested_stack",
            Kind::UnknownType => "unknown_type",
            Kind::UnknownTarget => "unknown_target",
            Kind::Unresolved => "unresolved",
            Kind::TwoReadings => "two_readings",
            Kind::PreviousTemplate => "previous_template",
            Kind::RuleNotApplied => "rule_not_applied",
            Kind::NothingChecked => "nothing_checked",
        }
    }

    /// Returns what was not seen, as docs/verdict.md has it.
    pub fn meaning(self) -> &'static str {
        match self {
            Kind::Macro => {
                "what a macro adds or changes; a loop that is not expanded; a transform in map form (`{Name: ...}`)"
            }
            Kind::Include => "the content that `AWS::Include` inserts",
            Kind::Sam => "the resources that SAM generates",
            Kind::Module => "the resources of a module; a Terraform module that is left out",
            Kind::NestedStack => {
                "a nested template that is not among the documents: of a stack, a stack set, a serverless application or a provisioned product. One at a URL never is"
            }
            Kind::UnknownType => {
                "the properties of a type without a known schema, or a resource whose type is not text (Guard rules still apply)"
            }
            Kind::UnknownTarget => {
                "a Hook target that is not a resource type, a stack or a change set"
            }
            Kind::Unresolved => {
                "a value that is known only when the template is deployed; a function that a rule reads as it is written, in place of its value; the hash of a file that does not exist yet; a Terraform value that fails with the defaults of variables"
            }
            Kind::TwoReadings => "nothing: a compared scalar that cfn-guard may read differently",
            Kind::PreviousTemplate => "a previous template that cannot be read",
            Kind::RuleNotApplied => {
                "nothing: a rule of a rules file that applied to no document; controls of packs may apply to none"
            }
            Kind::NothingChecked => {
                "a whole document: no rule applied to it and no schema is known for a resource in it"
            }
        }
    }

    /// Returns the default policy.
    pub fn default_policy(self) -> Policy {
        match self {
            Kind::NothingChecked => Policy::Fail,
            Kind::RuleNotApplied => Policy::Ignore,
            _ => Policy::Warn,
        }
    }
}

impl Policy {
    /// All policies, mildest first.
    pub const ALL: [Policy; 3] = [Policy::Ignore, Policy::Warn, Policy::Fail];

    /// Returns the name in requests, settings and reports.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Ignore => "ignore",
            Policy::Warn => "warn",
            Policy::Fail => "fail",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Default for Policies {
    fn default() -> Self {
        Policies(Kind::ALL.map(Kind::default_policy))
    }
}

impl Policies {
    /// Returns the policy of a kind.
    pub fn of(&self, kind: Kind) -> Policy {
        self.0
            .get(kind as usize)
            .copied()
            .unwrap_or(kind.default_policy())
    }

    /// Sets the policy of a kind.
    pub fn set(&mut self, kind: Kind, policy: Policy) {
        if let Some(slot) = self.0.get_mut(kind as usize) {
            *slot = policy;
        }
    }

    /// Sets the policy of a kind, both by name; `all` means every kind.
    ///
    /// # Errors
    /// The unknown name and the valid ones.
    pub fn set_named(&mut self, kind: &str, policy: &str) -> Result<(), String> {
        let policies = || Policy::ALL.map(Policy::name).join(", ");
        let Some(policy) = Policy::ALL.into_iter().find(|known| known.name() == policy) else {
            return Err(format!(
                "invalid policy `{policy}` for `{kind}`; expected one of {}",
                policies()
            ));
        };
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|known| kind == "all" || known.name() == kind)
            .collect();
        if kinds.is_empty() {
            let known = Kind::ALL.map(Kind::name);
            return Err(match nearest(kind, known) {
                Some(similar) => {
                    format!("unknown coverage kind `{kind}`; did you mean `{similar}`?")
                }
                None => format!(
                    "unknown coverage kind `{kind}`; expected one of {}, all",
                    known.join(", ")
                ),
            });
        }
        kinds.into_iter().for_each(|kind| self.set(kind, policy));
        Ok(())
    }

    /// Sets policies from a list such as `macro=fail,module=ignore`.
    ///
    /// # Errors
    /// The first invalid entry and the expected form.
    pub fn set_listed(&mut self, list: &str) -> Result<(), String> {
        for entry in list
            .split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
        {
            let Some((kind, policy)) = entry.split_once('=') else {
                return Err(format!(
                    "invalid entry `{entry}`; expected KIND=POLICY, for example macro=fail"
                ));
            };
            self.set_named(kind.trim(), policy.trim())?;
        }
        Ok(())
    }
}

impl Coverage {
    /// Records the verdict of a rule on a document.
    pub fn record(&mut self, file: &str, rule: &str, verdict: RuleVerdict) {
        if !self.rules.contains_key(file) {
            self.rules.insert(file.to_owned(), BTreeMap::new());
        }
        let Some(rules) = self.rules.get_mut(file) else {
            return;
        };
        match rules.get_mut(rule) {
            Some(counts) => counts.count(verdict),
            None => {
                let mut counts = RuleCounts::default();
                counts.count(verdict);
                rules.insert(rule.to_owned(), counts);
            }
        }
    }

    /// Records an unseen part unless its policy is [`Policy::Ignore`].
    pub fn add(&mut self, policies: &Policies, part: NotSeen) {
        let policy = policies.of(part.kind);
        if policy != Policy::Ignore {
            self.not_seen.push(NotSeen { policy, ..part });
        }
    }

    /// Merges the coverage of another part of the same run.
    pub fn merge(&mut self, other: Coverage) {
        for (file, rules) in other.rules {
            let known = self.rules.entry(file).or_default();
            for (rule, counts) in rules {
                known.entry(rule).or_default().add(counts);
            }
        }
        self.not_seen.extend(other.not_seen);
        self.skipped.extend(other.skipped);
    }

    /// Returns the rules that applied to no document, as pairs of file and rule.
    pub fn never_applied(&self) -> impl Iterator<Item = (&str, &str)> {
        self.each_rule()
            .filter(|(.., counts)| !counts.applied())
            .map(|(file, rule, _)| (file, rule))
    }

    /// Returns all rules with their files and counts.
    pub fn each_rule(&self) -> impl Iterator<Item = (&str, &str, RuleCounts)> {
        self.rules.iter().flat_map(|(file, rules)| {
            rules
                .iter()
                .map(move |(rule, counts)| (file.as_str(), rule.as_str(), *counts))
        })
    }

    /// Returns the unseen parts whose policy is [`Policy::Fail`].
    pub fn must_be_seen(&self) -> impl Iterator<Item = &NotSeen> {
        self.not_seen
            .iter()
            .filter(|part| part.policy == Policy::Fail)
    }
}

impl NotSeen {
    /// Creates an unseen part. Its policy is set when it is added.
    pub fn of(kind: Kind, file: &str, reason: impl Into<Text>) -> NotSeen {
        let policy = kind.default_policy();
        NotSeen {
            kind,
            policy,
            file: file.to_owned(),
            path: None,
            span: None,
            reason: reason.into(),
        }
    }

    /// Sets the path and position.
    pub fn at(self, path: Path, span: Span) -> NotSeen {
        NotSeen {
            path: Some(path),
            span: Some(span),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_set_by_name_and_errors_list_the_valid_names() {
        let mut policies = Policies::default();
        assert_eq!(policies.set_listed("macro=fail, module=ignore,"), Ok(()));
        assert_eq!(policies.of(Kind::Macro), Policy::Fail);
        assert_eq!(policies.of(Kind::Module), Policy::Ignore);
        assert_eq!(policies.of(Kind::Sam), Policy::Warn);
        let wrong = policies.set_listed("makro=fail").unwrap_err();
        assert_eq!(
            wrong,
            "unknown coverage kind `makro`; did you mean `macro`?"
        );
        let wrong = policies.set_listed("everything=fail").unwrap_err();
        assert!(
            wrong.starts_with(
                "unknown coverage kind `everything`; expected one of macro, include, "
            ),
            "{wrong}"
        );
        let wrong = policies.set_listed("macro=stop").unwrap_err();
        assert_eq!(
            wrong,
            "invalid policy `stop` for `macro`; expected one of ignore, warn, fail"
        );
        assert!(policies.set_listed("macro").is_err());
        assert_eq!(policies.set_listed("all=fail"), Ok(()));
        assert!(
            Kind::ALL
                .into_iter()
                .all(|kind| policies.of(kind) == Policy::Fail)
        );
    }

    #[test]
    fn kinds_are_in_declaration_order() {
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place, "{kind}");
        }
    }

    #[test]
    fn a_rule_applied_once_has_applied() {
        let mut coverage = Coverage::default();
        coverage.record("r.guard", "a", RuleVerdict::Skipped);
        coverage.record("r.guard", "a", RuleVerdict::Passed);
        coverage.record("r.guard", "b", RuleVerdict::Skipped);
        assert_eq!(
            coverage.never_applied().collect::<Vec<_>>(),
            [("r.guard", "b")]
        );
    }
}

/// Rule counts by verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleCounts {
    /// `PASS`
    pub passed: usize,
    /// `FAIL`
    pub failed: usize,
    /// `SKIP`
    pub skipped: usize,
    /// Decided by a value that is not known.
    pub undecided: usize,
}

/// The verdict of a Guard rule on a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleVerdict {
    /// `PASS`
    Passed,
    /// `FAIL`
    Failed,
    /// `SKIP`
    Skipped,
    /// Decided by a value that is not known.
    Undecided,
}

impl From<Status> for RuleVerdict {
    fn from(status: Status) -> RuleVerdict {
        match status {
            Status::Pass => RuleVerdict::Passed,
            Status::Fail => RuleVerdict::Failed,
            Status::Skip => RuleVerdict::Skipped,
        }
    }
}

impl RuleVerdict {
    /// The verdict on all deployments: a rule that fails in some fails, and one that is not decided in some is not decided.
    pub fn of(verdict: &Verdict) -> RuleVerdict {
        if !verdict.fail.is_empty() {
            RuleVerdict::Failed
        } else if !verdict.unknown.is_empty() {
            RuleVerdict::Undecided
        } else if !verdict.pass.is_empty() {
            RuleVerdict::Passed
        } else {
            RuleVerdict::Skipped
        }
    }
}

impl RuleCounts {
    /// Counts a verdict.
    pub fn count(&mut self, verdict: RuleVerdict) {
        let count = match verdict {
            RuleVerdict::Passed => &mut self.passed,
            RuleVerdict::Failed => &mut self.failed,
            RuleVerdict::Skipped => &mut self.skipped,
            RuleVerdict::Undecided => &mut self.undecided,
        };
        *count = count.saturating_add(1);
    }

    /// Adds other counts.
    pub fn add(&mut self, other: RuleCounts) {
        self.passed = self.passed.saturating_add(other.passed);
        self.failed = self.failed.saturating_add(other.failed);
        self.skipped = self.skipped.saturating_add(other.skipped);
        self.undecided = self.undecided.saturating_add(other.undecided);
    }

    /// Returns whether a verdict other than `SKIP` was counted.
    pub fn applied(&self) -> bool {
        self.passed > 0 || self.failed > 0 || self.undecided > 0
    }
}
