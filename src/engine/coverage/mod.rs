//! What a run covered: which Guard rules applied to anything, and what was not seen.

mod template;

use std::collections::BTreeMap;
use std::fmt;

use super::RuleCounts;
use cfn_warden_guard::Status;
use cfn_warden_syntax::{Path, Span};

pub(super) use self::template::{Template, not_seen};

/// What a run covered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The verdicts of each Guard rule over all documents, by rules file, then by rule.
    pub rules: BTreeMap<String, BTreeMap<String, RuleCounts>>,
    /// What was not seen, in the order of the documents.
    pub not_seen: Vec<NotSeen>,
}

/// A part of the input that was not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotSeen {
    /// What kind of part it is.
    pub kind: Kind,
    /// What that means for the verdict.
    pub policy: Policy,
    /// The document's name; empty for standard input.
    pub file: String,
    /// The part; `None` where the document as a whole is meant.
    pub path: Option<Path>,
    /// Its position, where it has one.
    pub span: Option<Span>,
    /// Why it was not seen, in words.
    pub reason: String,
}

/// The kinds of parts that may go unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A macro that is not executed here.
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
    /// A value that is known only when the template is deployed.
    Unresolved,
    /// A compared scalar that cfn-guard and CloudFormation read differently.
    TwoReadings,
    /// The previous template of an operation that cannot be read.
    PreviousTemplate,
    /// A Guard rule that applied to no document.
    RuleNotApplied,
    /// A document in which nothing was checked: no rule applied and no schema is known.
    NothingChecked,
}

/// What an unseen part means for the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// It is not reported.
    Ignore,
    /// It is reported.
    Warn,
    /// It is reported, and the run is not compliant.
    Fail,
}

/// A policy for each kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policies([Policy; Kind::ALL.len()]);

impl Kind {
    /// All kinds, in the order in which they are declared.
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

    /// The name in requests, settings and reports.
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

    /// The policy where nothing else is set.
    pub fn default_policy(self) -> Policy {
        match self {
            Kind::NothingChecked => Policy::Fail,
            Kind::RuleNotApplied => Policy::Ignore,
            _ => Policy::Warn,
        }
    }
}

impl Policy {
    /// All policies, from the mildest.
    pub const ALL: [Policy; 3] = [Policy::Ignore, Policy::Warn, Policy::Fail];

    /// The name in requests, settings and reports.
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
    /// The policy of a kind.
    pub fn of(&self, kind: Kind) -> Policy {
        self.0.get(kind as usize).copied().unwrap_or(kind.default_policy())
    }

    /// Sets the policy of a kind.
    pub fn set(&mut self, kind: Kind, policy: Policy) {
        if let Some(slot) = self.0.get_mut(kind as usize) {
            *slot = policy;
        }
    }

    /// Sets the policy of a kind, both by name; `all` names every kind.
    ///
    /// # Errors
    /// Which of the names is unknown, and what was expected.
    pub fn set_named(&mut self, kind: &str, policy: &str) -> Result<(), String> {
        let policies = || Policy::ALL.map(Policy::name).join(", ");
        let Some(policy) = Policy::ALL.into_iter().find(|known| known.name() == policy) else {
            return Err(format!("invalid policy `{policy}` for `{kind}`; expected one of {}", policies()));
        };
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|known| kind == "all" || known.name() == kind).collect();
        if kinds.is_empty() {
            let known = Kind::ALL.map(Kind::name).join(", ");
            return Err(format!("unknown coverage kind `{kind}`; expected one of {known}, all"));
        }
        kinds.into_iter().for_each(|kind| self.set(kind, policy));
        Ok(())
    }

    /// Sets policies from a list such as `macro=fail,module=ignore`.
    ///
    /// # Errors
    /// The first entry that is not `KIND=POLICY`, and what was expected.
    pub fn set_listed(&mut self, list: &str) -> Result<(), String> {
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let Some((kind, policy)) = entry.split_once('=') else {
                return Err(format!("invalid entry `{entry}`; expected KIND=POLICY, for example macro=fail"));
            };
            self.set_named(kind.trim(), policy.trim())?;
        }
        Ok(())
    }
}

