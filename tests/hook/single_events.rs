//! What single events are judged on, and what is logged.

use std::sync::{Arc, Mutex};

use cfn_warden::engine::Status;
use cfn_warden::engine::coverage::{Kind, Policy};
use cfn_warden::lambda::config::{Config, HookSettings};
use cfn_warden::lambda::{self, Function, InvocationKind};
use cfn_warden_fetch::{Fetch, FetchError};
use serde_json::{Value, json};

use super::{Always, answer, event, failure, function, rules, with};

#[test]
fn findings_about_how_a_template_was_written_do_not_count() {
    let names = |event: &str, properties: Value| {
        let answer = answer(&with(event, "/requestData/targetModel/resourceProperties", properties), &function());
        let annotations = answer["annotations"].as_array().cloned().unwrap_or_default();
        annotations.iter().map(|one| one["annotationName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let has = |names: &[String], id: &str| names.iter().any(|name| name == id);
    // All functions are resolved, so what looks like one is literal.
    let literal = json!({"BucketName": "No_Such_Name", "Tags": [{"Key": "team", "Value": "${team}"}]});
    // Cloud Control API includes read-only properties.
    let read_only = json!({"BucketName": "No_Such_Name", "Arn": "arn:aws:s3:::shop"});
    for event in ["resource-create", "cloud-control-create"] {
        let found = names(event, literal.clone());
        assert!(has(&found, "E3031") && !has(&found, "E1029"), "{event}: {found:?}");
        let found = names(event, read_only.clone());
        assert!(has(&found, "E3031"), "{event}: {found:?}");
        assert_eq!(has(&found, "E3040"), event == "resource-create", "{event}: {found:?}");
    }
}

/// A registry that records the types that were looked up.
#[derive(Debug, Default)]
struct Registry(Arc<Mutex<Vec<String>>>);

impl Fetch for Registry {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(json!({"template": "Resources: {A: {Type: Acme::Team::Thing}}"}).to_string().into_bytes())
    }

    fn type_schema(&self, type_name: &str) -> Result<Option<String>, FetchError> {
        self.0.lock().unwrap().push(type_name.to_owned());
        Ok(None)
    }
}

#[test]
fn types_are_looked_up_only_if_configured_and_linted() {
    for (lint, registry_types) in [(true, true), (true, false), (false, true)] {
        let registry = Registry::default();
        let asked = registry.0.clone();
        let hook = HookSettings { lint, ..HookSettings::default() };
        let config = Config { hook, registry_types, ..Config::default() };
        let rules = rules(&[("any.guard", "rule ANY { Resources exists }")]);
        answer(
            &event("stack-create"),
            &Function { config, rules, fetch: Box::new(registry), ..Function::new(cfn_warden_rules::bundled()) },
        );
        let expected: &[&str] = if lint && registry_types { &["Acme::Team::Thing"] } else { &[] };
        assert_eq!(*asked.lock().unwrap(), expected, "{lint} {registry_types}");
    }
}

#[test]
fn invocations_are_logged_with_their_counts() {
    let function = function();
    let logged = |name: &str| {
        let log = lambda::handle(&event(name), &function).log;
        (log.status, log.invocation, log.documents, log.findings > 0, log.incomplete)
    };
    assert_eq!(logged("stack-create"), (Some(Status::Pass), InvocationKind::Hook, 1, false, 0));
    assert_eq!(logged("stack-create-not-compliant"), (Some(Status::Fail), InvocationKind::Hook, 1, true, 0));
    assert_eq!(logged("stack-delete"), (Some(Status::Pass), InvocationKind::Hook, 0, false, 0));
    assert_eq!(logged("stack-create-no-yaml").1, InvocationKind::Hook);
}

/// Returns the response to an event on these rules, without the linter.
fn judged_by(event: &[u8], rule: &str) -> Value {
    let hook = HookSettings { lint: false, ..HookSettings::default() };
    let function =
        Function { config: Config { hook, ..Config::default() }, rules: rules(&[("r.guard", rule)]), ..function() };
    answer(event, &function)
}

#[test]
fn only_updates_and_deletions_have_a_previous_state() {
    let model =
        json!({"resourceProperties": {"BucketName": "new"}, "previousResourceProperties": {"BucketName": "old"}});
    for (name, expected) in
        [("resource-create", "SUCCESS"), ("resource-update", "FAILED"), ("resource-delete", "FAILED")]
    {
        let event = with(name, "/requestData/targetModel", model.clone());
        assert_eq!(judged_by(&event, "rule NEW { Previous !exists }")["hookStatus"], expected, "{name}");
    }
}

#[test]
fn rules_know_the_time() {
    let judged = judged_by(&event("resource-create"), "let at = now()\nrule LATER { %at > 1700000000 }");
    assert_eq!(judged["hookStatus"], "SUCCESS", "{judged}");
}

#[test]
fn unseen_parts_of_deleted_resources_do_not_matter() {
    let macros = json!({"BucketName": {"Fn::Transform": {"Name": "Names"}}});
    let model = json!({"resourceProperties": macros, "previousResourceProperties": macros});
    let message = |name: &str| {
        let event = with(name, "/requestData/targetModel", model.clone());
        judged_by(&event, "rule HOOK { HookContext exists }")["message"].to_string()
    };
    assert!(message("resource-create").contains("Not checked: macro"), "{}", message("resource-create"));
    assert!(!message("resource-delete").contains("Not checked"), "{}", message("resource-delete"));
}

#[test]
fn rules_that_do_not_apply_to_a_deletion_do_not_matter() {
    for policy in [None, Some(Policy::Fail)] {
        let mut config = Config::default();
        if let Some(policy) = policy {
            Kind::ALL.into_iter().for_each(|kind| config.coverage.set(kind, policy));
        }
        let rules = rules(&[("r.guard", "rule NEVER when Previous.Nope exists { HookContext exists }")]);
        let judged = answer(&event("resource-delete"), &Function { config, rules, ..function() });
        assert_eq!(judged["hookStatus"], "SUCCESS", "{policy:?}: {judged}");
        assert!(!judged["message"].as_str().unwrap().contains("Not checked"), "{policy:?}: {judged}");
    }
}

#[test]
fn unseen_parts_fail_if_configured() {
    let macros = json!({"resourceProperties": {"BucketName": {"Fn::Transform": {"Name": "Names"}}}});
    let event = with("resource-create", "/requestData/targetModel", macros);
    for (policy, expected) in [(Policy::Warn, "SUCCESS"), (Policy::Fail, "FAILED")] {
        let hook = HookSettings { lint: false, ..HookSettings::default() };
        let mut config = Config { hook, ..Config::default() };
        config.coverage.set(Kind::Macro, policy);
        let rules = rules(&[("r.guard", "rule HOOK { HookContext exists }")]);
        assert_eq!(answer(&event, &Function { config, rules, ..function() })["hookStatus"], expected, "{policy:?}");
    }
}

#[test]
fn payloads_that_need_more_memory_than_the_function_has_are_failures() {
    let text = format!("Resources: {{A: {{Type: AWS::SQS::Queue, Metadata: [{}]}}}}", "1,".repeat(200_000));
    let payload = json!({"template": text}).to_string().into_bytes();
    let mut function = Function { fetch: Box::new(Always(Ok(payload))), ..function() };
    function.config.function.memory_mb = Some(128);
    let message = failure(&event("stack-create"), &function);
    assert!(message.contains("128 MB"), "{message}");
}
