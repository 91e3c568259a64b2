//! Tests of what a request may name, and that everything in it is checked.

use serde_json::{Value, json};

use super::{RULE, Store, answer, event, function};

const BAD: &str =
    "Resources:\n  B:\n    Type: AWS::S3::Bucket\n    Properties: {AccessControl: PublicRead}\n";
const NO_PUBLIC: &str =
    "rule NO_PUBLIC when Resources exists { Resources.*.Properties.AccessControl != 'PublicRead' }";
const TOPIC: &str = "resource \"aws_sns_topic\" \"t\" {\n  name = \"x\"\n}\n";

/// Returns whether a template beside a configuration is judged, or named in an error.
fn is_noticed(name: &str, configuration: &str) -> bool {
    let function = function(&[], &Store::default());
    let request = json!({
        "data": [
            {"name": "m.tf", "content": configuration},
            {"name": name, "content": BAD},
        ],
        "rules": [NO_PUBLIC],
        "lint": false,
    });
    let answer = answer(&request, &function, "");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let is_judged = list(&answer["findings"])
        .iter()
        .any(|finding| finding["rule"] == "NO_PUBLIC");
    let is_named = list(&answer["errors"])
        .iter()
        .any(|error| error.to_string().contains(name));
    if is_judged || is_named {
        assert_eq!(answer["compliant"], false, "{name}: {answer}");
    }
    is_judged || is_named
}

#[test]
fn a_template_beside_a_configuration_is_checked_whatever_its_name_is() {
    for name in [
        "x.yaml",
        "x.YAML",
        "x.Yml",
        "x.JSON",
        "x.Template",
        "x.cfn",
        "x.txt",
        "x",
        "template",
        "a/b.tpl",
        "x.tf.bak",
        "x.hcl",
        ".terraform.lock.hcl",
        "x.tfvars",
        "x.tfvars.json",
        ".terraform/modules/modules.json",
        ".x.tf",
        "x.tf~",
    ] {
        assert!(is_noticed(name, TOPIC), "{name}");
    }
    // Reading a file does not make it a part of the configuration.
    let reading = "locals {\n  a = file(\"x.cfn\")\n  b = filemd5(\"x.txt\")\n}\n";
    for name in ["x.cfn", "x.txt"] {
        assert!(is_noticed(name, reading), "{name}");
    }
}

#[test]
fn files_that_a_configuration_reads_are_not_documents() {
    let function = function(&[], &Store::default());
    let configuration = "resource \"aws_instance\" \"i\" {\n  user_data = templatefile(\"init.sh.tftpl\", { a = 1 })\n}\n";
    let mut request = json!({
        "data": [
            {"name": "m.tf", "content": configuration},
            {"name": "init.sh.tftpl", "content": "#!/bin/sh\necho ${a}\n"},
            {"name": ".terraform.lock.hcl", "content": "provider \"registry.terraform.io/hashicorp/aws\" {\n  version = \"5.0.0\"\n}\n"},
        ],
        "rules": ["rule TF when resource_changes exists { resource_changes !empty }"],
    });
    let read = answer(&request, &function, "");
    assert_eq!(
        (&read["status"], &read["summary"]["documents"]),
        (&json!("PASS"), &json!(1)),
        "{read}"
    );
    // A file that nothing reads is checked.
    request["data"][1]["name"] = json!("other.sh");
    let unread = answer(&request, &function, "");
    assert!(
        unread["status"] != "PASS" && unread.to_string().contains("other.sh"),
        "{unread}"
    );
}

/// Findings show texts of documents: the function's own rules and bundles are not for whoever may invoke it.
#[test]
fn objects_of_the_settings_are_not_documents() {
    let template = b"Resources: {T: {Type: 'AWS::SNS::Topic'}}".as_slice();
    let own = [
        "s3://policies/a.guard",
        "s3://policies/rules/b.guard",
        "s3://policies/bundles/current.toml",
        "s3://policies/bundles/acme-1.zip",
        "s3://policies/waivers.yaml",
    ];
    let other = [
        "s3://policies/template.yaml",
        "s3://policies/rules-2/t.yaml",
        "s3://other/a.guard",
    ];
    let objects: Vec<(&str, &[u8])> = own
        .iter()
        .chain(&other)
        .map(
            |at| match at.ends_with(".guard") && *at != "s3://other/a.guard" {
                true => (*at, RULE.as_bytes()),
                false => (*at, template),
            },
        )
        .collect();
    let store = Store::of(&objects);
    let settings = [
        ("WARDEN_RULES", "s3://policies/a.guard,s3://policies/rules/"),
        ("WARDEN_BUNDLE", "s3://policies/bundles/current.toml"),
        ("WARDEN_WAIVERS", "s3://policies/waivers.yaml"),
    ];
    let function = function(&settings, &store);
    let refused = |at: &str| {
        let answer = answer(&json!({"data_uri": at, "packs": ["S3.8"]}), &function, "");
        answer["errors"].to_string().contains("not a document")
    };
    for at in own {
        assert!(refused(at), "{at}");
        assert!(refused(&format!("{at}?versionId=3")), "{at}");
    }
    for at in other {
        assert!(!refused(at), "{at}");
    }
}

/// CloudFormation never sends these. Readers disagree on which value counts, so that neither does.
#[test]
fn a_hook_event_with_a_repeated_field_is_refused() {
    let function = function(&[("WARDEN_HOOK_LINT", "on")], &Store::default());
    let sent = event("hook/resource-create.json").to_string();
    let answer = |text: &str| -> Value {
        let answered = cfn_warden::lambda::handle(text.as_bytes(), &function).answer;
        serde_json::from_str(&answered).unwrap()
    };
    assert_eq!(answer(&sent)["hookStatus"], "SUCCESS", "{sent}");
    for (from, to) in [
        (
            "\"targetName\":",
            "\"targetName\":\"AWS::SNS::Topic\",\"targetName\":",
        ),
        (
            "\"targetName\":",
            "\"TargetName\":\"AWS::SNS::Topic\",\"targetName\":",
        ),
        ("\"targetModel\":", "\"targetModel\":{},\"targetModel\":"),
        (
            "\"resourceProperties\":",
            "\"resourceProperties\":{},\"resourceProperties\":",
        ),
        (
            "\"resourceProperties\":",
            "\"ResourceProperties\":{},\"resourceProperties\":",
        ),
    ] {
        let repeated = sent.replacen(from, to, 1);
        assert_ne!(repeated, sent, "{from}");
        let answered = answer(&repeated);
        assert_eq!(answered["hookStatus"], "FAILED", "{to}: {answered}");
        assert!(
            answered["message"]
                .as_str()
                .unwrap()
                .contains("repeated field"),
            "{to}: {answered}"
        );
    }
}
