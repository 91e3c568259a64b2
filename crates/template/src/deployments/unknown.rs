//! What is known of values that are not known.

use super::admit::whole_limit;
use super::guarded::Guarded;
use crate::PseudoParameter;
use crate::function::Function;
use cfn_warden_syntax::deployments::{Unknown, UnknownKind};
use cfn_warden_syntax::{Node, Value};

/// The beginning of a dynamic reference, which CloudFormation replaces by a secret or parameter.
const REFERENCE: &str = "{{resolve:";

/// Returns what is known of the value of a function from the function alone.
pub(super) fn of<'a>(
    node: Node<'a>,
    function: Function,
    argument: Node<'a>,
    facts: &Guarded<'a, '_>,
) -> Unknown<'a> {
    let kind = match function {
        Function::Ref => reference(argument, facts),
        Function::Sub
        | Function::Join
        | Function::Base64
        | Function::ToJsonString
        | Function::ImportValue => UnknownKind::Text,
        Function::Split | Function::GetAzs | Function::Cidr => UnknownKind::TextList,
        _ => UnknownKind::Any,
    };
    let short = function
        .name()
        .strip_prefix("Fn::")
        .unwrap_or(function.name());
    let name = match (function, argument.value) {
        (Function::Ref | Function::GetAtt | Function::ImportValue, Value::Str(name)) => {
            facts.arena.alloc_str(&format!("{short} {name}"))
        }
        (Function::GetAtt, Value::List(parts)) => {
            let parts: Vec<_> = parts.iter().filter_map(|part| part.as_str()).collect();
            facts
                .arena
                .alloc_str(&format!("{short} {}", parts.join(".")))
        }
        _ => node
            .as_map()
            .and_then(|entries| entries.first()?.key.as_str())
            .unwrap_or_default(),
    };
    Unknown {
        kind,
        prefix: "",
        suffix: "",
        name,
    }
}

fn reference(name: Node<'_>, facts: &Guarded<'_, '_>) -> UnknownKind {
    let Some(name) = name.as_str() else {
        return UnknownKind::Any;
    };
    if name == PseudoParameter::NotificationArns.name() {
        return UnknownKind::TextList;
    }
    match facts
        .parameters
        .iter()
        .find(|parameter| parameter.name == name)
    {
        Some(parameter)
            if parameter.kind.contains("List<")
                || parameter.kind.contains("CommaDelimitedList") =>
        {
            if parameter.kind.contains("Number") {
                UnknownKind::Any
            } else {
                UnknownKind::TextList
            }
        }
        Some(parameter) if parameter.kind == "Number" => {
            let limits = ["MinValue", "MaxValue"];
            match limits.map(|key| whole_limit(parameter, key)) {
                [None, None] => UnknownKind::Any,
                [least, most] => UnknownKind::Number { least, most },
            }
        }
        Some(parameter) if parameter.kind.contains("Number") => UnknownKind::Any,
        _ => UnknownKind::Text,
    }
}

/// Returns what is known of a text with a placeholder or a dynamic reference; `None` if it has neither.
pub(super) fn in_text<'a>(text: &'a str, placeholder: Option<&'static str>) -> Option<Unknown<'a>> {
    if let Some(name) = placeholder
        && let (Some((prefix, _)), Some((_, suffix))) =
            (text.split_once(name), text.rsplit_once(name))
    {
        // Alone, it may be in place of any value.
        let kind = if text == name {
            UnknownKind::Any
        } else {
            UnknownKind::Text
        };
        return Some(Unknown {
            kind,
            prefix,
            suffix,
            name,
        });
    }
    dynamic_reference(text)
}

/// Returns what is known of a text with a dynamic reference; `None` if it has none.
fn dynamic_reference(text: &str) -> Option<Unknown<'_>> {
    let (prefix, rest) = text.split_once(REFERENCE)?;
    let (_, after) = rest.rsplit_once("}}")?;
    let name = text.get(prefix.len()..text.len().saturating_sub(after.len()))?;
    Some(Unknown {
        kind: UnknownKind::Text,
        prefix,
        suffix: after,
        name,
    })
}

/// Returns the part of the beginning of a text that is not inside a dynamic reference.
pub(super) fn before_reference(text: &str) -> &str {
    text.split_once("{{").map_or(text, |(before, _)| before)
}

/// Returns the part of the end of a text that is not inside a dynamic reference.
pub(super) fn after_reference(text: &str) -> &str {
    text.rsplit_once("}}").map_or(text, |(_, after)| after)
}
