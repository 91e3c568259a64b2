//! Generates rules from a template, as a starting point for a policy.
//!
//! The rules describe the document as `validate` loads it. Each rule is evaluated on it before it is returned.

use std::fmt::Write;

use serde_json::Number;

use super::value::{Kind, Map, Ref, hash};
use super::{Doc, Options, Rules, Status, evaluate};

/// The result of generating rules for a template.
#[derive(Debug, Default)]
pub struct Generated {
    /// The rules. They parse, and they pass on the template.
    pub rules: String,
    /// What the rules do not cover and why, one sentence each.
    pub omitted: Vec<String>,
}

/// A resource type and the property values of all its resources.
struct ResourceType<'a> {
    type_name: &'a str,
    /// The name of the rule and the prefix of its variable.
    name: String,
    properties: Vec<Property<'a>>,
}

struct Property<'a> {
    name: &'a str,
    /// The distinct values, as Guard literals.
    values: Vec<String>,
    /// Whether a value has no literal form.
    unwritable: bool,
}

/// Generates one rule for each resource type, with the values of its properties. Types and properties are in template
/// order.
///
/// `None` if the document has no map `Resources`.
pub fn rulegen<'a>(doc: &'a Doc<'a>) -> Option<Generated> {
    let mut types: Vec<ResourceType<'a>> = Vec::new();
    for resource in map(get(doc.root, "Resources")?)?.entries {
        let Some(Kind::Str(type_name)) = get(&resource.value, "Type").map(|found| found.kind)
        else {
            continue;
        };
        let Some(properties) = get(&resource.value, "Properties").and_then(map) else {
            continue;
        };
        if properties.entries.is_empty() {
            continue;
        }
        let at = types
            .iter()
            .position(|one| one.type_name == type_name)
            .unwrap_or_else(|| {
                let name = unique(rule_name(type_name), &types);
                types.push(ResourceType {
                    type_name,
                    name,
                    properties: Vec::new(),
                });
                types.len() - 1
            });
        if let Some(resource_type) = types.get_mut(at) {
            properties
                .entries
                .iter()
                .for_each(|property| resource_type.add(property.key, &property.value));
        }
    }
    let mut generated = Generated::default();
    types.iter().for_each(|one| one.write(doc, &mut generated));
    Some(generated)
}

fn map(value: Ref<'_>) -> Option<&Map<'_>> {
    match value.kind {
        Kind::Map(map) => Some(map),
        _ => None,
    }
}

fn get<'a>(value: Ref<'a>, key: &str) -> Option<Ref<'a>> {
    map(value)?.get(key, hash(key))
}

fn rule_name(type_name: &str) -> String {
    let word = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let name: String = type_name
        .replace("::", "_")
        .to_lowercase()
        .chars()
        .map(word)
        .collect();
    // Rule names must start with an ASCII letter. Type names do, except those that are the path of a module.
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name
    } else {
        format!("type_{name}")
    }
}

