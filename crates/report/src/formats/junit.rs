//! JUnit XML with one test case per rule, as in cfn-lint's `--format junit`. Guard rules, incomplete checks and unseen
//! parts are in separate suites. A finding that does not count against the run, such as a warning, is output of its test case and
//! not a failure.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/junit.py>

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};

use crate::baseline::findings_are;
use crate::waivers::{Waived, waived};
use crate::words::shown_name;
use crate::xml::Xml;
use crate::{self as report, EscapingWriter, Format, Notation, matches, not_seen, used_rules};
use cfn_warden_engine::baseline::new_findings;
use cfn_warden_engine::coverage::{Kind, NotSeen};
use cfn_warden_engine::{Incomplete, Run};
use cfn_warden_lint::select::{is_experimental, is_own};
use cfn_warden_lint::{Page, custom};
use cfn_warden_syntax::finding::{Engine, Finding};

/// JUnit XML.
pub static FORMAT: Format = Format {
    name: "junit",
    docs: "JUnit XML with a test case for each rule",
    notation: Notation::Text,
    render,
};

#[derive(Default)]
struct Suite {
    name: &'static str,
    properties: Vec<(&'static str, usize)>,
    cases: Vec<Case>,
    /// Lines of `system-out`.
    output: Vec<String>,
}

struct Case {
    name: String,
    url: Option<String>,
    outcome: Outcome,
}

/// The outcome of a test case.
enum Outcome {
    /// Not run or not counted, with the reason.
    Skipped(Cow<'static, str>),
    /// The findings; empty if there are none.
    Run(Vec<Reported>),
    /// The check could not be completed.
    Error(String),
}

/// Which findings are failures of their test case.
#[derive(Clone, Copy)]
pub(super) enum Failing {
    /// Those that count against the run.
    Counted,
    /// All, as in cfn-lint.
    All,
}

/// A finding as type and message, and whether it is a failure.
struct Reported {
    kind: String,
    message: String,
    is_failure: bool,
}

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    write(run, Failing::Counted, out)
}

/// Writes the report of a run.
pub(super) fn write(
    run: &Run<'_>,
    failing: Failing,
    out: &mut EscapingWriter<'_>,
) -> io::Result<()> {
    let suite = |name, cases| Suite {
        name,
        cases,
        ..Suite::default()
    };
    let mut suites = Vec::new();
    if !run.ended_before_check() {
        suites.push(suite("CloudFormation Lint", lint_cases(run, failing)));
    }
    let guard = guard_cases(run, failing);
    if !guard.is_empty() {
        suites.push(suite("Guard rules", guard));
    }
    if !run.incomplete.is_empty() {
        suites.push(suite(
            "Not checked",
            run.incomplete.iter().map(unchecked).collect(),
        ));
    }
    let waived = waived(run);
    if !waived.is_empty() {
        suites.push(suite("Waived", waived.iter().map(waiver).collect()));
    }
    suites.extend(coverage(run));
    suites.extend(baseline(run));
    let total = |count: fn(&Suite) -> usize| -> usize { suites.iter().map(count).sum() };
    let mut xml = Xml::new(r#"<?xml version="1.0" ?>"#, "\t", |c| {
        is_illegal(c).then_some("")
    });
    let attributes = [
        ("disabled", "0".to_owned()),
        ("errors", total(errors).to_string()),
        ("failures", total(failures).to_string()),
        ("tests", total(|suite| suite.cases.len()).to_string()),
        ("time", "0.0".to_owned()),
    ];
    xml.open("testsuites", &attributes);
    suites.iter().for_each(|suite| write_suite(suite, &mut xml));
    xml.close("testsuites");
    write!(out, "{}\n\n", xml.finish())
}

/// Returns the test cases of lint rules by ID. cfn-lint's order is that of its files on disk.
fn lint_cases(run: &Run<'_>, failing: Failing) -> Vec<Case> {
    let used = used_rules::of(run);
    let mut found: BTreeMap<&str, Vec<Reported>> = BTreeMap::new();
    // A rule that cfn-lint does not have is only listed where it runs.
    let pages = Page::all().filter(|page| !is_own(page.id) || used.contains(page.id));
    let mut named: BTreeMap<&str, (&str, &str)> = pages
        .map(|page| (page.id, (page.title, page.source)))
        .collect();
    let settings = run
        .documents
        .iter()
        .filter_map(|document| document.linted.as_ref());
    for rule in settings.flat_map(|settings| settings.custom_rules.iter()) {
        named.insert(&rule.id, (custom::TITLE, ""));
    }
    let matches = matches::of_lint(run.findings.iter());
    for finding in matches.iter().map(|found| &*found.finding) {
        named
            .entry(&finding.rule.id)
            .or_insert((&finding.rule.title, &finding.rule.source));
        found
            .entry(&finding.rule.id)
            .or_default()
            .push(reported(finding, run, failing));
    }
    named
        .into_iter()
        .map(|(id, words)| lint_case(id, words, found.remove(id), &used))
        .collect()
}

