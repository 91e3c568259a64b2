//! Tests of the function's contract: every event of `events/` has its recorded response, and events that cannot be
//! stored as files are rejected.

#[path = "lambda/harness.rs"]
mod harness;
#[path = "lambda/upstream.rs"]
mod upstream;

use cfn_warden::lambda::{self, Config, Function};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::recorded;
use crate::support::damage::{Places, damaged};

fn answer(event: &[u8]) -> Value {
    serde_json::from_str(&lambda::handle(event, &Function::new(cfn_warden_rules::bundled())).answer)
        .unwrap()
}

/// Returns the only error of a rejected request, whose status is never PASS.
fn refusal(event: &[u8]) -> Value {
    let answer = answer(event);
    assert_eq!(
        (&answer["compliant"], &answer["status"]),
        (&json!(false), &json!("ERROR")),
        "{answer}"
    );
    assert_eq!(
        answer["errors"].as_array().map(Vec::len),
        Some(1),
        "{answer}"
    );
    answer["errors"][0].clone()
}

/// Returns an event that asks for a report in cfn-lint's format, which has cfn-lint's words; the same event if it is not a
/// request.
fn with_upstream_words(event: &[u8]) -> Vec<u8> {
    match serde_json::from_slice(event) {
        Ok(Value::Object(mut request))
            if request
                .get("format")
                .is_none_or(|format| format != "guard-lambda") =>
        {
            request.insert("format".to_owned(), json!("cfn-lint"));
            serde_json::to_vec(&request).unwrap()
        }
        _ => event.to_vec(),
    }
}

#[test]
fn every_event_has_its_recorded_answer() {
    for path in recorded::files("events", "json") {
        let event = std::fs::read(&path).unwrap();
        // Before the comparison, which `UPDATE=1` replaces.
        let in_upstream_words = self::answer(&with_upstream_words(&event));
        let differences = upstream::differences(
            path.file_name().unwrap().to_str().unwrap(),
            &in_upstream_words,
        );
        let answer = answer(&event);
        assert!(differences.is_empty(), "{}", differences.concat());
        let text = serde_json::to_string_pretty(&answer).unwrap() + "\n";
        recorded::compare(
            &recorded::root()
                .join("tests/lambda")
                .join(path.file_name().unwrap()),
            &text,
        );
    }
}

