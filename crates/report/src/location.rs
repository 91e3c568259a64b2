//! Positions and paths in the result document.

use serde::Serialize;

use cfn_warden_syntax::{Position, Span, Step};

/// A path step: a key or a 0-based index.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum PathStep<'r> {
    /// A key of a map.
    Key(&'r str),
    /// An index of a list.
    Index(u32),
}

#[derive(Debug, Serialize)]
pub(super) struct Location {
    start: PositionRecord,
    end: PositionRecord,
}

/// A 1-based position.
#[derive(Debug, Serialize)]
pub struct PositionRecord {
    line: u32,
    column: u32,
}

pub(super) fn located(span: Span) -> Location {
    Location {
        start: position_record(span.start),
        end: position_record(span.end),
    }
}

pub(super) fn step(step: &Step) -> PathStep<'_> {
    match step {
        Step::Key(key) => PathStep::Key(key),
        Step::Index(index) => PathStep::Index(*index),
    }
}

pub(super) fn position_record(position: Position) -> PositionRecord {
    PositionRecord {
        line: position.line,
        column: position.column,
    }
}

pub(super) fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// Returns the resource type in a Terraform address: `aws_sns_topic` of `module.a["x"].aws_sns_topic.t`.
pub(super) fn type_of_address(address: &str) -> Option<&str> {
    let mut rest = address;
    while let Some(module) = rest.strip_prefix("module.") {
        rest = after_name(module)?;
    }
    let rest = rest.strip_prefix("data.").unwrap_or(rest);
    rest.split_once('.').map(|(type_name, _)| type_name)
}

/// Returns what follows the name of a module, its instance key and the dot.
fn after_name(text: &str) -> Option<&str> {
    let (mut is_key, mut is_text, mut is_escaped) = (false, false, false);
    for (index, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' if is_key => is_text = !is_text,
            '[' if !is_text => is_key = true,
            ']' if !is_text => is_key = false,
            '.' if !is_key => return text.get(index.checked_add(1)?..),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::type_of_address;

    #[test]
    fn an_address_has_the_type_of_its_resource() {
        for address in [
            "aws_sns_topic.t",
            r#"aws_sns_topic.t["a.b"]"#,
            r#"module.a["x.]\"y"].module.b[0].data.aws_sns_topic.t[0]"#,
        ] {
            assert_eq!(type_of_address(address), Some("aws_sns_topic"), "{address}");
        }
        assert_eq!(type_of_address("Queue"), None);
    }
}
