//! Tests of suppressions in templates: allowed or denied, and always listed.

use cfn_warden::lambda::config::Config;
use cfn_warden::lambda::request::Text;
use cfn_warden::lambda::{self, Function};
use cfn_warden_fetch::{Fetch, FetchError};
use serde_json::{Value, json};

use crate::cli::{folder, run};

const TEMPLATE: &str = "Metadata:
  cfn-lint: {config: {ignore_checks: [E3012], regions: [eu-west-1]}}
Resources:
  Queue:
    Type: AWS::SQS::Queue
    Properties: {DelaySeconds: never}
  Other:
    Type: AWS::SQS::Queue
    Metadata: {cfn-lint: {config: {ignore_checks: [E3002]}}, guard: {SuppressedRules: [NAMED]}}
    Properties:
      Nope: 1
      Neither: 1 # cfn-lint: disable=E3002
";

/// Rules in the style of the AWS Guard rules registry.
const RULE: &str = "rule NAMED {
  Resources.*[ Metadata.guard.SuppressedRules not exists or Metadata.guard.SuppressedRules.* != \"NAMED\" ] {
    Properties.QueueName exists
  }
}";

#[derive(Debug)]
struct Payload;

impl Fetch for Payload {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(json!({ "template": TEMPLATE }).to_string().into_bytes())
    }
}

fn function(policy: Option<&str>) -> Function {
    let variable =
        policy.map(|value| ("WARDEN_TEMPLATE_SUPPRESSIONS".to_owned(), value.to_owned()));
    let rules = vec![Text {
        name: "named.guard".to_owned(),
        content: RULE.to_owned(),
    }];
    let config = Config::from_vars(variable).unwrap();
    Function {
        config,
        rules: rules.into(),
        fetch: Box::new(Payload),
        ..Function::new(cfn_warden_rules::bundled())
    }
}

fn answer(event: &Value, function: &Function) -> Value {
    serde_json::from_str(&lambda::handle(event.to_string().as_bytes(), function).answer).unwrap()
}

fn found(answer: &Value) -> Vec<String> {
    let of = |finding: &Value| {
        format!(
            "{} {}",
            finding["rule"].as_str().unwrap(),
            finding["location"]["start"]["line"]
        )
    };
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(of)
        .collect()
}

