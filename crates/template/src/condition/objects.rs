//! Objects with their conditions resolved, for rules that check several properties at once.
//!
//! Source: cfn-lint 1.58.0, `Template.get_object_without_conditions` and the functions that it calls. It resolves one
//! level: an `Fn::If` as the value of a property or element of a list, and nested ones in its branches.

use bumpalo::Bump;

use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Entry, Node, Value};

use super::Logic;
use super::scenario::branches;
use crate::function::is_no_value;

/// The values of conditions in a scenario, in order of appearance.
pub type Scenario<'a> = Vec<(&'a str, bool)>;

/// An object in one scenario.
#[derive(Debug, Clone)]
pub struct PlainObject<'a> {
    /// The scenario; `None` if the object does not depend on conditions.
    pub scenario: Option<Scenario<'a>>,
    /// The object, a view over the same nodes.
    pub object: Node<'a>,
}

/// The maximum number of scenarios that decide only what an object contains.
const MOST: usize = 2048;

/// Returns the variants of an object over its scenarios; with `properties`, of these properties only. If there are too
/// many, [`Logic::incomplete_objects`] contains the object.
pub fn without_conditions<'a>(
    arena: &'a Bump,
    logic: &Logic<'a>,
    object: Node<'a>,
    properties: &[&str],
) -> Vec<PlainObject<'a>> {
    let part = part(arena, object, properties);
    let (plain, complete) = plain_objects(arena, logic, part);
    if complete {
        return plain;
    }
    match decisive_scenarios(logic, &[part]) {
        Some(scenarios) => in_scenarios(arena, part, scenarios),
        None => {
            logic.cut(object.id);
            plain
        }
    }
}

/// Like [`without_conditions`] for all properties; if there are too many scenarios, for `properties` only.
pub fn whole_or_parts<'a>(
    arena: &'a Bump,
    logic: &Logic<'a>,
    object: Node<'a>,
    properties: &[&str],
) -> Vec<PlainObject<'a>> {
    all_variants(arena, logic, object, &[])
        .unwrap_or_else(|| without_conditions(arena, logic, object, properties))
}

/// Like [`without_conditions`]; `None` if there are more scenarios than cfn-lint enumerates.
pub fn all_variants<'a>(
    arena: &'a Bump,
    logic: &Logic<'a>,
    object: Node<'a>,
    properties: &[&str],
) -> Option<Vec<PlainObject<'a>>> {
    let (plain, complete) = plain_objects(arena, logic, part(arena, object, properties));
    complete.then_some(plain)
}

fn part<'a>(arena: &'a Bump, object: Node<'a>, properties: &[&str]) -> Node<'a> {
    match object.value {
        Value::Map(_) if !properties.is_empty() && !is_no_value(object) => {
            only(arena, object, properties)
        }
        _ => object,
    }
}

fn plain_objects<'a>(
    arena: &'a Bump,
    logic: &Logic<'a>,
    object: Node<'a>,
) -> (Vec<PlainObject<'a>>, bool) {
    if !matches!(object.value, Value::Map(_) | Value::List(_)) {
        return (
            vec![PlainObject {
                scenario: None,
                object,
            }],
            true,
        );
    }
    let (scenarios, complete) = scenarios_of(logic, &[object]);
    if scenarios.is_empty() {
        let plain = PlainObject {
            scenario: None,
            object: in_scenario(arena, object, &[]),
        };
        return (
            if is_no_value(object) {
                Vec::new()
            } else {
                vec![plain]
            },
            complete,
        );
    }
    (in_scenarios(arena, object, scenarios), complete)
}

fn in_scenarios<'a>(
    arena: &'a Bump,
    object: Node<'a>,
    scenarios: Vec<Scenario<'a>>,
) -> Vec<PlainObject<'a>> {
    let plain = scenarios.into_iter().filter_map(|scenario| {
        let object = match object.value {
            Value::List(items) => {
                let items = items
                    .iter()
                    .map(|item| in_scenario(arena, *item, &scenario))
                    .filter(|item| !item.is_false());
                Node {
                    value: Value::List(arena.keep_all(items.collect::<Vec<_>>())),
                    ..object
                }
            }
            _ => Some(in_scenario(arena, object, &scenario)).filter(|object| !object.is_false())?,
        };
        Some(PlainObject {
            scenario: Some(scenario),
            object,
        })
    });
    plain.collect()
}

/// Returns scenarios that differ in what these objects contain, each with the values of the conditions that decide it;
/// `None` if there are too many.
pub fn decisive_scenarios<'a>(
    logic: &Logic<'a>,
    objects: &[Node<'a>],
) -> Option<Vec<Scenario<'a>>> {
    let (mut open, mut found): (Vec<Scenario<'a>>, _) = (vec![Vec::new()], Vec::new());
    while let Some(scenario) = open.pop() {
        if found.len() >= MOST {
            return None;
        }
        let undecided = objects.iter().find_map(|object| match object.value {
            Value::List(items) => items
                .iter()
                .find_map(|item| undecided_in(logic, *item, &scenario)),
            _ => undecided_in(logic, *object, &scenario),
        });
        let Some(name) = undecided else {
            found.push(scenario);
            continue;
        };
        for holds in [false, true] {
            let next: Scenario<'a> = scenario.iter().copied().chain([(name, holds)]).collect();
            if logic.satisfiable(&next) {
                open.push(next);
            }
        }
    }
    Some(found)
}

/// Returns the first condition that [`in_scenario`] needs and that has no value.
fn undecided_in<'a>(
    logic: &Logic<'a>,
    object: Node<'a>,
    scenario: &[(&str, bool)],
) -> Option<&'a str> {
    match object.value {
        Value::Map([only]) if only.key.as_str() == Some("Fn::If") => {
            undecided_value(logic, object, scenario)
        }
        Value::Map(entries) => entries
            .iter()
            .find_map(|entry| undecided_value(logic, entry.value, scenario)),
        _ => undecided_value(logic, object, scenario),
    }
}

