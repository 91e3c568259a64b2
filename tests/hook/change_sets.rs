//! Change sets: each resource in the template and as the change set describes it.

use cfn_warden::lambda::Function;
use cfn_warden::lambda::config::{Config, HookFindings, HookSettings};
use serde_json::{Value, json};

use super::{Always, answer, event, rules, with};

/// Returns the response to the creation of a change set with this payload.
fn change_set(payload: &Value, rule_texts: &[(&str, &str)], hook: HookSettings) -> Value {
    let fetch = Box::new(Always(Ok(payload.to_string().into_bytes())));
    let config = Config {
        hook,
        ..Config::default()
    };
    answer(
        &event("change-set-create"),
        &Function {
            config,
            rules: rules(rule_texts),
            fetch,
            ..Function::new(cfn_warden_rules::bundled())
        },
    )
}

const QUEUES: &str = "Resources:
  One: {Type: AWS::SQS::Queue}
  Two:
    Type: AWS::SQS::Queue
    Properties: {QueueName: !Ref AWS::StackName}
";

fn change(id: &str, action: &str, before: &Value, after: &Value) -> Value {
    let [before, after] =
        [before, after].map(|context| (!context.is_null()).then(|| context.to_string()));
    json!({"logicalResourceId": id, "resourceType": "AWS::SQS::Queue", "action": action, "beforeContext": before, "afterContext": after})
}

#[test]
fn failures_of_resolved_values_have_the_line_of_their_resource() {
    let changes = ["One", "Two"].map(|id| {
        change(
            id,
            "Add",
            &Value::Null,
            &json!({"Properties": {"QueueName": id}}),
        )
    });
    let rule = "rule NAMED { Resources.*[ Properties.QueueName == 'Two' ] { Properties.QueueName == 'Three' } }";
    let payload = json!({"template": QUEUES, "changedResources": changes});
    let judged = change_set(&payload, &[("names.guard", rule)], HookSettings::default());
    let message = judged["message"].as_str().unwrap();
    assert!(
        message.contains("NAMED. Two Properties/QueueName (line 3): "),
        "{message}"
    );
}

#[test]
fn resources_that_a_change_set_does_not_describe_are_judged_in_the_template() {
    let payload = json!({"template": QUEUES, "changedResources": [change("One", "Modify", &Value::Null, &Value::Null)]});
    let rules = [("one.guard", "rule HAS_ONE { Resources.One exists }")];
    let judged = change_set(&payload, &rules, HookSettings::default());
    assert_eq!(judged["hookStatus"], "SUCCESS", "{judged}");
}

#[test]
fn changes_that_cannot_be_read_are_named() {
    let rules = [("any.guard", "rule ANY { Resources exists }")];
    for (id, after, reason) in [
        (
            "Three",
            Value::Null,
            "the resource is not in the template and has no afterContext",
        ),
        ("One", json!([]), "afterContext is not an object"),
    ] {
        let payload = json!({"template": QUEUES, "changedResources": [change(id, "Add", &Value::Null, &after)]});
        let answer = change_set(&payload, &rules, HookSettings::default());
        let message = answer["message"].to_string();
        assert!(
            message.contains(&format!("{id} of the change set: {reason}")),
            "{message}"
        );
        // What is there and cannot be read does not pass.
        if !after.is_null() {
            assert_eq!(answer["errorCode"], "InternalFailure", "{answer}");
        }
    }
}

#[test]
fn findings_count_if_the_previous_state_of_a_change_cannot_be_read() {
    let hook = HookSettings {
        findings: HookFindings::Changed,
        lint: false,
    };
    let rules = [(
        "two.guard",
        "rule NO_TWO { Resources.Two.Properties.QueueName !exists }",
    )];
    let status = |before: Value| {
        let payload = json!({"template": QUEUES, "changedResources": [change("One", "Modify", &before, &json!({}))]});
        change_set(&payload, &rules, hook)["hookStatus"].clone()
    };
    assert_eq!(
        (status(json!({})), status(json!([]))),
        (json!("SUCCESS"), json!("FAILED"))
    );
}

