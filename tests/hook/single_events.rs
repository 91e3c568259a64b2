//! What single events are judged on, and what is logged.

use std::sync::{Arc, Mutex};

use cfn_warden::engine::coverage::{Kind, Policy};
use cfn_warden::engine::{Status, UnknownPolicy};
use cfn_warden::lambda::config::{Config, HookSettings};
use cfn_warden::lambda::{self, Function, InvocationKind};
use cfn_warden_fetch::{Fetch, FetchError};
use serde_json::{Value, json};

use super::{Always, answer, event, failure, function, rules, with};

#[test]
fn findings_about_how_a_template_was_written_do_not_count() {
    let names = |event: &str, properties: Value| {
        let answer = answer(
            &with(
                event,
                "/requestData/targetModel/resourceProperties",
                properties,
            ),
            &function(),
        );
        let annotations = answer["annotations"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        annotations
            .iter()
            .map(|one| one["annotationName"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let has = |names: &[String], id: &str| names.iter().any(|name| name == id);
    // All functions are resolved, so what looks like one is literal.
    let literal =
        json!({"BucketName": "No_Such_Name", "Tags": [{"Key": "team", "Value": "${team}"}]});
    // Cloud Control API includes read-only properties.
    let read_only = json!({"BucketName": "No_Such_Name", "Arn": "arn:aws:s3:::shop"});
    for event in ["resource-create", "cloud-control-create"] {
        let found = names(event, literal.clone());
        assert!(
            has(&found, "E3031") && !has(&found, "E1029"),
            "{event}: {found:?}"
        );
        let found = names(event, read_only.clone());
        assert!(has(&found, "E3031"), "{event}: {found:?}");
        assert_eq!(
            has(&found, "E3040"),
            event == "resource-create",
            "{event}: {found:?}"
        );
    }
}

/// A registry that records the types that were looked up.
#[derive(Debug, Default)]
struct Registry(Arc<Mutex<Vec<String>>>);

impl Fetch for Registry {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(
            json!({"template": "Resources: {A: {Type: Acme::Team::Thing}}"})
                .to_string()
                .into_bytes(),
        )
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
        let hook = HookSettings {
            lint,
            ..HookSettings::default()
        };
        let config = Config {
            hook,
            registry_types,
            ..Config::default()
        };
        let rules = rules(&[("any.guard", "rule ANY { Resources exists }")]);
        answer(
            &event("stack-create"),
            &Function {
                config,
                rules,
                fetch: Box::new(registry),
                ..Function::new(cfn_warden_rules::bundled())
            },
        );
        let expected: &[&str] = if lint && registry_types {
            &["Acme::Team::Thing"]
        } else {
            &[]
        };
        assert_eq!(*asked.lock().unwrap(), expected, "{lint} {registry_types}");
    }
}

#[test]
fn invocations_are_logged_with_their_counts() {
    let function = function();
    let logged = |name: &str| {
        let log = lambda::handle(&event(name), &function).log;
        (
            log.status,
            log.invocation,
            log.documents,
            log.findings > 0,
            log.incomplete,
        )
    };
    assert_eq!(
        logged("stack-create"),
        (Some(Status::Pass), InvocationKind::Hook, 1, false, 0)
    );
    assert_eq!(
        logged("stack-create-not-compliant"),
        (Some(Status::Fail), InvocationKind::Hook, 1, true, 0)
    );
    assert_eq!(
        logged("stack-delete"),
        (Some(Status::Pass), InvocationKind::Hook, 0, false, 0)
    );
    assert_eq!(logged("stack-create-no-yaml").1, InvocationKind::Hook);
}

/// Returns the response to an event on these rules, without the linter.
fn judged_by(event: &[u8], rule: &str) -> Value {
    let hook = HookSettings {
        lint: false,
        ..HookSettings::default()
    };
    let function = Function {
        config: Config {
            hook,
            ..Config::default()
        },
        rules: rules(&[("r.guard", rule)]),
        ..function()
    };
    answer(event, &function)
}

#[test]
fn only_updates_and_deletions_have_a_previous_state() {
    let model = json!({"resourceProperties": {"BucketName": "new"}, "previousResourceProperties": {"BucketName": "old"}});
    for (name, expected) in [
        ("resource-create", "SUCCESS"),
        ("resource-update", "FAILED"),
        ("resource-delete", "FAILED"),
    ] {
        let event = with(name, "/requestData/targetModel", model.clone());
        assert_eq!(
            judged_by(&event, "rule NEW { Previous !exists }")["hookStatus"],
            expected,
            "{name}"
        );
    }
}

#[test]
fn rules_know_the_time() {
    let judged = judged_by(
        &event("resource-create"),
        "let at = now()\nrule LATER { %at > 1700000000 }",
    );
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
    assert!(
        message("resource-create").contains("Not checked: macro"),
        "{}",
        message("resource-create")
    );
    assert!(
        !message("resource-delete").contains("Not checked"),
        "{}",
        message("resource-delete")
    );
}

#[test]
fn rules_that_do_not_apply_to_a_deletion_do_not_matter() {
    for policy in [None, Some(Policy::Fail)] {
        let mut config = Config::default();
        if let Some(policy) = policy {
            Kind::ALL
                .into_iter()
                .for_each(|kind| config.coverage.set(kind, policy));
        }
        let rules = rules(&[(
            "r.guard",
            "rule NEVER when Previous.Nope exists { HookContext exists }",
        )]);
        let judged = answer(
            &event("resource-delete"),
            &Function {
                config,
                rules,
                ..function()
            },
        );
        assert_eq!(judged["hookStatus"], "SUCCESS", "{policy:?}: {judged}");
        assert!(
            !judged["message"].as_str().unwrap().contains("Not checked"),
            "{policy:?}: {judged}"
        );
    }
}

#[test]
fn unseen_parts_fail_if_configured() {
    let macros =
        json!({"resourceProperties": {"BucketName": {"Fn::Transform": {"Name": "Names"}}}});
    let event = with("resource-create", "/requestData/targetModel", macros);
    for (policy, expected) in [(Policy::Warn, "SUCCESS"), (Policy::Fail, "FAILED")] {
        let hook = HookSettings {
            lint: false,
            ..HookSettings::default()
        };
        let mut config = Config {
            hook,
            ..Config::default()
        };
        config.coverage.set(Kind::Macro, policy);
        let rules = rules(&[("r.guard", "rule HOOK { HookContext exists }")]);
        assert_eq!(
            answer(
                &event,
                &Function {
                    config,
                    rules,
                    ..function()
                }
            )["hookStatus"],
            expected,
            "{policy:?}"
        );
    }
}

#[test]
fn payloads_that_need_more_memory_than_the_function_has_are_failures() {
    let text = format!(
        "Resources: {{A: {{Type: AWS::SQS::Queue, Metadata: [{}]}}}}",
        "1,".repeat(200_000)
    );
    let payload = json!({"template": text}).to_string().into_bytes();
    let mut function = Function {
        fetch: Box::new(Always(Ok(payload))),
        ..function()
    };
    function.config.function.memory_mb = Some(128);
    let message = failure(&event("stack-create"), &function);
    assert!(message.contains("128 MB"), "{message}");
}

#[test]
fn rules_see_lists_with_all_their_elements() {
    let tags =
        json!({"Tags": [{"Key": "team", "Value": "shop"}, {"Key": "stage", "Value": "dev"}]});
    for (rule, expected) in [
        (
            "rule SECOND { Resources.*.Properties.Tags[1].Key == 'stage' }",
            "SUCCESS",
        ),
        (
            "rule THIRD { Resources.*.Properties.Tags[2] exists }",
            "FAILED",
        ),
    ] {
        let event = with(
            "resource-create",
            "/requestData/targetModel/resourceProperties",
            tags.clone(),
        );
        let judged = judged_by(&event, rule);
        assert_eq!(judged["hookStatus"], expected, "{judged}");
        assert_ne!(judged["errorCode"], "InternalFailure", "{judged}");
    }
}

#[test]
fn rules_see_strings_that_are_not_booleans_as_strings() {
    let judged = |value: &str| {
        let acls = json!({"PublicAccessBlockConfiguration": {"BlockPublicAcls": value}});
        let event = with(
            "resource-create",
            "/requestData/targetModel/resourceProperties",
            acls,
        );
        let acls = "Resources.*.Properties.PublicAccessBlockConfiguration.BlockPublicAcls";
        judged_by(
            &event,
            &format!("rule TEXT {{ {acls} is_string }} rule BOOLEAN {{ {acls} is_bool }}"),
        )["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(
        judged("Yes").starts_with("Not compliant: 1 Guard rule failed: BOOLEAN."),
        "{}",
        judged("Yes")
    );
    assert!(
        judged("True").starts_with("Not compliant: 1 Guard rule failed: TEXT."),
        "{}",
        judged("True")
    );
}

#[test]
fn rules_know_the_logical_id_of_the_resource() {
    for (name, id) in [
        ("resource-create", "ArtifactBucket"),
        (
            "cloud-control-create",
            "AWS-S3-Bucket-shop-artifacts-create-0b1c2d3e-4444-4d4d-8c8c-4f4f4f4f4001",
        ),
    ] {
        let judged = judged_by(
            &event(name),
            &format!("rule NAMED {{ HookContext.TargetLogicalId == '{id}' }}"),
        );
        assert_eq!(judged["hookStatus"], "SUCCESS", "{judged}");
    }
}

#[test]
fn an_update_has_a_previous_state_even_without_properties() {
    let model = json!({"resourceProperties": {"BucketName": "new"}});
    let judged = judged_by(
        &with("resource-update", "/requestData/targetModel", model),
        "rule PREVIOUS { Previous.*.Type == 'AWS::S3::Bucket' }",
    );
    assert_eq!(judged["hookStatus"], "SUCCESS", "{judged}");
}

#[test]
fn unseen_parts_of_generated_resources_are_shown_once_with_their_id() {
    let macros = json!({"BucketName": {"Fn::Transform": {"Name": "Names"}}});
    let event = with(
        "cloud-control-create",
        "/requestData/targetModel/resourceProperties",
        macros,
    );
    // Without rules, the linter finds it.
    for function in [function(), Function::new(cfn_warden_rules::bundled())] {
        let judged = answer(&event, &function);
        let annotations = judged["annotations"].as_array().unwrap();
        let unseen: Vec<&str> = annotations
            .iter()
            .filter(|one| one["annotationName"] == "not_seen:macro")
            .map(|one| one["statusMessage"].as_str().unwrap())
            .collect();
        assert_eq!(unseen.len(), 1, "{judged}");
        assert!(
            unseen[0].starts_with("AWS-S3-Bucket-shop-artifacts-create-"),
            "{judged}"
        );
    }
}

#[test]
fn unseen_parts_that_fail_come_before_those_that_do_not() {
    let include =
        json!({"Name": "AWS::Include", "Parameters": {"Location": "s3://bucket/name.yaml"}});
    let parts = json!({"BucketName": {"Fn::Transform": include}, "Tags": {"Fn::Transform": {"Name": "Tags"}}});
    let event = with(
        "resource-create",
        "/requestData/targetModel/resourceProperties",
        parts,
    );
    for (fails, other) in [(Kind::Macro, Kind::Include), (Kind::Include, Kind::Macro)] {
        let mut config = Config::default();
        config.coverage.set(fails, Policy::Fail);
        config.coverage.set(other, Policy::Warn);
        let judged = answer(
            &event,
            &Function {
                config,
                ..function()
            },
        );
        let annotations = judged["annotations"].as_array().unwrap();
        let mut unseen: Vec<(&str, &str)> = annotations
            .iter()
            .filter_map(|one| {
                Some((
                    one["annotationName"].as_str()?.strip_prefix("not_seen:")?,
                    one["status"].as_str()?,
                ))
            })
            .collect();
        unseen.dedup();
        assert_eq!(
            unseen,
            [(fails.name(), "FAILED"), (other.name(), "SKIPPED")],
            "{judged}"
        );
    }
}

#[test]
fn properties_that_need_more_memory_than_the_function_has_are_failures() {
    let many = json!({"BucketName": "shop", "Tags": vec![json!({"Key": "a"}); 100_000]});
    let mut function = function();
    function.config.function.memory_mb = Some(128);
    for (name, part) in [
        ("resource-create", "resourceProperties"),
        ("resource-update", "previousResourceProperties"),
        ("resource-update", "resourceProperties"),
        ("resource-delete", "previousResourceProperties"),
    ] {
        let message = failure(
            &with(
                name,
                &format!("/requestData/targetModel/{part}"),
                many.clone(),
            ),
            &function,
        );
        assert!(message.contains("128 MB"), "{name}: {message}");
    }
}

#[test]
fn every_reason_for_a_failure_is_named_before_the_number_of_findings() {
    let rules = rules(&[("one.guard", "rule x {"), ("two.guard", "rule y {")]);
    let function = Function {
        rules,
        ..function()
    };
    let bucket_name = "/requestData/targetModel/resourceProperties/BucketName";
    for (name, has_findings) in [("shop-artifacts", false), ("No_Such_Name", true)] {
        let message = failure(
            &with("resource-create", bucket_name, json!(name)),
            &function,
        );
        assert!(
            message.starts_with("Could not be evaluated: one.guard:1:9: "),
            "{message}"
        );
        assert_eq!(message.matches("; two.guard:1:9: ").count(), 1, "{message}");
        assert_eq!(
            message.contains(". Also found: "),
            has_findings,
            "{message}"
        );
    }
}

#[test]
fn findings_on_resources_have_their_id_and_others_the_whole_path() {
    let template = "Parameters: {Env: {Type: String}}\nResources:\n  Queue: {Type: AWS::SQS::Queue, Condition: Nope}\n";
    let payload = json!({"template": template}).to_string().into_bytes();
    let rules = rules(&[(
        "r.guard",
        "rule RETAINED { Resources.Queue.DeletionPolicy exists }",
    )]);
    let judged = answer(
        &event("stack-create"),
        &Function {
            rules,
            fetch: Box::new(Always(Ok(payload))),
            ..function()
        },
    );
    let message = |name: &str| {
        let annotations = judged["annotations"].as_array().unwrap();
        let found = annotations.iter().find(|one| one["annotationName"] == name);
        found.unwrap_or_else(|| panic!("{name}: {judged}"))["statusMessage"]
            .as_str()
            .unwrap()
    };
    assert!(
        message("RETAINED").starts_with("Queue (line 3): "),
        "{judged}"
    );
    assert!(
        message("W2001").starts_with("Parameters/Env (line 1): "),
        "{judged}"
    );
}

#[test]
fn failures_without_an_evaluation_are_logged_with_their_place() {
    let limit = std::time::Duration::from_secs(25);
    for (name, target) in [
        ("resource-create", "AWS::S3::Bucket"),
        ("stack-create", "STACK"),
    ] {
        let event = event(name);
        for handled in [lambda::too_late(&event, limit), lambda::failed(&event)] {
            let place = handled.log.place;
            assert_eq!(
                (place.account.as_str(), place.stack.as_str()),
                ("123456789012", "shop"),
                "{name}"
            );
            assert_eq!(
                (place.target.as_str(), place.point.as_str()),
                (target, "CREATE_PRE_PROVISION"),
                "{name}"
            );
        }
    }
}

#[test]
fn values_that_are_known_only_after_the_change_decide_no_rule() {
    let rules = || {
        rules(&[(
            "q.guard",
            "let q = Resources.*[ Type == 'AWS::SQS::Queue' ]\n\
             rule NOT when %q !empty { %q.Properties.QueueName != 'bad' }\n\
             rule IS when %q !empty { %q.Properties.QueueName == 'good' }\n\
             rule NONE { %q[ Properties.QueueName == /bad/ ] empty }\n\
             rule OTHER when %q !empty { %q.Properties.DelaySeconds == 5 }\n",
        )])
    };
    // A transform generates the queue.
    let template =
        "Transform: AWS::Serverless-2016-10-31\nResources: {Topic: {Type: AWS::SNS::Topic}}\n";
    let judged = |name: &str, unknown| {
        let mut config = Config {
            unknown,
            ..Config::default()
        };
        config.hook.lint = false;
        config.coverage.set(Kind::Unresolved, Policy::Fail);
        let after = json!({"Properties": {"QueueName": name, "DelaySeconds": 5}}).to_string();
        let change = json!({"logicalResourceId": "Queue", "resourceType": "AWS::SQS::Queue", "action": "Add", "afterContext": after});
        let payload = json!({"template": template, "changedResources": [change]});
        answer(
            &event("change-set-create"),
            &Function {
                config,
                rules: rules(),
                fetch: Box::new(Always(Ok(payload.to_string().into_bytes()))),
                ..function()
            },
        )
    };
    let annotations = |judged: &Value| -> Vec<(String, String)> {
        let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
        let all = judged["annotations"].as_array().unwrap().iter();
        all.map(|one| (text(one, "annotationName"), text(one, "status")))
            .collect()
    };
    let passed = |rule: &str| (rule.to_owned(), "PASSED".to_owned());
    let unresolved = ("not_seen:unresolved".to_owned(), "FAILED".to_owned());
    let answer = judged("{{changeSet:KNOWN_AFTER_APPLY}}", None);
    assert_eq!(answer["hookStatus"], "FAILED", "{answer:#}");
    let found = annotations(&answer);
    assert_eq!(
        found.iter().filter(|one| **one == unresolved).count(),
        3,
        "{answer:#}"
    );
    assert_eq!(
        found
            .into_iter()
            .filter(|one| *one != unresolved)
            .collect::<Vec<_>>(),
        [passed("NONE"), passed("OTHER")]
    );
    // What is known of a text decides.
    let found = annotations(&judged("x{{changeSet:KNOWN_AFTER_APPLY}}", None));
    let failed = ("IS".to_owned(), "FAILED".to_owned());
    assert!(
        found.contains(&passed("NOT")) && found.contains(&failed) && found.contains(&unresolved),
        "{found:?}"
    );
    let found = annotations(&judged(
        "{{changeSet:KNOWN_AFTER_APPLY}}",
        Some(UnknownPolicy::Fail),
    ));
    assert_eq!(
        found.iter().filter(|one| one.1 == "FAILED").count(),
        3,
        "{found:?}"
    );
    assert_eq!(
        annotations(&judged("good", None))
            .iter()
            .filter(|one| one.1 == "PASSED")
            .count(),
        4
    );
    assert_eq!(
        annotations(&judged("bad", None))
            .iter()
            .filter(|one| one.1 == "FAILED")
            .count(),
        3
    );
}

#[test]
fn secrets_of_previous_properties_are_masked_in_findings_of_the_linter() {
    let mut event: Value = serde_json::from_slice(&event("resource-update")).unwrap();
    let instance = |name: &str| json!({"Engine": "mysql", "DBInstanceClass": "db.t3.micro", "MasterUsername": "me", "DBInstanceIdentifier": name, "MasterUserPassword": "Sup3rS3cretValue"});
    for name in ["targetName", "targetType"] {
        event["requestData"][name] = json!("AWS::RDS::DBInstance");
    }
    event["requestData"]["targetModel"]["previousResourceProperties"] = instance("old");
    event["requestData"]["targetModel"]["resourceProperties"] =
        json!({"DBInstanceIdentifier": "Sup3rS3cretValue_"});
    let answer = answer(event.to_string().as_bytes(), &function()).to_string();
    assert!(
        answer.contains("****_") && !answer.contains("Sup3rS3cretValue"),
        "{answer}"
    );
}

#[test]
fn packs_do_not_make_up_for_types_that_nobody_knows() {
    let mut event: Value = serde_json::from_slice(&event("resource-create")).unwrap();
    for name in ["targetName", "targetType"] {
        event["requestData"][name] = json!("Acme::Team::Thing");
    }
    let event = event.to_string();
    let packs = || cfn_warden::policies::select(["fsbp"]).unwrap().into();
    for rules in [
        rules(&[]),
        rules(&[(
            "r.guard",
            "rule R when Resources.*[ Type == 'AWS::SNS::Topic' ] !empty { Resources exists }",
        )]),
    ] {
        for lint in [true, false] {
            let mut config = Config {
                packs: packs(),
                ..Config::default()
            };
            config.hook.lint = lint;
            let judged = answer(
                event.as_bytes(),
                &Function {
                    config,
                    rules: rules.clone(),
                    ..function()
                },
            );
            assert_eq!(
                (&judged["hookStatus"], &judged["errorCode"]),
                (&json!("FAILED"), &json!("InternalFailure")),
                "{judged:#}"
            );
        }
    }
}

#[test]
fn odd_events_are_failures() {
    let change = |name: &str, value: Value, point: &str| {
        let mut event: Value = serde_json::from_slice(&event("resource-create")).unwrap();
        event["requestData"]["targetModel"] = json!({name: value});
        event["actionInvocationPoint"] = json!(point);
        answer(event.to_string().as_bytes(), &function())
    };
    let bad = || json!({"BucketName": "No_Such_Name"});
    assert_eq!(
        change("properties", bad(), "CREATE_PRE_PROVISION")["errorCode"],
        "InternalFailure"
    );
    // Other points are not deletions.
    for point in [
        "DELETE_FOO",
        "DELETE",
        "DELETE_PRE_PROVISION ",
        "CREATE_FOO",
    ] {
        assert_eq!(
            change("resourceProperties", bad(), point)["errorCode"],
            "NonCompliant",
            "{point}"
        );
    }
}
