//! What a candidate decides about a stored report. A report has no template: rules are not evaluated again.

use std::collections::BTreeSet;
use std::sync::Arc;

use bumpalo::Bump;

use super::stored::StoredReport;
use cfn_warden_engine::{Cache, Enforcement, Part, Request, Session};
use cfn_warden_fetch::Stack;
use cfn_warden_lint::RuleSet;
use cfn_warden_policies::custom::CustomPack;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Engine, Finding};

/// The format of the reports that can be read.
const FORMAT_VERSION: u32 = 2;

/// The deployed bundle and its candidate, on a day.
pub struct Replay<'r> {
    pub deployed: &'r CustomPack,
    pub candidate: &'r CustomPack,
    pub lint_rules: RuleSet,
    /// The time in seconds since the Unix epoch.
    pub now: i64,
    /// The day of that time.
    pub day: &'r str,
}

/// What the candidate decides.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The operation was blocked, or not, and would be again.
    Unchanged,
    /// It was not blocked, and these findings would block it.
    Blocked(Vec<String>),
    /// It was blocked, and would not be.
    Released,
    /// The report does not have what decides, for these reasons.
    Undecided(BTreeSet<String>),
}

impl Replay<'_> {
    /// Decides a report.
    pub fn decide(&self, report: &StoredReport) -> Outcome {
        let undecided = |reason: String| Outcome::Undecided(BTreeSet::from([reason]));
        if report.format_version != FORMAT_VERSION {
            return undecided(format!(
                "the report has format {}, expected {FORMAT_VERSION}",
                report.format_version
            ));
        }
        // What could not be checked blocks whatever the bundle says.
        if report.status == "ERROR" {
            return Outcome::Unchanged;
        }
        let decided_by = report
            .policy
            .as_ref()
            .and_then(|policy| policy.bundle.as_ref());
        let (name, version) = (&self.deployed.name, &self.deployed.version);
        match decided_by {
            Some(bundle) if bundle.name == *name && bundle.version == *version => {}
            Some(bundle) => {
                return undecided(format!(
                    "{} {} decided, not {name} {version}",
                    bundle.name, bundle.version
                ));
            }
            None => return undecided(format!("no bundle decided, {name} {version} is expected")),
        }
        let mut reasons = BTreeSet::new();
        let findings = self.findings_then(report, &mut reasons);
        self.add_unevaluated(report, &mut reasons);
        let blocking = self.blocking(report, findings);
        let was_blocked = report.status == "FAIL";
        match (was_blocked, blocking.is_empty(), reasons.is_empty()) {
            (true, false, _) | (false, true, true) => Outcome::Unchanged,
            (false, false, _) => Outcome::Blocked(blocking),
            (true, true, true) => Outcome::Released,
            (_, true, false) => Outcome::Undecided(reasons),
        }
    }

    /// Returns the findings that the report has and the candidate keeps.
    fn findings_then(&self, report: &StoredReport, reasons: &mut BTreeSet<String>) -> Vec<Finding> {
        let mut findings = report.all_findings();
        findings.retain_mut(|finding| {
            let id = finding.rule.id.as_ref();
            let Some(before) =
                find(&self.deployed.controls, id).filter(|_| finding.engine != Engine::Lint)
            else {
                return true;
            };
            let Some(after) = find(&self.candidate.policy.controls, id) else {
                return false;
            };
            if before.rules != after.rules {
                reasons.insert(changed(id));
                return false;
            }
            // A finding that an unknown value decides has a severity of its own.
            if finding.severity == before.severity.of_findings() {
                finding.severity = after.severity.of_findings();
            }
            true
        });
        findings
    }

    /// Adds the reasons why rules of the candidate that could block are not decided: they were not evaluated.
    fn add_unevaluated(&self, report: &StoredReport, reasons: &mut BTreeSet<String>) {
        let Replay {
            deployed,
            candidate,
            ..
        } = self;
        let hook = report.hook.as_ref();
        // A resource has one type. Controls are not evaluated on deletions.
        let applies = |control: &Control| {
            hook.is_none_or(|hook| {
                let is_other_type = hook.target.contains("::")
                    && !control.types.is_empty()
                    && !control
                        .types
                        .split(',')
                        .any(|name| name.trim() == hook.target);
                !is_other_type && hook.invocation_point != "DELETE_PRE_PROVISION"
            })
        };
        let blocks = |enforcement: &Enforcement| match enforcement {
            Enforcement::Off | Enforcement::Warn => false,
            Enforcement::Enforce => true,
            Enforcement::EnforceFrom(day) => self.day >= day.as_str(),
        };
        for control in candidate
            .policy
            .controls
            .iter()
            .filter(|control| applies(control))
        {
            if !blocks(candidate.policy.enforcements.of_rule(&control.id)) {
                continue;
            }
            match find(&deployed.policy.controls, &control.id) {
                None => {
                    reasons.insert(format!(
                        "{} was not evaluated: {} {} does not have it or turns it off",
                        control.id, deployed.name, deployed.version
                    ));
                }
                Some(before) if before.rules != control.rules => {
                    reasons.insert(changed(&control.id));
                }
                Some(_) => {}
            }
        }
        for rule in report.turned_off() {
            let covering = candidate
                .policy
                .enforcements
                .of_lint()
                .filter(|(prefix, _)| rule.starts_with(prefix));
            let enforcement = covering
                .max_by_key(|(prefix, _)| prefix.len())
                .map_or(&Enforcement::Enforce, |(_, enforcement)| enforcement);
            if blocks(enforcement) {
                reasons.insert(format!("{rule} was off: its findings are only counted"));
            }
        }
    }

    /// Returns the findings that count, after enforcement and waivers as in the function.
    fn blocking(&self, report: &StoredReport, findings: Vec<Finding>) -> Vec<String> {
        let policy = &self.candidate.policy;
        let mut request = Request {
            fail_on: report.fail_on(),
            waivers: &policy.waivers,
            ..Request::for_deployment(self.lint_rules, Knowledge::default(), self.now)
        };
        policy.apply_to(&mut request);
        // Nothing is evaluated.
        request.controls = &[];
        if let Some(hook) = &report.hook {
            request.target.account = Some(hook.account_id.as_str()).filter(|id| !id.is_empty());
            request.target.stack = Stack::name_in(&hook.stack_id);
        }
        let (arena, cache) = (Bump::new(), Cache::default());
        let session = Session::open(&request, &cache, &arena);
        let run = session.finish_made([Part::of_findings(findings)], None);
        run.findings
            .iter()
            .filter(|finding| run.fail_on.counts(finding))
            .map(|finding| match &finding.path {
                Some(path) => format!("{} {path}", finding.rule.id),
                None => finding.rule.id.to_string(),
            })
            .collect()
    }
}

fn changed(id: &str) -> String {
    format!("the rules of {id} changed, and a report has no template to evaluate them on")
}

fn find<'c>(controls: &'c [Arc<Control>], id: &str) -> Option<&'c Arc<Control>> {
    controls.iter().find(|control| control.id == id)
}
