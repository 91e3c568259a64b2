//! Responses to Hook invocations.
//! <https://docs.aws.amazon.com/cloudformation-cli/latest/hooks-userguide/lambda-hooks-create-lambda-function.html>

use serde::Serialize;

use super::annotation::{self, Annotation};
use super::error::HookError;
use super::evaluation::Evaluation;
use super::invocation::Origin;
use super::message::fit;
use super::report::ReportOutcome;
use cfn_warden_engine::coverage::Kind;
use cfn_warden_engine::{Incomplete, Run, Status};
use cfn_warden_report::{deduplicate, waived, with_escaped};
use cfn_warden_syntax::escape::escape;
use cfn_warden_syntax::finding::{Engine, Finding};

/// CloudFormation keeps 4,096 bytes of a message, and adds a prefix.
const LONG_MESSAGE: usize = 4_000;
/// Cloud Control API keeps 1,024 bytes of a message, and adds a prefix.
const SHORT_MESSAGE: usize = 1_000;
/// Some tools show 400 characters: the verdict, the rule names and the number of further ones fit into them.
const NAMES: usize = 380;
/// The length of the name and the version of a bundle.
const BUNDLE: usize = 100;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'r> {
    hook_status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_code: Option<&'static str>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_request_token: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    annotations: Vec<Annotation<'r>>,
}

/// Returns the response to an evaluated invocation.
pub fn of(
    evaluation: &Evaluation,
    written: &ReportOutcome,
    origin: Origin,
    token: Option<String>,
) -> String {
    let (run, has_positions) = match evaluation {
        Evaluation::Nothing(reason) => {
            return json(&Answer {
                hook_status: hook_status(evaluation.status()),
                error_code: None,
                message: escape(&format!("Nothing to evaluate: {reason}")).into_owned(),
                client_request_token: token,
                annotations: Vec::new(),
            });
        }
        Evaluation::Checked { run, has_positions } => (run, *has_positions),
    };
    let most = match origin {
        Origin::CloudFormation => LONG_MESSAGE,
        Origin::CloudControl => SHORT_MESSAGE,
    };
    with_escaped(run, |run| of_run(run, has_positions, written, most, token))
}

/// Returns the response to a run, with a message of at most `most` bytes.
fn of_run(
    run: &Run<'_>,
    has_positions: bool,
    written: &ReportOutcome,
    most: usize,
    token: Option<String>,
) -> String {
    let annotations = annotation::of(run, has_positions);
    // The notes on the policy and the report are at the end and are never truncated.
    let report = format!("{}{}", bundle_note(run), written.note());
    let whole = |text: &str| format!("{}{report}", fit(text, most.saturating_sub(report.len())));
    let status = run.status();
    let (error_code, message) = match status {
        Status::Pass => (None, compliant(run)),
        Status::Fail => (
            Some("NonCompliant"),
            not_compliant(run, has_positions, most),
        ),
        Status::Error => (Some(INTERNAL_FAILURE), not_checked(run, most)),
    };
    json(&Answer {
        hook_status: hook_status(status),
        error_code,
        message: whole(&message),
        client_request_token: token,
        annotations,
    })
}

/// The error code of an operation that could not be evaluated.
const INTERNAL_FAILURE: &str = "InternalFailure";

/// Returns the verdict as CloudFormation reads it: the operation goes on only after `SUCCESS`.
fn hook_status(status: Status) -> &'static str {
    match status {
        Status::Pass => "SUCCESS",
        Status::Fail | Status::Error => FAILED,
    }
}

/// The status of an operation that must not go on.
const FAILED: &str = "FAILED";

/// Returns the response to an invocation that could not be evaluated.
pub fn of_error(error: &HookError, token: Option<String>) -> String {
    let message = format!("Could not be evaluated: {error}");
    json(&Answer {
        hook_status: FAILED,
        error_code: Some(INTERNAL_FAILURE),
        message: fit(&escape(&message), SHORT_MESSAGE).into_owned(),
        client_request_token: token,
        annotations: Vec::new(),
    })
}

