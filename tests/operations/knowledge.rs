//! Tests of the function's knowledge file and additional schemas: in a folder, in S3, the last good one, signed.

use cfn_warden::Knowledge;
use cfn_warden::lambda::call::Call;
use cfn_warden::lambda::{self, Function};
use serde_json::{Value, json};

use super::{Store, event, function};
use crate::recorded::root;

const FILE: &str = "s3://policies/acme.knowledge";

fn put(store: &Store, uri: &str, content: &[u8]) {
    store
        .objects
        .lock()
        .unwrap()
        .insert(uri.to_owned(), content.to_vec());
}

fn small(name: &str) -> Vec<u8> {
    std::fs::read(root().join("tests/knowledge/file").join(name)).unwrap()
}

/// The answer to a request on a template with a new type, and the problems in the log.
fn checked(function: &Function, now: i64) -> (Value, Vec<String>) {
    let request = json!({"data": "Resources: {T: {Type: AWS::New::Thing}}"}).to_string();
    let handled = lambda::handle_call(
        request.as_bytes(),
        &Call {
            now,
            ..Call::new(function)
        },
    );
    let problems = handled
        .log
        .bundle_problems
        .iter()
        .map(|(setting, why)| format!("{setting}: {why}"))
        .collect();
    (serde_json::from_str(&handled.answer).unwrap(), problems)
}

/// 2026-11-01.
const NOW: i64 = 1_793_491_200;

#[test]
fn the_last_good_file_stays_in_force() {
    let store = Store::of(&[]);
    let function = function(&[("WARDEN_KNOWLEDGE", FILE)], &store);
    // No good file yet: the bundled schemas, and an incomplete check.
    let (answer, problems) = checked(&function, NOW);
    assert_eq!(
        (
            &answer["status"],
            answer["findings"].as_array().unwrap().len()
        ),
        (&json!("ERROR"), 1),
        "{answer}"
    );
    let error = answer["errors"][0].to_string();
    assert!(
        error.contains("WARDEN_KNOWLEDGE")
            && error.contains("s3://policies/acme.knowledge cannot be fetched"),
        "{error}"
    );
    assert_eq!(problems.len(), 1);

    let newer = Knowledge::bundled()
        .with_overlay("{typeName: AWS::New::Thing, properties: {}}")
        .unwrap();
    put(&store, FILE, &small("small.knowledge"));
    let (answer, problems) = checked(&function, NOW);
    assert_eq!(
        (
            &answer["errors"].as_array().map_or(0, Vec::len),
            problems.len()
        ),
        (&0, 0),
        "{answer}"
    );
    put(&store, FILE, b"damaged");
    let (again, problems) = checked(&function, NOW);
    assert_eq!(
        (&again["findings"], &again["status"]),
        (&answer["findings"], &answer["status"])
    );
    assert!(
        problems[0]
            .starts_with("WARDEN_KNOWLEDGE: s3://policies/acme.knowledge: not a knowledge file"),
        "{problems:?}"
    );
    put(&store, FILE, &newer.to_file().unwrap());
    let (answer, problems) = checked(&function, NOW);
    assert_eq!(
        (&answer["status"], problems.len()),
        (&json!("FAIL"), 0),
        "{answer}"
    );
}

#[test]
fn a_hook_does_not_pass_without_the_schemas_that_are_set() {
    let store = Store::of(&[]);
    let function = function(&[("WARDEN_KNOWLEDGE", FILE)], &store);
    let hook = |function: &Function| -> Value {
        let event = event("hook/resource-create.json").to_string();
        serde_json::from_str(&lambda::handle_call(event.as_bytes(), &Call::new(function)).answer)
            .unwrap()
    };
    assert_eq!(hook(&function)["hookStatus"], "FAILED");
    put(&store, FILE, &Knowledge::bundled().to_file().unwrap());
    assert_eq!(hook(&function)["hookStatus"], "SUCCESS");
}

#[test]
fn with_a_key_the_file_must_be_signed() {
    let store = Store::of(&[(FILE, small("small.knowledge").as_slice())]);
    let key = String::from_utf8(small("acme.pub"))
        .unwrap()
        .lines()
        .last()
        .unwrap()
        .to_owned();
    let function = function(
        &[
            ("WARDEN_KNOWLEDGE", FILE),
            ("WARDEN_KNOWLEDGE_PUBLIC_KEY", &key),
        ],
        &store,
    );
    assert!(checked(&function, NOW).1[0].contains("acme.knowledge.minisig cannot be fetched"));
    put(
        &store,
        &format!("{FILE}.minisig"),
        &small("small.knowledge.minisig"),
    );
    assert_eq!(checked(&function, NOW).1, [""; 0]);
    put(&store, FILE, &Knowledge::bundled().to_file().unwrap());
    assert!(
        checked(&function, NOW).1[0]
            .contains("was not signed with the secret key of this public key")
    );
}

#[test]
fn a_file_in_a_folder_is_read_at_the_start() {
    let path = |name: &str| {
        root()
            .join("tests/knowledge/file")
            .join(name)
            .to_str()
            .unwrap()
            .to_owned()
    };
    let store = Store::of(&[]);
    let good = function(&[("WARDEN_KNOWLEDGE", &path("small.knowledge"))], &store);
    assert_eq!(
        (good.config.problems.len(), good.knowledge.date()),
        (0, Some("2026-01-02"))
    );
    for (file, expected) in [
        ("small.json", "not a knowledge file"),
        ("missing", "cannot read"),
    ] {
        let function = function(&[("WARDEN_KNOWLEDGE", &path(file))], &store);
        assert!(
            function.config.problems[0].to_string().contains(expected),
            "{:?}",
            function.config.problems
        );
        assert_ne!(checked(&function, NOW).0["status"], "PASS");
    }
    let two = function(
        &[("WARDEN_KNOWLEDGE", "s3://policies/b,s3://policies/c")],
        &store,
    );
    assert!(
        two.config.problems[0]
            .to_string()
            .contains("`s3://policies/c` is a second file; expected one")
    );
}

#[test]
fn additional_schemas_are_read_at_each_invocation() {
    const SCHEMAS: &str = "s3://policies/new.yaml";
    let store = Store::of(&[(
        SCHEMAS,
        b"{typeName: AWS::New::Thing, properties: {Size: {type: integer}}}".as_slice(),
    )]);
    let function = function(&[("WARDEN_SCHEMAS", SCHEMAS)], &store);
    assert_eq!(checked(&function, NOW).0["status"], "PASS");
    assert_eq!(checked(&function, NOW).0["status"], "PASS");
    put(
        &store,
        SCHEMAS,
        b"{typeName: AWS::New::Thing, propertys: {}}",
    );
    let fresh = super::function(&[("WARDEN_SCHEMAS", SCHEMAS)], &store);
    let (answer, _) = checked(&fresh, NOW);
    let error = answer["errors"][0].to_string();
    assert_eq!(answer["status"], "ERROR");
    assert!(
        error.contains("WARDEN_SCHEMAS") && error.contains("new.yaml:1:"),
        "{error}"
    );
}
