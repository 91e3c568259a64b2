//! Keywords that count or compare what a value contains, once per scenario of the conditions that it asks.
//!
//! Where there are few scenarios all keywords of a schema see each of them, as in the reference. Where there are too many for
//! that, each keyword looks at the conditions that can change its answer, exhaustively; and only where even these are too
//! many at a spread of them, which the walk then says.

use super::budget::Limit;
use super::check::{Part, Schema, Walk};
use super::context::Context;
use super::filter::is_grouping;
use super::keyword as k;
use super::mentioned::mentioned;
use super::pack::Json;
use super::violation::Violations;
use crate::document::condition::scenario::{self, counts};
use crate::document::condition::solver::LIMIT;
use crate::document::function::lone_function;
use crate::syntax::{Node, Value};

/// How many scenarios all keywords of a schema are shown, as many as the reference looks at.
const OF_ALL: usize = LIMIT;
/// How many scenarios a single keyword is shown.
const OF_ONE: usize = 2048;

/// Runs the grouping keywords of a schema, once per scenario.
pub(super) fn run<'a>(
    walk: &Walk<'a>,
    cx: &Context<'a>,
    schema: Schema<'a>,
    instance: Node<'a>,
    out: &mut Violations<'a>,
) {
    if !schema.json.keywords().any(|(symbol, _)| is_grouping(symbol)) {
        return;
    }
    let conditions = &walk.template.conditions;
    let worlds = conditions.scenarios(cx.conditions, &scenario::conditions_of(instance), OF_ALL);
    if !worlds.complete {
        return one_by_one(walk, cx, schema, instance, out);
    }
    for pins in worlds.pins.iter() {
        let Some(view) = scenario::view(walk.arena, conditions, *pins, cx.functions, instance) else { continue };
        walk.run(&Context { conditions: *pins, ..*cx }, schema, Part::Grouping, view, out);
    }
}

/// The same, each keyword in the scenarios that matter to it.
fn one_by_one<'a>(walk: &Walk<'a>, cx: &Context<'a>, schema: Schema<'a>, instance: Node<'a>, out: &mut Violations<'a>) {
    let conditions = &walk.template.conditions;
    for (symbol, value) in schema.json.keywords().filter(|(symbol, _)| is_grouping(*symbol)) {
        if matches!(symbol, k::THEN | k::ELSE) || always_fits(walk, symbol, value, instance) {
            continue;
        }
        let names = match symbol {
            k::IF => asked_by_if(walk, cx, schema.json, instance),
            _ => asked_by(symbol, value, instance).unwrap_or_else(|| scenario::conditions_of(instance)),
        };
        let worlds = conditions.scenarios(cx.conditions, &names, OF_ONE);
        if !worlds.complete {
            walk.give_up(Limit::Scenarios);
        }
        for pins in worlds.pins.iter() {
            let Some(view) = scenario::view(walk.arena, conditions, *pins, cx.functions, instance) else { continue };
            if !walk.spend(1) {
                return;
            }
            walk.run_one(&Context { conditions: *pins, ..*cx }, schema, Part::Grouping, (symbol, value), view, out);
        }
    }
}

/// The conditions that one keyword depends on; `None` where that may be all of the value's. Keywords that only ask for
/// keys by name look no further than those keys; the other conditions of an object cannot change their answer.
fn asked_by<'a>(symbol: u32, value: Json<'a>, instance: Node<'a>) -> Option<Vec<&'a str>> {
    if instance.as_map().is_none() || lone_function(instance).is_some() {
        return None;
    }
    let mut named: Vec<&str> = Vec::new();
    match symbol {
        k::REQUIRED | k::REQUIRED_OR | k::REQUIRED_XOR => named.extend(value.items().filter_map(Json::as_str)),
        k::DEPENDENT_EXCLUDED | k::DEPENDENT_REQUIRED => {
            for (name, others) in value.entries() {
                named.push(name.text);
                named.extend(others.items().filter_map(Json::as_str));
            }
        }
        // These are asked of lists.
        k::MIN_ITEMS | k::MAX_ITEMS | k::UNIQUE_ITEMS => {}
        _ => return None,
    }
    Some(asked_under(&named, instance))
}

/// The conditions that the values under some keys of an object ask directly.
fn asked_under<'a>(keys: &[&str], instance: Node<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    let entries = instance.as_map().unwrap_or_default();
    for entry in entries.iter().filter(|entry| entry.key.as_str().is_some_and(|key| keys.contains(&key))) {
        // A part is asked as it is asked within the object: an object in it is not looked into.
        let list = Node { value: Value::List(std::slice::from_ref(&entry.value)), ..instance };
        add(&mut found, scenario::conditions_of(list));
    }
    found
}

/// The conditions that `if`, `then` and `else` depend on: those that the values ask under the keys that the schemas speak
/// of, and those of the object that have to do with what is asked deeper in these values.
fn asked_by_if<'a>(walk: &Walk<'a>, cx: &Context<'a>, schema: Json<'a>, instance: Node<'a>) -> Vec<&'a str> {
    let all = scenario::conditions_of(instance);
    if instance.as_map().is_none() || lone_function(instance).is_some() {
        return all;
    }
    let parts = [k::IF, k::THEN, k::ELSE].into_iter().filter_map(|part| schema.keyword(part));
    let Some(keys) = mentioned(walk, cx, parts) else { return all };
    let mut found = asked_under(&keys, instance);
    let mut deeper = Vec::new();
    let entries = instance.as_map().unwrap_or_default();
    for entry in entries.iter().filter(|entry| entry.key.as_str().is_some_and(|key| keys.contains(&key))) {
        scenario::conditions_below(entry.value, &mut deeper);
    }
    let conditions = &walk.template.conditions;
    let matters = |name: &&str| deeper.iter().any(|other| conditions.related(name, other));
    add(&mut found, all.into_iter().filter(matters).collect());
    found
}

fn add<'a>(found: &mut Vec<&'a str>, more: Vec<&'a str>) {
    for name in more {
        if !found.contains(&name) {
            found.push(name);
        }
    }
}

/// Whether a keyword that counts or compares fits a value whatever holds.
fn always_fits<'a>(walk: &Walk<'a>, symbol: u32, value: Json<'a>, instance: Node<'a>) -> bool {
    let bound = || value.as_i64().and_then(|bound| usize::try_from(bound).ok());
    match (symbol, instance.value) {
        (k::MAX_ITEMS, Value::List(_)) | (k::MAX_PROPERTIES, Value::Map(_)) => {
            bound().is_some_and(|bound| counts(instance).most <= bound)
        }
        (k::MIN_ITEMS, Value::List(_)) | (k::MIN_PROPERTIES, Value::Map(_)) => {
            bound().is_some_and(|bound| counts(instance).least >= bound)
        }
        (k::UNIQUE_ITEMS, Value::List(items)) => {
            let leaves = scenario::leaves(items);
            walk.budget.spend_on_pairs(leaves.len()) && super::python::unique(&leaves)
        }
        _ => false,
    }
}
