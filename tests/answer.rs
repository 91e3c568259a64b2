//! Tests of `answer`, which other programs send checks to.

use cfn_warden::cli::Exit;
use serde_json::{Value, json};

use crate::cli::{Ended, folder, run};

const TOPIC: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const RULE: &str = "rule named { Resources.*.Properties.TopicName exists <<name it>> }\n";

fn answer(request: &Value) -> Ended {
    run(&["answer"], &request.to_string())
}

fn check(format: &str, name: &str, mut settings: Value) -> Value {
    settings["now"] = json!(1_790_000_000);
    let templates = json!([{"name": name, "content": TOPIC}]);
    json!({"check": {"format": format, "templates": templates, "nested": [], "settings": settings}})
}

#[test]
fn the_report_is_that_of_check_and_its_verdict_is_no_error() {
    let here = folder("answer");
    let (template, rules) = (
        here.file("topic.yaml", TOPIC),
        here.file("named.guard", RULE),
    );
    for format in ["json", "sarif", "pretty"] {
        let expected = run(
            &["check", &template, "--rules", &rules, "--format", format],
            "",
        );
        assert_eq!(expected.exit, Exit::NOT_COMPLIANT, "{}", expected.err);
        let ended = answer(&check(
            format,
            &template,
            json!({"rules": [{"name": rules, "content": RULE}]}),
        ));
        assert_eq!(
            (ended.exit, ended.out, ended.err),
            (Exit::OK, expected.out, String::new())
        );
    }
}

#[test]
fn settings_are_those_of_check() {
    let rules = |settings: Value| {
        let ended = answer(&check("json", "topic.yaml", settings));
        assert_eq!(ended.exit, Exit::OK, "{}", ended.err);
        let report: Value = serde_json::from_str(&ended.out).unwrap();
        let findings = report["findings"].as_array().unwrap();
        findings
            .iter()
            .map(|finding| finding["rule"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(json!({})), ["E3002"]);
    assert_eq!(rules(json!({"ignoreChecks": ["E3"]})), [""; 0]);
    assert_eq!(rules(json!({"lint": "off", "packs": ["SNS.1"]})), ["SNS.1"]);
}

#[test]
fn names_and_paths_are_answers_too() {
    let names = |request: Value| serde_json::from_str::<Value>(&answer(&request).out).unwrap();
    assert!(
        names(json!("formats"))
            .as_array()
            .unwrap()
            .contains(&json!("sarif"))
    );
    assert!(
        names(json!("packs"))
            .as_array()
            .unwrap()
            .iter()
            .any(|pack| pack[0] == "fsbp")
    );
    let parent =
        "Resources: {S: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: child.yaml}}}";
    assert_eq!(
        names(json!({"nested": {"name": "a/parent.yaml", "content": parent}})),
        json!(["a/child.yaml"])
    );
}

#[test]
fn a_request_that_is_not_valid_is_an_error_with_a_reason() {
    let reason = |request: &str| {
        let ended = run(&["answer"], request);
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::ERROR, ""),
            "{}",
            ended.err
        );
        ended.err
    };
    let asked = |settings: Value| reason(&check("json", "topic.yaml", settings).to_string());
    assert_eq!(
        asked(json!({"ignoreChecks": ["E3O12"]})),
        "cfn-warden: ignoreChecks: unknown rule ID `E3O12`; did you mean `E3012`?\n"
    );
    assert!(
        asked(json!({"rule": "a"}))
            .starts_with("cfn-warden: invalid options: unknown field `rule`")
    );
    assert!(
        reason(&check("pdf", "", json!({})).to_string())
            .starts_with("cfn-warden: unknown format `pdf`")
    );
    let is_said = |settings: serde_json::Value, expected: &str| {
        let said = asked(settings);
        assert!(
            said.starts_with(&format!("cfn-warden: invalid options: {expected}")),
            "{said}"
        );
    };
    is_said(
        json!({"packs": ["fsbp", 2]}),
        "packs[1]: invalid type: integer `2`, expected a string",
    );
    is_said(
        json!({"packs": "fsbp"}),
        "packs: invalid type: string \"fsbp\", expected a sequence",
    );
    is_said(
        json!({"parameters": {"Größe": 1, "Env": null}}),
        "parameters.Env: invalid type: null, expected a string, a number, true, false, or a list of these",
    );
    is_said(
        json!({"lint": false}),
        "lint: invalid type: boolean `false`, expected a string",
    );
    is_said(
        json!({"severities": {"W3": {}}}),
        "severities.W3: invalid type: map, expected a string",
    );
    assert!(
        asked(json!({"lint": "on"}))
            .contains("lint: invalid value `on`; expected templates, all or off")
    );
    assert!(reason("").starts_with("cfn-warden: invalid options: "));
    assert!(reason("{\"check\": ").starts_with("cfn-warden: invalid options: "));
}
