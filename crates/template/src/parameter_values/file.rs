//! Formats of parameter files.

use std::collections::BTreeSet;

use super::{Literal, ParameterSet, ParameterValue, ValueRules};
use cfn_warden_syntax::tree::Style;
use cfn_warden_syntax::{Entry, Node, Tree, Value, python};

/// A Git sync deployment file: a template and its parameter values.
#[derive(Debug, Clone, PartialEq)]
pub struct Deployment {
    /// `template-file-path`
    pub template: String,
    /// The values in `parameters`.
    pub parameters: ParameterSet,
}

/// Parses a list of `{ParameterKey, ParameterValue}`, the format of the AWS CLI; returns `None` for other formats. An
/// empty map is accepted, because cfn-lint parses an empty file as one.
pub fn keys_and_values(tree: &Tree<'_>, source: &str) -> Option<ParameterSet> {
    listed(tree, source, as_typed)
}

/// The conversion of the value of a parameter.
type Conversion = fn(&Tree<'_>, Node<'_>) -> Literal;

fn listed(tree: &Tree<'_>, source: &str, converted: Conversion) -> Option<ParameterSet> {
    let mut set = ParameterSet::from_file(source);
    let items = match tree.root.value {
        Value::Map([]) => &[],
        Value::List(items) => items,
        _ => return None,
    };
    for item in items {
        let (key, value) = (item.get("ParameterKey")?, item.get("ParameterValue")?);
        set.set_value(parameter_value(tree, key, value, converted));
    }
    Some(set)
}

/// Parses a deployment file; returns `None` for other formats.
pub fn deployment(tree: &Tree<'_>, source: &str) -> Option<Deployment> {
    let previous = ["template-file-path", "parameters", "tags"];
    let entries = tree.root.as_map()?;
    if entries.iter().any(|entry| {
        entry
            .key
            .as_str()
            .is_none_or(|key| !previous.contains(&key))
    }) {
        return None;
    }
    if tree
        .root
        .get("tags")
        .is_some_and(|tags| !are(tags, |tag| matches!(tag.value, Value::Str(_))))
    {
        return None;
    }
    let template = tree.root.get("template-file-path")?.as_str()?.to_owned();
    let mut parameters = ParameterSet::from_file(source);
    if let Some(values) = tree.root.get("parameters") {
        let fits =
            |value: Node<'_>| !matches!(value.value, Value::Null | Value::Map(_) | Value::Date(_));
        if !are(values, fits) {
            return None;
        }
        named(tree, values, as_typed, &mut parameters);
    }
    Some(Deployment {
        template,
        parameters,
    })
}

/// Parses a file in any format: a list of `{ParameterKey, ParameterValue}`, a map with `Parameters` (CodePipeline's
/// template configuration), a deployment file, or a map of values. The values are texts, as in CloudFormation.
pub fn any_form(tree: &Tree<'_>, source: &str) -> Option<ParameterSet> {
    if let Some(set) = listed(tree, source, as_text) {
        return has_one_value_each(tree.root).then_some(set);
    }
    let root = tree.root;
    root.as_map()?;
    let mut set = ParameterSet::from_file(source);
    let inside = root
        .get("Parameters")
        .or_else(|| root.get("parameters"))
        .filter(|values| values.as_map().is_some());
    let is_deployment = root.get("template-file-path").is_some();
    let values = inside.or_else(|| (!is_deployment).then_some(root));
    if let Some(values) = values {
        if !are(values, |value| !matches!(value.value, Value::Map(_))) {
            return None;
        }
        named(tree, values, as_text, &mut set);
    }
    Some(set)
}

/// Returns the parameter sets in the cfn-lint metadata of a template: a list of maps of values.
pub fn in_template(tree: &Tree<'_>, list: Node<'_>) -> Vec<ParameterSet> {
    let set = |values: &Node<'_>| {
        let mut set = ParameterSet {
            rules: ValueRules::CfnLint,
            ..ParameterSet::default()
        };
        named(tree, *values, as_typed, &mut set);
        set
    };
    list.as_list()
        .unwrap_or_default()
        .iter()
        .filter(|values| values.as_map().is_some())
        .map(set)
        .collect()
}

/// Whether each entry of a list has a value for another parameter, and nothing that changes which value is meant.
fn has_one_value_each(list: Node<'_>) -> bool {
    let items = list.as_list().unwrap_or_default();
    let is_plain = |entry: &Entry<'_>| match entry.key.as_str() {
        Some("ParameterKey" | "ParameterValue") => true,
        Some("UsePreviousValue") => matches!(entry.value.value, Value::Bool(false)),
        _ => false,
    };
    let mut seen = BTreeSet::new();
    items.iter().all(|item| {
        let key = item.get("ParameterKey").and_then(|key| key.as_str());
        item.as_map().unwrap_or_default().iter().all(is_plain)
            && key.is_none_or(|key| seen.insert(key))
    })
}

fn are(map: Node<'_>, fits: impl Fn(Node<'_>) -> bool) -> bool {
    map.as_map()
        .is_some_and(|entries| entries.iter().all(|entry| fits(entry.value)))
}

fn named(tree: &Tree<'_>, values: Node<'_>, converted: Conversion, set: &mut ParameterSet) {
    values
        .as_map()
        .unwrap_or_default()
        .iter()
        .for_each(|entry| set.set_value(parameter_value(tree, entry.key, entry.value, converted)));
}

/// Returns a named value. A name that is not a string gets no span.
fn parameter_value(
    tree: &Tree<'_>,
    name: Node<'_>,
    value: Node<'_>,
    converted: Conversion,
) -> ParameterValue {
    let written = name.as_str().map(str::to_owned);
    let at = tree
        .info(name.id)
        .filter(|info| written.is_some() && info.style != Style::Implied)
        .map(|info| info.span);
    let name = written
        .or_else(|| tree.raw(name.id).map(str::to_owned))
        .unwrap_or_default();
    ParameterValue {
        name,
        value: converted(tree, value),
        at,
    }
}

/// Keeps the types that values have in the file.
fn as_typed(_: &Tree<'_>, value: Node<'_>) -> Literal {
    Literal::of(value)
}

/// Converts Booleans to `true` and `false`, and numbers and dates to what is written.
fn as_text(tree: &Tree<'_>, value: Node<'_>) -> Literal {
    // The tree keeps the texts of numbers whose value does not show how they are written.
    let written = || {
        tree.raw(value.id)
            .map_or_else(|| python::str(value), str::to_owned)
    };
    match value.value {
        Value::Bool(is) => Literal::Text(is.to_string()),
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Date(_) => {
            Literal::Text(written())
        }
        Value::List(items) => {
            Literal::List(items.iter().map(|item| as_text(tree, *item)).collect())
        }
        _ => Literal::of(value),
    }
}
