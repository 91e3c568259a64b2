//! How values are written where they stand: with the blank after a colon, and with quotes in JSON.

use crate::outline::{Cursor, Outline, Quote};

/// How values are written at a cursor.
pub(super) struct Form {
    /// The blank that is missing between a colon and the value.
    gap: &'static str,
    needs_quotes: bool,
    /// Whether the value is a text, also if it looks like a number.
    is_text: bool,
}

impl Form {
    pub(super) fn of(
        outline: &Outline<'_>,
        cursor: &Cursor,
        (is_json, is_text): (bool, bool),
    ) -> Form {
        let before = outline
            .text
            .get(..cursor.word.range.start)
            .unwrap_or_default();
        let is_plain = cursor.word.quote == Quote::Plain;
        let gap = if is_plain && before.ends_with(':') {
            " "
        } else {
            ""
        };
        Form {
            gap,
            needs_quotes: is_plain && is_json,
            is_text,
        }
    }

    pub(super) fn write(&self, value: &str) -> String {
        let is_literal = matches!(value, "true" | "false" | "null") || value.parse::<f64>().is_ok();
        let quote = if self.needs_quotes && (self.is_text || !is_literal) {
            "\""
        } else {
            ""
        };
        format!("{}{quote}{value}{quote}", self.gap)
    }
}
