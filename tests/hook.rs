//! Tests of Hooks: every event of `events/hook/` has its recorded response, and nothing unchecked is allowed.

#[path = "hook/change_sets.rs"]
mod change_sets;
#[path = "hook/single_events.rs"]
mod single_events;

use std::sync::Arc;

use cfn_warden::lambda::config::{Config, HookFindings, HookSettings, Rules};
use cfn_warden::lambda::request::Text;
use cfn_warden::lambda::{self, Function};
use cfn_warden_fetch::{Fetch, FetchError};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::recorded::{compare, files, root};

/// The documents behind URLs: files by the last part of the URL.
#[derive(Debug)]
struct Folder;

impl Fetch for Folder {
    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        let name = url.rsplit('/').next().unwrap().split('?').next().unwrap();
        std::fs::read(root().join("events/hook/payload").join(name))
            .map_err(|_| FetchError::Status(403))
    }
}

/// The same document behind every URL.
#[derive(Debug)]
struct Always(Result<Vec<u8>, FetchError>);

impl Fetch for Always {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        self.0.clone()
    }
}

fn rules(texts: &[(&str, &str)]) -> Arc<[Text]> {
    texts
        .iter()
        .map(|(name, content)| Text {
            name: (*name).to_owned(),
            content: (*content).to_owned(),
        })
        .collect()
}

fn function() -> Function {
    let config = Config {
        rules: Rules::Folder(root().join("tests/lambda/hook/rules")),
        ..Config::default()
    };
    Function::deployed(config, Box::new(Folder), cfn_warden_rules::bundled()).unwrap()
}

fn event(name: &str) -> Vec<u8> {
    std::fs::read(root().join("events/hook").join(format!("{name}.json"))).unwrap()
}

/// Returns the response after checking what all responses have in common.
fn answer(event: &[u8], function: &Function) -> Value {
    let answer: Value = serde_json::from_str(&lambda::handle(event, function).answer).unwrap();
    let message = answer["message"].as_str().unwrap();
    assert!(!message.is_empty() && message.len() <= 1_000, "{message}");
    match answer["hookStatus"].as_str().unwrap() {
        "SUCCESS" => assert_eq!(answer["errorCode"], Value::Null),
        "FAILED" => assert!(
            ["NonCompliant", "InternalFailure"].contains(&answer["errorCode"].as_str().unwrap())
        ),
        other => panic!("{other}"),
    }
    let mut failed = true;
    for annotation in answer["annotations"].as_array().into_iter().flatten() {
        for text in [
            "annotationName",
            "statusMessage",
            "remediationMessage",
            "remediationLink",
        ] {
            assert_ne!(annotation[text].as_str(), Some(""), "{annotation}");
        }
        let is_failed = annotation["status"] == "FAILED";
        assert!(failed || !is_failed, "FAILED comes first: {answer}");
        failed = is_failed;
    }
    answer
}

#[test]
fn every_hook_event_has_its_recorded_answer() {
    let function = function();
    for path in files("events/hook", "json") {
        let answer = answer(&std::fs::read(&path).unwrap(), &function);
        let text = serde_json::to_string_pretty(&answer).unwrap() + "\n";
        compare(
            &root()
                .join("tests/lambda/hook")
                .join(path.file_name().unwrap()),
            &text,
        );
    }
}

#[test]
fn every_recorded_answer_of_a_hook_has_its_event() {
    for path in files("tests/lambda/hook", "json") {
        assert!(
            root()
                .join("events/hook")
                .join(path.file_name().unwrap())
                .exists(),
            "{}",
            path.display()
        );
    }
}

fn failure(event: &[u8], function: &Function) -> String {
    let answer = answer(event, function);
    assert_eq!(
        (&answer["hookStatus"], &answer["errorCode"]),
        (&json!("FAILED"), &json!("InternalFailure")),
        "{answer}"
    );
    answer["message"].as_str().unwrap().to_owned()
}

