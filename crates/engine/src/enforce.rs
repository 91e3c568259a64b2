//! Applies the enforcement of a policy to a run.

use super::enforcement::{Enforcement, today};
use super::request::Request;
use super::run::Run;
use cfn_warden_syntax::finding::{Finding, Severity, WarnMode};
use cfn_warden_syntax::{Known, text};

/// Removes the findings of rules that are off, and marks those of rules that only warn.
pub(super) fn enforce(run: &mut Run<'_>, request: &Request<'_>) {
    let Some(enforcements) = request.enforcements else {
        return;
    };
    let today = today(request.now);
    for mut finding in std::mem::take(&mut run.findings) {
        match enforcements.of(&finding) {
            Enforcement::Off => {
                let count = run
                    .turned_off
                    .entry(finding.rule.id.into_owned())
                    .or_default();
                *count = count.saturating_add(1);
                continue;
            }
            Enforcement::EnforceFrom(day) if today < *day => warn_only(&mut finding, Some(day)),
            Enforcement::Warn => warn_only(&mut finding, None),
            Enforcement::Enforce | Enforcement::EnforceFrom(_) => {}
        }
        run.findings.push(finding);
    }
}

fn warn_only(finding: &mut Finding, enforced_from: Option<&String>) {
    finding.warn_mode = Some(WarnMode {
        enforced_from: enforced_from.cloned(),
    });
    if finding.severity == Severity::Error {
        finding.original_severity = finding.original_severity.or(Some(Severity::Error));
        finding.severity = Severity::Warning;
    }
    if finding.severity == Severity::Informational {
        return;
    }
    let note = match enforced_from {
        Some(day) => text!("only a warning: enforced from {}", Known(day)),
        None => "only a warning: not enforced yet".into(),
    };
    finding.message = text!("{} ({})", finding.message.trimmed_end(), note);
}
