//! Tests of `model`.

use cfn_warden::cli::Exit;
use cfn_warden_schema::{Pack, draft7};
use serde_json::{Value, json};

use crate::cli::run;
use crate::recorded::root;
use crate::support::files_below;

const TEMPLATE: &str = "\
Parameters:
  Env: {Type: String, Default: dev}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
Resources:
  Bucket:
    Type: AWS::S3::Bucket
    Condition: IsProd
  Topic:
    Type: AWS::SNS::Topic
    DependsOn: Bucket
    Properties:
      TopicName: !Sub '${Env}-${Bucket.Arn}-${AWS::Region}'
      DisplayName: !If [IsProd, !GetAtt Bucket.Arn, none]
Outputs:
  Name: {Value: !Ref Topic}
";

fn model(line: &[&str], stdin: &str) -> Value {
    let ended = run(&[&["model"], line].concat(), stdin);
    assert_eq!((ended.exit, ended.err.as_str()), (Exit::OK, ""));
    let model = serde_json::from_str(&ended.out).unwrap();
    let schema = std::fs::read_to_string(root().join("docs/model.schema.json")).unwrap();
    let (schema, document) = (
        Pack::from_json(&schema).unwrap(),
        Pack::from_json(&ended.out).unwrap(),
    );
    let validation = draft7::validate(&schema, &document, |violation| {
        format!("{:?}", violation.kind)
    });
    assert!(
        validation.violations.is_empty(),
        "{:?}",
        validation.violations
    );
    model
}

#[test]
fn references_have_kinds_targets_and_places() {
    let model = model(&[], TEMPLATE);
    let line = |one: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        let attribute = one["to"]
            .get("attribute")
            .map(|name| format!(".{}", text(name)))
            .unwrap_or_default();
        format!(
            "{} {} -> {} {}{attribute} {}:{}",
            text(&one["kind"]),
            text(&one["from"]["name"]),
            text(&one["to"]["section"]),
            text(&one["to"]["name"]),
            one["location"]["start"]["line"],
            text(&one["path"])
        )
    };
    let found: Vec<String> = model["references"]
        .as_array()
        .unwrap()
        .iter()
        .map(line)
        .collect();
    let expected = [
        "Ref IsProd -> Parameters Env 4:Conditions/IsProd/Fn::Equals/0",
        "Ref Name -> Resources Topic 16:Outputs/Name/Value",
        "GetAtt Topic -> Resources Bucket.Arn 14:Resources/Topic/Properties/DisplayName/Fn::If/1",
        "Sub Topic -> Parameters Env 13:Resources/Topic/Properties/TopicName",
        "Sub Topic -> Resources Bucket.Arn 13:Resources/Topic/Properties/TopicName",
        "Condition Bucket -> Conditions IsProd 8:Resources/Bucket/Condition",
        "If Topic -> Conditions IsProd 14:Resources/Topic/Properties/DisplayName",
        "DependsOn Topic -> Resources Bucket 11:Resources/Topic/DependsOn",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_template_is_resolved_with_parameter_values() {
    let deployed = |model: &Value| -> Vec<bool> {
        model["entries"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one["deployed"].as_bool())
            .collect()
    };
    let without = model(&[], TEMPLATE);
    assert_eq!(
        without["template"]["Resources"]["Topic"]["Properties"]["DisplayName"],
        "none"
    );
    assert_eq!(deployed(&without), [false, true, true]);
    assert_eq!(
        without["resolution"]["removed"],
        json!([{"path": "Resources/Bucket", "condition": "IsProd"}])
    );
    let with = model(&["--parameters", "Env=prod"], TEMPLATE);
    assert_eq!(
        (deployed(&with), &with["resolution"]["conditions"]),
        (vec![true; 3], &json!({"IsProd": true}))
    );
    assert_eq!(with["references"], without["references"]);
}

#[test]
fn parameters_that_are_not_declared_are_errors() {
    let ended = run(&["model", "--parameters", "Evn=prod"], TEMPLATE);
    let said = "cfn-warden: --parameters: the template does not declare a parameter 'Evn'; did you mean 'Env'?\n";
    assert_eq!(
        (ended.exit, ended.out.as_str(), ended.err.as_str()),
        (Exit::ERROR, "", said)
    );
    let here = crate::cli::folder("model-parameters");
    let file = here.file("values.yaml", "Nope: 1\n");
    let ended = run(&["model", "--parameter-file", &file], TEMPLATE);
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::ERROR, ""));
    assert!(
        ended.err.starts_with(&format!(
            "cfn-warden: {file}: the template does not declare"
        )),
        "{}",
        ended.err
    );
    assert_eq!(
        run(
            &["model", "--parameters", "AWS::Region=eu-west-1", "Env=prod"],
            TEMPLATE
        )
        .exit,
        Exit::OK
    );
}

#[test]
fn secrets_are_masked_and_other_documents_are_errors() {
    let secret = "Resources:\n  A:\n    Type: AWS::RDS::DBInstance\n    Properties: {MasterUserPassword: hunter2hunter2}\n";
    assert!(!model(&[], secret).to_string().contains("hunter2"));
    for (text, expected) in [
        ("a: 1", "not a template"),
        ("Resources: [", "1:"),
        ("", "not a template"),
    ] {
        let ended = run(&["model"], text);
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::ERROR, ""),
            "{text}"
        );
        assert!(ended.err.contains(expected), "{text}: {}", ended.err);
    }
}

#[test]
fn every_sample_has_a_model_of_the_documented_shape() {
    let mut count = 0;
    for file in files_below(&root().join("tests/deployability")) {
        let name = file.to_str().unwrap().to_owned();
        if !name.ends_with(".yaml") || run(&["model", &name], "").exit != Exit::OK {
            continue;
        }
        model(&[&name], "");
        count += 1;
    }
    assert!(count > 20, "{count}");
}
