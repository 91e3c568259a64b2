//! Verifies that a document is the schema of a resource type, or a patch on one.

use super::form::{self, Form};
use super::mistakes::Mistakes;
use crate::pack::Json;
use crate::pattern::Pattern;
use cfn_warden_syntax::names;
use cfn_warden_syntax::{Node, Value};

/// The level of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The schema of a resource type.
    Type,
    /// A schema in it.
    Inner,
}

const TYPES: [&str; 7] = [
    "string", "boolean", "integer", "number", "array", "object", "null",
];

/// Adds the mistakes in a schema. In a patch, `null` removes a key.
pub fn schema(node: Node<'_>, level: Level, is_patch: bool, mistakes: &mut Mistakes<'_>) {
    let entries = match node.value {
        Value::Map(entries) => entries,
        Value::Bool(_) if level == Level::Inner => return,
        _ => return mistakes.add(node.id, "expected a schema: an object, true or false"),
    };
    for entry in entries {
        let Some(name) = entry.key.as_str() else {
            mistakes.add(entry.key.id, "expected a keyword as a string");
            continue;
        };
        let of_type = || {
            (level == Level::Type)
                .then(|| form::of_type_key(name))
                .flatten()
        };
        let Some(form) = form::of_keyword(name).or_else(of_type) else {
            mistakes.add(entry.key.id, unknown(name, level));
            continue;
        };
        if !(is_patch && matches!(entry.value.value, Value::Null)) {
            value(entry.value, form, is_patch, mistakes);
        }
    }
}

fn unknown(name: &str, level: Level) -> String {
    let of_type = form::type_keys().filter(|_| level == Level::Type);
    let expected = names::instead(name, form::keywords().chain(of_type), || {
        "expected a keyword of JSON Schema such as `type` or `properties`".to_owned()
    });
    format!("unknown key `{name}`; {expected}")
}

fn value(node: Node<'_>, form: Form, is_patch: bool, mistakes: &mut Mistakes<'_>) {
    let is_text = |node: &Node<'_>| node.as_str().is_some();
    let are_texts = |node: Node<'_>| {
        node.as_list()
            .is_some_and(|items| items.iter().all(is_text))
    };
    let expected = match (form, node.value) {
        (Form::Any, _)
        | (Form::List, Value::List(_))
        | (Form::Switch, Value::Bool(_))
        | (Form::Number, Value::Int(_) | Value::BigInt(_) | Value::Float(_))
        | (Form::Count, Value::Int(0..))
        | (Form::Text, Value::Str(_))
        | (Form::Object, Value::Map(_)) => return,
        (Form::Texts, _) if are_texts(node) => return,
        (Form::ListOfTexts, Value::List(items)) if items.iter().all(|item| are_texts(*item)) => {
            return;
        }
        (Form::TextsByName, Value::Map(entries))
            if entries.iter().all(|entry| are_texts(entry.value)) =>
        {
            return;
        }
        (Form::Pattern, Value::Str(text)) => match Pattern::compile(text) {
            Ok(_) => return,
            Err(_) => "not a regular expression",
        },
        (Form::Pointers, Value::List(items)) => {
            let is_pointer = |item: &Node<'_>| {
                item.as_str()
                    .is_some_and(|text| text.starts_with("/properties/"))
            };
            for item in items.iter().filter(|item| !is_pointer(item)) {
                mistakes.add(
                    item.id,
                    "expected a pointer to a property, such as /properties/Arn",
                );
            }
            return;
        }
        (Form::Schema, _) => return schema(node, Level::Inner, is_patch, mistakes),
        (Form::Schemas, Value::List(items)) if !items.is_empty() => {
            // Lists are replaced, so that their schemas are whole.
            return items
                .iter()
                .for_each(|item| schema(*item, Level::Inner, false, mistakes));
        }
        (Form::SchemasByName, Value::Map(entries)) => {
            let is_removed = |node: Node<'_>| is_patch && matches!(node.value, Value::Null);
            for entry in entries.iter().filter(|entry| !is_removed(entry.value)) {
                schema(entry.value, Level::Inner, is_patch, mistakes);
            }
            return;
        }
        (Form::Items, Value::List(items)) => {
            return items
                .iter()
                .for_each(|item| schema(*item, Level::Inner, false, mistakes));
        }
        (Form::Items, _) => return schema(node, Level::Inner, is_patch, mistakes),
        (Form::Type, Value::Str(name)) if TYPES.contains(&name) => return,
        (Form::Type, Value::List(items)) if !items.is_empty() && items.iter().all(is_type) => {
            return;
        }
        (Form::Reference, Value::Str(text)) if text.starts_with('#') => return,
        (Form::List, _) => "expected a list",
        (Form::Switch, _) => "expected true or false",
        (Form::Number, _) => "expected a number",
        (Form::Count, _) => "expected an integer that is not negative",
        (Form::Text, _) => "expected a string",
        (Form::Texts, _) => "expected a list of strings",
        (Form::ListOfTexts, _) => "expected a list of lists of strings",
        (Form::TextsByName, _) => "expected an object of lists of strings",
        (Form::Pattern, _) => "expected a regular expression as a string",
        (Form::Pointers, _) => "expected a list of pointers to properties, such as /properties/Arn",
        (Form::Schemas, _) => "expected a list of schemas",
        (Form::SchemasByName, _) => "expected an object of schemas",
        (Form::Object, _) => "expected an object",
        (Form::Type, _) => {
            "invalid type; expected string, boolean, integer, number, array, object, null or a list of them"
        }
        (Form::Reference, _) => "expected a reference in this schema, such as #/definitions/Tag",
    };
    mistakes.add(node.id, expected);
}

fn is_type(node: &Node<'_>) -> bool {
    node.as_str().is_some_and(|name| TYPES.contains(&name))
}

/// Adds the references of a patch that lead nowhere in the merged schema.
pub fn references(node: Node<'_>, merged: Json<'_>, mistakes: &mut Mistakes<'_>) {
    match node.value {
        Value::List(items) => items
            .iter()
            .for_each(|item| references(*item, merged, mistakes)),
        Value::Map(entries) => {
            for entry in entries {
                let target = entry
                    .value
                    .as_str()
                    .filter(|_| entry.key.as_str() == Some("$ref"));
                match target {
                    Some(target) if merged.pointer(target).is_none() => {
                        mistakes.add(
                            entry.value.id,
                            format!("`{target}` is not in the schema; define it in `definitions`"),
                        );
                    }
                    _ => references(entry.value, merged, mistakes),
                }
            }
        }
        _ => {}
    }
}
