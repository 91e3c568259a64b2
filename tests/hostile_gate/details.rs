//! What answers say of parts that were not seen: positions and lengths.

use cfn_warden::lambda::{self, Function};
use serde_json::{Value, json};

use super::case::cases;
use super::event::Door;

#[test]
fn a_macro_in_a_loop_is_named_at_the_body_of_the_loop() {
    let data = "Transform: AWS::LanguageExtensions\nResources:\n  Fn::ForEach::Stores:\n    - Name\n    - [One, Two]\n    \
                - Store${Name}:\n        Type: AWS::S3::Bucket\n        Properties:\n          Fn::Transform: {Name: Acl}\n";
    let event = json!({"data": data, "lint": false, "rules": ["rule A { Resources exists }"]});
    let answer = lambda::handle(
        event.to_string().as_bytes(),
        &Function::new(cfn_warden_rules::bundled()),
    )
    .answer;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let parts: Vec<&Value> = answer["coverage"]["not_seen"]
        .as_array()
        .unwrap()
        .iter()
        .collect();
    let lines: Vec<&Value> = parts
        .iter()
        .map(|part| &part["location"]["start"]["line"])
        .collect();
    assert_eq!(lines, [9, 9], "{answer}");
    assert!(parts.iter().all(|part| part["kind"] == "macro"), "{answer}");
    assert_eq!(parts[1]["path"][1], "StoreTwo", "{answer}");
}

#[test]
fn many_parts_with_long_names_stay_within_the_limits_of_hooks() {
    let named = "all/unknown-type-by-default";
    let mut case = cases("harmless")
        .into_iter()
        .find(|case| case.name == named)
        .unwrap();
    let long = "Thing".repeat(200);
    let resources: serde_json::Map<String, Value> = (0..400)
        .map(|i| {
            (
                format!("{long}{i}"),
                json!({"Type": format!("Acme::Team::{long}{i}")}),
            )
        })
        .collect();
    let mut template = json!({"Resources": resources});
    template["Resources"]["Queue"] = json!({"Type": "AWS::SQS::Queue"});
    case.fields["template"] = template;
    for run in case
        .runs(Vec::new())
        .iter()
        .filter(|run| run.door == Door::Stack)
    {
        let answer = super::answer(run);
        let message = answer.json["message"].as_str().unwrap();
        assert!(message.contains("unknown_type (400): "), "{message}");
        assert_eq!(
            answer.json["annotations"].as_array().map(Vec::len),
            Some(200)
        );
        assert!(answer.text.len() < 1_000_000, "{} bytes", answer.text.len());
    }
}
