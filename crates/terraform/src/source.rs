//! Source files and ranges in them.

use std::sync::Arc;

use cfn_warden_syntax::{Position, Span};

/// A byte range in a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Range {
    /// The index of the source file.
    pub file: u32,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Range {
    /// Returns the range from the start of this range to the end of the other.
    pub fn to(self, other: Range) -> Range {
        Range {
            end: other.end.max(self.start),
            ..self
        }
    }
}

/// A source file.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as it was submitted.
    pub name: Arc<str>,
    /// The text, without a byte order mark.
    pub text: Arc<str>,
}

/// The source files read so far.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// Adds a source file and returns its index.
    pub fn add(&mut self, name: &str, text: &str) -> u32 {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.all.push(Source {
            name: name.into(),
            text: text.into(),
        });
        u32::try_from(self.all.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Iterates over all source files in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.all.iter()
    }

    /// Returns all source files in the order of their indices.
    pub fn all(&self) -> &[Source] {
        &self.all
    }

    /// Returns a source file by index.
    pub fn get(&self, file: u32) -> Option<&Source> {
        self.all.get(usize::try_from(file).ok()?)
    }

    /// Returns the text of a range.
    pub fn text(&self, range: Range) -> &str {
        let slice = |source: &'_ Source| -> Option<(usize, usize)> {
            let (start, end) = (
                usize::try_from(range.start).ok()?,
                usize::try_from(range.end).ok()?,
            );
            source.text.get(start..end).map(|_| (start, end))
        };
        let Some(source) = self.get(range.file) else {
            return "";
        };
        slice(source)
            .and_then(|(start, end)| source.text.get(start..end))
            .unwrap_or("")
    }

    /// Formats a range: `main.tf:1,2-3`.
    pub fn location(&self, range: Range) -> String {
        let name = self.get(range.file).map_or("", |source| &source.name);
        let span = self.span(range);
        let end = if span.start.line == span.end.line {
            span.end.column.to_string()
        } else {
            format!("{},{}", span.end.line, span.end.column)
        };
        format!("{name}:{},{}-{end}", span.start.line, span.start.column)
    }

    /// Converts a range to lines and columns.
    pub fn span(&self, range: Range) -> Span {
        let Some(source) = self.get(range.file) else {
            return Span::START;
        };
        Span {
            start: position(&source.text, range.start),
            end: position(&source.text, range.end),
        }
    }
}

/// Returns the line and column of a byte offset.
pub fn position(text: &str, at: u32) -> Position {
    let at = usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
    let before = text.get(..at).unwrap_or(text);
    let start = before
        .rfind('\n')
        .map_or(0, |newline| newline.saturating_add(1));
    let lines = before.bytes().filter(|byte| *byte == b'\n').count();
    let columns = before.get(start..).unwrap_or("").chars().count();
    let one_based = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
    Position {
        line: one_based(lines),
        column: one_based(columns),
    }
}

/// Returns whether a range contains another one.
pub fn contains(outer: Range, inner: Range) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}
