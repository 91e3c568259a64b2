//! Spellings of the Guard user guide that cfn-guard 3.2.1 rejects.

use cfn_warden::cli::Exit;
use serde_json::json;

use crate::cli::{self, Ended};

const FILES: &str = "tests/guard/outputs/files";

fn run(line: &[&str], stdin: &str) -> (Exit, String, String) {
    let Ended { exit, out, err } = cli::run(&[&["validate"], line].concat(), stdin);
    (exit, out, err)
}

#[test]
fn show_clause_failures_has_no_effect() {
    let (rules, data) = (
        format!("{FILES}/mixed.guard"),
        format!("{FILES}/template.yaml"),
    );
    let line = ["-r", &rules, "-d", &data];
    let plain = run(&line, "");
    assert_eq!(plain.0, Exit::GUARD_FAIL);
    for option in ["-s", "--show-clause-failures"] {
        assert_eq!(run(&[&line[..], &[option]].concat(), ""), plain, "{option}");
    }
}

#[test]
fn parameters_have_two_names() {
    let (rules, data) = (
        format!("{FILES}/params.guard"),
        format!("{FILES}/tree/data/one.yaml"),
    );
    let params = format!("{FILES}/params");
    let line = ["-r", &rules, "-d", &data, "-S", "all"];
    let short = run(&[&line[..], &["--input-params", &params]].concat(), "");
    assert_ne!(run(&line, ""), short);
    assert_eq!(
        run(&[&line[..], &["--input-parameters", &params]].concat(), ""),
        short
    );
}

#[test]
fn documents_in_a_payload_may_be_objects() {
    let document = r#"{"Resources": {"A": {"Type": "AWS::EC2::Volume", "Properties": {"Size": 12345678901234567890}}}}"#;
    let rules = json!(["rule small { Resources.*.Properties.Size < 3 }"]);
    let text = json!({"rules": rules, "data": [document, document]}).to_string();
    let object = format!(
        r#"{{"rules": {rules}, "data": [{document}, {}]}}"#,
        json!(document)
    );
    let expected = run(&["--payload"], &text);
    assert_eq!(expected.0, Exit::GUARD_FAIL);
    assert_eq!(run(&["--payload"], &object), expected);
    for other in ["[[]]", "[1]", "[null]", "{}"] {
        let (exit, _, err) = run(
            &["--payload"],
            &format!(r#"{{"rules": {rules}, "data": {other}}}"#),
        );
        assert_eq!(exit, Exit::GUARD_ERROR, "{other}");
        assert!(err.contains("invalid type"), "{err}");
    }
}
