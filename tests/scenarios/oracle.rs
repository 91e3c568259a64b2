//! Brute force: the findings of the resolved template of every deployment.

use std::collections::BTreeSet;

use cfn_warden_schema::Limits;
use serde_json::{Map, Value, json};

use super::{found, linted};

/// Rule, path and message.
pub type Found = (String, String, String);

/// Returns the findings over all values of the parameters `P0`, `P1`, ...; each is `a` or not.
pub fn in_all_deployments(template: &Value) -> BTreeSet<Found> {
    let count = template["Parameters"].as_object().map_or(0, Map::len);
    let mut all = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for deployment in 0..1_u32 << count {
        let resources = resolved(template, deployment, &template["Resources"]).unwrap();
        if seen.insert(resources.to_string()) {
            all.extend(found(&linted(
                &json!({"Resources": resources}),
                Limits::default(),
            )));
        }
    }
    all
}

/// Returns a value in a deployment; `None` for `AWS::NoValue`.
fn resolved(template: &Value, deployment: u32, value: &Value) -> Option<Value> {
    let below = |value: &Value| resolved(template, deployment, value);
    match value {
        Value::Array(items) => Some(items.iter().filter_map(below).collect()),
        Value::Object(entries) => match entries.get("Fn::If") {
            Some(argument) => {
                let holds = is_true(
                    template,
                    deployment,
                    &template["Conditions"][argument[0].as_str().unwrap()],
                );
                below(&argument[if holds { 1 } else { 2 }])
            }
            None if value["Ref"] == "AWS::NoValue" => None,
            None => {
                let entries = entries
                    .iter()
                    .filter_map(|(key, value)| Some((key.clone(), below(value)?)));
                Some(Value::Object(entries.collect()))
            }
        },
        other => Some(other.clone()),
    }
}

fn is_true(template: &Value, deployment: u32, condition: &Value) -> bool {
    let (name, argument) = condition.as_object().unwrap().iter().next().unwrap();
    let part = |part: &Value| is_true(template, deployment, part);
    match name.as_str() {
        "Condition" => part(&template["Conditions"][argument.as_str().unwrap()]),
        "Fn::Not" => !part(&argument[0]),
        "Fn::And" => argument.as_array().unwrap().iter().all(part),
        "Fn::Or" => argument.as_array().unwrap().iter().any(part),
        _ => {
            let number: u32 = argument[0]["Ref"]
                .as_str()
                .unwrap()
                .strip_prefix('P')
                .unwrap()
                .parse()
                .unwrap();
            deployment >> number & 1 == 1
        }
    }
}

/// Returns what messages with lists say of single values: the rule, the path, and a value that is wrong.
pub fn repeated(found: &BTreeSet<Found>, lists: &impl Fn(&str) -> bool) -> BTreeSet<Found> {
    let mut all = BTreeSet::new();
    for (rule, path, message) in found.iter().filter(|(rule, ..)| lists(rule)) {
        let lists: Vec<Vec<&str>> = message.split('[').skip(1).map(items).collect();
        let wrong: BTreeSet<&str> = match lists.as_slice() {
            // E3039 compares two lists.
            [one, two] if rule == "E3039" => {
                let in_one = |item: &&&str| !(one.contains(item) && two.contains(item));
                one.iter().chain(two).filter(in_one).copied().collect()
            }
            [items, ..] => items
                .iter()
                .filter(|item| items.iter().filter(|other| other == item).count() > 1)
                .copied()
                .collect(),
            [] => BTreeSet::new(),
        };
        all.extend(
            wrong
                .into_iter()
                .map(|value| (rule.clone(), path.clone(), value.to_owned())),
        );
    }
    all
}

/// Returns the items of the list at the start of a text, which are strings or maps.
fn items(text: &str) -> Vec<&str> {
    let list = text.split(']').next().unwrap_or_default();
    list.split(if list.starts_with('{') { "}, " } else { ", " })
        .map(|item| item.trim_end_matches('}'))
        .collect()
}
