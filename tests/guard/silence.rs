//! Rules and tests that check nothing are errors, with a message and a nonzero exit code.

use std::path::{Path, PathBuf};

use cfn_warden::cli::Exit;

use crate::cli::{self, Ended};

/// A temporary folder, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("cfn-warden-silence-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    }

    fn path(&self) -> String {
        self.0.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(line: &[&str], stdin: &str) -> (Exit, String, String) {
    let Ended { exit, out, err } = cli::run(line, stdin);
    (exit, out, err)
}

const RULES: &str = "rule encrypted { this exists }\n";
const TESTS: &str = "- input: {}\n  expectations: {rules: {encrypted: PASS}}\n";

#[test]
fn files_without_rules_are_errors() {
    for text in [
        "",
        " \n",
        "# later\n",
        "let a = 1\n",
        "rule a(b) { %b exists }\n",
    ] {
        let (exit, out, _) = run(&["rules", "check"], text);
        assert_eq!(exit, Exit::NOT_COMPLIANT, "{text}");
        assert!(
            out.contains("no-rules") && out.contains("expected a rule"),
            "{text}: {out}"
        );
    }
    assert_eq!(run(&["rules", "check"], RULES).0, Exit::OK);
}

#[test]
fn a_folder_without_rules_is_an_error() {
    let folder = Folder::new("rules");
    folder.file("readme.md", "no rules here");
    let (exit, _, err) = run(&["rules", "check", &folder.path()], "");
    assert_eq!(exit, Exit::ERROR);
    assert!(
        err.contains("found no files that end in .guard, .ruleset"),
        "{err}"
    );
}

/// Rules, tests, the exit code, and the message.
const SUITES: &[(&str, &str, u8, &str)] = &[
    (RULES, TESTS, 0, ""),
    ("", TESTS, 1, "has no rules"),
    ("# later", TESTS, 1, "has no rules"),
    (RULES, "", 1, "has no tests"),
    (RULES, "[]", 1, "has no tests"),
    (
        RULES,
        "- input: {}\n  expectations: {rules: {}}\n",
        1,
        "has no expectations",
    ),
    (
        RULES,
        "- input: {}\n  expectations: {rules: {encryptd: PASS}}\n",
        7,
        "did you mean `encrypted`?",
    ),
    (
        RULES,
        "- input: {}\n  expectations: {rules: {default: PASS, encrypted: PASS}}\n",
        7,
        "unknown rule `default`",
    ),
    (
        RULES,
        "- input: {}\n  expectations: {rules: {encrypted: PAS}}\n",
        255,
        "PAS",
    ),
];

#[test]
fn unit_tests_without_expectations_are_errors() {
    for (at, (rules, tests, code, message)) in SUITES.iter().enumerate() {
        let folder = Folder::new(&format!("suite-{at}"));
        let (rules, tests) = (
            folder.file("a.guard", rules),
            folder.file("tests/a_tests.yaml", tests),
        );
        let (exit, _, err) = run(&["test", "-r", &rules, "-t", &tests], "");
        assert_eq!(exit, Exit(*code), "{at}: {err}");
        assert!(
            err.contains(message) && err.is_empty() == message.is_empty(),
            "{at}: {err}"
        );
        for format in ["json", "yaml", "junit"] {
            let (exit, out, err) = run(&["test", "-r", &rules, "-t", &tests, "-o", format], "");
            // The structured formats report an invalid verdict in their output.
            let code = match (*code, format) {
                (255, _) => 1,
                // Listed in the output and on standard error.
                (7, "json" | "yaml") => 0,
                (code, _) => code,
            };
            assert_eq!(exit, Exit(code), "{at} {format}: {err}");
            assert!(
                err.contains(message) || out.contains(message),
                "{at} {format}: {err}"
            );
        }
        let (exit, _, err) = run(&["test", "-d", &folder.path()], "");
        assert_eq!(exit, Exit(*code), "{at} -d: {err}");
    }
}

#[test]
fn folders_without_tests_are_errors() {
    let folder = Folder::new("folder");
    folder.file("a.guard", RULES);
    for line in [
        &["test", "-d", &folder.path()][..],
        &["test", "-d", &folder.path(), "-o", "json"],
    ] {
        let (exit, _, err) = run(line, "");
        assert_eq!(exit, Exit(1), "{err}");
        assert!(err.contains("has no tests: expected rules files"), "{err}");
    }
    let rules = Path::new(&folder.path())
        .join("a.guard")
        .to_string_lossy()
        .into_owned();
    let (exit, _, err) = run(&["test", "-r", &rules, "-t", &rules], "");
    assert_eq!(exit, Exit(1), "{err}");
    assert!(
        err.contains("has no tests: expected files that end in .yaml"),
        "{err}"
    );
}
