//! `check --severity`.

use super::unknown_ids::RuleIds;
use cfn_warden_arguments::check::{Level, RuleLevel};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::waivers::is_like_lint;
use cfn_warden_engine::{IncompleteKind, Run, SEVERITY, SeverityLevel, SeverityOverride};
use cfn_warden_syntax::finding::Severity;

/// Returns the severities of a command line.
///
/// # Errors
/// [`Error::Value`] for the ID of a lint rule that no rule has. The names of Guard rules are known after the run.
pub fn overrides(options: &[RuleLevel]) -> Result<Vec<SeverityOverride>, Error> {
    let wrong: Vec<String> = options
        .iter()
        .filter_map(|option| refusal(&option.rule))
        .collect();
    if !wrong.is_empty() {
        return Err(unknown(wrong));
    }
    let level = |level: Level| match level {
        Level::Error => SeverityLevel::Is(Severity::Error),
        Level::Warning => SeverityLevel::Is(Severity::Warning),
        Level::Informational => SeverityLevel::Is(Severity::Informational),
        Level::Off => SeverityLevel::Off,
    };
    Ok(options
        .iter()
        .map(|one| SeverityOverride {
            rule: one.rule.clone(),
            level: level(one.level),
        })
        .collect())
}

/// Returns what is wrong with a name that can only be that of a lint rule, and is not.
pub fn refusal(rule: &str) -> Option<String> {
    let known = RuleIds::bundled();
    let is_wrong = rule.is_empty() || (is_like_lint(rule) && !known.has(rule));
    is_wrong.then(|| known.explained(rule))
}

/// Returns an error if a run has severities for names that no rule has.
pub fn reject_unknown(run: &Run<'_>) -> Result<(), Error> {
    let reasons: Vec<String> = run
        .incomplete
        .iter()
        .filter(|issue| issue.kind == IncompleteKind::Severity)
        .map(|issue| {
            let message = &issue.message;
            message.strip_prefix(SEVERITY).unwrap_or(message).to_owned()
        })
        .collect();
    if reasons.is_empty() {
        Ok(())
    } else {
        Err(unknown(reasons))
    }
}

/// Returns an error for names that no rule has.
fn unknown(reasons: Vec<String>) -> Error {
    Error::Value {
        name: "--severity".to_owned(),
        reason: reasons.join("\n"),
    }
}
