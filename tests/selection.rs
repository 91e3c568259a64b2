//! Tests of the options that select lint rules, on `check` and `lint`.

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{folder, run};

const TEMPLATE: &str = "Metadata:
  cfn-lint: {config: {ignore_checks: [E3002]}}
Parameters:
  Unused: {Type: String}
Resources:
  Topic:
    Type: AWS::SNS::Topic
    Properties: {TopicNam: x, FifoTopic: 'true'}
  Bucket:
    Type: AWS::S3::Bucket
    Properties: {BucketName: a}
";

/// Runs a command on the template and returns the IDs that it reports.
fn reported(command: &str, format: &str, options: &[&str]) -> Vec<String> {
    let here = folder(&format!("selection-{command}-{}", options.concat()));
    let template = here.file("t.yaml", TEMPLATE);
    let ended = run(
        &[&[command, template.as_str(), "--format", format], options].concat(),
        "",
    );
    let result: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{options:?}: {}", ended.err));
    let findings = result
        .get("findings")
        .unwrap_or(&result)
        .as_array()
        .unwrap()
        .clone();
    let id = |finding: &Value| {
        finding
            .get("rule")
            .unwrap_or(&finding["Rule"]["Id"])
            .as_str()
            .map(str::to_owned)
    };
    let each = findings.iter().flat_map(|finding| {
        std::iter::once(finding)
            .chain(finding["also"].as_array().into_iter().flatten())
            .map(id)
            .collect::<Vec<_>>()
    });
    let mut found: Vec<String> = each.flatten().collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn check_selects_rules_as_lint_does() {
    let lines: [&[&str]; 8] = [
        &[],
        &["--ignore-checks", "E3", "W2001"],
        &["--ignore-checks", "W"],
        &["--include-checks", "I"],
        &["--mandatory-checks", "E3002"],
        &["--ignore-checks", "E", "--mandatory-checks", "E3031"],
        &["--include-experimental"],
        &["--configure-rule", "E3012:strict=true"],
    ];
    let mut differs = std::collections::BTreeSet::new();
    for options in lines {
        let ours = reported("check", "json", options);
        assert_eq!(ours, reported("lint", "json", options), "{options:?}");
        differs.insert(ours);
    }
    assert!(
        differs.len() >= 6,
        "the options make a difference: {differs:?}"
    );
}

#[test]
fn unknown_rules_and_options_are_errors_on_check() {
    let cases: [(&[&str], &str); 8] = [
        (
            &["--ignore-checks", "E3O12"],
            "--ignore-checks: unknown rule ID `E3O12`; did you mean E3012?",
        ),
        (
            &["--include-checks", "I,I9"],
            "--include-checks: unknown rule ID `I9`; ",
        ),
        (
            &["--mandatory-checks", "e3012"],
            "--mandatory-checks: unknown rule ID `e3012`; did you mean E3012?",
        ),
        (
            &["--configure-rule", "E3021:strict=true"],
            "unknown option `strict` of E3021; the rule has no options",
        ),
        (
            &["--configure-rule", "E301:strict=true"],
            "--configure-rule: unknown rule ID `E301`; did you mean E",
        ),
        (
            &["--configure-rule", "E3012:strickt=true"],
            "unknown option `strickt` of E3012; did you mean `strict`?",
        ),
        (
            &["--configure-rule", "E3012:strict=bogus"],
            "invalid value `bogus` for `strict` of E3012; expected `true` or `f",
        ),
        (
            &["--configure-rule", "I3042:zone=true"],
            "expected one of accountId, partition, region",
        ),
    ];
    for (options, expected) in cases {
        let ended = run(&[&["check"], options, &["--", "-"]].concat(), TEMPLATE);
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::ERROR, ""),
            "{options:?}"
        );
        assert!(ended.err.contains(expected), "{options:?}: {}", ended.err);
    }
}
