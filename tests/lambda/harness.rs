//! What holds for every event: the body of a property test and of the fuzz targets `fuzz/fuzz_targets/{event,template}.rs`.

use cfn_warden::lambda::{self, Function};
use serde_json::{Value, json};

/// Answers an event twice.
///
/// # Panics
/// Where an answer says neither what was found nor why nothing was looked for, where it says PASS of what was not
/// checked, or where the second is another one.
pub fn check_event(event: &[u8], function: &Function) {
    let handled = lambda::handle(event, function);
    let answer: Value = serde_json::from_str(&handled.answer).expect("an answer is JSON");
    let internal = answer["errors"]
        .as_array()
        .is_some_and(|errors| errors.iter().any(|e| e["kind"] == "internal"));
    assert!(!internal, "a fault of ours: {answer}");
    match (
        answer["status"].as_str(),
        answer["hookStatus"].as_str(),
        answer["message"].is_array(),
    ) {
        (Some(status @ ("PASS" | "FAIL" | "ERROR")), None, _) => {
            let not_seen = answer["coverage"]["not_seen"].as_array();
            let must_be_seen =
                not_seen.is_some_and(|parts| parts.iter().any(|part| part["policy"] == "fail"));
            let is_whole = answer["errors"].as_array().is_none_or(Vec::is_empty) && !must_be_seen;
            assert_eq!(answer["compliant"] == true, status == "PASS", "{answer}");
            assert_eq!(status == "ERROR", !is_whole, "{answer}");
        }
        (None, Some(status), _) => {
            assert!(["SUCCESS", "FAILED"].contains(&status), "{answer}");
            assert_eq!(
                status == "FAILED",
                answer["errorCode"].is_string(),
                "{answer}"
            );
        }
        // cfn-guard-lambda's answer.
        (None, None, true) => {}
        _ => panic!("neither a verdict nor a refusal: {answer}"),
    }
    assert_eq!(
        handled.answer,
        lambda::handle(event, function).answer,
        "the same event has two answers"
    );
}

/// Answers the request about a template and rules.
///
/// # Panics
/// As [`check_event`].
pub fn check_template(template: &str, rules: &str, function: &Function) {
    let request = json!({"data": template, "rules": [rules], "lint": true});
    check_event(request.to_string().as_bytes(), function);
}
