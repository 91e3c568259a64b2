//! The date of outdated schemas in the findings that newer schemas may not have.

use super::Request;
use cfn_warden_lint::Wording;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Known, text};

/// Unknown properties, unknown types, and values that are not allowed.
const RULES: [&str; 3] = ["E3002", "E3006", "E3030"];

/// Adds the date to findings, unless their messages are those of cfn-lint. Fingerprints are computed before, so that they do
/// not change with time.
pub fn note(findings: &mut [Finding], request: &Request<'_>) {
    let settings = &request.lint_settings;
    // Only the front ends that have rules of their own have words of their own.
    if settings.wording == Wording::CfnLint || !settings.deployment_rules {
        return;
    }
    let Some(date) = settings.knowledge.outdated(request.now) else {
        return;
    };
    for finding in findings
        .iter_mut()
        .filter(|finding| RULES.contains(&&*finding.rule.id))
    {
        finding.message.push(text!(" (schemas of {})", Known(date)));
    }
}
