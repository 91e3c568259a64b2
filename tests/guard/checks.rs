//! What is suspicious in rules. A fixture bears the name of its check; a line `#! ID: MESSAGE` stands under the line that
//! the finding is about.

use std::path::{Path, PathBuf};

use cfn_warden::cli::{self, Exit, Io};
use cfn_warden::engine::authoring::{self, check};
use cfn_warden::guard::check::{Check, checks};
use cfn_warden::guard::syntax::parse;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guard/checks")
}

/// Those of the language, and those by schemas.
fn every_check() -> impl Iterator<Item = &'static Check> {
    checks::ALL.iter().chain(authoring::checks::ALL).copied()
}

/// The findings that a fixture's comments announce, with the line each is about.
fn announced(text: &str) -> Vec<(u32, String)> {
    let mut expected = Vec::new();
    let mut line = 0;
    for (number, content) in (1..).zip(text.lines()) {
        match content.strip_prefix("#! ") {
            Some(announced) => expected.push((line, announced.to_owned())),
            None => line = number,
        }
    }
    expected
}

#[test]
fn every_check_finds_what_its_fixture_announces_and_nothing_else() {
    for check_of_name in every_check() {
        let path = folder().join(format!("{}.guard", check_of_name.id.replace('-', "_")));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = parse("fixture.guard", &text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let found = check(&file, &text);
        let mut said: Vec<_> =
            found.iter().map(|one| (one.span.start.line, format!("{}: {}", one.rule.id, one.message))).collect();
        let mut expected = announced(&text);
        said.sort();
        expected.sort();
        assert_eq!(said, expected, "{}", path.display());
        assert!(found.iter().any(|one| one.rule.id == check_of_name.id), "{} shows nothing", path.display());
    }
}

#[test]
fn checks_have_ids_of_their_own_and_say_what_to_do() {
    let mut ids: Vec<_> = every_check().map(|one| one.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), every_check().count());
    assert!(every_check().all(|one| one.description.ends_with('.') && !one.title.ends_with('.')));
}

fn run(arguments: &[&str], stdin: &str) -> (Exit, String) {
    let (mut stdin, mut out, mut err) = (stdin.as_bytes(), Vec::new(), Vec::new());
    let line = ["cfn-warden", "rules", "check"].iter().chain(arguments);
    let exit = cli::run(line, &mut Io { stdin: &mut stdin, out: &mut out, err: &mut err });
    (exit, String::from_utf8(out).unwrap())
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
    assert!(out.contains("unexpected `}`: expected a query, a value or a function"), "{out}");
}

#[test]
fn every_check_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guard.md");
    let text = std::fs::read_to_string(path).unwrap();
    for one in every_check() {
        let severity = format!("{:?}", one.severity).to_lowercase();
        let row = format!("| `{}` | {severity} | {}. {} |", one.id, one.title, one.description);
        assert!(text.contains(&row), "docs/guard.md lacks this row:\n{row}");
    }
}
