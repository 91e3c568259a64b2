//! Tests of settings that name files: input parameters and waivers.

use serde_json::{Value, json};

use super::{Store, answer, event, function};

/// The managed Guard Hook's input parameters.
#[test]
fn configured_input_parameters_are_merged_into_documents() {
    let rule = b"rule TEAM { HookContext.TargetName in Allowed or Allowed[0] == \"all\" }";
    let store = Store::of(&[
        ("s3://policies/a.guard", rule),
        ("s3://policies/all.yaml", b"Allowed: [all]"),
        ("s3://policies/none.json", b"{\"Allowed\": [\"none\"]}"),
    ]);
    let status = |parameters: &str| {
        let settings = [
            ("WARDEN_RULES", "s3://policies/a.guard"),
            ("WARDEN_INPUT_PARAMETERS", parameters),
            ("WARDEN_HOOK_LINT", "off"),
        ];
        let answered = answer(
            &event("hook/resource-create.json"),
            &function(&settings, &store),
            "",
        );
        (
            answered["hookStatus"].clone(),
            answered["errorCode"].clone(),
            answered["message"].clone(),
        )
    };
    assert_eq!(status("s3://policies/all.yaml").0, "SUCCESS");
    assert_eq!(status("s3://policies/none.json").1, "NonCompliant");
    assert_eq!(status("").1, "NonCompliant");
    let (_, code, message) = status("s3://policies/missing.json");
    assert_eq!(code, "InternalFailure");
    assert!(
        message
            .as_str()
            .unwrap()
            .contains("WARDEN_INPUT_PARAMETERS: s3://policies/missing.json"),
        "{message}"
    );
    let direct = function(
        &[("WARDEN_INPUT_PARAMETERS", "s3://policies/all.yaml")],
        &store,
    );
    let rules = ["rule ALL { Allowed[0] == \"all\" }"];
    let of = |event: Value| answer(&event, &direct, "")["status"].clone();
    assert_eq!(
        of(json!({"data": {"Resources": {}}, "lint": false, "rules": rules})),
        "PASS"
    );
    let own = json!({"data": {"Resources": {}}, "lint": false, "rules": rules, "input_parameters": {"Allowed": ["x"]}});
    assert_eq!(of(own), "FAIL");
}

/// A platform team accepts findings for one account and stack, for the function and all Hooks.
#[test]
fn configured_waivers_apply_to_hooks_and_requests() {
    let waivers = |scope: &str| {
        format!("waiver: [{{rule: ENCRYPTED, reason: public site, until: 2999-01-31{scope}}}]")
    };
    let (all, here, there) = (
        waivers(""),
        waivers(", account: '123456789012'"),
        waivers(", account: '999999999999'"),
    );
    let store = Store::of(&[
        (
            "s3://policies/a.guard",
            b"rule ENCRYPTED { AWS::S3::Bucket { Properties.BucketEncryption exists } }",
        ),
        ("s3://policies/all.yaml", all.as_bytes()),
        ("s3://policies/here.yaml", here.as_bytes()),
        ("s3://policies/there.yaml", there.as_bytes()),
        (
            "s3://policies/other.json",
            b"{\"waiver\": [{\"rule\": \"OTHER\", \"reason\": \"of other rules\"}]}",
        ),
        (
            "s3://policies/broken.json",
            b"{\"waiver\": [{\"rule\": \"ENCRYPTED\"}]}",
        ),
    ]);
    let settings = |waivers: &'static str| {
        [
            ("WARDEN_RULES", "s3://policies/a.guard"),
            ("WARDEN_WAIVERS", waivers),
            ("WARDEN_HOOK_LINT", "off"),
        ]
    };
    let hook = |waivers| {
        answer(
            &event("hook/resource-create.json"),
            &function(&settings(waivers), &store),
            "",
        )
    };
    assert_eq!(
        event("hook/resource-create.json")["awsAccountId"],
        "123456789012"
    );
    for (waivers, status) in [
        ("s3://policies/all.yaml", "SUCCESS"),
        ("s3://policies/here.yaml", "SUCCESS"),
        ("s3://policies/there.yaml", "FAILED"),
        ("s3://policies/other.json", "FAILED"),
        ("", "FAILED"),
    ] {
        let answered = hook(waivers);
        assert_eq!(answered["hookStatus"], status, "{waivers}: {answered}");
        let expected = if status == "SUCCESS" {
            "null"
        } else {
            "\"NonCompliant\""
        };
        assert_eq!(
            answered["errorCode"].to_string(),
            expected,
            "{waivers}: {answered}"
        );
    }
    assert!(
        hook("s3://policies/all.yaml")["message"]
            .as_str()
            .unwrap()
            .contains("Waivers: 1 finding waived")
    );
    for (waivers, words) in [
        (
            "s3://policies/broken.json",
            "s3://policies/broken.json:1:13: invalid waiver: missing `reason`",
        ),
        (
            "s3://policies/none.json",
            "WARDEN_WAIVERS: s3://policies/none.json",
        ),
    ] {
        let answered = hook(waivers);
        assert_eq!(answered["errorCode"], "InternalFailure", "{answered}");
        assert!(
            answered["message"].as_str().unwrap().contains(words),
            "{answered}"
        );
    }

    let request = json!({"data": {"Resources": {"Site": {"Type": "AWS::S3::Bucket", "Properties": {}}}}, "lint": false});
    let direct = |waivers| answer(&request, &function(&settings(waivers), &store), "");
    let answered = direct("s3://policies/all.yaml");
    assert_eq!(
        (&answered["status"], &answered["waivers"][0]["status"]),
        (&json!("PASS"), &json!("applied"))
    );
    assert_eq!(
        answered["waivers"][0]["source"]["file"],
        "s3://policies/all.yaml"
    );
    assert_eq!(
        direct("s3://policies/here.yaml")["status"],
        "FAIL",
        "the account of a request is not known"
    );
    let unused = direct("s3://policies/other.json");
    assert_eq!(
        (&unused["status"], unused.get("waivers"), &unused["errors"]),
        (&json!("FAIL"), None, &json!([]))
    );

    let tested = answer(
        &json!({"kind": "self-test"}),
        &function(&settings("s3://policies/other.json"), &store),
        "",
    );
    assert!(
        tested["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("unknown rule `OTHER`"),
        "{tested}"
    );
    let package = function(&[("WARDEN_WAIVERS", "no/such/file.json")], &store);
    assert!(
        answer(&request, &package, "")["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("no/such/file.json")
    );
}