#[test]
fn unchanged_resources_of_a_change_set_that_adds_one_do_not_count() {
    let hook = HookSettings {
        findings: HookFindings::Changed,
        lint: false,
    };
    let status = |name: &str| {
        let rule = format!("rule NO_NAME {{ Resources.{name}.Properties.QueueName !exists }}");
        let added = change(
            "One",
            "Add",
            &Value::Null,
            &json!({"Properties": {"QueueName": "one"}}),
        );
        let payload = json!({"template": QUEUES, "changedResources": [added]});
        change_set(&payload, &[("names.guard", rule.as_str())], hook)["hookStatus"].clone()
    };
    assert_eq!(
        (status("One"), status("Two")),
        (json!("FAILED"), json!("SUCCESS"))
    );
}

#[test]
fn each_existing_finding_accounts_for_one() {
    let hook = HookSettings {
        findings: HookFindings::Changed,
        lint: false,
    };
    let rule = "rule NARROW { Resources.*.Properties.Actions[*] != /\\*/ }";
    let status = |before: &str, after: &str| {
        let [template, previous] = [after, before].map(|actions| {
            format!("Resources: {{One: {{Type: Own::Made::Type, Properties: {{Actions: [{actions}]}}}}}}")
        });
        let payload = json!({"template": template, "previousTemplate": previous})
            .to_string()
            .into_bytes();
        let config = Config {
            hook,
            ..Config::default()
        };
        let (rules, fetch) = (
            rules(&[("short.guard", rule)]),
            Box::new(Always(Ok(payload))),
        );
        answer(
            &event("stack-update"),
            &Function {
                config,
                rules,
                fetch,
                ..Function::new(cfn_warden_rules::bundled())
            },
        )["hookStatus"]
            .clone()
    };
    for (before, after, expected) in [
        ("'s3:*'", "'s3:*'", "SUCCESS"),
        ("'s3:*', 's3:*'", "'s3:*'", "SUCCESS"),
        ("'s3:*', 'sqs:*'", "'sqs:*', 's3:*'", "SUCCESS"),
        ("'s3:*'", "'s3:*', 's3:*'", "FAILED"),
        ("'s3:*'", "'iam:*'", "FAILED"),
        ("'s3:Get'", "'s3:*'", "FAILED"),
    ] {
        assert_eq!(status(before, after), expected, "{before} {after}");
    }
}

#[test]
fn an_inserted_list_item_makes_no_existing_finding_new() {
    let hook = HookSettings {
        findings: HookFindings::Changed,
        lint: false,
    };
    let rules = [(
        "lists.guard",
        "rule EACH { Resources.*.Properties.Items[*].Port != 22 }
        rule NESTED { Resources.*.Properties.Items[*].Names[*] != 'a' }
        rule MISSING { Resources.*.Properties.Items[*].Owner exists }
        rule SOME { Resources.* { some Properties.Items[*].Key == 'logs' } }
        rule SOME_IN_ITEM { Resources.*.Properties.Items[*] { some Names[*] == 'logs' } }
        rule CALLED {
          NAMED
        }
        rule NAMED { Resources.*.Properties.Items[*].Name exists }",
    )];
    let template = |items: &[&str]| {
        format!(
            "Resources: {{One: {{Type: Own::Made::Type, Properties: {{Items: [{}]}}}}}}",
            items.join(", ")
        )
    };
    let old = "{Port: 22, Names: [a, b]}";
    let right = "{Port: 23, Names: [logs], Owner: x, Name: x}";
    for (before, after, status) in [
        (vec![old], vec![right, old], "SUCCESS"),
        (vec![right, old], vec![old], "SUCCESS"),
        (vec![old], vec![old, right], "SUCCESS"),
        (vec![old], vec![old, "{Port: 24, Names: [a, b]}"], "FAILED"),
        (vec![right], vec![right, old], "FAILED"),
    ] {
        let payload = json!({"template": template(&after), "previousTemplate": template(&before)});
        let answer = change_set(&payload, &rules, hook);
        assert_eq!(
            answer["hookStatus"], status,
            "{before:?} {after:?}: {}",
            answer["message"]
        );
    }
}

