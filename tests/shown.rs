//! How reports show the names and values of documents.

use cfn_warden::report::formats;
use serde_json::Value;

use crate::cli::{folder, run};

/// A value, a logical ID and a key that clear the screen, pretend to be output and reverse the text after them.
const ESCAPES: &str = r#"{"Resources": {
    "A": {"Type": "AWS::SQS::Queue", "Properties": {"DelaySeconds": "\u001b[1;1Hcompliant\u202e\u009b2J\u007f"}},
    "B": {"Type": "AWS::SQS::Queue", "Properties": {"Delay\u001b[8mSeconds\u2066": 1}},
    "C\u001b[2J": {"Type": "AWS::SQS::Queue"}
}}"#;

fn is_shown(c: char) -> bool {
    matches!(c, '\n' | '\t')
        || !(c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{2066}')
}

#[test]
fn control_characters_of_a_template_do_not_reach_the_terminal() {
    for format in formats::ALL.iter().map(|format| format.name) {
        let report = run(&["check", "--format", format], ESCAPES).out;
        let raw: String = report.chars().filter(|c| !is_shown(*c)).collect();
        assert!(raw.is_empty(), "{format}: {raw:?} in {report}");
    }
    for format in ["pretty", "text", "parseable", "github", "markdown", "html"] {
        let report = run(&["check", "--format", format], ESCAPES).out;
        assert!(
            report.contains(r"\u{1b}[1;1Hcompliant\u{202e}\u{9b}2J\u{7f}"),
            "{format}: {report}"
        );
    }
    let json: Value =
        serde_json::from_str(&run(&["check", "--format", "json"], ESCAPES).out).unwrap();
    assert!(
        json.to_string()
            .contains(r"\\u{1b}[1;1Hcompliant\\u{202e}\\u{9b}2J\\u{7f}"),
        "{json}"
    );
    let lint = run(&["lint"], ESCAPES).out;
    assert!(
        lint.chars().all(is_shown) && lint.contains(r"'\x1b[1;1Hcompliant\u202e\x9b2J\x7f' is not"),
        "{lint}"
    );
}

#[test]
fn control_characters_of_arguments_do_not_reach_the_terminal() {
    let missing = run(&["check", "no\u{1b}[2Jfile.yaml"], "").err;
    assert!(
        missing.contains("no\\u{1b}[2Jfile.yaml") && missing.chars().all(is_shown),
        "{missing}"
    );
}

#[test]
fn a_file_with_two_names_is_checked_once() {
    let here = folder("same-file");
    let template = here.file("a.yaml", BAD);
    here.file("notes.yaml", "- 1\n");
    let folder = here.path().to_str().unwrap();
    let dotted = format!("{folder}/./a.yaml");
    let count = |words: &[&str]| {
        let report = run(&[&["check", "-f", "json"], words].concat(), "").out;
        let report: Value = serde_json::from_str(&report).unwrap();
        (
            report["summary"]["documents"].as_u64(),
            report["summary"]["errors"].as_u64(),
        )
    };
    for words in [
        &[&*template, &dotted][..],
        &[folder, &dotted],
        &[&dotted, folder, folder],
    ] {
        assert_eq!(count(words), (Some(1), Some(1)), "{words:?}");
    }
    let rules = here.file(
        "r.guard",
        "rule named { Resources.*.Properties.TopicName exists }\n",
    );
    let twice = run(
        &["check", "-f", "quiet", &template, "-r", &rules, &rules],
        "",
    )
    .out;
    assert_eq!(twice.lines().count(), 2, "{twice}");
}

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";

#[test]
fn standard_input_has_one_name() {
    for format in [
        "pretty",
        "text",
        "parseable",
        "quiet",
        "github",
        "html",
        "markdown",
        "junit",
        "cfn-lint-pretty",
    ] {
        let report = run(&["check", "--format", format], BAD).out;
        let name = if ["html", "junit", "markdown"].contains(&format) {
            "&lt;stdin&gt;"
        } else {
            "<stdin>"
        };
        let has_name = report.contains(name) || report.contains("<stdin>");
        assert!(has_name && !report.contains("None:"), "{format}: {report}");
    }
    let sarif: Value =
        serde_json::from_str(&run(&["check", "--format", "sarif"], BAD).out).unwrap();
    let file = sarif.pointer("/runs/0/results/0/locations/0/physicalLocation/artifactLocation");
    assert_eq!(
        file,
        Some(&serde_json::json!({"description": {"text": "<stdin>"}}))
    );
    assert_eq!(
        run(&["lint", "--format", "quiet"], BAD)
            .out
            .lines()
            .filter(|line| line.contains(" None:"))
            .count(),
        1
    );
}

#[test]
fn sarif_names_files_with_uris() {
    let here = folder("uris");
    let template = here.file("we ird ü#%,:name.yaml", BAD);
    let name = |format| {
        let sarif: Value =
            serde_json::from_str(&run(&["check", &template, "--format", format], "").out).unwrap();
        let uri =
            sarif.pointer("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri");
        uri.unwrap()
            .as_str()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(name("sarif"), "we%20ird%20%C3%BC%23%25,%3Aname.yaml");
    assert_eq!(
        name("cfn-lint-sarif"),
        "we ird ü#%,:name.yaml",
        "as cfn-lint writes it"
    );
}
