//! Sensitive values of a configuration.

use std::collections::BTreeSet;

use crate::module::{EvaluatedBody, EvaluatedModule, Run, Variable};
use crate::value::{Kind, Marks, Value};

/// Returns the strings and numbers that are sensitive or ephemeral.
pub fn sensitive(run: &Run) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    run.root.iter().for_each(|root| of_module(root, &mut found));
    found
}

fn of_module(module: &EvaluatedModule, found: &mut BTreeSet<String>) {
    // Also the defaults of variables that are set.
    let hidden = |variable: &&Variable| variable.marks.has(Marks::SENSITIVE.and(Marks::EPHEMERAL));
    let declared = module.declared.variables.values();
    declared
        .filter(hidden)
        .filter_map(|variable| variable.default.as_ref())
        .for_each(|default| all(default, found));
    let EvaluatedModule {
        variables,
        locals,
        outputs,
        ..
    } = module;
    [variables, locals, outputs]
        .into_iter()
        .flat_map(|values| values.values())
        .for_each(|value| marked(value, found));
    module
        .resources
        .iter()
        .for_each(|resource| of_body(&resource.body, found));
    module
        .modules
        .iter()
        .for_each(|inner| of_module(inner, found));
}

fn of_body(body: &EvaluatedBody, found: &mut BTreeSet<String>) {
    body.attributes
        .iter()
        .for_each(|(_, value, _)| marked(value, found));
    body.blocks
        .iter()
        .for_each(|block| of_body(&block.body, found));
}

fn marked(value: &Value, found: &mut BTreeSet<String>) {
    let hidden = Marks::SENSITIVE.and(Marks::EPHEMERAL);
    if value.marks().has(hidden) {
        all(value, found);
    } else if value.marks_deep().has(hidden) {
        parts(value)
            .into_iter()
            .for_each(|part| marked(part, found));
    }
}

fn all(value: &Value, found: &mut BTreeSet<String>) {
    match value.kind() {
        Kind::String(text) => found.extend((!text.is_empty()).then(|| text.to_string())),
        Kind::Number(number) => found.extend([number.json().to_string()]),
        _ => parts(value).into_iter().for_each(|part| all(part, found)),
    }
}

fn parts(value: &Value) -> Vec<&Value> {
    match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items.iter().collect(),
        Kind::Map(_, elements) | Kind::Object(elements) => elements.values().collect(),
        Kind::Unknown(..) | Kind::Null(_) | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => {
            Vec::new()
        }
    }
}
