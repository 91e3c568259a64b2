//! The rules that waivers and severities may name.

use std::collections::BTreeSet;

use super::scope::matches;
use crate::configuration::DEFERRED;
use crate::request::Request;
use crate::run::{IncompleteKind, Run};
use cfn_warden_lint::Page;
use cfn_warden_syntax::names;
use cfn_warden_terraform::RULE_IDS;

/// The names of the rules of a run.
pub(crate) struct Names<'r> {
    known: BTreeSet<&'r str>,
    /// Whether the names of all Guard rules are known, and there are any.
    knows_guard: bool,
    is_other: Option<fn(&str) -> bool>,
}

impl<'r> Names<'r> {
    pub fn of(run: &'r Run<'_>, request: &'r Request<'_>) -> Names<'r> {
        let guard: Vec<&str> = run.coverage.each_rule().map(|(_, rule, _)| rule).collect();
        let is_parsed = !run
            .incomplete
            .iter()
            .any(|issue| issue.kind == IncompleteKind::Rules);
        let knows_guard = is_parsed && !guard.is_empty() && request.rules_reading.is_empty();
        let own = request
            .lint_settings
            .custom_rules
            .iter()
            .map(|rule| rule.id.as_str());
        let terraform = RULE_IDS;
        let lint = Page::ids()
            .map(|id| -> &str { id })
            .chain(terraform)
            .chain(own);
        Names {
            known: lint.chain(guard).chain([DEFERRED]).collect(),
            knows_guard,
            is_other: request.is_other_rule,
        }
    }

    /// Returns what is wrong with the rule of a waiver or severity, if no rule has this name. A name that may be that of a Guard
    /// rule is accepted if the run has no Guard rules.
    pub fn unknown(&self, rule: &str) -> Option<String> {
        let is_known =
            self.known.contains(rule) || self.known.iter().any(|known| matches(rule, known));
        if is_known
            || !(self.knows_guard || is_like_lint(rule))
            || self.is_other.is_some_and(|is_other| is_other(rule))
        {
            return None;
        }
        let expected = names::instead(rule, self.known.iter().copied(), || {
            "expected the ID of a lint rule, which `cfn-warden rules list` lists, or the name of a Guard rule of the run".to_owned()
        });
        Some(format!("unknown rule `{rule}`; {expected}"))
    }

    /// Returns what is wrong with a name, unless it is a prefix of the ID of a lint rule or [`Names::unknown`] accepts it.
    pub fn unknown_or_prefix(&self, rule: &str) -> Option<String> {
        let mut all = Page::ids().chain(RULE_IDS);
        let is_prefix = all.any(|known| known.starts_with(rule));
        if is_prefix { None } else { self.unknown(rule) }
    }
}

/// Returns whether a name has the form of the ID of a lint rule: `E3012`, `WD1001`.
pub fn is_like_lint(rule: &str) -> bool {
    let rest = rule
        .strip_prefix(['E', 'W', 'I', 'e', 'w', 'i'])
        .unwrap_or_default();
    let digits = rest.strip_prefix(['D', 'd']).unwrap_or(rest);
    digits.len() > 2
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'O')
}