/// Formats `Compliant: 3 Guard rules passed, 1 did not apply; 2 findings do not count. Not checked: macro (1), module
/// (2)`.
fn compliant(run: &Run<'_>) -> String {
    let (passed, skipped) = counts_of_rules(run);
    let uncounted = deduplicate::distinct(&run.findings).len();
    let rules = match (passed, skipped) {
        (0, 0) if uncounted == 0 => "nothing found".to_owned(),
        (0, 0) => String::new(),
        (passed, 0) => format!("{} passed", counted(passed, "Guard rule")),
        (passed, skipped) => format!(
            "{} passed, {skipped} did not apply",
            counted(passed, "Guard rule")
        ),
    };
    let separator = if rules.is_empty() { "" } else { "; " };
    let found = match uncounted {
        0 => String::new(),
        1 => format!("{separator}1 finding does not count"),
        count => format!("{separator}{count} findings do not count"),
    };
    format!(
        "Compliant: {rules}{found}{}{}",
        suppressed(run),
        unseen(run)
    )
}

/// Formats `. Template suppressions: 2 denied`, and the numbers of waived findings and of those that existed before.
fn suppressed(run: &Run<'_>) -> String {
    let denied = run.suppressions.iter().filter(|one| one.denied).count();
    let suppressions = match (denied, run.suppressions.len().saturating_sub(denied)) {
        (0, 0) => String::new(),
        (denied, 0) => format!(". Template suppressions: {denied} denied"),
        (0, allowed) => format!(". Template suppressions: {allowed} allowed"),
        (denied, allowed) => format!(". Template suppressions: {allowed} allowed, {denied} denied"),
    };
    let waivers = match waived(run).len() {
        0 => String::new(),
        waived => format!(". Waivers: {} waived", counted(waived, "finding")),
    };
    let known = run
        .baseline
        .as_ref()
        .map(|before| before.known.as_slice())
        .unwrap_or_default();
    let existing = match deduplicate::distinct(known).len() {
        0 => String::new(),
        existing => format!(
            ". Existing: {} that the operation does not introduce",
            counted(existing, "finding")
        ),
    };
    format!("{suppressions}{waivers}{existing}")
}

/// Returns the sentence about the bundle that decided. It is in every message: whoever can change what the function reads must not
/// be able to do so without a trace.
fn bundle_note(run: &Run<'_>) -> String {
    let Some(policy) = &run.policy else {
        return String::new();
    };
    let Some(bundle) = policy.bundle.as_ref().map(ToString::to_string) else {
        return String::new();
    };
    let bundle = fit(&bundle, BUNDLE);
    match &policy.problem {
        Some(_) => format!(". The newest policy bundle cannot be used; {bundle} decided"),
        None => format!(". Policy bundle: {bundle}"),
    }
}

/// Returns how many Guard rules passed, and how many never applied.
fn counts_of_rules(run: &Run<'_>) -> (usize, usize) {
    let passed = run
        .coverage
        .each_rule()
        .filter(|(.., counts)| counts.failed == 0 && counts.passed > 0)
        .count();
    (passed, run.coverage.never_applied().count())
}

/// Formats `. Not checked: macro (1): reason of the first; module (2)`.
fn unseen(run: &Run<'_>) -> String {
    let mut message = String::new();
    for kind in Kind::ALL {
        let mut parts = run
            .coverage
            .not_seen
            .iter()
            .filter(|part| part.kind == kind);
        let Some(first) = parts.next() else { continue };
        message.push_str(if message.is_empty() {
            ". Not checked: "
        } else {
            "; "
        });
        message.push_str(&format!(
            "{kind} ({}): {}",
            parts.count().saturating_add(1),
            first.reason
        ));
    }
    message
}