#[test]
fn unreadable_payloads_are_failures_with_a_reason() {
    let cases: [(Result<Vec<u8>, FetchError>, &str); 7] = [
        (Err(FetchError::NotAvailable), "no AWS client is available"),
        (Err(FetchError::Status(403)), "the URL may have expired"),
        (Err(FetchError::TooSlow), "timed out"),
        (
            Err(FetchError::TooLarge(9)),
            "larger than the limit of 9 bytes",
        ),
        (Ok(Vec::new()), "not a JSON object"),
        (
            Ok(br#"{"template": null}"#.to_vec()),
            "the template is missing",
        ),
        (
            Ok(br#"{"template": "text"}"#.to_vec()),
            "the template is not a map",
        ),
    ];
    for (payload, reason) in cases {
        let function = Function {
            fetch: Box::new(Always(payload)),
            ..function()
        };
        for name in ["stack-create", "change-set-create"] {
            let message = failure(&event(name), &function);
            assert!(message.contains(reason), "{message}");
            assert!(!message.contains("Signature"), "{message}");
        }
    }
}

#[test]
fn rules_that_cannot_be_read_are_a_failure() {
    let function = Function {
        rules: rules(&[("broken.guard", "rule x {")]),
        ..function()
    };
    for name in [
        "resource-create",
        "stack-create",
        "change-set-create",
        "resource-delete",
    ] {
        let message = failure(&event(name), &function);
        assert!(message.contains("broken.guard"), "{message}");
    }
}

#[test]
fn a_function_without_rules_and_linter_is_a_failure() {
    let hook = HookSettings {
        lint: false,
        ..HookSettings::default()
    };
    let function = Function {
        config: Config {
            hook,
            ..Config::default()
        },
        ..Function::new(cfn_warden_rules::bundled())
    };
    assert!(failure(&event("resource-create"), &function).contains("WARDEN_RULES"));
}

/// Returns an event with one part replaced.
/// Regression: without rules, controls that do not judge deletions made every one of them a failure.
#[test]
fn deletions_pass_if_there_are_only_packs() {
    let payload = br#"{"template": "Resources: {A: {Type: AWS::S3::Bucket}}"}"#;
    for lint in ["on", "off"] {
        let settings = [("WARDEN_PACKS", "fsbp"), ("WARDEN_HOOK_LINT", lint)];
        let config =
            Config::read(settings.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let fetch = Box::new(Always(Ok(payload.to_vec())));
        let function = Function::deployed(config, fetch, cfn_warden_rules::bundled()).unwrap();
        for name in ["resource-delete", "cloud-control-delete", "stack-delete"] {
            let answer = answer(&event(name), &function);
            let message = answer["message"].as_str().unwrap();
            assert_eq!(answer["hookStatus"], "SUCCESS", "{answer}");
            assert!(message.starts_with("Nothing to evaluate: "), "{message}");
        }
    }
}

fn with(name: &str, pointer: &str, value: Value) -> Vec<u8> {
    let mut event: Value = serde_json::from_slice(&event(name)).unwrap();
    *event.pointer_mut(pointer).unwrap() = value;
    event.to_string().into_bytes()
}

const BUCKET_NAME: &str = "/requestData/targetModel/resourceProperties/BucketName";

#[test]
fn the_text_for_unknown_values_is_a_value_in_a_resource() {
    let function = function();
    let judged = answer(
        &with("resource-create", BUCKET_NAME, json!("No_Such_Name")),
        &function,
    );
    assert!(
        judged["annotations"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["annotationName"] == "E3031"),
        "{judged}"
    );
    let unknown = json!("{{changeSet:KNOWN_AFTER_APPLY}}");
    // The event has the resolved values, so that the caller wrote this one.
    assert_eq!(
        answer(&with("resource-create", BUCKET_NAME, unknown), &function)["hookStatus"],
        "FAILED"
    );
}

#[test]
fn generated_ids_of_cloud_control_are_shown_but_not_linted() {
    let judged = answer(
        &with("cloud-control-create", BUCKET_NAME, json!("No_Such_Name")),
        &function(),
    );
    let annotations = judged["annotations"].as_array().unwrap();
    let failed: Vec<&Value> = annotations
        .iter()
        .filter(|one| one["status"] == "FAILED")
        .collect();
    assert!(!failed.is_empty());
    for annotation in failed {
        let said = annotation["statusMessage"].as_str().unwrap();
        assert!(
            said.starts_with("AWS-S3-Bucket-shop-artifacts-create-"),
            "{said}"
        );
        assert!(
            said.contains(" Properties/BucketName: `BucketName` is `No_Such_Name`, "),
            "{said}"
        );
    }
}

#[test]
fn the_region_is_that_of_the_stack() {
    // The type exists in us-east-1, but not in cn-north-1.
    let template =
        json!({"template": "Resources: {A: {Type: AWS::BillingConductor::BillingGroup}}"})
            .to_string();
    let function = Function {
        fetch: Box::new(Always(Ok(template.into_bytes()))),
        ..function()
    };
    let message = |region: &str| {
        let stack = json!(format!(
            "arn:aws:cloudformation:{region}:123456789012:stack/shop/1a2b"
        ));
        answer(&with("stack-create", "/stackId", stack), &function)["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(
        message("cn-north-1").contains("E3006"),
        "{}",
        message("cn-north-1")
    );
    assert!(
        !message("us-east-1").contains("E3006"),
        "{}",
        message("us-east-1")
    );
}

#[test]
fn settings_without_rules_are_reported_with_their_variable() {
    for folder in ["no/such/folder", "events/hook/payload"] {
        let config = Config {
            rules: Rules::Folder(root().join(folder)),
            ..Config::default()
        };
        let error = Function::deployed(config, Box::new(Folder), cfn_warden_rules::bundled())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("WARDEN_RULES: "), "{error}");
    }
    let mut config = Config {
        rules: Rules::Folder(root().join("tests/lambda")),
        ..Config::default()
    };
    let function = Function::deployed(
        config.clone(),
        Box::new(Folder),
        cfn_warden_rules::bundled(),
    )
    .unwrap();
    let names: Vec<&str> = function
        .rules
        .iter()
        .map(|rules| rules.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["hook/rules/buckets.guard", "hook/rules/operations.guard"]
    );
    config.rules = Rules::None;
    assert!(
        Function::deployed(config, Box::new(Folder), cfn_warden_rules::bundled())
            .unwrap()
            .rules
            .is_empty()
    );
}

#[test]
fn requests_without_rules_use_those_of_the_function() {
    let function = Function {
        rules: rules(&[("never.guard", "rule NEVER { Resources !exists }")]),
        ..Function::new(cfn_warden_rules::bundled())
    };
    let status = |event: Value| {
        let answer = lambda::handle(event.to_string().as_bytes(), &function).answer;
        serde_json::from_str::<Value>(&answer).unwrap()["status"].clone()
    };
    let data = json!({"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}});
    assert_eq!(status(json!({"data": data, "lint": false})), "FAIL");
    assert_eq!(
        status(json!({"data": data, "rules": ["rule A { Resources exists }"]})),
        "PASS"
    );
}

#[test]
fn timeouts_are_failures_with_the_token() {
    let handled = lambda::too_late(
        &event("resource-create"),
        std::time::Duration::from_secs(25),
    );
    let answer: Value = serde_json::from_str(&handled.answer).unwrap();
    assert_eq!(answer["errorCode"], "InternalFailure");
    assert_eq!(
        answer["message"],
        "Could not be evaluated: timed out after 25 s"
    );
    assert_eq!(
        answer["clientRequestToken"],
        "00000000-0000-4000-8000-000000000001"
    );
}

#[test]
fn internal_errors_are_failures_with_the_token() {
    let handled = lambda::failed(&event("resource-create"));
    let answer: Value = serde_json::from_str(&handled.answer).unwrap();
    assert_eq!(
        (&answer["hookStatus"], &answer["errorCode"]),
        (&json!("FAILED"), &json!("InternalFailure"))
    );
    assert_eq!(
        answer["clientRequestToken"],
        "00000000-0000-4000-8000-000000000001"
    );
    // For direct requests, and for invalid events, the result is an error.
    for event in [br#"{"data": "Resources: {}"}"#.as_slice(), b"{"] {
        let answer: Value = serde_json::from_str(&lambda::failed(event).answer).unwrap();
        assert_eq!(
            (&answer["status"], &answer["compliant"]),
            (&json!("ERROR"), &json!(false))
        );
        assert_eq!(answer["errors"][0]["kind"], "internal");
    }
}

#[test]
fn only_changed_resources_count_if_configured() {
    let hook = HookSettings {
        findings: HookFindings::Changed,
        ..HookSettings::default()
    };
    let function = Function {
        config: Config {
            hook,
            ..Config::default()
        },
        ..function()
    };
    let message = |name: &str| {
        answer(&event(name), &function)["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(
        message("change-set-create-not-compliant").contains("Existing: "),
        "{}",
        message("change-set-create-not-compliant")
    );
    assert!(!message("stack-create-not-compliant").contains("Existing: "));
    let names = |name: &str| -> Vec<String> {
        let answer = answer(&event(name), &function);
        let annotations = answer["annotations"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        annotations
            .iter()
            .map(|annotation| annotation["statusMessage"].as_str().unwrap().to_owned())
            .collect()
    };
    let changed = names("change-set-create-not-compliant");
    assert!(
        changed.iter().any(|said| said.starts_with("Artifacts ")),
        "{changed:?}"
    );
    assert!(
        !changed.iter().any(|said| said.starts_with("Work ")),
        "{changed:?}"
    );
    let created = names("stack-create-not-compliant");
    assert!(
        created.iter().any(|said| said.starts_with("Work ")),
        "{created:?}"
    );
}

#[test]
fn rules_have_the_semantics_of_the_configured_version() {
    let status = |semantics: &str| {
        let config =
            Config::from_vars([("WARDEN_SEMANTICS".to_owned(), semantics.to_owned())]).unwrap();
        let rules = rules(&[(
            "not.guard",
            "rule not_there { not Resources.*.Type == /./ }",
        )]);
        answer(
            &event("resource-create"),
            &Function {
                config,
                rules,
                ..Function::new(cfn_warden_rules::bundled())
            },
        )["hookStatus"]
            .clone()
    };
    assert_eq!(
        (status("3.2.1"), status("3.2.0")),
        (json!("FAILED"), json!("SUCCESS"))
    );
}

/// Generates arbitrary JSON with the vocabulary of events.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "STACK",
        "CHANGE_SET",
        "AWS::S3::Bucket",
        "AWS::SQS::Queue",
        "RESOURCE",
        "CREATE_PRE_PROVISION",
        "UPDATE_PRE_PROVISION",
        "DELETE_PRE_PROVISION",
        "",
        "true",
        "45",
        "https://x/stack-create.json",
        "Resources: {}",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    let key = prop::sample::select(vec![
        "requestData",
        "targetName",
        "targetType",
        "targetModel",
        "targetLogicalId",
        "payload",
        "resourceProperties",
        "previousResourceProperties",
        "template",
        "changedResources",
        "Resources",
        "Properties",
        "Type",
        "Tags",
        "x",
    ]);
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|entries| entries
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
        ]
    })
}

/// Generates events with one part replaced at any depth.
fn mutated_event() -> impl Strategy<Value = Value> {
    let names: Vec<_> = files("events/hook", "json");
    (
        prop::sample::select(names),
        any::<prop::sample::Index>(),
        any_json(),
    )
        .prop_map(|(path, at, other)| {
            let mut event: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
            let mut pointers = Vec::new();
            collect(&event, String::new(), &mut pointers);
            let pointer = at.get(&pointers).clone();
            *event.pointer_mut(&pointer).unwrap() = other;
            event
        })
}

fn collect(value: &Value, at: String, pointers: &mut Vec<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        collect(value, format!("{at}/{key}"), pointers);
    }
    pointers.push(at);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_rule_that_never_passes_blocks_everything(event in prop_oneof![any_json(), mutated_event()], payload in any_json()) {
        let hook = HookSettings { lint: false, ..HookSettings::default() };
        let never = rules(&[("never.guard", "rule NEVER { HookContext !exists }")]);
        for fetch in [Box::new(Folder) as Box<dyn Fetch>, Box::new(Always(Ok(payload.to_string().into_bytes())))] {
            let function = Function { config: Config { hook, ..Config::default() }, rules: never.clone(), fetch, ..Function::new(cfn_warden_rules::bundled()) };
            let handled = lambda::handle(event.to_string().as_bytes(), &function);
            prop_assert!(!handled.answer.contains("internal error"), "a panic: {}", handled.answer);
            let answer: Value = serde_json::from_str(&handled.answer).unwrap();
            let nothing = answer["message"].as_str().is_some_and(|text| text.starts_with("Nothing to evaluate: stack deletions have no template"));
            prop_assert!(answer["hookStatus"] != "SUCCESS" || nothing, "{}", handled.answer);
            prop_assert!(answer["status"] != "PASS");
        }
    }
}