/// Makes a rule name unique by adding a number if needed.
fn unique(name: String, others: &[ResourceType<'_>]) -> String {
    let is_taken = |name: &str| others.iter().any(|one| one.name == name);
    if !is_taken(&name) {
        return name;
    }
    let numbered = (2..).map(|number: u32| format!("{name}_{number}"));
    numbered
        .into_iter()
        .find(|name| !is_taken(name))
        .unwrap_or(name)
}

/// Evaluates generated rules on the document.
fn try_rules<'a>(doc: &'a Doc<'a>, text: &str) -> TrialResult {
    let Ok(rules) = Rules::parse("", text) else {
        return TrialResult::Invalid;
    };
    // The outcome borrows from `rules`, which is local: keep only whether all rules passed.
    let outcome = match evaluate(&rules, doc, &Options::default()) {
        Ok(outcome) => outcome.rules().all(|(_, status)| status == Status::Pass),
        Err(_) => false,
    };
    if outcome {
        TrialResult::Passes
    } else {
        TrialResult::Fails
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TrialResult {
    Passes,
    Fails,
    Invalid,
}

impl<'a> ResourceType<'a> {
    fn add(&mut self, name: &'a str, value: Ref<'a>) {
        let at = self
            .properties
            .iter()
            .position(|one| one.name == name)
            .unwrap_or_else(|| {
                self.properties.push(Property {
                    name,
                    values: Vec::new(),
                    unwritable: false,
                });
                self.properties.len() - 1
            });
        let Some(property) = self.properties.get_mut(at) else {
            return;
        };
        let mut text = String::new();
        match literal(value, &mut text) {
            None => property.unwritable = true,
            Some(()) if property.values.contains(&text) => {}
            Some(()) => property.values.push(text),
        }
    }

    fn write(&self, doc: &'a Doc<'a>, out: &mut Generated) {
        let mut clauses = String::new();
        for property in &self.properties {
            match self.clause(doc, property) {
                Ok(clause) => clauses.push_str(&clause),
                Err(why) => {
                    out.omitted.push(format!(
                        "{}: property {} is omitted: {why}",
                        self.type_name, property.name
                    ));
                }
            }
        }
        if clauses.is_empty() {
            out.omitted.push(format!(
                "{}: no rule was generated, because all properties are omitted",
                self.type_name
            ));
            return;
        }
        out.rules.push_str(&self.rule(&clauses));
    }

    fn rule(&self, clauses: &str) -> String {
        let (name, type_name) = (&self.name, self.type_name.replace('\'', "\\'"));
        format!(
            "let {name}_resources = Resources.*[ Type == '{type_name}' ]\nrule {name} when %{name}_resources !empty {{\n{clauses}}}\n"
        )
    }

    /// Returns the simplest clause that passes.
    fn clause(&self, doc: &'a Doc<'a>, property: &Property<'_>) -> Result<String, &'static str> {
        if property.unwritable {
            return Err("it has a value without a literal form in the rules language");
        }
        let mut found = TrialResult::Invalid;
        for clause in self.candidates(property) {
            match try_rules(doc, &self.rule(&clause)) {
                TrialResult::Passes => return Ok(clause),
                TrialResult::Fails => found = TrialResult::Fails,
                TrialResult::Invalid => {}
            }
        }
        Err(match found {
            TrialResult::Invalid => {
                "its name, its value or the name of its type cannot be written in a rule"
            }
            _ => "no comparison with its values passes",
        })
    }

    /// Returns clauses to try, in order. The first is cfn-guard's; it fails if a resource of the type lacks the
    /// property, and if values are lists, because `IN` compares their elements.
    fn candidates(&self, property: &Property<'_>) -> [String; 4] {
        let (resources, key) = (format!("%{}_resources", self.name), key(property.name));
        let having = format!("{resources}[ Properties.{key} exists ]");
        let test = match property.values.as_slice() {
            [only] => format!("== {only}"),
            several => format!("IN [{}]", several.join(", ")),
        };
        let either: Vec<String> = property
            .values
            .iter()
            .map(|value| format!("{key} == {value}"))
            .collect();
        let either = either.join(" or ");
        [
            format!("  {resources}.Properties.{key} {test}\n"),
            format!("  {having}.Properties.{key} {test}\n"),
            format!("  {resources}.Properties {{ {either} }}\n"),
            format!("  {having}.Properties {{ {either} }}\n"),
        ]
    }
}

/// Writes a key of a query: unquoted if it is a name.
fn key(text: &str) -> String {
    let mut characters = text.chars();
    let is_name = characters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && characters.all(|c| c.is_alphanumeric() || c == '_');
    let mut quoted = String::new();
    if is_name || string(text, &mut quoted).is_none() {
        text.to_owned()
    } else {
        quoted
    }
}

/// Appends a value as a Guard literal; `None` if it has no literal form.
fn literal(value: Ref<'_>, out: &mut String) -> Option<()> {
    match value.kind {
        Kind::Null => out.push_str("null"),
        Kind::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Kind::Int(value) => write!(out, "{value}").ok()?,
        Kind::Float(value) => write!(
            out,
            "{}",
            Number::from_f64(value)?.to_string().replace("e+", "e")
        )
        .ok()?,
        Kind::Str(text) => string(text, out)?,
        Kind::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                literal(item, out)?;
            }
            out.push(']');
        }
        Kind::Map(map) => {
            out.push('{');
            for (at, entry) in map.entries.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                string(entry.key, out)?;
                out.push(':');
                literal(&entry.value, out)?;
            }
            out.push('}');
        }
        // Values of rules, not of documents.
        Kind::Regex(_)
        | Kind::Char(_)
        | Kind::IntRange(_)
        | Kind::FloatRange(_)
        | Kind::CharRange(_) => return None,
    }
    Some(())
}

/// Appends a string literal; `None` if it has no literal form. In Guard, a backslash escapes the following quote, and a
/// backslash itself cannot be escaped.
fn string(text: &str, out: &mut String) -> Option<()> {
    let escaped = |quote: char| text.contains(&format!("\\{quote}"));
    if text.ends_with('\\') || (escaped('"') && escaped('\'')) {
        return None;
    }
    let quote = if escaped('"') { '\'' } else { '"' };
    out.push(quote);
    out.push_str(&text.replace(quote, &format!("\\{quote}")));
    out.push(quote);
    Some(())
}
