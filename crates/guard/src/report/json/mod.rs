//! Reports as JSON: field for field, and blank for blank, those of cfn-guard 3.2.1.
//!
//! A large report says the same things many times: the context of a clause at each of its failures, a resource at each
//! rule that it fails, the whole document where a section is missing. Those texts are made once, and copied.

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

/// A list of reports, written as they come.
pub struct List<'w> {
    json_writer: JsonWriter<'w>,
    is_empty: bool,
}

impl<'w> List<'w> {
    /// Without any yet.
    pub fn new(out: &'w mut dyn Write) -> List<'w> {
        let mut json_writer = JsonWriter::new(out, Layout::Pretty);
        json_writer.open(b'[');
        List { json_writer, is_empty: true }
    }

    /// Adds a report.
    pub fn add(&mut self, report: &FileReport<'_>) {
        self.is_empty = false;
        self.json_writer.item();
        Writer::new(&mut self.json_writer).report(report);
        self.json_writer.flush_if_full();
    }

    /// Whether there is no report in it, and nothing written of it.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Ends the list.
    ///
    /// # Errors
    /// What kept any of it from being written.
    pub fn end(mut self) -> io::Result<()> {
        self.json_writer.close(b']');
        self.json_writer.finish()
    }
}

impl FileReport<'_> {
    /// The report, a line for each member.
    pub fn to_pretty_json(&self) -> String {
        self.to_text(Layout::Pretty)
    }

    /// The report without blanks.
    pub fn to_json(&self) -> String {
        self.to_text(Layout::Compact)
    }

    /// The report as a value.
    pub fn to_value(&self) -> Json {
        serde_json::from_str(&self.to_json()).unwrap_or_default()
    }

    /// [`FileReport::to_json`], if it is no longer than so many bytes.
    pub fn to_json_within(&self, most: usize) -> Option<String> {
        let mut out = Vec::new();
        let mut json_writer = JsonWriter::new(&mut out, Layout::Compact).limited(most);
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