impl Coverage {
    /// Records the verdict of a rule on a document.
    pub fn record(&mut self, file: &str, rule: &str, status: Status) {
        if !self.rules.contains_key(file) {
            self.rules.insert(file.to_owned(), BTreeMap::new());
        }
        let Some(rules) = self.rules.get_mut(file) else { return };
        match rules.get_mut(rule) {
            Some(counts) => counts.count(status),
            None => {
                let mut counts = RuleCounts::default();
                counts.count(status);
                rules.insert(rule.to_owned(), counts);
            }
        }
    }

    /// Records that a part was not seen, unless the policy ignores that.
    pub fn add(&mut self, policies: &Policies, part: NotSeen) {
        let policy = policies.of(part.kind);
        if policy != Policy::Ignore {
            self.not_seen.push(NotSeen { policy, ..part });
        }
    }

    /// Takes in the coverage of another part of the same run.
    pub fn merge(&mut self, other: Coverage) {
        for (file, rules) in other.rules {
            let known = self.rules.entry(file).or_default();
            for (rule, counts) in rules {
                known.entry(rule).or_default().add(counts);
            }
        }
        self.not_seen.extend(other.not_seen);
    }

    /// The rules that applied to no document, with the names of their files.
    pub fn never_applied(&self) -> impl Iterator<Item = (&str, &str)> {
        self.each_rule().filter(|(.., counts)| !counts.applied()).map(|(file, rule, _)| (file, rule))
    }

    /// All rules with their files and counts.
    pub fn each_rule(&self) -> impl Iterator<Item = (&str, &str, RuleCounts)> {
        self.rules
            .iter()
            .flat_map(|(file, rules)| rules.iter().map(move |(rule, counts)| (file.as_str(), rule.as_str(), *counts)))
    }

    /// The parts that were not seen and whose policy is to fail.
    pub fn must_be_seen(&self) -> impl Iterator<Item = &NotSeen> {
        self.not_seen.iter().filter(|part| part.policy == Policy::Fail)
    }
}

impl NotSeen {
    /// A part of a document. Its policy is set when it is added.
    pub fn of(kind: Kind, file: &str, reason: impl Into<String>) -> NotSeen {
        let policy = kind.default_policy();
        NotSeen { kind, policy, file: file.to_owned(), path: None, span: None, reason: reason.into() }
    }

    /// The same at a path and position.
    pub fn at(self, path: Path, span: Span) -> NotSeen {
        NotSeen { path: Some(path), span: Some(span), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_set_by_name_and_wrong_names_list_the_right_ones() {
        let mut policies = Policies::default();
        assert_eq!(policies.set_listed("macro=fail, module=ignore,"), Ok(()));
        assert_eq!(policies.of(Kind::Macro), Policy::Fail);
        assert_eq!(policies.of(Kind::Module), Policy::Ignore);
        assert_eq!(policies.of(Kind::Sam), Policy::Warn);
        let wrong = policies.set_listed("makro=fail").unwrap_err();
        assert!(wrong.starts_with("unknown coverage kind `makro`; expected one of macro, include, "), "{wrong}");
        let wrong = policies.set_listed("macro=stop").unwrap_err();
        assert_eq!(wrong, "invalid policy `stop` for `macro`; expected one of ignore, warn, fail");
        assert!(policies.set_listed("macro").is_err());
        assert_eq!(policies.set_listed("all=fail"), Ok(()));
        assert!(Kind::ALL.into_iter().all(|kind| policies.of(kind) == Policy::Fail));
    }

    #[test]
    fn a_kind_is_found_at_its_place_in_the_table() {
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place, "{kind}");
        }
    }

    #[test]
    fn a_rule_applied_once_has_applied() {
        let mut coverage = Coverage::default();
        coverage.record("r.guard", "a", Status::Skip);
        coverage.record("r.guard", "a", Status::Pass);
        coverage.record("r.guard", "b", Status::Skip);
        assert_eq!(coverage.never_applied().collect::<Vec<_>>(), [("r.guard", "b")]);
    }
}