/// Returns the test case of a rule. A rule with findings has run, including those that report unreadable files.
fn lint_case(
    id: &str,
    (title, source): (&str, &str),
    found: Option<Vec<Reported>>,
    used: &BTreeSet<&str>,
) -> Case {
    let name = format!("{id} {title}");
    if found.is_some() || used.contains(id) {
        let url = Some(source.to_owned()).filter(|url| !url.is_empty());
        return Case {
            name,
            url,
            outcome: Outcome::Run(found.unwrap_or_default()),
        };
    }
    let why = if is_experimental(id) {
        "Experimental rule - not enabled"
    } else {
        "Ignored rule"
    };
    Case {
        name,
        url: None,
        outcome: Outcome::Skipped(why.into()),
    }
}

/// Returns the test case of a finding that a waiver accepts.
fn waiver(Waived { finding, why }: &Waived<'_>) -> Case {
    let message = message_of(finding);
    Case {
        name: format!("{} {message}", finding.rule.id),
        url: None,
        outcome: Outcome::Skipped(why.clone().into()),
    }
}

fn message_of(finding: &Finding) -> String {
    let (file, at) = (shown_name(&finding.file), finding.span.start);
    format!(
        "{} at {file}:{}:{}",
        finding.described(),
        at.line,
        at.column
    )
}

fn reported(finding: &Finding, run: &Run<'_>, failing: Failing) -> Reported {
    Reported {
        kind: finding.described().to_string(),
        message: message_of(finding),
        is_failure: match failing {
            Failing::Counted => run.fail_on.counts(finding),
            Failing::All => true,
        },
    }
}

/// Returns the test cases of all Guard rules, including those that passed or never applied.
fn guard_cases(run: &Run<'_>, failing: Failing) -> Vec<Case> {
    let mut found: BTreeMap<&str, Vec<Reported>> = BTreeMap::new();
    for finding in run
        .findings
        .iter()
        .filter(|finding| finding.engine == Engine::Guard)
    {
        found
            .entry(&finding.rule.id)
            .or_default()
            .push(reported(finding, run, failing));
    }
    let others = run
        .coverage
        .each_rule()
        .filter(|(_, rule, counts)| counts.failed == 0 && !found.contains_key(rule));
    let others: BTreeMap<&str, bool> =
        others.fold(BTreeMap::new(), |mut others, (_, rule, counts)| {
            *others.entry(rule).or_default() |= counts.applied();
            others
        });
    let case = |(id, failures): (&str, _)| Case {
        name: id.to_owned(),
        url: None,
        outcome: Outcome::Run(failures),
    };
    let other = |(id, applied): (&str, bool)| {
        let outcome = if applied {
            Outcome::Run(Vec::new())
        } else {
            Outcome::Skipped("Did not apply to any document".into())
        };
        Case {
            name: id.to_owned(),
            url: None,
            outcome,
        }
    };
    let rules = || run.coverage.each_rule().map(|(_, rule, _)| rule);
    let off: BTreeSet<&str> = rules()
        .filter(|rule| run.turned_off.contains_key(*rule))
        .collect();
    let ignored = |id: &str| Case {
        name: id.to_owned(),
        url: None,
        outcome: Outcome::Skipped("Ignored rule".into()),
    };
    let cases = found
        .into_iter()
        .map(case)
        .chain(others.into_iter().map(other));
    cases.chain(off.into_iter().map(ignored)).collect()
}

/// Returns the suite of unseen parts: an error if a part fails the run, otherwise a line of output.
fn coverage(run: &Run<'_>) -> Option<Suite> {
    let parts = not_seen::parts(run);
    if parts.is_empty() {
        return None;
    }
    let (failing, others): (Vec<&NotSeen>, Vec<_>) =
        parts.into_iter().partition(|part| not_seen::fails(part));
    let line = |part: &&NotSeen| {
        format!(
            "{}: {} ({})",
            not_seen::position(part),
            part.reason,
            part.kind
        )
    };
    let case = |part: &&NotSeen| Case {
        name: format!("{} {}", part.kind, shown_name(&part.file)),
        url: None,
        outcome: Outcome::Error(line(part)),
    };
    let count = |kind: Kind| {
        run.coverage
            .not_seen
            .iter()
            .filter(|part| part.kind == kind)
            .count()
    };
    Some(Suite {
        name: "Not seen",
        properties: Kind::ALL
            .map(|kind| (kind.name(), count(kind)))
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .collect(),
        cases: failing.iter().map(case).collect(),
        output: others.iter().map(line).collect(),
    })
}

