//! Rules that describe a template as it is, as a start for rules of one's own.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::Number;

use crate::syntax::{Entry, Node, Value};

/// A type of resource and, of all resources of the type, each property with its values.
struct Described<'a> {
    type_name: &'a str,
    properties: Vec<(&'a str, Vec<String>)>,
}

/// Rules that hold for a template: for each type one rule, with the values that its properties have. Types and properties
/// come in the template's order. What cannot be written in the language is left out: a string that ends in a backslash.
///
/// `None` where the document has no `Resources`.
pub fn rulegen(root: Node<'_>) -> Option<String> {
    let mut types: Vec<Described<'_>> = Vec::new();
    for resource in last_of_each(root.get("Resources")?.as_map()?) {
        let Some(type_name) = resource.value.get("Type").and_then(|found| found.as_str()) else { continue };
        let Some(properties) = resource.value.get("Properties").and_then(|found| found.as_map()) else { continue };
        if properties.is_empty() {
            continue;
        }
        let at = types.iter().position(|one| one.type_name == type_name).unwrap_or_else(|| {
            types.push(Described { type_name, properties: Vec::new() });
            types.len() - 1
        });
        if let Some(described) = types.get_mut(at) {
            last_of_each(properties).for_each(|property| described.add(property));
        }
    }
    Some(types.iter().map(Described::rule).collect())
}

/// Of entries with the same key the last, as everywhere in Guard.
fn last_of_each<'s, 'a>(entries: &'s [Entry<'a>]) -> impl Iterator<Item = &'s Entry<'a>> {
    let places = entries.iter().enumerate().filter_map(|(at, entry)| Some((entry.key.as_str()?, at)));
    let last: HashMap<&str, usize> = places.collect();
    let is_last = move |at: usize, entry: &Entry<'a>| entry.key.as_str().is_none_or(|key| last.get(key) == Some(&at));
    entries.iter().enumerate().filter(move |(at, entry)| is_last(*at, entry)).map(|(_, entry)| entry)
}

impl<'a> Described<'a> {
    fn add(&mut self, property: &Entry<'a>) {
        let mut text = String::new();
        let (Some(name), Some(())) = (property.key.as_str(), literal(property.value, &mut text)) else { return };
        match self.properties.iter_mut().find(|(known, _)| *known == name) {
            None => self.properties.push((name, vec![text])),
            Some((_, values)) if values.contains(&text) => {}
            Some((_, values)) => values.push(text),
        }
    }

    fn rule(&self) -> String {
        let word = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let name: String = self.type_name.replace("::", "_").to_lowercase().chars().map(word).collect();
        let mut rule = format!(
            "let {name}_resources = Resources.*[ Type == '{}' ]\nrule {name} when %{name}_resources !empty {{\n",
            self.type_name.replace('\'', "\\'")
        );
        for (property, values) in &self.properties {
            let (operator, values) = match values.as_slice() {
                [only] => ("==", only.clone()),
                several => ("IN", format!("[{}]", several.join(", "))),
            };
            let _ = writeln!(rule, "  %{name}_resources.Properties.{} {operator} {values}", key(property));
        }
        rule.push_str("}\n");
        rule
    }
}

/// A key as a query takes it: bare where it is a name.
fn key(text: &str) -> String {
    let mut characters = text.chars();
    let is_name = characters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && characters.all(|c| c.is_alphanumeric() || c == '_');
    let mut quoted = String::new();
    if is_name || string(text, &mut quoted).is_none() { text.to_owned() } else { quoted }
}

/// A value as the language writes it; `None` where it cannot.
fn literal(node: Node<'_>, out: &mut String) -> Option<()> {
    match node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Value::Int(value) => write!(out, "{value}").ok()?,
        Value::Float(value) => write!(out, "{}", Number::from_f64(value)?.to_string().replace("e+", "e")).ok()?,
        Value::BigInt(_) => return None,
        Value::Date(text) | Value::Str(text) => string(text, out)?,
        Value::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                literal(*item, out)?;
            }
            out.push(']');
        }
        Value::Map(entries) => {
            out.push('{');
            for (at, entry) in last_of_each(entries).enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                string(entry.key.as_str()?, out)?;
                out.push(':');
                literal(entry.value, out)?;
            }
            out.push('}');
        }
    }
    Some(())
}

fn string(text: &str, out: &mut String) -> Option<()> {
    if text.ends_with('\\') {
        return None;
    }
    out.push('"');
    out.push_str(&text.replace('"', "\\\""));
    out.push('"');
    Some(())
}
