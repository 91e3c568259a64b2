//! Made-up templates: conditions over one to four parameters, nested functions, rules.

use proptest::prelude::*;
use serde_json::{Value, json};

const PARAMETERS: &[&str] = &["A", "B", "C", "D"];
const PSEUDO: &[&str] = &["AWS::Region", "AWS::Partition", "AWS::AccountId", "R"];
const LITERALS: &[&str] = &["x", "y", "z", "", "1", "a,b", "us-east-1", "aws"];

fn parameter() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"Type": "String", "AllowedValues": ["x", "y"], "Default": "x"})),
        Just(json!({"Type": "String", "AllowedValues": ["x", "y", "z"]})),
        Just(json!({"Type": "String", "Default": "y"})),
        Just(json!({"Type": "String"})),
        Just(json!({"Type": "String", "AllowedPattern": "[a-z]+"})),
        Just(json!({"Type": "String", "NoEcho": true, "Default": "x"})),
        Just(json!({"Type": "Number", "Default": 1, "MinValue": 1, "MaxValue": 5})),
        Just(json!({"Type": "CommaDelimitedList", "Default": "a,b"})),
        Just(json!({"Type": "AWS::SSM::Parameter::Value<String>", "Default": "x"})),
    ]
}

fn literal() -> impl Strategy<Value = Value> {
    prop::sample::select(LITERALS).prop_map(|text| json!(text))
}

fn reference() -> impl Strategy<Value = Value> {
    prop_oneof![
        5 => prop::sample::select(PARAMETERS).prop_map(|name| json!({"Ref": name})),
        1 => prop::sample::select(PSEUDO).prop_map(|name| json!({"Ref": name})),
    ]
}

fn condition_name() -> impl Strategy<Value = String> {
    prop::sample::select(&["P", "Q", "S", "T", "NoSuch"][..]).prop_map(str::to_owned)
}

/// A scalar, or a function with a scalar or list value.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        3 => literal(),
        3 => reference(),
        1 => Just(json!({"Fn::GetAtt": ["R", "Arn"]})),
        1 => Just(json!("{{resolve:ssm:x}}")),
        1 => Just(json!({"Fn::Sub": "${A}-${!B}-${AWS::Region}"})),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let maybe_none = prop_oneof![4 => inner.clone(), 1 => Just(json!({"Ref": "AWS::NoValue"}))];
        let list = prop::collection::vec(maybe_none.clone(), 1..3);
        prop_oneof![
            (condition_name(), maybe_none.clone(), maybe_none)
                .prop_map(|(name, then, other)| json!({"Fn::If": [name, then, other]})),
            list.clone()
                .prop_map(|items| json!({"Fn::Join": ["-", items]})),
            inner
                .clone()
                .prop_map(|list| json!({"Fn::Join": [",", list]})),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| json!({"Fn::Sub": ["${V}/${B}/${W}", {"V": a, "W": b}]})),
            inner
                .clone()
                .prop_map(|text| json!({"Fn::Split": [",", text]})),
            (0..2, list).prop_map(|(index, items)| json!({"Fn::Select": [index, items]})),
            (0..2, inner.clone()).prop_map(|(index, list)| json!({"Fn::Select": [index, list]})),
            (inner.clone(), inner.clone())
                .prop_map(|(top, second)| json!({"Fn::FindInMap": ["M", top, second]})),
            (inner.clone(), inner).prop_map(
                |(top, other)| json!({"Fn::FindInMap": ["M", top, "x", {"DefaultValue": other}]})
            ),
        ]
    })
}

fn condition() -> impl Strategy<Value = Value> {
    let equals = (value(), value()).prop_map(|(one, other)| json!({"Fn::Equals": [one, other]}));
    let usual =
        (reference(), literal()).prop_map(|(one, other)| json!({"Fn::Equals": [one, other]}));
    let named = condition_name().prop_map(|name| json!({"Condition": name}));
    let leaf = prop_oneof![1 => equals, 4 => usual, 1 => named];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let two = prop::collection::vec(inner.clone(), 2);
        prop_oneof![
            two.clone().prop_map(|parts| json!({"Fn::And": parts})),
            two.prop_map(|parts| json!({"Fn::Or": parts})),
            inner.prop_map(|inner| json!({"Fn::Not": [inner]})),
        ]
    })
}

fn assertion() -> impl Strategy<Value = Value> {
    let list = || prop::collection::vec(literal(), 1..3);
    prop_oneof![
        condition(),
        (list(), reference()).prop_map(|(list, value)| json!({"Fn::Contains": [list, value]})),
        (reference(), list())
            .prop_map(|(members, list)| json!({"Fn::EachMemberIn": [members, list]})),
        (list(), reference())
            .prop_map(|(list, value)| json!({"Fn::EachMemberEquals": [list, value]})),
    ]
}

/// Properties with nested choices.
fn properties() -> impl Strategy<Value = Value> {
    let leaf = value();
    leaf.prop_recursive(2, 8, 3, |inner| {
        let maybe_none = prop_oneof![3 => inner.clone(), 1 => Just(json!({"Ref": "AWS::NoValue"}))];
        prop_oneof![
            prop::collection::vec(maybe_none.clone(), 0..3).prop_map(Value::Array),
            (inner.clone(), maybe_none.clone())
                .prop_map(|(one, other)| json!({"One": one, "Other": other})),
            (condition_name(), inner, maybe_none)
                .prop_map(|(name, then, other)| json!({"Fn::If": [name, then, other]})),
        ]
    })
}

/// A template, as JSON.
pub fn template() -> impl Strategy<Value = String> {
    let parameters = prop::collection::vec(parameter(), 1..5);
    let conditions = prop::collection::vec(condition(), 4);
    let rules = prop::option::weighted(0.3, (prop::option::of(condition()), assertion()));
    let resources = (
        properties(),
        properties(),
        prop::option::of(condition_name()),
    );
    (parameters, conditions, rules, resources).prop_map(|(parameters, conditions, rule, (one, other, condition))| {
        let named = |names: &[&str], values: Vec<Value>| -> Value {
            names.iter().map(|name| (*name).to_owned()).zip(values).collect()
        };
        let mut template = json!({
            "Parameters": named(PARAMETERS, parameters),
            "Mappings": {"M": {"x": {"x": "v", "y": ["v", "w"]}, "us-east-1": {"x": "u", "z": 5}, "aws": {"x": "x"}}},
            "Conditions": named(&["P", "Q", "S", "T"], conditions),
            "Resources": {"R": {"Type": "T", "Properties": {"P": one}}, "Q": {"Type": "T", "Properties": other}},
        });
        if let Some(name) = condition {
            template["Resources"]["Q"]["Condition"] = json!(name);
        }
        if let Some((applies, assert)) = rule {
            let mut rule = json!({"Assertions": [{"Assert": assert}]});
            if let Some(applies) = applies {
                rule["RuleCondition"] = applies;
            }
            template["Rules"] = json!({"Rule": rule});
        }
        template.to_string()
    })
}
