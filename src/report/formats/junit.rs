//! JUnit's XML, as cfn-lint's `--format junit` writes it: a test case for each rule. Guard's rules that fail, and what
//! could not be checked, are suites of their own.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/junit.py>

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use crate::engine::{Fault, Run};
use crate::finding::{Engine, Finding};
use crate::lint::select::is_experimental;
use crate::lint::{self, Rule, custom};
use crate::report::{Format, Paint, matches, used_rules};

/// JUnit's XML.
pub static FORMAT: Format =
    Format { name: "junit", docs: "JUnit's XML: cfn-lint's, with Guard's rules in a second suite", render };

struct Suite {
    name: &'static str,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    url: Option<String>,
    came: Came,
}

/// What came of a case.
enum Came {
    /// It was not asked for; why.
    Skipped(&'static str),
    /// What it found, as type and message; nothing where it passed.
    Failures(Vec<(String, String)>),
    /// It could not be carried out.
    Error(String),
}

fn render(run: &Run<'_>, _: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    let mut suites = vec![Suite { name: "CloudFormation Lint", cases: lint_cases(run) }];
    let guard = guard_cases(run);
    if !guard.is_empty() {
        suites.push(Suite { name: "Guard rules", cases: guard });
    }
    if !run.faults.is_empty() {
        suites.push(Suite { name: "Not checked", cases: run.faults.iter().map(unchecked).collect() });
    }
    let total = |count: fn(&Suite) -> usize| -> usize { suites.iter().map(count).sum() };
    writeln!(out, r#"<?xml version="1.0" ?>"#)?;
    writeln!(
        out,
        r#"<testsuites disabled="0" errors="{}" failures="{}" tests="{}" time="0.0">"#,
        total(errors),
        total(failures),
        total(|suite| suite.cases.len()),
    )?;
    for suite in &suites {
        write_suite(suite, out)?;
    }
    writeln!(out, "</testsuites>\n")
}

/// By rule id. The reference's order is that in which its files lie in the file system.
fn lint_cases(run: &Run<'_>) -> Vec<Case> {
    let used = used_rules::of(run);
    let mut found: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
    let mut named: BTreeMap<&str, (&str, &str)> =
        lint::all_rules().map(|rule: &Rule| (rule.id, (rule.title, rule.source))).collect();
    let settings = run.documents.iter().filter_map(|document| document.linted.as_ref());
    for rule in settings.flat_map(|settings| settings.custom_rules.iter()) {
        named.insert(&rule.id, (custom::TITLE, ""));
    }
    let matches = matches::of_lint(run);
    for finding in matches.iter().map(|found| &*found.finding) {
        named.entry(&finding.rule.id).or_insert((&finding.rule.title, &finding.rule.source));
        found.entry(&finding.rule.id).or_default().push(failure(finding));
    }
    named.into_iter().map(|(id, words)| lint_case(id, words, found.remove(id), &used)).collect()
}

/// A rule of which something was found has run, also where it is one of reading files, before all others.
fn lint_case(
    id: &str,
    (title, source): (&str, &str),
    found: Option<Vec<(String, String)>>,
    used: &BTreeSet<&str>,
) -> Case {
    let name = format!("{id} {title}");
    if found.is_some() || used.contains(id) {
        let url = Some(source.to_owned()).filter(|url| !url.is_empty());
        return Case { name, url, came: Came::Failures(found.unwrap_or_default()) };
    }
    let why = if is_experimental(id) { "Experimental rule - not enabled" } else { "Ignored rule" };
    Case { name, url: None, came: Came::Skipped(why) }
}

fn failure(finding: &Finding) -> (String, String) {
    let (file, at) = (matches::file_name(Some(finding)), finding.span.start);
    (finding.message.clone(), format!("{} at {file}:{}:{}", finding.message, at.line, at.column))
}

/// Of the rules that pass a run knows the number only.
fn guard_cases(run: &Run<'_>) -> Vec<Case> {
    let mut found: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
    for finding in run.findings.iter().filter(|finding| finding.engine == Engine::Guard) {
        found.entry(&finding.rule.id).or_default().push(failure(finding));
    }
    let case = |(id, failures): (&str, _)| Case { name: id.to_owned(), url: None, came: Came::Failures(failures) };
    found.into_iter().map(case).collect()
}

fn unchecked(fault: &Fault) -> Case {
    let name = if fault.file.is_empty() { "standard input" } else { &fault.file };
    let place = fault.at.map(|at| format!(" at {name}:{}:{}", at.line, at.column)).unwrap_or_default();
    Case { name: name.to_owned(), url: None, came: Came::Error(format!("{}{place}", fault.message)) }
}

fn failures(suite: &Suite) -> usize {
    suite.cases.iter().filter(|case| matches!(&case.came, Came::Failures(found) if !found.is_empty())).count()
}

fn errors(suite: &Suite) -> usize {
    suite.cases.iter().filter(|case| matches!(case.came, Came::Error(_))).count()
}

fn write_suite(suite: &Suite, out: &mut dyn io::Write) -> io::Result<()> {
    let skipped = suite.cases.iter().filter(|case| matches!(case.came, Came::Skipped(_))).count();
    writeln!(
        out,
        "\t<testsuite disabled=\"0\" errors=\"{}\" failures=\"{}\" name=\"{}\" skipped=\"{skipped}\" tests=\"{}\" time=\"0\">",
        errors(suite),
        failures(suite),
        suite.name,
        suite.cases.len(),
    )?;
    for case in &suite.cases {
        write_case(case, out)?;
    }
    writeln!(out, "\t</testsuite>")
}

fn write_case(case: &Case, out: &mut dyn io::Write) -> io::Result<()> {
    write!(out, "\t\t<testcase name=\"{}\"", escaped(&case.name))?;
    if let Some(url) = &case.url {
        write!(out, " url=\"{}\"", escaped(url))?;
    }
    match &case.came {
        Came::Failures(found) if found.is_empty() => return writeln!(out, "/>"),
        Came::Failures(found) => {
            writeln!(out, ">")?;
            for (kind, message) in found {
                writeln!(out, "\t\t\t<failure type=\"{}\" message=\"{}\"/>", escaped(kind), escaped(message))?;
            }
        }
        Came::Skipped(why) => writeln!(out, ">\n\t\t\t<skipped type=\"skipped\" message=\"{why}\"/>")?,
        Came::Error(why) => writeln!(out, ">\n\t\t\t<error type=\"error\" message=\"{}\"/>", escaped(why))?,
    }
    writeln!(out, "\t\t</testcase>")
}

/// A text in an attribute. What XML cannot say is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\0'..='\x08' | '\x0b'..='\x1f' | '\x7f'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fdd0}'..='\u{fddf}' => {}
            c if u32::from(c) & 0xfffe == 0xfffe => {}
            c => out.push(c),
        }
    }
    out
}
