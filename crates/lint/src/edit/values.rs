//! Other values: allowed ones, and ones of the right type.

use super::document::{Document, Quotes, is_plain};
use super::names;
use crate::message::shown::code_value;
use cfn_warden_schema::{Json, JsonKind, KeywordValue, keyword};
use cfn_warden_syntax::fix::{Fix, Safety};
use cfn_warden_syntax::tree::At;
use cfn_warden_syntax::{Node, Text, Value, text};
use cfn_warden_template::function::lone_function;

/// Returns the fix that writes an allowed value in place of a similar one.
pub fn nearest(document: &Document<'_, '_>, node: Node<'_>, new: &str) -> Option<Fix> {
    let old = node.as_str()?;
    if document.tree.info(node.id)?.at == At::Key {
        return names::key(document, node, new);
    }
    let scalar = document.scalar(node)?;
    let safety = if old.trim().eq_ignore_ascii_case(new) {
        Safety::Safe
    } else {
        Safety::Unsafe
    };
    document.rewrite(&scalar, new, (safety, write(new)))
}

/// Returns the fix that writes the only allowed value.
pub fn constant(
    document: &Document<'_, '_>,
    node: Node<'_>,
    expected: KeywordValue<'_>,
) -> Option<Fix> {
    let scalar = document.scalar(node)?;
    match expected {
        KeywordValue::Schema(json) => match json.kind() {
            JsonKind::Bool(value) => literal(document, node, &value.to_string(), Safety::Unsafe),
            _ => document.rewrite(
                &scalar,
                json.as_str()?,
                (Safety::Unsafe, write(json.as_str()?)),
            ),
        },
        KeywordValue::Text(text) => document.rewrite(&scalar, text, (Safety::Unsafe, write(text))),
        KeywordValue::Data(_) => None,
    }
}

/// Returns the fix that writes the limit in place of a number.
pub fn limit(document: &Document<'_, '_>, node: Node<'_>, limit: KeywordValue<'_>) -> Option<Fix> {
    let KeywordValue::Schema(limit) = limit else {
        return None;
    };
    let limit = cfn_warden_syntax::python::str(limit);
    match node.value {
        Value::Str(_) => document.rewrite(
            &document.scalar(node)?,
            &limit,
            (Safety::Unsafe, write(&limit)),
        ),
        _ => literal(document, node, &limit, Safety::Unsafe),
    }
}

/// Returns the fix that writes a value with another type; `schema` contains the keyword `type`.
pub fn of_type(
    document: &Document<'_, '_>,
    node: Node<'_>,
    (types, schema): (Json<'_>, Option<Json<'_>>),
) -> Option<Fix> {
    match (types.as_str()?, node.value) {
        ("array", Value::List(_)) => None,
        ("array", _) => {
            let items = schema.and_then(|schema| {
                schema
                    .keyword(keyword::ITEMS)?
                    .keyword(keyword::TYPE)?
                    .as_str()
            });
            let is_object = node.as_map().is_some() && lone_function(node).is_none();
            let fits = items.is_some_and(|items| is_object == (items == "object"));
            if fits { in_list(document, node) } else { None }
        }
        (_, Value::List([item])) => only_item(document, node, *item),
        ("boolean", Value::Str(text)) => {
            let (value, safety) = match text.trim().to_ascii_lowercase().as_str() {
                "true" => ("true", Safety::Safe),
                "false" => ("false", Safety::Safe),
                "yes" | "on" | "1" | "enabled" => ("true", Safety::Unsafe),
                "no" | "off" | "0" | "disabled" => ("false", Safety::Unsafe),
                _ => return None,
            };
            literal(document, node, value, safety)
        }
        ("boolean", Value::Int(number @ (0 | 1))) => literal(
            document,
            node,
            if number == 1 { "true" } else { "false" },
            Safety::Unsafe,
        ),
        ("integer", Value::Float(number)) if number.fract() == 0.0 && number.abs() < 1e15 => {
            literal(document, node, &format!("{number:.0}"), Safety::Safe)
        }
        ("integer", Value::Str(text)) => {
            let number: i64 = text.trim().parse().ok()?;
            literal(document, node, &number.to_string(), Safety::Safe)
        }
        ("number", Value::Str(text)) => {
            let number: f64 = text
                .trim()
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())?;
            literal(document, node, &number.to_string(), Safety::Safe)
        }
        ("string", Value::Int(_) | Value::Float(_) | Value::Date(_)) => {
            let scalar = document.scalar(node)?;
            document.replace(
                scalar.range,
                format!("\"{}\"", scalar.text),
                (Safety::Safe, "Put quotes around the value.".into()),
            )
        }
        ("string", Value::Bool(value)) => {
            let scalar = document.scalar(node)?;
            document.replace(
                scalar.range,
                format!("\"{value}\""),
                (Safety::Unsafe, "Put quotes around the value.".into()),
            )
        }
        _ => None,
    }
}

/// Returns the fix that writes a number or boolean.
fn literal(document: &Document<'_, '_>, node: Node<'_>, new: &str, safety: Safety) -> Option<Fix> {
    document.replace(document.scalar(node)?.range, new, (safety, write(new)))
}

/// Returns the fix that makes a list of one value.
fn in_list(document: &Document<'_, '_>, node: Node<'_>) -> Option<Fix> {
    let range = document.range(node.id)?;
    let source = document.slice(range.clone())?;
    let is_whole = match node.value {
        Value::Map(_) if !document.is_json => {
            let scalar = source.split_once(' ').map_or("", |(_, text)| text.trim());
            source.starts_with('!') && is_plain(scalar) && !source.contains(['\n', '\r'])
        }
        Value::Map(_) => true,
        Value::Null => false,
        _ => {
            let scalar = document.scalar(node)?;
            scalar.quotes != Quotes::None || document.is_json || node.as_str().is_none_or(is_plain)
        }
    };
    let how = (Safety::Unsafe, "Write a list with this item.".into());
    if is_whole {
        document.replace(range, format!("[{source}]"), how)
    } else {
        None
    }
}

/// Returns the fix that writes the only item of a list in place of the list.
fn only_item(document: &Document<'_, '_>, list: Node<'_>, item: Node<'_>) -> Option<Fix> {
    let list_id = list.id;
    let (list, own) = (document.range(list.id)?, document.range(item.id)?);
    let end = document.content_end(item)?;
    let source = document.slice(own.start..end)?;
    let how = (
        Safety::Unsafe,
        text!("Write {} in place of the list.", code_value(source)),
    );
    let is_tagged = source.starts_with('!');
    if source.contains(['\n', '\r']) && !source.starts_with('{')
        || own.start < list.start
        || is_tagged && item.as_map().is_none()
    {
        return None;
    }
    match document.slice(list.clone())?.starts_with('-') {
        // A scalar must be indented more than its key, which the items of a list need not be.
        true if !document.is_below_key(list_id) => None,
        true if item.as_map().is_some() && !source.starts_with(['!', '{']) => None,
        true => document.replace(list.start..own.start, "", how),
        false => document.replace(list, source, how),
    }
}

fn write(new: &str) -> Text {
    text!("Write {}.", code_value(new))
}