fn undecided_value<'a>(
    logic: &Logic<'a>,
    value: Node<'a>,
    scenario: &[(&str, bool)],
) -> Option<&'a str> {
    match value.value {
        Value::Map([only]) if only.key.as_str() == Some("Fn::If") => {
            let [condition, then, other] = branches(only.value)?;
            let name = condition.as_str().filter(|name| logic.knows(name))?;
            match scenario.iter().find(|(known, _)| *known == name) {
                Some((_, holds)) => {
                    undecided_value(logic, if *holds { *then } else { *other }, scenario)
                }
                None => Some(name),
            }
        }
        Value::List(items) => items
            .iter()
            .find_map(|item| undecided_value(logic, *item, scenario)),
        _ => None,
    }
}

/// Returns an object with some of its properties, in the order of `properties`.
pub fn only<'a>(arena: &'a Bump, object: Node<'a>, properties: &[&str]) -> Node<'a> {
    let named: Vec<_> = properties
        .iter()
        .filter_map(|name| object.entry(name))
        .collect();
    Node {
        value: Value::Map(arena.alloc_slice_copy(&named)),
        ..object
    }
}

/// Returns the scenarios of the conditions directly in these objects, and whether these are all; empty if a name is
/// unknown or there are no conditions.
pub fn scenarios_of<'a>(logic: &Logic<'a>, objects: &[Node<'a>]) -> (Vec<Scenario<'a>>, bool) {
    let names = conditions_in(objects);
    let wanted: Vec<(&str, Option<bool>)> = names.iter().map(|name| (*name, None)).collect();
    let found = logic.scenarios(&wanted);
    let rows = found
        .rows
        .into_iter()
        .map(|row| names.iter().copied().zip(row).collect());
    (rows.collect(), found.complete)
}

/// Returns the conditions directly in these objects, in order of appearance.
pub fn conditions_in<'a>(objects: &[Node<'a>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    for object in objects {
        match object.value {
            Value::List(items) => items.iter().for_each(|item| of_object(*item, &mut names)),
            _ => of_object(*object, &mut names),
        }
    }
    names
}

fn of_object<'a>(object: Node<'a>, names: &mut Vec<&'a str>) {
    let entries = object.as_map().unwrap_or_default();
    for entry in entries {
        match branches(entry.value)
            .filter(|_| entries.len() == 1 && entry.key.as_str() == Some("Fn::If"))
        {
            Some([condition, then, other]) => {
                names.extend(condition.as_str().filter(|name| !names.contains(name)));
                for nested in [then, other]
                    .into_iter()
                    .filter_map(|branch| branch.as_map())
                    .flatten()
                {
                    if nested.key.as_str() == Some("Fn::If") {
                        of_if(nested.value, names);
                    }
                }
            }
            None => of_value(entry.value, names),
        }
    }
}

fn of_value<'a>(value: Node<'a>, names: &mut Vec<&'a str>) {
    match value.value {
        Value::List(items) => items.iter().for_each(|item| of_value(*item, names)),
        Value::Map([only]) if only.key.as_str() == Some("Fn::If") => of_if(only.value, names),
        _ => {}
    }
}

fn of_if<'a>(argument: Node<'a>, names: &mut Vec<&'a str>) {
    let Some([condition, then, other]) = branches(argument) else {
        return;
    };
    let Some(name) = condition.as_str() else {
        return;
    };
    if !names.contains(&name) {
        names.push(name);
    }
    of_value(*then, names);
    of_value(*other, names);
}

/// Returns a value in a scenario: each `Fn::If` is replaced by its branch, `AWS::NoValue` and null are removed, one
/// level deep and in lists.
pub fn in_scenario<'a>(arena: &'a Bump, object: Node<'a>, scenario: &[(&str, bool)]) -> Node<'a> {
    match object.value {
        Value::Map([only]) if only.key.as_str() == Some("Fn::If") && !only.value.is_false() => {
            value_in(arena, object, scenario).unwrap_or(Node {
                value: Value::Map(&[]),
                ..object
            })
        }
        Value::Map(entries) => {
            let kept = entries.iter().filter_map(|entry| {
                Some(Entry {
                    key: entry.key,
                    value: value_in(arena, entry.value, scenario)?,
                })
            });
            Node {
                value: Value::Map(arena.keep_all(kept.collect::<Vec<_>>())),
                ..object
            }
        }
        Value::List(_) => value_in(arena, object, scenario).unwrap_or(object),
        _ => object,
    }
}

fn value_in<'a>(arena: &'a Bump, value: Node<'a>, scenario: &[(&str, bool)]) -> Option<Node<'a>> {
    match value.value {
        Value::Null => None,
        Value::Map([only]) if only.key.as_str() == Some("Fn::If") => {
            let chosen = branches(only.value).and_then(|[condition, then, other]| {
                let name = condition.as_str()?;
                let (_, holds) = scenario.iter().find(|(known, _)| *known == name)?;
                Some(if *holds { then } else { other })
            });
            match chosen {
                Some(branch) => value_in(arena, *branch, scenario),
                None => Some(value),
            }
        }
        Value::Map(_) if is_no_value(value) => None,
        Value::List(items) => {
            let kept = items
                .iter()
                .filter_map(|item| value_in(arena, *item, scenario));
            Some(Node {
                value: Value::List(arena.keep_all(kept.collect::<Vec<_>>())),
                ..value
            })
        }
        _ => Some(value),
    }
}