#[test]
fn every_recorded_answer_has_its_event() {
    for path in recorded::files("tests/lambda", "json") {
        assert!(
            recorded::root()
                .join("events")
                .join(path.file_name().unwrap())
                .exists(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn the_example_event_is_made_of_the_examples() {
    let read = |path: &str| std::fs::read_to_string(recorded::root().join(path)).unwrap();
    let event: Value = serde_json::from_str(&read("events/both-inline.json")).unwrap();
    let texts = event["data"]
        .as_array()
        .unwrap()
        .iter()
        .chain(event["rules"].as_array().unwrap());
    for text in texts {
        assert_eq!(
            text["content"],
            read(&format!("examples/{}", text["name"].as_str().unwrap()))
        );
    }
}

#[test]
fn values_for_variables_are_checked() {
    let module = json!([{"name": "net/main.tf", "content": "variable \"x\" {\n  type = number\n  validation {\n    condition = var.x > 1\n    error_message = \"More.\"\n  }\n}\n"}]);
    let request =
        |data: Value| json!({"kind": "terraform-variables", "module": module, "data": data});
    let answered = |request: Value| answer(request.to_string().as_bytes());
    for values in [
        json!("x = 2\n"),
        json!({"x": 2}),
        json!([{"name": "net/terraform.tfvars", "content": "x = 2"}]),
    ] {
        assert_eq!(answered(request(values))["status"], "PASS");
    }
    for (values, line, file) in [
        (json!("\nx = 1\n"), 2, "data"),
        (json!({"x": 1}), 1, "data"),
        (
            json!([{"name": "prod.tfvars", "content": "x = 1"}]),
            1,
            "prod.tfvars",
        ),
        (
            json!([{"name": "net/a.auto.tfvars.json", "content": {"x": 1}}]),
            1,
            "net/a.auto.tfvars.json",
        ),
    ] {
        let answer = answered(request(values));
        let finding = &answer["findings"][0];
        assert_eq!(
            (&answer["status"], &finding["message"], &finding["file"]),
            (&json!("FAIL"), &json!("More."), &json!(file)),
            "{answer}"
        );
        assert_eq!(finding["location"]["start"]["line"], line);
    }
    let together = json!({"kind": "terraform-variables", "data": [{"name": "a.tfvars", "content": "x = \"3\""}, {"name": "main.tf", "content": module[0]["content"]}]});
    assert_eq!(answered(together.clone())["status"], "PASS");
    let with = |field: &str, value: Value| {
        let mut request = together.clone();
        request[field] = value;
        request
    };
    assert_eq!(answered(with("strict", json!(true)))["status"], "FAIL");
    let mut never = with("strict", json!(true));
    never["fail_on"] = json!("never");
    assert_eq!(answered(never)["status"], "PASS");
    let mut pretty = with("strict", json!(true));
    pretty["format"] = json!("pretty");
    assert!(answered(pretty)["report"].as_str().unwrap().contains("^^^"));
    for (request, field) in [
        (
            json!({"kind": "terraform-variables", "module": module}),
            "data",
        ),
        (
            json!({"kind": "terraform-variables", "data": {"x": 1}}),
            "module",
        ),
        (
            json!({"kind": "terraform-variables", "data": {"x": 1}, "module": [{"name": "a.txt", "content": ""}]}),
            "module",
        ),
        (with("rules", json!([])), "rules"),
        (with("strict", json!("yes")), "strict"),
    ] {
        assert_eq!(
            refusal(request.to_string().as_bytes())["where"]["field"],
            field,
            "{request}"
        );
    }
}

#[test]
fn nothing_to_check_is_an_error() {
    for event in [
        json!({"data": {"Retention": 30}}),
        json!({"data": {"Resources": {}}, "lint": false}),
        json!({"data": {"Resources": {}}, "lint": false, "rules": ["# nothing"]}),
        json!({"data": [], "rules": []}),
    ] {
        let answer = answer(event.to_string().as_bytes());
        assert_eq!(
            (&answer["compliant"], &answer["status"]),
            (&json!(false), &json!("ERROR")),
            "{event}: {answer}"
        );
    }
}

#[test]
fn requests_may_enable_compatibility() {
    let topic = json!({"Type": "AWS::SNS::Topic", "Properties": {"TopicArn": "arn:aws:sns:us-east-1:123456789012:own"}});
    let ask = |lint: Value| {
        answer(
            json!({"data": {"Resources": {"Own": topic}}, "lint": lint})
                .to_string()
                .as_bytes(),
        )
    };
    let rules = |answer: Value| -> Vec<Value> {
        let found = answer["findings"].as_array().cloned().unwrap_or_default();
        found
            .iter()
            .map(|finding| finding["rule"].clone())
            .collect()
    };
    assert_eq!(rules(ask(json!(true))), ["E3040"]);
    assert_eq!(rules(ask(json!({"compat": false}))), ["E3040"]);
    assert_eq!(rules(ask(json!({"compat": true}))), [""; 0]);
    assert_eq!(
        ask(json!({"compat": "yes"}))["errors"][0]["where"]["field"],
        "lint.compat"
    );
}

#[test]
fn invalid_utf8_has_a_position() {
    let error = refusal(b"{\"rules\": [],\n \"data\": \"caf\xe9\"}");
    assert_eq!(
        (&error["kind"], &error["where"]),
        (&json!("request"), &json!({"line": 2, "column": 14}))
    );
}

#[test]
fn invalid_json_has_a_position() {
    let error = refusal(b"{\"data\": \"x\",\n \"rules\": [}");
    assert_eq!(error["where"]["line"], json!(2));
    assert!(
        error["message"]
            .as_str()
            .unwrap()
            .starts_with("the event is not JSON: "),
        "{error}"
    );
}

#[test]
fn unknown_events_have_an_error_with_the_expected_form() {
    for event in ["null", "[]", "7", "\"text\""] {
        assert!(
            refusal(event.as_bytes())["message"]
                .as_str()
                .unwrap()
                .contains("\"data\""),
            "{event}"
        );
    }
}

#[test]
fn oversized_events_are_rejected_with_the_largest_field() {
    let event = json!({"rules": [], "data": "x".repeat(7 << 20)}).to_string();
    let error = refusal(event.as_bytes());
    assert_eq!(error["where"], json!({"field": "data"}));
    assert!(
        error["message"].as_str().unwrap().contains("6291456"),
        "{error}"
    );
}

#[test]
fn long_records_are_shortened() {
    let ask = |count: usize| {
        let data = json!({"l": vec![1; count]}).to_string();
        let rules = ["rule r { l[*] == 1 }\nrule s { l[0] == 2 }"];
        answer(
            json!({"data": data, "rules": rules, "verbose": true})
                .to_string()
                .as_bytes(),
        )
    };
    let full = ask(100);
    assert_eq!(
        (
            &full["truncated"],
            full["message"][0].get("context").is_some()
        ),
        (&Value::Null, true),
        "{full}"
    );
    let short = ask(80_000);
    assert_eq!(
        (&short["truncated"], &short["message"][0]["status"]),
        (&json!(true), &json!("FAIL")),
        "{short}"
    );
    assert_eq!(
        short["message"][0]["not_compliant"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn an_oversized_finding_keeps_the_verdict() {
    let long: Vec<_> = (0..16_000).map(|n| format!("{n:0100}")).collect();
    let rules = ["rule r { l[*] == 1 or l[0] == 2 }", "rule {"];
    for rules in [&rules[..1], &rules[..]] {
        let event = json!({"data": {"l": long}, "rules": rules, "lint": false}).to_string();
        let answer = answer(event.as_bytes());
        let findings = answer["findings"].as_array().map(Vec::len);
        assert_eq!(
            (&answer["truncated"], findings),
            (&json!(true), Some(0)),
            "{rules:?}"
        );
        assert_eq!(
            (&answer["summary"]["errors"], &answer["compliant"]),
            (&json!(1), &json!(false)),
            "{rules:?}"
        );
    }
}

#[test]
fn invalid_fields_are_reported() {
    let cases = [
        (json!({}), "data"),
        (json!({"data": 7}), "data"),
        (json!({"data": null}), "data"),
        (json!({"data": "{}", "rules": null}), "rules"),
        (json!({"data": "{}", "rules": [["x"]]}), "rules[0]"),
        (
            json!({"data": "{}", "rules": [{"name": "x"}]}),
            "rules[0].content",
        ),
        (
            json!({"data": "{}", "rules": [{"content": "", "path": ""}]}),
            "rules[0].path",
        ),
        (json!({"data": [{"content": 1}]}), "data[0].content"),
        (
            json!({"data": [{"name": "a", "content": ""}, {"name": "a", "content": ""}]}),
            "data[1].name",
        ),
        (json!({"data": "{}", "verbose": "yes"}), "verbose"),
        (json!({"data": "{}", "fail_on": "maybe"}), "fail_on"),
        (json!({"data": "{}", "lint": 1}), "lint"),
        (json!({"data": "{}", "stack": "name"}), "stack"),
        (
            json!({"data": "{}", "resolve": true, "deployments": "any"}),
            "resolve",
        ),
        (
            json!({"data": "{}", "view": "written", "deployments": "default"}),
            "view",
        ),
        (
            json!({"data": "{}", "lint": {"ignore_checks": ["E9999"]}}),
            "lint.ignore_checks",
        ),
        (
            json!({"data": "{}", "lint": {"include_checks": ["nope"]}}),
            "lint.include_checks",
        ),
    ];
    for (event, field) in cases {
        let error = refusal(event.to_string().as_bytes());
        assert_eq!(error["where"], json!({"field": field}), "{event}");
    }
}

#[test]
fn a_repeated_field_is_reported() {
    let error = refusal(br#"{"data": "{}", "rules": ["rule r { a exists }"], "rules": []}"#);
    assert_eq!(error["where"], json!({"field": "rules"}));
}

#[test]
fn resolve_does_not_replace_the_configured_deployments() {
    let config = Config::read([("WARDEN_DEPLOYMENTS".to_owned(), "any".to_owned())]);
    let function = Function {
        config,
        ..Function::new(cfn_warden_rules::bundled())
    };
    let answer = |event: Value| -> Value {
        serde_json::from_str(&lambda::handle(event.to_string().as_bytes(), &function).answer)
            .unwrap()
    };
    let event = json!({"data": "Resources: {A: {Type: AWS::SNS::Topic}}", "resolve": true});
    assert_eq!(
        answer(event.clone())["errors"][0]["where"],
        json!({"field": "resolve"})
    );
    let mut event = event;
    event["deployments"] = json!("written");
    assert_eq!(answer(event)["status"], "PASS");
}

#[test]
fn names_that_a_request_gets_wrong_are_reported() {
    let unknown =
        "Resources:\n  # cfn-warden: waive E9999 reason=x\n  A: {Type: AWS::SNS::Topic}\n";
    let found = answer(json!({"data": unknown}).to_string().as_bytes());
    assert_eq!(
        (&found["status"], &found["errors"][0]["kind"]),
        (&json!("ERROR"), &json!("waiver")),
        "{found}"
    );

    let main = [json!({"name": "main.tf", "content": "variable \"size\" { default = 1 }\n"})];
    let found = answer(
        json!({"data": main, "terraform": {"variables": {"sise": 2}}})
            .to_string()
            .as_bytes(),
    );
    let message = found["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains("undeclared variable") && message.contains("Did you mean \"size\"?"),
        "{found}"
    );
}

/// cfn-lint, and `compat`, refuse them; Python's `json.dumps` writes them.
#[test]
fn surrogate_pairs_are_one_character() {
    let found = |text: &str, compat: bool| {
        let rules = ["rule one { Resources.A.Properties.DisplayName == /^.$/ }"];
        let event = json!({"data": text, "rules": rules, "lint": {"compat": compat}});
        let found = answer(event.to_string().as_bytes());
        (
            found["status"].as_str().unwrap().to_owned(),
            found["findings"][0]["rule"].as_str().map(str::to_owned),
        )
    };
    let escaped = r#"{"Resources": {"A": {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": "\ud83d\ude00"}}}}"#;
    // Windows line ends are read by the second reader.
    for text in [escaped.to_owned(), escaped.replace(' ', "\r\n")] {
        assert_eq!(found(&text, false), ("PASS".to_owned(), None));
        assert_eq!(
            found(&text, true),
            ("ERROR".to_owned(), Some("E0000".to_owned()))
        );
    }
}

#[test]
fn an_invalid_escape_is_reported_with_its_field() {
    let error = refusal(br#"{"data": "\ud800", "rules": []}"#);
    assert_eq!(error["where"], json!({"field": "data"}));
}

/// Returns the files of a folder of the project.
fn texts(folder: &str, extension: &str) -> Vec<String> {
    recorded::files(folder, extension)
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_events_are_answered(at in any::<Index>(), places in prop::collection::vec(any::<Places>(), 0..3)) {
        thread_local!(static EVENTS: Vec<String> = [texts("events", "json"), texts("events/hook", "json")].concat());
        let event = EVENTS.with(|events| damaged(&events[at.index(events.len())], &places));
        harness::check_event(event.as_bytes(), &Function::new(cfn_warden_rules::bundled()));
    }

    #[test]
    fn damaged_templates_and_rules_are_answered(
        at in any::<(Index, Index)>(),
        places in prop::collection::vec(any::<Places>(), 0..4),
        others in prop::collection::vec(any::<Places>(), 0..2),
    ) {
        thread_local!(static TEXTS: [Vec<String>; 2] = [texts("tests/rules", "yaml"), texts("examples", "guard")]);
        let (template, rules) = TEXTS.with(|[templates, rules]| {
            let (template, rules) = (&templates[at.0.index(templates.len())], &rules[at.1.index(rules.len())]);
            (damaged(template, &places), damaged(rules, &others))
        });
        harness::check_template(&template, &rules, &Function::new(cfn_warden_rules::bundled()));
    }
}
