//! Tests of `invoke --stack`, `--change-set` and `--resource`: the answer is that to the event of CloudFormation.

use std::process::Command;

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::tempdir::Folder;
use crate::cli::{folder, run};
use crate::recorded::root;

/// What the events of `events/hook` say about the stack.
const STACK: [&str; 6] = [
    "--stack-name",
    "shop",
    "--account",
    "123456789012",
    "--region",
    "us-west-2",
];

/// Runs `invoke` with the rules of the recorded answers; returns the answer without its token, and the exit code.
fn invoke(line: &[&str]) -> (Value, Option<i32>) {
    let rules = root().join("tests/lambda/hook/rules");
    let ended = Command::new(env!("CARGO_BIN_EXE_cfn-warden"))
        .arg("invoke")
        .args(line)
        .args(STACK)
        .env("WARDEN_RULES", rules)
        .output()
        .unwrap();
    let answer = serde_json::from_slice(&ended.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&ended.stderr)));
    (without_token(answer), ended.status.code())
}

fn without_token(mut answer: Value) -> Value {
    answer.as_object_mut().unwrap().remove("clientRequestToken");
    answer
}

fn json(path: &str) -> Value {
    serde_json::from_slice(&std::fs::read(root().join(path)).unwrap()).unwrap()
}

/// The recorded answer to an event of CloudFormation.
fn recorded(name: &str) -> Value {
    without_token(json(&format!("tests/lambda/hook/{name}.json")))
}

/// Writes the templates of a payload to files; returns the template and the previous one.
fn templates(here: &Folder, name: &str) -> (String, Option<String>) {
    let payload = json(&format!("events/hook/payload/{name}.json"));
    let previous = payload["previousTemplate"]
        .as_str()
        .map(|text| here.file("previous.yaml", text));
    let template = payload["template"].as_str().unwrap();
    (here.file("template.yaml", template), previous)
}

#[test]
fn a_stack_has_the_answer_of_its_event() {
    for (name, code) in [
        ("stack-create", 0),
        ("stack-create-not-compliant", 2),
        ("stack-update", 2),
    ] {
        let here = folder("invoke-stack");
        let (template, previous) = templates(&here, name);
        let mut line = vec!["--stack", &template];
        if let Some(previous) = &previous {
            line.extend(["--previous", previous]);
        }
        assert_eq!(previous.is_some(), name == "stack-update");
        assert_eq!(invoke(&line), (recorded(name), Some(code)), "{name}");
    }
}

#[test]
fn a_change_set_has_the_answer_of_its_event() {
    let here = folder("invoke-change-set");
    let name = "change-set-create-not-compliant";
    let (template, _) = templates(&here, name);
    let payload = json(&format!("events/hook/payload/{name}.json"));
    // As `describe-change-set` prints it.
    let described: Vec<Value> = payload["changedResources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            let action = match change["action"].as_str().unwrap() {
                "CREATE" => "Add",
                "UPDATE" => "Modify",
                _ => "Remove",
            };
            serde_json::json!({"Type": "Resource", "ResourceChange": {
                "Action": action,
                "LogicalResourceId": change["logicalResourceId"],
                "ResourceType": change["resourceType"],
                "BeforeContext": change["beforeContext"],
                "AfterContext": change["afterContext"],
            }})
        })
        .collect();
    assert!(!described.is_empty());
    let document = serde_json::json!({"ChangeSetName": "c", "Changes": described});
    for (name, changes) in [
        ("described.json", &document),
        ("list.json", &payload["changedResources"]),
    ] {
        let changes = here.file(name, &changes.to_string());
        let (answer, code) = invoke(&["--change-set", &template, "--changes", &changes]);
        assert_eq!(
            (answer, code),
            (recorded("change-set-create-not-compliant"), Some(2)),
            "{name}"
        );
    }
}

#[test]
fn a_resource_has_the_answer_of_its_event() {
    for name in [
        "resource-create-not-compliant",
        "resource-update",
        "resource-delete",
    ] {
        let here = folder("invoke-resource");
        let event = json(&format!("events/hook/{name}.json"));
        let model = &event["requestData"]["targetModel"];
        let type_name = event["requestData"]["targetName"].as_str().unwrap();
        let (proposed, previous) = (
            &model["resourceProperties"],
            &model["previousResourceProperties"],
        );
        let logical_id = event["requestData"]["targetLogicalId"].as_str().unwrap();
        let file = |value: &Value, name: &str| here.file(name, &value.to_string());
        let line = match (proposed.is_object(), previous.is_object()) {
            (false, _) => vec![file(previous, "old.json"), "--delete".to_owned()],
            (true, true) => vec![
                file(proposed, "new.json"),
                "--previous".to_owned(),
                file(previous, "old.json"),
            ],
            (true, false) => vec![file(proposed, "new.json")],
        };
        let line: Vec<&str> = ["--resource", type_name]
            .into_iter()
            .chain(line.iter().map(String::as_str))
            .collect();
        let (answer, _) = invoke(&line);
        let renamed = recorded(name).to_string().replace(logical_id, "Resource");
        assert_eq!(
            answer,
            serde_json::from_str::<Value>(&renamed).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn a_repeated_property_is_not_hidden_from_the_hook() {
    let here = folder("invoke-repeated");
    let file = here.file("bucket.json", r#"{"BucketName": "a", "BucketName": "b"}"#);
    let (answer, code) = invoke(&["--resource", "AWS::S3::Bucket", &file]);
    assert_eq!(code, Some(2));
    assert_eq!(answer["errorCode"], "InternalFailure", "{answer}");
}

#[test]
fn what_cannot_be_an_event_is_an_error_of_the_command_line() {
    let here = folder("invoke-errors");
    let template = here.file("template.yaml", "Resources: {}\n");
    let list = here.file("list.json", "[]");
    let text = here.file("text.json", "{");
    for (line, expected) in [
        (
            vec!["--stack", "nowhere.yaml"],
            "cannot read nowhere.yaml: ",
        ),
        (
            vec!["--stack", &template, "--previous", "nowhere.yaml"],
            "cannot read nowhere.yaml: ",
        ),
        (
            vec!["--resource", "Bucket", &list],
            "--resource: `Bucket` is not a resource type such as AWS::S3::Bucket",
        ),
        (
            vec!["--resource", "AWS::S3::Bucket", &list],
            "list.json: it is not an object; expected the properties of the resource as JSON",
        ),
        (
            vec!["--resource", "AWS::S3::Bucket", &text],
            "text.json: EOF while parsing",
        ),
        (
            vec!["--change-set", &template, "--changes", &text],
            "text.json: EOF while parsing",
        ),
        (
            vec!["--stack", &template, "event.json"],
            "cannot be used with",
        ),
        (
            vec!["--stack", &template, "--delete"],
            "cannot be used with",
        ),
        (vec![], "required arguments"),
    ] {
        let ended = run(&[&["invoke"], &line[..]].concat(), "");
        assert_eq!(ended.exit, Exit::ERROR, "{line:?}");
        assert!(ended.err.contains(expected), "{line:?}: {}", ended.err);
        assert_eq!(ended.out, "", "{line:?}");
    }
}
