//! The cfn-guard-compatible response of the function. `outputs/lambda.jsonl` contains requests that refer to
//! `outputs/files`, and the recorded results of cfn-guard-lambda 3.2.1 (`scripts/record_guard_lambda.py`): its
//! `message`, or the `error` of a failed call.

use cfn_warden::lambda::{self, Function};
use serde_json::{Value, json};

use crate::recorded;

fn text(name: &Value) -> String {
    let path = recorded::root()
        .join("tests/guard/outputs/files")
        .join(name.as_str().unwrap());
    std::fs::read_to_string(path).unwrap()
}

fn answer(data: &Value, rules: &[Value], verbose: &Value) -> Value {
    let rules: Vec<String> = rules.iter().map(text).collect();
    let mut event = json!({"data": text(data), "rules": rules});
    if !verbose.is_null() {
        event["verbose"] = verbose.clone();
    }
    serde_json::from_str(
        &lambda::handle(
            event.to_string().as_bytes(),
            &Function::new(cfn_warden_rules::bundled()),
        )
        .answer,
    )
    .unwrap()
}

#[test]
fn messages_match_cfn_guard_lambda() {
    let text =
        std::fs::read_to_string(recorded::root().join("tests/guard/outputs/lambda.jsonl")).unwrap();
    let mut answered = 0;
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let (data, rules, verbose) = (
            &line["data"],
            line["rules"].as_array().unwrap(),
            &line["verbose"],
        );
        let ours = answer(data, rules, verbose);
        let message = ours["message"].as_array().unwrap();
        let what = format!("{data} {rules:?} {verbose}");
        assert_eq!(message.len(), rules.len(), "{what}");
        if let Some(theirs) = line["message"].as_array() {
            assert_eq!(message, theirs, "{what}");
            answered += 1;
            continue;
        }
        assert!(line["error"].is_string(), "{what} is not recorded");
        // If a call of cfn-guard-lambda fails as a whole, this function returns the results of the valid rules texts
        // and reports the others.
        let nameless = message.iter().filter(|record| record.is_null()).count();
        let errors = ours["errors"].as_array().unwrap();
        let not_seen = ours["coverage"]["not_seen"].as_array().map_or(0, Vec::len);
        assert!(
            nameless == 0 || !errors.is_empty() || not_seen > 0,
            "{what}: {ours}"
        );
        assert_eq!(
            ours["status"] == "ERROR",
            !errors.is_empty(),
            "{what}: {ours}"
        );
        for (rule, record) in rules.iter().zip(message) {
            assert_eq!(
                answer(data, std::slice::from_ref(rule), verbose)["message"][0],
                *record,
                "{what}: {rule}"
            );
        }
    }
    assert!(answered > 30, "{answered}");
}
