//! The texts of a module and the places in them.

use std::rc::Rc;

use cfn_warden_syntax::{Position, Span};

/// A stretch of one of the texts, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Range {
    /// Which text.
    pub file: u32,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
}

impl Range {
    /// From the beginning of this to the end of the other.
    pub fn to(self, other: Range) -> Range {
        Range { end: other.end.max(self.start), ..self }
    }
}

/// A text and what it is called.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path as it was submitted.
    pub name: Rc<str>,
    /// The text, without a byte order mark.
    pub text: Rc<str>,
}

/// The texts that have been read.
#[derive(Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// One more text; its number.
    pub fn add(&mut self, name: &str, text: &str) -> u32 {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.all.push(Source { name: name.into(), text: text.into() });
        u32::try_from(self.all.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// All texts, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.all.iter()
    }

    /// All of them, by their numbers.
    pub fn all(&self) -> &[Source] {
        &self.all
    }

    /// A text.
    pub fn get(&self, file: u32) -> Option<&Source> {
        self.all.get(usize::try_from(file).ok()?)
    }

    /// What stands there.
    pub fn text(&self, range: Range) -> &str {
        let slice = |source: &'_ Source| -> Option<(usize, usize)> {
            let (start, end) = (usize::try_from(range.start).ok()?, usize::try_from(range.end).ok()?);
            source.text.get(start..end).map(|_| (start, end))
        };
        let Some(source) = self.get(range.file) else { return "" };
        slice(source).and_then(|(start, end)| source.text.get(start..end)).unwrap_or("")
    }

    /// `main.tf:1,2-3`
    pub fn place(&self, range: Range) -> String {
        let name = self.get(range.file).map_or("", |source| &source.name);
        let span = self.span(range);
        let end = if span.start.line == span.end.line {
            span.end.column.to_string()
        } else {
            format!("{},{}", span.end.line, span.end.column)
        };
        format!("{name}:{},{}-{end}", span.start.line, span.start.column)
    }

    /// Its place in lines and columns.
    pub fn span(&self, range: Range) -> Span {
        let Some(source) = self.get(range.file) else { return Span::START };
        Span { start: position(&source.text, range.start), end: position(&source.text, range.end) }
    }
}

/// The line and column of a byte.
pub fn position(text: &str, at: u32) -> Position {
    let at = usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline.saturating_add(1));
    let lines = before.bytes().filter(|byte| *byte == b'\n').count();
    let columns = before.get(start..).unwrap_or("").chars().count();
    let one_based = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
    Position { line: one_based(lines), column: one_based(columns) }
}
