//! JSON reports, byte for byte those of cfn-guard 3.2.1.
//!
//! A large report repeats many texts: the context of a clause for each of its failures, a resource for each rule that
//! it fails, and the whole document for each missing section. These texts are rendered once and copied.

mod clause;
mod fragment_cache;
mod json_writer;
mod repeated_template;
mod value;

use std::io::{self, Write};

use serde_json::Value as Json;

use self::clause::Writer;
use self::json_writer::{JsonWriter, Layout};
use super::failures::FileReport;

/// Room for large fragments in the buffer of a list.
const ROOM: usize = 1 << 18;

/// A list of reports, written incrementally.
pub struct List<'w> {
    json_writer: JsonWriter<'w>,
    is_empty: bool,
}

impl<'w> List<'w> {
    /// Creates an empty list.
    pub fn new(out: &'w mut dyn Write) -> List<'w> {
        let mut json_writer = JsonWriter::new(out, Layout::Pretty);
        json_writer.open(b'[');
        List {
            json_writer,
            is_empty: true,
        }
    }

    /// Writes a report.
    pub fn add(&mut self, report: &FileReport<'_>) {
        self.is_empty = false;
        self.json_writer.enlarge(ROOM);
        self.json_writer.item();
        Writer::new(&mut self.json_writer).report(report);
        self.json_writer.flush_if_full();
    }

    /// Whether no report was added.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Closes the list.
    ///
    /// # Errors
    /// The first write error.
    pub fn end(mut self) -> io::Result<()> {
        self.json_writer.close(b']');
        self.json_writer.finish()
    }
}

impl FileReport<'_> {
    /// Formats the report with one line per member.
    pub fn to_pretty_json(&self) -> String {
        self.to_text(Layout::Pretty)
    }

    /// Formats the report without white space.
    pub fn to_json(&self) -> String {
        self.to_text(Layout::Compact)
    }

    /// Returns the report as a JSON value.
    pub fn to_value(&self) -> Json {
        serde_json::from_str(&self.to_json()).unwrap_or_default()
    }

    /// Like [`FileReport::to_json`]; `None` if the result exceeds `limit` bytes.
    pub fn to_json_within(&self, limit: usize) -> Option<String> {
        let mut out = Vec::new();
        let mut json_writer = JsonWriter::new(&mut out, Layout::Compact).limited(limit);
        Writer::new(&mut json_writer).report(self);
        if json_writer.is_full() {
            return None;
        }
        json_writer.finish().ok()?;
        String::from_utf8(out).ok()
    }

    fn to_text(&self, layout: Layout) -> String {
        let mut out = Vec::new();
        let mut json_writer = JsonWriter::new(&mut out, layout);
        Writer::new(&mut json_writer).report(self);
        // Writing to memory cannot fail, and what is written is UTF-8.
        let _ = json_writer.finish();
        String::from_utf8(out).unwrap_or_default()
    }
}
