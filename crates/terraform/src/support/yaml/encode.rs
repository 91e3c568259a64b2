//! YAML encoding as by Terraform: strings are double-quoted, or literal blocks if they have several lines.

use cfn_warden_syntax::Text;
use cfn_warden_syntax::yaml::writer::{Role, Settings, Style, Writer};

use crate::number::Number;
use crate::value::{Kind, Value};

/// Encodes a wholly known value as a document.
///
/// # Errors
/// The value is not wholly known.
pub fn encode(value: &Value) -> Result<String, Text> {
    let mut writer = Writer::new(Settings {
        width: Some(80),
        last: '\u{ffff}',
    });
    write(&mut writer, value, Role::Item)?;
    let mut text = writer.finish();
    // libyaml ends a plain scalar at the top level with a document end marker.
    if matches!(
        value.kind(),
        Kind::Null(_) | Kind::Bool(_) | Kind::Number(_)
    ) {
        text.push_str("...\n");
    }
    Ok(text)
}

fn write(writer: &mut Writer, value: &Value, role: Role) -> Result<(), Text> {
    match value.kind() {
        Kind::Null(_) => writer.scalar("null", Style::Plain, role),
        Kind::Bool(value) => {
            writer.scalar(if *value { "true" } else { "false" }, Style::Plain, role)
        }
        Kind::Number(number) => writer.scalar(&number_text(number), Style::Plain, role),
        Kind::String(text) => writer.scalar(text, style(text), role),
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) if items.is_empty() => {
            writer.empty(["[", "]"])
        }
        Kind::Map(_, elements) | Kind::Object(elements) if elements.is_empty() => {
            writer.empty(["{", "}"])
        }
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            let sequence = writer.sequence(role);
            for item in items.iter() {
                writer.item();
                write(writer, item, Role::Item)?;
            }
            writer.end(sequence);
        }
        Kind::Map(..) | Kind::Object(_) => {
            let mapping = writer.mapping();
            for (key, value) in value.elements().into_iter().flatten() {
                writer.key(key, style(key));
                write(writer, value, Role::Value)?;
            }
            writer.end(mapping);
        }
        Kind::Unknown(..) => return Err("value is not known".into()),
    }
    Ok(())
}

fn style(text: &str) -> Style {
    if text.contains('\n') {
        Style::Literal
    } else {
        Style::Double
    }
}

fn number_text(number: &Number) -> String {
    match (number.is_infinite(), number.is_negative()) {
        (true, true) => "-.Inf".into(),
        (true, false) => "+.Inf".into(),
        _ => number.to_string(),
    }
}
