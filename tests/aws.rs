//! Tests of the function's binary with the real SDK clients against a local AWS, which `scripts/aws_local.py` starts
//! for `make test-aws`. Without it, they are skipped.

use serde_json::{Value, json};

use crate::bootstrap::{binary, serve};
use crate::recorded::root;

/// Returns whether a local AWS is available.
fn is_there() -> bool {
    std::env::var_os("CFN_WARDEN_AWS").is_some()
}

/// Returns the binary's responses to events, processed one after another.
fn answers(settings: &[(&str, &str)], events: &[Value]) -> Vec<Value> {
    let folder =
        std::env::temp_dir().join(format!("cfn-warden-aws-{:?}", std::thread::current().id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |(i, event): (usize, &Value)| {
        let path = folder.join(format!("{i}.json"));
        std::fs::write(&path, event.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let paths: Vec<String> = events.iter().enumerate().map(write).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let served = serve(&binary(), settings, &paths);
    std::fs::remove_dir_all(&folder).unwrap();
    let answers: Vec<Value> = serde_json::Deserializer::from_slice(&served.stdout)
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert_eq!(
        answers.len(),
        events.len(),
        "{}",
        String::from_utf8_lossy(&served.stderr)
    );
    answers
}

fn rules(answer: &Value) -> Vec<&str> {
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["rule"].as_str().unwrap())
        .collect()
}

fn error(answer: &Value) -> String {
    assert_eq!(
        (&answer["status"], &answer["compliant"]),
        (&json!("ERROR"), &json!(false)),
        "{answer}"
    );
    let error = &answer["errors"][0];
    assert_eq!(error["kind"], "fetch", "{answer}");
    format!(
        "{}: {}",
        error["where"]["field"].as_str().unwrap(),
        error["message"].as_str().unwrap()
    )
}

#[test]
fn templates_come_from_s3_by_uri_by_presigned_url_and_from_stacks() {
    if !is_there() {
        return;
    }
    let url = std::env::var("CFN_WARDEN_PRESIGNED").unwrap();
    let events = [
        json!({"data_uri": "s3://templates/good.yaml"}),
        json!({"data_uri": "s3://templates/bad.yaml"}),
        json!({"data_uri": "s3://far/bad.yaml"}),
        json!({"data_uri": url}),
        json!({"stack": "shop"}),
        json!({"stack": {"name": "shop", "stage": "processed"}}),
    ];
    let answers = answers(&[], &events);
    let statuses: Vec<&str> = answers
        .iter()
        .map(|answer| answer["status"].as_str().unwrap())
        .collect();
    assert_eq!(
        statuses,
        ["PASS", "FAIL", "FAIL", "FAIL", "PASS", "PASS"],
        "{answers:?}"
    );
    assert!(
        answers[1..4]
            .iter()
            .all(|answer| rules(answer) == ["E3012"]),
        "{answers:?}"
    );
}

#[test]
fn missing_resources_have_specific_errors() {
    if !is_there() {
        return;
    }
    let events = [
        json!({"data_uri": "s3://templates/none.yaml"}),
        json!({"data_uri": "s3://no-such-bucket/none.yaml"}),
        json!({"data_uri": std::env::var("CFN_WARDEN_PRESIGNED").unwrap().replace("bad.yaml", "none.yaml")}),
        json!({"stack": "nope"}),
        json!({"data": {"Resources": {}}, "rules_uri": "s3://policies/nothing/"}),
        json!({"data": {"Resources": {}}, "rules_uri": "s3://policies/many/"}),
        json!({"data": {"Resources": {}}, "report_uri": "s3://no-such-bucket/report.json"}),
    ];
    let errors: Vec<String> = answers(&[], &events).iter().map(error).collect();
    let wanted = [
        "data_uri: s3://templates/none.yaml cannot be fetched: no such object",
        "data_uri: s3://no-such-bucket/none.yaml cannot be fetched: no such bucket",
        "cannot be fetched: S3 answered 404",
        "stack: the template of nope cannot be fetched: AWS answered ValidationError: ",
        "rules_uri: s3://policies/nothing/ cannot be fetched: no rules found",
        "rules_uri: s3://policies/many/ cannot be fetched: more than the limit of 1000 files",
        "report_uri: the report cannot be written to s3://no-such-bucket/report.json: no such bucket",
    ];
    for (error, wanted) in errors.iter().zip(wanted) {
        assert!(error.contains(wanted), "{error}\n{wanted}");
    }
}

#[test]
fn rules_from_s3_are_cached_until_they_change() {
    if !is_there() {
        return;
    }
    let of = |uri: &str| json!({"data": {"Resources": {}}, "lint": false, "rules_uri": uri});
    let uris = [
        "s3://policies/team/",
        "s3://policies/all.zip",
        "s3://policies/team/always.guard",
    ];
    // The second time, S3 responds that nothing has changed.
    let events: Vec<Value> = uris.iter().chain(&uris).map(|uri| of(uri)).collect();
    let answers = answers(&[], &events);
    let counts: Vec<(i64, i64)> = answers
        .iter()
        .map(|answer| {
            let rules = &answer["summary"]["rules"];
            (
                rules["passed"].as_i64().unwrap(),
                rules["failed"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        counts,
        [(1, 1), (1, 0), (1, 0), (1, 1), (1, 0), (1, 0)],
        "{answers:?}"
    );
}

#[test]
fn hooks_use_rules_from_s3() {
    if !is_there() {
        return;
    }
    let event = std::fs::read(root().join("events/hook/resource-create.json")).unwrap();
    let event: Value = serde_json::from_slice(&event).unwrap();
    let status =
        |rules: &str| answers(&[("WARDEN_RULES", rules)], std::slice::from_ref(&event))[0].clone();
    assert_eq!(
        status("s3://policies/team/always.guard,s3://policies/all.zip")["hookStatus"],
        "SUCCESS"
    );
    assert_eq!(status("s3://policies/team/")["errorCode"], "NonCompliant");
    assert_eq!(
        status("s3://policies/none.guard")["errorCode"],
        "InternalFailure"
    );
}

#[test]
fn a_report_is_written_and_can_be_read_again() {
    if !is_there() {
        return;
    }
    let at = "s3://reports/a/shop.json";
    let events = [
        json!({"data_uri": "s3://templates/bad.yaml", "report_uri": at}),
        json!({"data_uri": at, "lint": true}),
    ];
    let answers = answers(&[], &events);
    assert_eq!(
        (&answers[0]["report_uri"], &answers[0]["status"]),
        (&json!(at), &json!("FAIL"))
    );
    assert_eq!(answers[0].get("findings"), None);
    // The message is based on the report's content, so that the report must have been read.
    assert!(rules(&answers[1]).contains(&"E1001"), "{}", answers[1]);
}

#[test]
fn types_of_the_registry_are_checked_by_their_schemas() {
    if !is_there() {
        return;
    }
    let thing = |name: &str, properties: Value| json!({"data": {"Resources": {"A": {"Type": name, "Properties": properties}}}});
    let events = [
        thing("Acme::Team::Thing", json!({"Name": "shop", "Size": 1})),
        thing(
            "Acme::Team::Thing",
            json!({"Name": "Shop", "Size": 0, "Colour": "red"}),
        ),
        thing("Acme::Team::Other", json!({})),
        thing("Acme::Team::Secret", json!({})),
    ];
    let answers = answers(&[("WARDEN_REGISTRY_TYPES", "on")], &events);
    assert_eq!(answers[0]["status"], "PASS", "{}", answers[0]);
    assert_eq!(
        rules(&answers[1]),
        ["E3002", "E3031", "E3034"],
        "{}",
        answers[1]
    );
    // Nobody knows a type that is not registered: nothing was checked.
    assert_eq!(answers[2]["status"], "ERROR", "{}", answers[2]);
    assert_eq!(
        answers[2]["coverage"]["not_seen"][0]["kind"], "unknown_type",
        "{}",
        answers[2]
    );
    let wanted = "WARDEN_REGISTRY_TYPES: the schema of Acme::Team::Secret cannot be fetched: access denied; the \
                  function's role needs cloudformation:DescribeType";
    assert!(error(&answers[3]).starts_with(wanted), "{}", answers[3]);
}
