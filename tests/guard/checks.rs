//! Static checks of rules. Fixtures are named after their check; a line `#! ID: MESSAGE` follows the line of the
//! finding.

use std::path::{Path, PathBuf};

use cfn_warden::cli::Exit;
use cfn_warden_authoring as authoring;
use cfn_warden_guard::check::{Check, checks};
use cfn_warden_guard::syntax::ast::RulesFile;
use cfn_warden_guard::syntax::parse;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Finding;

use crate::cli::{self, Ended};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guard/checks")
}

fn check(file: &RulesFile, text: &str) -> Vec<Finding> {
    authoring::check(file, text, &Knowledge::bundled())
}

/// The checks of the language, and those that need schemas.
fn every_check() -> impl Iterator<Item = Check<()>> {
    fn without_run<F>(check: &Check<F>) -> Check<()> {
        let Check {
            id,
            title,
            description,
            severity,
            ..
        } = *check;
        Check {
            id,
            title,
            description,
            severity,
            run: (),
        }
    }
    checks::ALL.iter().map(|check| without_run(check)).chain(
        authoring::checks::ALL
            .iter()
            .map(|check| without_run(check)),
    )
}

/// Returns the expected findings in the comments of a fixture, with their lines.
fn expected_findings(text: &str) -> Vec<(u32, String)> {
    let mut expected = Vec::new();
    let mut line = 0;
    for (number, content) in (1..).zip(text.lines()) {
        match content.strip_prefix("#! ") {
            Some(finding) => expected.push((line, finding.to_owned())),
            None => line = number,
        }
    }
    expected
}

#[test]
fn every_check_reports_exactly_the_findings_of_its_fixture() {
    for check_of_name in every_check() {
        let path = folder().join(format!("{}.guard", check_of_name.id.replace('-', "_")));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = parse("fixture.guard", &text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let found = check(&file, &text);
        let mut actual: Vec<_> = found
            .iter()
            .map(|one| {
                (
                    one.span.start.line,
                    format!("{}: {}", one.rule.id, one.message),
                )
            })
            .collect();
        let mut expected = expected_findings(&text);
        actual.sort();
        expected.sort();
        assert_eq!(actual, expected, "{}", path.display());
        assert!(
            found.iter().any(|one| one.rule.id == check_of_name.id),
            "{} shows nothing",
            path.display()
        );
    }
}

#[test]
fn checks_have_unique_ids_and_descriptions() {
    let mut ids: Vec<_> = every_check().map(|one| one.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), every_check().count());
    assert!(every_check().all(|one| one.description.ends_with('.') && !one.title.ends_with('.')));
}

/// Evaluates all pairs of clauses on all values: no value passes two clauses that are reported as contradictory. Values
/// do not include empty lists, which pass every comparison.
#[test]
fn no_value_passes_clauses_that_contradict_each_other() {
    const CLAUSES: &[&str] = &[
        "a exists",
        "a !exists",
        "not a exists",
        "a empty",
        "a !empty",
        "a is_string",
        "a !is_string",
        "a is_list",
        "a is_struct",
        "a is_bool",
        "a is_int",
        "a is_float",
        "a is_null",
        "not a is_int",
        "a == 1",
        "a != 1",
        "not a == 1",
        "a == 1.0",
        "a == 2",
        "a > 1",
        "a >= 1",
        "a < 1",
        "a <= 1",
        "a > 2.5",
        "a < 2.5",
        "not a > 1",
        "a == 'x'",
        "a != 'x'",
        "a == 'xy'",
        "a == /x/",
        "a != /x/",
        "a == /^y/",
        "a in ['x', 'y']",
        "a not in ['x', 'y']",
        "a in [1, 2]",
        "a in [/x/, 2]",
        "a not in [/x/]",
        "a == true",
        "a != true",
        "a == false",
        "a == null",
        "a in [null, 1]",
        "a == ['x']",
        "a in 'xyz'",
        "a == r[1,2]",
        "some a == 1",
    ];
    const VALUES: &[&str] = &[
        "",
        "null",
        "true",
        "false",
        "0",
        "1",
        "1.0",
        "2",
        "2.5",
        "3",
        "'x'",
        "'y'",
        "'xy'",
        "'yx'",
        "''",
        "{}",
        "{b: 1}",
        "[1]",
        "[1, 2]",
        "['x']",
        "['x', 'y']",
        "[[1]]",
        "[null]",
        "[true]",
        "['xy', 1]",
    ];
    let mut found = 0;
    for (one, other) in CLAUSES
        .iter()
        .flat_map(|one| CLAUSES.iter().map(move |other| (one, other)))
    {
        let rules = format!("rule r {{\n {one}\n {other}\n}}\n");
        let file = parse("fixture.guard", &rules).unwrap();
        if !check(&file, &rules)
            .iter()
            .any(|one| one.rule.id == "contradiction")
        {
            continue;
        }
        found += 1;
        for value in VALUES {
            let document = if value.is_empty() {
                "{b: 1}".to_owned()
            } else {
                format!("{{a: {value}}}")
            };
            let status = super::verdicts(&rules, &document).unwrap()["r"][0];
            assert_eq!(
                status,
                cfn_warden_guard::Status::Fail,
                "{one}, {other}: {document}"
            );
        }
    }
    assert!(found > 200, "{found}");
}

fn run(arguments: &[&str], stdin: &str) -> (Exit, String) {
    let Ended { exit, out, .. } = cli::run(&[&["rules", "check"], arguments].concat(), stdin);
    (exit, out)
}

#[test]
fn the_command_prints_in_every_format_and_fails_on_errors() {
    let (exit, out) = run(&["--format", "pretty"], "rule a { %b exists }\n");
    assert_eq!(exit, Exit::NOT_COMPLIANT);
    assert!(out.contains("undefined-variable"), "{out}");
    let warned = "rule a { b in [] }\n";
    assert_eq!(run(&[], warned).0, Exit::OK);
    assert_eq!(run(&["--strict"], warned).0, Exit::NOT_COMPLIANT);
    assert_eq!(run(&[], "rule a { b exists }\n").0, Exit::OK);
    let (exit, out) = run(&["-f", "json"], "rule a { b == }\nrule c { d }\n");
    assert_eq!(exit, Exit::NOT_COMPLIANT);
    assert!(
        out.contains("unexpected `}`: expected a query, a value or a function call"),
        "{out}"
    );
}

/// The summary counts rules: what the rules are about was not checked.
#[test]
fn the_summary_is_about_the_rules() {
    let rules = "rule a { b exists }\nrule c(d) { %d exists }\n";
    let (exit, out) = run(&["--format", "pretty"], rules);
    assert_eq!(exit, Exit::OK);
    assert_eq!(
        out,
        "compliant (2 rules in 1 file, 0 errors, 0 warnings, 0 inputs not checked)\n"
    );
}

#[test]
fn every_check_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guard.md");
    let text = std::fs::read_to_string(path).unwrap();
    for one in every_check() {
        let severity = format!("{:?}", one.severity).to_lowercase();
        let row = format!(
            "| `{}` | {severity} | {}. {} |",
            one.id, one.title, one.description
        );
        assert!(text.contains(&row), "docs/guard.md lacks this row:\n{row}");
    }
}