/// Formats `Not compliant: 2 lint findings, 1 Guard rule failed: E3012, E3002, S3_ENCRYPTION. Bucket Properties (line
/// 3): ...`.
fn not_compliant(run: &Run<'_>, has_positions: bool, most: usize) -> String {
    let distinct = deduplicate::distinct(&run.findings);
    let findings = || distinct.iter().map(|(finding, _)| *finding);
    let counting = || findings().filter(|finding| run.fail_on.counts(finding));
    let lint = counting()
        .filter(|finding| finding.engine == Engine::Lint)
        .count();
    let rules = names(counting().filter(|finding| finding.engine == Engine::Guard));
    let verdict = match (lint, rules.len()) {
        (lint, 0) => counted(lint, "lint finding"),
        (0, rules) => format!("{} failed", counted(rules, "Guard rule")),
        (lint, rules) => format!(
            "{}, {} failed",
            counted(lint, "lint finding"),
            counted(rules, "Guard rule")
        ),
    };
    let mut message = format!("Not compliant: {verdict}: ");
    push_names(&mut message, &names(counting()), NAMES);
    message.push_str(&suppressed(run));
    for finding in counting() {
        if message.len() >= most {
            break;
        }
        message.push_str(if message.ends_with('?') { " " } else { ". " });
        message.push_str(annotation::line_of(finding, has_positions).trim_end_matches('.'));
    }
    message.push_str(&unseen(run));
    message
}

/// Returns the rules of findings, without duplicates, in order.
fn names<'r>(findings: impl Iterator<Item = &'r Finding>) -> Vec<&'r str> {
    let mut seen = std::collections::HashSet::new();
    findings
        .map(|finding| finding.rule.id.as_ref())
        .filter(|name| seen.insert(*name))
        .collect()
}

/// Appends names up to a length, and the number of further ones.
fn push_names(message: &mut String, names: &[&str], most: usize) {
    for (i, name) in names.iter().enumerate() {
        let longer = message
            .len()
            .saturating_add(", ".len())
            .saturating_add(name.len());
        if i > 0 && longer > most {
            message.push_str(&format!(" (+{})", names.len() - i));
            return;
        }
        message.push_str(if i > 0 { ", " } else { "" });
        message.push_str(&fit(name, most));
    }
}

fn not_checked(run: &Run<'_>, most: usize) -> String {
    let mut message = "Could not be evaluated: ".to_owned();
    let unseen = run
        .coverage
        .must_be_seen()
        .map(|part| part.reason.to_string());
    let reasons = run.incomplete.iter().map(line_of_issue).chain(unseen);
    for (i, reason) in reasons.enumerate() {
        if message.len() >= most {
            break;
        }
        message.push_str(if i > 0 { "; " } else { "" });
        message.push_str(&reason);
    }
    let found = deduplicate::distinct(&run.findings).len();
    if found == 0 {
        message
    } else {
        format!("{message}. Also found: {}", counted(found, "finding"))
    }
}