/// What fails is the list, but not whatever its items are.
#[test]
fn alternatives_about_the_items_of_a_list_are_about_their_values() {
    let hook = HookSettings {
        findings: HookFindings::Changed,
        lint: false,
    };
    let rules = [(
        "either.guard",
        "rule EITHER { Resources.*.Properties.Actions[*] != /\\*/ or Resources.*.Properties.Actions[*] == 'any' }",
    )];
    let template = |actions: &str| {
        format!(
            "Resources: {{One: {{Type: Own::Made::Type, Properties: {{Actions: [{actions}]}}}}}}"
        )
    };
    for (before, after, status) in [
        ("'s3:*', 'sqs:*'", "'s3:*', 'sqs:*'", "SUCCESS"),
        ("'s3:*', 'sqs:*'", "'s3:*', 'iam:*'", "FAILED"),
    ] {
        let payload = json!({"template": template(after), "previousTemplate": template(before)});
        let answer = change_set(&payload, &rules, hook);
        assert_eq!(answer["hookStatus"], status, "{}", answer["message"]);
    }
}

/// A change set has no items that a condition removes, so that the indices of the others differ from those of the template.
#[test]
fn a_list_item_is_one_finding_in_the_template_and_in_the_change_set() {
    let template = "Conditions: {IsProd: !Equals [!Ref AWS::Region, a]}
Resources:
  One:
    Type: Own::Made::Type
    Properties: {Items: [!If [IsProd, {Port: 1}, !Ref AWS::NoValue], {Port: 22}]}
";
    let after = json!({"Properties": {"Items": [{"Port": 22}]}});
    let payload = json!({"template": template, "changedResources": [{
        "logicalResourceId": "One",
        "resourceType": "Own::Made::Type",
        "action": "Add",
        "afterContext": after.to_string(),
    }]});
    let rules = [(
        "each.guard",
        "rule EACH { Resources.*.Properties.Items[*].Port != 22 }",
    )];
    let hook = HookSettings {
        lint: false,
        ..HookSettings::default()
    };
    let answer = change_set(&payload, &rules, hook);
    let message = answer["message"].as_str().unwrap();
    assert_eq!(message.matches("EACH").count(), 1, "{message}");
}

#[test]
fn unseen_parts_are_counted_once_and_have_the_path_of_their_value() {
    let template = "Resources:
  One: {Type: AWS::SQS::Queue, Properties: {QueueName: {Fn::Transform: {Name: Names}}}}
  Two: {Type: AWS::SQS::Queue, Properties: {QueueName: !ImportValue x}}
";
    let unknown = json!({"Properties": {"QueueName": "{{changeSet:KNOWN_AFTER_APPLY}}"}});
    let payload = json!({"template": template, "changedResources": [change("Two", "Modify", &json!({}), &unknown)]});
    let rule = "rule NAMED { Resources.*[ Properties.QueueName is_string ] { Properties.QueueName == 'a' } }";
    let judged = change_set(&payload, &[("names.guard", rule)], HookSettings::default());
    let annotations: Vec<&str> = judged["annotations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["statusMessage"].as_str().unwrap())
        .collect();
    assert_eq!(
        annotations,
        [
            "One Properties/QueueName/Fn::Transform: macro Names is not executed: what it adds or changes is not checked",
            "Two Properties/QueueName: rule NAMED is undecided: the value is known only after the change",
        ]
    );
}

#[test]
fn change_sets_are_never_deletions() {
    for point in ["", "CREATE_PRE_PROVISION", "DELETE_PRE_PROVISION"] {
        let payload = json!({"template": QUEUES, "changedResources": []})
            .to_string()
            .into_bytes();
        let rules = rules(&[(
            "r.guard",
            "rule CREATES { HookContext.InvocationPoint == 'CREATE_PRE_PROVISION' }",
        )]);
        let function = Function {
            rules,
            fetch: Box::new(Always(Ok(payload))),
            ..Function::new(cfn_warden_rules::bundled())
        };
        let judged = answer(
            &with("change-set-create", "/actionInvocationPoint", json!(point)),
            &function,
        );
        assert_eq!(judged["hookStatus"], "SUCCESS", "{point}: {judged}");
    }
}