fn listed(answer: &Value) -> Vec<String> {
    let of = |one: &Value| {
        let names: Vec<&str> = one["names"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        let (kind, status) = (
            one["kind"].as_str().unwrap(),
            one["status"].as_str().unwrap(),
        );
        let line = &one["location"]["start"]["line"];
        format!(
            "{kind} {line}: {} {status} {}",
            names.join(","),
            one["removed"]
        )
    };
    answer["suppressions"]
        .as_array()
        .unwrap()
        .iter()
        .map(of)
        .collect()
}

#[test]
fn allowed_suppressions_are_listed_with_their_effect() {
    let answer = answer(&json!({"data": TEMPLATE, "rules": [RULE]}), &function(None));
    assert_eq!(found(&answer), ["NAMED 6"]);
    assert_eq!(
        listed(&answer),
        [
            "cfn-lint-metadata 2: E3012 allowed 1",
            "cfn-lint-metadata 2: regions allowed 0",
            "cfn-lint-metadata 9: E3002 allowed 2",
            "cfn-lint-comment 12: E3002 allowed 0",
            "guard-metadata 9: NAMED allowed 1",
        ]
    );
}

#[test]
fn denied_suppressions_have_no_effect_and_are_listed() {
    let by_field = json!({"data": TEMPLATE, "rules": [RULE], "template_suppressions": "deny"});
    let by_setting = json!({"data": TEMPLATE, "rules": [RULE]});
    for (event, function) in [
        (by_field, function(None)),
        (by_setting, function(Some("deny"))),
    ] {
        let answer = answer(&event, &function);
        assert_eq!(
            found(&answer),
            ["E3012 6", "NAMED 6", "NAMED 10", "E3002 11", "E3002 12"]
                .map(str::to_owned)
                .to_vec()
        );
        assert!(
            listed(&answer).iter().all(|one| one.ends_with("denied 0")),
            "{answer}"
        );
        assert_eq!(listed(&answer).len(), 5);
    }
}

#[test]
fn hooks_deny_suppressions_by_default() {
    let event = json!({"actionInvocationPoint": "CREATE_PRE_PROVISION", "hookTypeName": "Private::Warden::Stacks",
        "requestData": {"targetName": "STACK", "targetType": "STACK",
            "payload": "https://b.s3.us-west-2.amazonaws.com/p.json"}});
    let denied = answer(&event, &function(None));
    let message = denied["message"].as_str().unwrap();
    assert!(
        message.contains("E3012, E3002, NAMED. Template suppressions: 5 denied."),
        "{message}"
    );
    let allowed = answer(&event, &function(Some("allow")));
    let message = allowed["message"].as_str().unwrap();
    assert!(
        message.contains("1 Guard rule failed: NAMED. Template suppressions: 5 allowed."),
        "{message}"
    );
}

#[test]
fn waivers_in_templates_apply_in_the_function_and_are_denied_in_hooks() {
    let template = TEMPLATE.replace(
        "  Queue:\n",
        "  # cfn-warden: waive NAMED reason=x\n  Queue:\n",
    );
    let allowed = answer(&json!({"data": template, "rules": [RULE]}), &function(None));
    assert_eq!(
        (found(&allowed), &allowed["compliant"]),
        (Vec::new(), &json!(true))
    );
    assert_eq!(
        (
            &allowed["waivers"][0]["rule"],
            &allowed["summary"]["waived"]
        ),
        (&json!("NAMED"), &json!(1))
    );
    let event = json!({"data": template, "rules": [RULE], "template_suppressions": "deny"});
    let denied = answer(&event, &function(None));
    assert!(
        found(&denied).contains(&"NAMED 7".to_owned()) && denied.get("waivers").is_none(),
        "{denied}"
    );
    assert!(
        listed(&denied).contains(&"waiver 4: NAMED denied 0".to_owned()),
        "{denied}"
    );
}

#[test]
fn check_denies_suppressions_on_request() {
    let folder = folder("suppressions");
    let template = folder.file("t.yaml", TEMPLATE);
    let allowed = run(&["check", &template], "");
    assert!(
        allowed
            .out
            .contains("t.yaml:2: suppression of E3012: 1 finding removed"),
        "{}",
        allowed.out
    );
    let denied = run(&["check", &template, "--template-suppressions", "deny"], "");
    assert!(
        denied
            .out
            .contains("t.yaml:2: suppression of E3012: denied"),
        "{}",
        denied.out
    );
    assert!(denied.out.contains("error E3012"), "{}", denied.out);
    // `lint` is compatible with cfn-lint and does not have this setting.
    assert!(run(&["lint", &template], "").out.is_empty());
}

#[test]
fn unknown_policies_are_errors() {
    let answer = answer(
        &json!({"data": TEMPLATE, "template_suppressions": "maybe"}),
        &function(None),
    );
    assert_eq!(
        answer["errors"][0]["where"]["field"],
        "template_suppressions"
    );
    assert_eq!(
        answer["errors"][0]["message"],
        "invalid value `maybe`; expected allow or deny"
    );
}

#[test]
fn suppressions_in_a_loop_are_those_of_each_resource_of_the_loop() {
    let template = "Transform: AWS::LanguageExtensions
Resources:
  Fn::ForEach::Queues:
    - Name
    - [One, Two]
    - Queue${Name}:
        Type: AWS::SQS::Queue
        Metadata: {cfn-lint: {config: {ignore_checks: [E3002]}}, guard: {SuppressedRules: [NAMED]}}
        Properties:
          Nope: 1
      Other${Name}:
        Type: AWS::SQS::Queue
        Properties:
          Nope: 1
";
    let answer = answer(&json!({"data": template, "rules": [RULE]}), &function(None));
    let of = |finding: &Value| {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (
            text(&finding["rule"]),
            text(&finding["resource"]["logical_id"]),
        )
    };
    let mut about: Vec<_> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(of)
        .collect();
    about.sort();
    let expected = [
        ("E3002", "OtherOne"),
        ("E3002", "OtherTwo"),
        ("NAMED", "OtherOne"),
        ("NAMED", "OtherTwo"),
    ];
    assert_eq!(
        about,
        expected.map(|(rule, id)| (rule.to_owned(), id.to_owned()))
    );
    assert_eq!(
        listed(&answer),
        [
            "cfn-lint-metadata 8: E3002 allowed 1",
            "cfn-lint-metadata 8: E3002 allowed 1",
            "guard-metadata 8: NAMED allowed 1",
            "guard-metadata 8: NAMED allowed 1",
        ]
    );
}
