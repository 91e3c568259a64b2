use super::*;
use crate::pack::Json;

use crate::small::small_knowledge;

const TABLE: &str = "Small::Store::Table";

fn mistakes(text: &str) -> Vec<String> {
    let line = |one: OverlayError| format!("{}:{}: {}", one.at.line, one.at.column, one.message);
    small_knowledge()
        .with_overlay(text)
        .map(|_| ())
        .unwrap_err()
        .into_iter()
        .map(line)
        .collect()
}

#[test]
fn a_new_type_is_added_and_a_known_one_is_merged() {
    let text = r##"[
      {"typeName": "Small::Store::Index", "properties": {"Name": {"$ref": "#/definitions/Name"}}, "definitions": {"Name": {"type": "string"}}},
      {"typeName": "Small::Store::Table", "properties": {"Fresh": {"type": "integer", "minimum": 1}}}
    ]"##;
    let before = small_knowledge();
    let knowledge = before.clone().with_overlay(text).unwrap();
    assert!(
        knowledge.resource("Small::Store::Index").is_some()
            && before.resource("Small::Store::Index").is_none()
    );
    assert_eq!(knowledge.regions("Small::Store::Index"), u64::MAX);
    let names = |knowledge: &Knowledge| -> Vec<String> {
        let properties = knowledge
            .resource(TABLE)
            .unwrap()
            .get("properties")
            .unwrap();
        properties
            .entries()
            .map(|(key, _)| key.text.to_owned())
            .collect()
    };
    let mut expected = names(&before);
    expected.push("Fresh".to_owned());
    assert_eq!(names(&knowledge), expected);
    for (key, value) in before
        .resource(TABLE)
        .unwrap()
        .entries()
        .filter(|(key, _)| key.text != "properties")
    {
        assert_eq!(
            knowledge.resource(TABLE).unwrap().get(key.text),
            Some(value)
        );
    }
}

#[test]
fn null_removes_and_lists_are_replaced() {
    let first = r#"{"typeName": "A1::B1::C1", "required": ["A", "B"], "properties": {"A": {"enum": [1, 2]}, "B": {"type": "string"}}}"#;
    let second = "typeName: A1::B1::C1\nrequired: [A]\nproperties: {A: {enum: [3]}, B: null}";
    let knowledge = small_knowledge()
        .with_overlay(first)
        .unwrap()
        .with_overlay(second)
        .unwrap();
    let schema = knowledge
        .resource("A1::B1::C1")
        .map(|schema| schema.to_string());
    assert_eq!(
        schema.as_deref(),
        Some(r#"{"typeName":"A1::B1::C1","required":["A"],"properties":{"A":{"enum":[3]}}}"#)
    );
    assert_eq!(
        knowledge.resource("A1::B1::C1").and_then(|one| one
            .get("required")?
            .items()
            .next()
            .and_then(Json::as_str)),
        Some("A")
    );
}

#[test]
fn mistakes_have_their_positions_and_say_what_is_expected() {
    for (text, expected) in [
        ("{\"typeName\": \"A1::B1::C1\"\n \"a\"}", "2:"),
        (
            "[]",
            "1:1: the list is empty; expected schemas of resource types",
        ),
        (
            "3",
            "1:1: expected the schema of a resource type: an object with `typeName` and `properties`",
        ),
        (
            "{\"properties\": {}}",
            "1:1: `typeName` is missing; expected a name such as AWS::SNS::Topic",
        ),
        (
            "typeName: Custom::Thing\nproperties: {}",
            "1:11: invalid type name; expected a name such as AWS::SNS::Topic",
        ),
        (
            "typeName: A1::B1::C1",
            "1:1: A1::B1::C1 is a new type and has no `properties`; expected an object of schemas",
        ),
        (
            "typeName: A1::B1::C1\npropertys: {}\nproperties: {}",
            "2:1: unknown key `propertys`; did you mean `properties`?",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {A: {type: text}}",
            "2:24: invalid type; expected string, boolean,",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {A: string}",
            "2:17: expected a schema: an object, true or false",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {A: null}",
            "2:17: expected a schema: an object, true or false",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {A: {maxLength: -1}}",
            "2:29: expected an integer that is not negative",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {A: {pattern: '('}}",
            "2:27: not a regular expression",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {A: {$ref: '#/definitions/B'}}",
            "2:24: `#/definitions/B` is not in the schema",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {}\nreadOnlyProperties: [Arn]",
            "3:22: expected a pointer to a property",
        ),
        (
            "typeName: A1::B1::C1\nproperties: {A: {typeName: X}}",
            "2:18: unknown key `typeName`",
        ),
        (
            "typeName: Small::Store::Table\nproperties: {A: {anyOf: [null]}}",
            "2:26: expected a schema",
        ),
    ] {
        let found = mistakes(text);
        assert!(
            found.iter().any(|line| line.starts_with(expected)),
            "{text}: {found:?}; expected {expected}"
        );
    }
}
