//! Tests of parameter values: `lint` has cfn-lint's findings (`scripts/record_parameters.py`).

use std::collections::BTreeSet;

use cfn_warden_lint as lint;
use serde_json::Value;

use crate::cli::{self, Ended};

/// Runs a command line in the project's folder and returns output, errors and exit code.
pub fn run(line: &[&str]) -> (String, String, u8) {
    let Ended { exit, out, err } = cli::run(line, "");
    (out, err, exit.0)
}

#[test]
fn findings_with_parameters_match_cfn_lints() {
    let built: BTreeSet<_> = lint::Page::ids().collect();
    let cases: Vec<Value> = serde_json::from_str(include_str!("parameters/results.json")).unwrap();
    assert!(cases.len() > 15);
    let mut wrong = Vec::new();
    for case in &cases {
        let line = case["line"].as_str().unwrap();
        let words: Vec<&str> = ["lint"]
            .into_iter()
            .chain(line.split(' '))
            .chain(["--format", "json"])
            .collect();
        let (out, err, exit) = run(&words);
        assert_eq!(err, "", "{line}");
        let found: Vec<Value> = serde_json::from_str(&out).unwrap();
        let found: Vec<_> = found.iter().map(fields_of).collect();
        let recorded = case["findings"].as_array().unwrap().iter();
        let recorded = recorded.filter(|one| built.contains(one["rule"].as_str().unwrap()));
        let recorded: Vec<_> = recorded
            .map(|one| ["rule", "file", "place", "message"].map(|part| one[part].clone()))
            .collect();
        let bits = recorded.iter().fold(0, |bits, one| {
            bits | if one[0].as_str().unwrap().starts_with('E') {
                2
            } else {
                4
            }
        });
        let sorted = |mut all: Vec<[Value; 4]>| {
            all.sort_by_key(|one| format!("{one:?}"));
            all
        };
        let (found, recorded) = (sorted(found), sorted(recorded));
        let missed = recorded
            .iter()
            .filter(|one| !found.contains(one))
            .map(|one| format!("{line}: not found: {one:?}"));
        wrong.extend(missed);
        let extra = found
            .iter()
            .filter(|one| !recorded.contains(one))
            .map(|one| format!("{line}: not expected: {one:?}"));
        wrong.extend(extra);
        if exit != bits || found.len() != recorded.len() {
            wrong.push(format!(
                "{line}: exit {exit}, {} findings for {}",
                found.len(),
                recorded.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns rule, file, location and message of a finding in cfn-lint's JSON.
fn fields_of(finding: &Value) -> [Value; 4] {
    let at = |end: &str, what: &str| finding["Location"][end][what].clone();
    let place = [
        ("Start", "LineNumber"),
        ("Start", "ColumnNumber"),
        ("End", "LineNumber"),
        ("End", "ColumnNumber"),
    ];
    let place = place.map(|(end, what)| at(end, what)).to_vec();
    [
        finding["Rule"]["Id"].clone(),
        finding["Filename"].clone(),
        Value::Array(place),
        finding["Message"].clone(),
    ]
}

#[test]
fn usage_errors_match_cfn_lints() {
    let template = "tests/parameters/service.yaml";
    let (values, sync) = ("tests/parameters/prod.json", "tests/parameters/sync.yaml");
    for line in [
        &["lint", template, template, "--parameters", "A=b"][..],
        &["lint", template, "--parameters", "A"],
        &[
            "lint",
            template,
            "--parameters",
            "A=b",
            "--parameter-files",
            values,
        ],
        &[
            "lint",
            template,
            "--parameter-files",
            "tests/parameters/none.json",
        ],
        &["lint", "--parameter-files", values, "--template", template],
        &["lint", template, "--deployment-files", sync],
        &["lint", "--deployment-files", sync, "--parameters", "A=b"],
        &["lint", "--deployment-files", "tests/parameters/none.yaml"],
    ] {
        let (out, err, exit) = run(line);
        assert_eq!((out.as_str(), exit), ("", 1), "{line:?}");
        assert!(!err.is_empty(), "{line:?}");
    }
}

#[test]
fn hidden_values_are_not_shown() {
    let template = "tests/parameters/hidden.yaml";
    for secret in ["hunter2hunter2", "ab1"] {
        let (out, _, exit) = run(&[
            "lint",
            template,
            "--parameters",
            &format!("Secret={secret}"),
            "--format",
            "json",
        ]);
        assert!(out.contains("****") && !out.contains(secret), "{out}");
        assert_eq!(exit, 6);
    }
}

const DISK: &str = "tests/parameters/disk.yaml";
const LARGE: &str = "tests/parameters/disk.guard";

#[test]
fn rules_see_resolved_templates_and_findings_list_the_values() {
    let line = [
        "check",
        DISK,
        "--rules",
        LARGE,
        "--lint",
        "off",
        "--resolve",
        "--parameter-file",
    ];
    for (file, said) in [
        (
            "tests/parameters/disk.json",
            "with Env = prod (tests/parameters/disk.json:2:20)",
        ),
        (
            "tests/parameters/disk-pipeline.json",
            "with Env = prod (tests/parameters/disk-pipeline.json:1:17)",
        ),
        (
            "tests/parameters/disk-sync.yaml",
            "with Env = prod (tests/parameters/disk-sync.yaml:2:14)",
        ),
        (
            "tests/parameters/disk-values.yaml",
            "with Env = prod (tests/parameters/disk-values.yaml:1:1)",
        ),
    ] {
        let (out, err, exit) = run(&[&line[..], &[file]].concat());
        assert_eq!((err.as_str(), exit), ("", 2), "{out}");
        let found =
            "tests/parameters/disk.yaml:15:13: error disks_are_small: 500 must be less than 100\n";
        assert!(out.contains(found) && out.contains(said), "{out}");
        assert!(
            out.contains("  Resources/Spare is removed: IsDev is false\n"),
            "{out}"
        );
    }
    let (out, err, exit) = run(&[&line[..7], &["--parameters", "Env=dev"]].concat());
    assert_eq!((err.as_str(), exit), ("", 0), "{out}");
    assert!(
        out.contains("  Env = dev (given)\n  IsDev is true\n"),
        "{out}"
    );
    let (out, _, exit) = run(&[&line[..7]].concat());
    assert_eq!(exit, 2, "{out}");
    assert!(
        out.contains("  Env stays unknown: no value was supplied, and it has no default\n"),
        "{out}"
    );
}

/// Parameters of CloudFormation are texts, however a file writes them.
#[test]
fn values_in_files_are_texts() {
    let template = "Parameters:\n  Encrypt: {Type: String, AllowedValues: ['true', 'false']}\n  Port: {Type: String, AllowedPattern: \
                    '0[0-9]{3}|[0-9]+[.]0'}\n  Date: {Type: String, AllowedPattern: '[-0-9]{10}'}\n  Count: {Type: Number, MinValue: \
                    2}\n  Ports: {Type: List<Number>}\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      \
                    DisplayName: !Sub '${Encrypt}${Port}${Date}${Count}'\n      TopicName: !Select [0, !Ref Ports]\n";
    let here = cli::folder("texts");
    let template = here.file("template.yaml", template);
    for (name, content) in [
        (
            "pipeline.json",
            r#"{"Parameters": {"Encrypt": true, "Port": 80.0, "Date": "2026-01-02", "Count": 3, "Ports": [1, 2]}}"#,
        ),
        (
            "values.yaml",
            "Encrypt: true\nPort: 0644\nDate: 2026-01-02\nCount: 3\nPorts: 80\n",
        ),
        (
            "upper.yaml",
            "Encrypt: True\nPort: '0644'\nDate: 2026-01-02\nCount: '3'\nPorts: 80,81\n",
        ),
        (
            "cli.json",
            r#"[{"ParameterKey": "Encrypt", "ParameterValue": true}, {"ParameterKey": "Count", "ParameterValue": 2}]"#,
        ),
        (
            "sync.yaml",
            "template-file-path: template.yaml\nparameters: {Encrypt: false, Port: 0644}\n",
        ),
    ] {
        let file = here.file(name, content);
        let (out, err, exit) = run(&["check", &template, "--parameter-file", &file]);
        assert_eq!((err.as_str(), exit), ("", 0), "{name}: {out}");
    }
    for (content, said) in [
        ("Encrypt: 1\n", "Encrypt"),
        ("Encrypt: 'True'\n", "Encrypt"),
        ("Count: 1\n", "Count"),
        ("Port: 0x1F\n", "Port"),
    ] {
        let (out, _, exit) = run(&[
            "check",
            &template,
            "--parameter-file",
            &here.file("wrong.yaml", content),
        ]);
        assert_eq!(exit, 2, "{content}: {out}");
        assert!(
            out.contains("E2900") && out.contains(&format!("Parameters/{said}")),
            "{out}"
        );
    }
}

#[test]
fn without_lint_an_invalid_value_is_an_incomplete_check() {
    let line = [
        "check",
        DISK,
        "--rules",
        LARGE,
        "--lint",
        "off",
        "--parameters",
        "Env=test",
        "Emv=dev",
    ];
    let (out, _, exit) = run(&line);
    assert_eq!(exit, 2);
    assert!(
        out.contains("invalid value for parameter Env: 'test' is not one of ['dev', 'prod']"),
        "{out}"
    );
    assert!(
        out.contains(
            "invalid value for parameter Emv: the template does not declare a parameter 'Emv'; did you mean 'Env'?"
        ),
        "{out}"
    );
    assert!(
        out.ends_with("(1 document, 1 error, 0 warnings, 2 inputs not checked, 1 part not seen)\n"),
        "{out}"
    );
}

#[test]
fn a_parameter_with_two_values_is_an_error_on_check() {
    let (out, err, exit) = run(&["check", DISK, "--parameters", "A=1", "B=1", "A=2"]);
    assert_eq!((&*out, exit), ("", 1));
    assert_eq!(
        err,
        "cfn-warden: --parameters: `A` has more than one value; expected one for each parameter\n"
    );
}

#[test]
fn parameter_files_of_unknown_form_are_errors() {
    for file in [
        "tests/parameters/none.json",
        "tests/parameters/broken.json",
        "tests/parameters/no-sync-values.yaml",
    ] {
        let (out, err, exit) = run(&["check", DISK, "--parameter-file", file]);
        assert_eq!((out.as_str(), exit), ("", 1));
        assert!(err.contains(file), "{err}");
    }
}

#[test]
fn validate_resolves_templates_on_request() {
    let line = ["validate", "--rules", LARGE, "--data", DISK];
    for (more, code) in [
        (&["--resolve", "--parameters", "Env=dev"][..], 0),
        (&["--resolve", "--parameters", "Env=prod"], 19),
        (
            &[
                "--resolve",
                "--parameter-file",
                "tests/parameters/disk.json",
            ],
            19,
        ),
        (&["--parameters", "Env=prod"], 255),
        (
            &[
                "--resolve",
                "--parameter-file",
                "tests/parameters/none.json",
            ],
            255,
        ),
    ] {
        let (out, err, exit) = run(&[&line[..], more].concat());
        assert_eq!(exit, code, "{more:?}: {out}{err}");
    }
}

#[test]
fn input_parameters_are_merged_into_each_document() {
    let line = [
        "check",
        DISK,
        "--lint",
        "off",
        "--rules",
        "tests/parameters/merged.guard",
    ];
    let (out, _, exit) = run(&[
        &line[..],
        &["--input-params", "tests/parameters/merged.yaml"],
    ]
    .concat());
    assert_eq!(exit, 0, "{out}");
    assert_eq!(run(&line).2, 2);
    let (out, _, exit) = run(&[
        &line[..],
        &["--input-params", "tests/parameters/broken.json"],
    ]
    .concat());
    assert_eq!(exit, 2);
    assert!(
        out.contains("tests/parameters/broken.json:2:1: not checked: cannot be read"),
        "{out}"
    );
}