/// Returns the suite of the baseline: a skipped test case for each rule that has findings in it, which CI systems list.
fn baseline(run: &Run<'_>) -> Option<Suite> {
    let used = run.baseline.as_ref()?;
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &used.known {
        let count = rules.entry(&finding.rule.id).or_default();
        *count = count.saturating_add(1);
    }
    let case = |(rule, count): (&str, usize)| {
        let outcome = Outcome::Skipped(format!("{} in the baseline", findings_are(count)).into());
        Case {
            name: rule.to_owned(),
            url: None,
            outcome,
        }
    };
    let properties = vec![
        ("known", used.known.len()),
        ("new", new_findings(run)),
        ("stale", used.stale.len()),
    ];
    let output = report::in_baseline(run).into_iter().collect();
    Some(Suite {
        name: "Baseline",
        properties,
        cases: rules.into_iter().map(case).collect(),
        output,
    })
}

fn unchecked(issue: &Incomplete) -> Case {
    let name = shown_name(&issue.file);
    let place = issue
        .at
        .map(|at| format!(" at {name}:{}:{}", at.line, at.column))
        .unwrap_or_default();
    Case {
        name: name.to_owned(),
        url: None,
        outcome: Outcome::Error(format!("{}{place}", issue.message)),
    }
}

fn failures(suite: &Suite) -> usize {
    suite
        .cases
        .iter()
        .filter(|case| {
            matches!(&case.outcome, Outcome::Run(found) if found.iter().any(|one| one.is_failure))
        })
        .count()
}

fn errors(suite: &Suite) -> usize {
    suite
        .cases
        .iter()
        .filter(|case| matches!(case.outcome, Outcome::Error(_)))
        .count()
}

fn write_suite(suite: &Suite, xml: &mut Xml) {
    let skipped = suite
        .cases
        .iter()
        .filter(|case| matches!(case.outcome, Outcome::Skipped(_)))
        .count();
    let attributes = [
        ("disabled", "0".to_owned()),
        ("errors", errors(suite).to_string()),
        ("failures", failures(suite).to_string()),
        ("name", suite.name.to_owned()),
        ("skipped", skipped.to_string()),
        ("tests", suite.cases.len().to_string()),
        ("time", "0".to_owned()),
    ];
    xml.open("testsuite", &attributes);
    if !suite.properties.is_empty() {
        xml.open("properties", &[]);
        for (name, value) in &suite.properties {
            xml.empty(
                "property",
                &[("name", (*name).to_owned()), ("value", value.to_string())],
            );
        }
        xml.close("properties");
    }
    suite.cases.iter().for_each(|case| write_case(case, xml));
    if !suite.output.is_empty() {
        xml.text("system-out", &[], &suite.output.join("\n"));
    }
    xml.close("testsuite");
}

fn write_case(case: &Case, xml: &mut Xml) {
    let mut attributes = vec![("name", case.name.clone())];
    attributes.extend(case.url.iter().map(|url| ("url", url.clone())));
    if matches!(&case.outcome, Outcome::Run(found) if found.is_empty()) {
        return xml.empty("testcase", &attributes);
    }
    xml.open("testcase", &attributes);
    let mut entry = |name, kind: &str, message: &str| {
        xml.empty(
            name,
            &[("type", kind.to_owned()), ("message", message.to_owned())],
        );
    };
    match &case.outcome {
        Outcome::Run(found) => found
            .iter()
            .filter(|one| one.is_failure)
            .for_each(|one| entry("failure", &one.kind, &one.message)),
        Outcome::Skipped(why) => entry("skipped", "skipped", why),
        Outcome::Error(why) => entry("error", "error", why),
    }
    let output: Vec<&str> = match &case.outcome {
        Outcome::Run(found) => found
            .iter()
            .filter(|one| !one.is_failure)
            .map(|one| one.message.as_str())
            .collect(),
        Outcome::Skipped(_) | Outcome::Error(_) => Vec::new(),
    };
    if !output.is_empty() {
        xml.text("system-out", &[], &output.join("\n"));
    }
    xml.close("testcase");
}

/// Whether XML does not allow a character, or cfn-lint removes it.
fn is_illegal(c: char) -> bool {
    matches!(c, '\0'..='\x08' | '\x0b'..='\x1f' | '\x7f'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fdd0}'..='\u{fddf}')
        || u32::from(c) & 0xfffe == 0xfffe
}