/// Formats an incomplete check: `rules.guard:3:5: message`.
fn line_of_issue(issue: &Incomplete) -> String {
    let Incomplete { file, message, .. } = issue;
    match (issue.at, file.is_empty()) {
        (Some(at), false) => format!("{file}:{}:{}: {message}", at.line, at.column),
        (None, false) => format!("{file}: {message}"),
        (_, true) => message.to_string(),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Serialization of these structs cannot fail.
fn json(answer: &Answer<'_>) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use cfn_warden_engine::{Cache, FailOn, IncompleteKind, Request, check};
    use cfn_warden_syntax::finding::{
        Aspect, Certainty, DeploymentNote, Related, RuleRef, Severity,
    };
    use cfn_warden_syntax::{Path, Position, Span, Step, Text};

    fn finding(id: &str, severity: Severity, message: &str) -> Finding {
        let path = ["Resources", "A", "Properties"].map(|key| Step::Key(key.to_owned()));
        Finding {
            engine: if id.len() == 5 {
                Engine::Lint
            } else {
                Engine::Guard
            },
            rule: RuleRef {
                id: id.to_owned().into(),
                title: "".into(),
                description: "".into(),
                source: "".into(),
                control: None,
            },
            severity,
            message: Text::rule_text(message),
            file: String::new(),
            path: Some(Path(path.to_vec())),
            span: Span {
                start: Position { line: 7, column: 1 },
                end: Position { line: 7, column: 2 },
            },
            value_span: None,
            remediation: None,
            fix: None,
            children: Vec::new(),
            aspect: Aspect::Other,
            certainty: Certainty::Certain,
            deployments: None,
            related: Vec::new(),
            documentation: None,
            extent: None,
            identity: None,
            fingerprint: None,
            original_severity: None,
            warn_mode: None,
        }
    }

    fn answered(findings: Vec<Finding>, incomplete: Vec<Incomplete>, fail_on: FailOn) -> Value {
        let nothing = check(&Request::default(), &Cache::default());
        let run = Run {
            findings,
            incomplete,
            fail_on,
            ..nothing
        };
        let answer = of(
            &Evaluation::Checked {
                run: Box::new(run),
                has_positions: true,
            },
            &ReportOutcome::NotConfigured,
            Origin::CloudFormation,
            Some("token".to_owned()),
        );
        serde_json::from_str(&answer).unwrap()
    }

    #[test]
    fn a_thousand_findings_stay_within_every_limit() {
        let findings = (0..1_000).map(|i| {
            let severity = if i % 2 == 0 {
                Severity::Warning
            } else {
                Severity::Error
            };
            finding(&format!("E{:04}", i), severity, &"ä".repeat(5_000))
        });
        let answer = answered(findings.collect(), Vec::new(), FailOn::Error);
        let message = answer["message"].as_str().unwrap();
        assert!(
            message.starts_with("Not compliant: 500 lint findings: E0001, E0003, "),
            "{message}"
        );
        assert!(
            message.len() <= LONG_MESSAGE && message.ends_with("..."),
            "{message}"
        );
        assert!(
            message.find(" (+4").is_some_and(|at| at <= NAMES),
            "{message}"
        );
        let annotations = answer["annotations"].as_array().unwrap();
        assert_eq!(annotations.len(), annotation::MOST);
        for annotation in annotations {
            assert_eq!(
                (&annotation["status"], &annotation["severityLevel"]),
                (&"FAILED".into(), &"HIGH".into())
            );
            assert!(annotation["statusMessage"].as_str().unwrap().len() <= 4_000);
        }
    }

    #[test]
    fn findings_that_count_come_first_and_others_do_not_fail() {
        let findings = || {
            vec![
                finding("W0001", Severity::Warning, "w"),
                finding("RULE_A", Severity::Error, "a"),
            ]
        };
        let answer = answered(findings(), Vec::new(), FailOn::Error);
        assert_eq!(
            answer["message"],
            "Not compliant: 1 Guard rule failed: RULE_A. A Properties (line 7): a"
        );
        assert_eq!(answer["annotations"][0]["annotationName"], "RULE_A");
        assert_eq!(answer["annotations"][1]["status"], "PASSED");
        let answer = answered(findings(), Vec::new(), FailOn::Never);
        assert_eq!(
            (&answer["hookStatus"], &answer["errorCode"]),
            (&"SUCCESS".into(), &Value::Null)
        );
        assert_eq!(answer["message"], "Compliant: 2 findings do not count");
        assert_eq!(answer["clientRequestToken"], "token");
    }

    #[test]
    fn a_guard_rule_has_one_annotation_for_a_resource() {
        let first = Finding {
            remediation: Some(Text::rule_text("y\n  now")),
            ..finding("RULE_A", Severity::Error, "\n  Violation: x\n")
        };
        let findings = vec![first, finding("RULE_A", Severity::Error, "z")];
        let answer = answered(findings, Vec::new(), FailOn::Error);
        assert_eq!(answer["annotations"].as_array().map(Vec::len), Some(1));
        let annotation = &answer["annotations"][0];
        assert_eq!(
            annotation["statusMessage"],
            "A Properties (line 7): Violation: x; A Properties (line 7): z"
        );
        assert_eq!(annotation["remediationMessage"], "y now");
    }

    #[test]
    fn annotations_start_with_deployments_and_are_separate_for_each_severity() {
        let of = |severity, when: &str| {
            let (when, witness) = (
                Text::operand(when),
                vec![("Env".to_owned(), "dev".to_owned())],
            );
            let note = DeploymentNote {
                when,
                witness,
                ..DeploymentNote::default()
            };
            Finding {
                deployments: Some(Box::new(note)),
                ..finding("RULE_A", severity, "x")
            }
        };
        let findings = vec![
            of(Severity::Warning, "always"),
            of(Severity::Error, "when not IsProd"),
        ];
        let answer = answered(findings, Vec::new(), FailOn::Error);
        let line = |one: &Value| (one["status"].clone(), one["statusMessage"].clone());
        let found: Vec<_> = answer["annotations"]
            .as_array()
            .unwrap()
            .iter()
            .map(line)
            .collect();
        let failed = "when not IsProd, for example with Env=dev: A Properties (line 7): x";
        let passed = "A Properties (line 7): x";
        assert_eq!(
            found,
            [
                ("FAILED".into(), failed.into()),
                ("PASSED".into(), passed.into())
            ]
        );
    }

    #[test]
    fn what_is_not_visible_is_escaped() {
        let hidden = "x\u{200b}\u{e0049}\u{202e}\u{1b}\n::y";
        let mut found = finding("E3012", Severity::Error, "");
        found.message = Text::operand(hidden);
        found.path = Some(Path(vec![
            Step::Key("Resources".to_owned()),
            Step::Key(hidden.to_owned()),
        ]));
        let issue = Incomplete {
            kind: IncompleteKind::Document,
            message: Text::operand(hidden),
            file: hidden.to_owned(),
            at: None,
        };
        let escaped = "x\\u{200b}\\u{e0049}\\u{202e}\\u{1b}\\n::y";
        for incomplete in [vec![], vec![issue]] {
            let answer = answered(vec![found.clone()], incomplete, FailOn::Error);
            let annotation = answer["annotations"].to_string();
            assert!(
                answer["message"].as_str().unwrap().contains(escaped),
                "{answer}"
            );
            let is_hidden = |c: char| c.is_control() || hidden.contains(c) && !c.is_ascii();
            assert_eq!(annotation.chars().find(|c| is_hidden(*c)), None);
        }
    }

    #[test]
    fn related_places_are_added_to_texts_of_at_most_a_thousand_bytes() {
        let text = |length: usize| {
            let found = finding("E1020", Severity::Error, &"x".repeat(length));
            let (path, span) = (
                Path(vec![
                    Step::Key("Parameters".to_owned()),
                    Step::Key("Env".to_owned()),
                ]),
                found.span,
            );
            let related = vec![Related {
                path,
                span,
                text: "the parameter `Env`".into(),
            }];
            let answer = answered(
                vec![Finding { related, ..found }],
                Vec::new(),
                FailOn::Error,
            );
            answer["annotations"][0]["statusMessage"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        let related = "; see Parameters/Env (line 7): the parameter `Env`";
        let longest = 1_000 - related.len() - "A Properties (line 7): ".len();
        assert!(
            text(longest).len() == 1_000 && text(longest).ends_with(related),
            "{}",
            text(longest)
        );
        assert!(text(longest + 1).ends_with('x'), "{}", text(longest + 1));
    }

    #[test]
    fn incomplete_checks_come_before_findings() {
        let at = Some(Position { line: 3, column: 5 });
        let issue = Incomplete {
            kind: IncompleteKind::Rules,
            message: "x".into(),
            file: "a.guard".to_owned(),
            at,
        };
        let answer = answered(
            vec![finding("E0001", Severity::Error, "e")],
            vec![issue.clone()],
            FailOn::Never,
        );
        assert_eq!(
            (&answer["hookStatus"], &answer["errorCode"]),
            (&"FAILED".into(), &"InternalFailure".into())
        );
        assert_eq!(
            answer["message"],
            "Could not be evaluated: a.guard:3:5: x. Also found: 1 finding"
        );
        let issue = |message: &str| Incomplete {
            message: Text::operand(message),
            ..issue.clone()
        };
        let answer = answered(Vec::new(), vec![issue("x"), issue("y")], FailOn::Never);
        assert_eq!(
            answer["message"],
            "Could not be evaluated: a.guard:3:5: x; a.guard:3:5: y"
        );
    }
}
