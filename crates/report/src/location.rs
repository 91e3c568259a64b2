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
