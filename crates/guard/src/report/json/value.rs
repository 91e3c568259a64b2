//! Writes values and missing values as JSON.

use std::fmt::Display;

use super::clause::Writer;
use super::fragment_cache::{FragmentKey, address};
use super::json_writer::JsonWriter;
use crate::doc::PathSource;
use crate::eval::result::{Missing, QueryResult};
use crate::report::message::{MessageWriter, results};
use crate::report::model::RenderContext;
use crate::text::{self, ValueSink};
use crate::value::{Kind, Origin, Ref};

impl Writer<'_, '_> {
    /// Writes `{path, value}`.
    pub(super) fn located(&mut self, source: RenderContext<'_>, value: Ref<'_>) {
        self.json_writer.open(b'{');
        self.json_writer.field("path");
        self.json_writer.raw(b"\"");
        self.write_path(source, value.origin);
        self.json_writer.raw(b"\"");
        self.json_writer.field("value");
        self.mark_gap(value);
        self.value(value);
        self.mark_gap(value);
        self.json_writer.close(b'}');
    }

    /// Writes `{traversed_to, remaining_query, reason}`.
    pub(super) fn missing(&mut self, source: RenderContext<'_>, missing: &Missing<'_>) {
        self.json_writer.open(b'{');
        self.json_writer.field("traversed_to");
        self.located(source, missing.at);
        self.json_writer.field("remaining_query");
        self.json_writer.text(&text::query(missing.rest));
        self.json_writer.field("reason");
        self.json_writer.text(&text::why(source.doc, missing));
        self.json_writer.close(b'}');
    }

    /// Writes a path as part of a string. Consecutive values often have the same path.
    fn write_path(&mut self, source: RenderContext<'_>, origin: Origin<'_>) {
        let node = match source.doc.path_of(origin) {
            PathSource::Text(path) => return self.json_writer.piece(path),
            PathSource::Node(node) => Some(node),
        };
        let (known, path) = &mut self.path;
        if *known != node {
            *known = node;
            path.clear();
            source.doc.write_path(origin, path);
        }
        self.json_writer.piece(path);
    }

    /// Writes a value with its path as part of a string: `Path=/a/b[L:1,C:2] Value="text"`.
    fn display(&mut self, source: RenderContext<'_>, value: Ref<'_>) {
        self.json_writer.raw(b"Path=");
        self.write_path(source, value.origin);
        self.mark_gap(value);
        self.position_and_value(source, value);
        self.mark_gap(value);
    }

    /// Writes `[L:1,C:2] Value="text"` as part of a string.
    pub(super) fn position_and_value(&mut self, source: RenderContext<'_>, value: Ref<'_>) {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        text::push_position(source.doc.position(value.origin), &mut text);
        text.push_str(" Value=");
        self.json_writer.raw(text.as_bytes());
        self.scratch = text;
        text::value_start(value, self.json_writer.left(), self.json_writer);
    }

    pub(super) fn value(&mut self, value: Ref<'_>) {
        if value.is_scalar() {
            return self.plain(value);
        }
        self.cached(
            FragmentKey::Value(address(value), self.json_writer.depth()),
            |writer| writer.plain(value),
        );
    }

    fn plain(&mut self, value: Ref<'_>) {
        match value.kind {
            Kind::Null => self.json_writer.raw(b"null"),
            Kind::Bool(bool) => self.json_writer.raw(if bool { b"true" } else { b"false" }),
            Kind::Int(int) => self.json_writer.raw(int.to_string().as_bytes()),
            Kind::Float(float) => match serde_json::Number::from_f64(float) {
                Some(number) => self.json_writer.raw(number.to_string().as_bytes()),
                None => self.json_writer.raw(b"null"),
            },
            Kind::Str(text) => self.json_writer.text(text),
            Kind::Regex(regex) => self.json_writer.text(&format!("/{}/", regex.text())),
            Kind::Char(char) => self.json_writer.text(char.encode_utf8(&mut [0; 4])),
            Kind::IntRange(range) => self.json_writer.text(&text::range(range)),
            Kind::FloatRange(range) => self.json_writer.text(&text::range(range)),
            Kind::CharRange(range) => self.json_writer.text(&text::range(range)),
            Kind::List(items) => {
                self.json_writer.open(b'[');
                for item in items {
                    if self.json_writer.is_full() {
                        break;
                    }
                    self.json_writer.item();
                    self.plain(item);
                }
                self.json_writer.close(b']');
            }
            Kind::Map(map) => {
                self.json_writer.open(b'{');
                for entry in map.entries {
                    if self.json_writer.is_full() {
                        break;
                    }
                    self.json_writer.key(entry.key);
                    self.plain(&entry.value);
                }
                self.json_writer.close(b'}');
            }
        }
    }

    /// Writes a text that is always the same for a key: renders it the first time and copies it later.
    pub(super) fn cached(&mut self, of: FragmentKey, write: impl FnOnce(&mut Self)) {
        if let Some(known) = self.fragment_cache.get(of) {
            self.json_writer.write_cached(known);
            return;
        }
        let mark = self.json_writer.mark();
        write(self);
        if self
            .fragment_cache
            .accepts(self.json_writer.since(mark).len())
        {
            self.fragment_cache
                .insert(of, self.json_writer.take_since(mark));
        } else {
            self.json_writer.release();
        }
    }
}

/// Writes values as part of a JSON string.
impl ValueSink for JsonWriter<'_> {
    fn written(&self) -> usize {
        self.buffered_len()
    }

    fn mark(&mut self, mark: &'static str) {
        self.raw(mark.as_bytes());
    }

    fn quoted(&mut self, text: &str) {
        self.raw(b"\\\"");
        self.piece(text);
        self.raw(b"\\\"");
    }

    fn plain(&mut self, what: impl Display) {
        self.piece(&what.to_string());
    }
}

/// Writes messages as part of a JSON string.
impl MessageWriter for Writer<'_, '_> {
    fn text(&mut self, text: &str) {
        self.json_writer.piece(text);
    }

    fn shown(&mut self, source: RenderContext<'_>, value: Ref<'_>) {
        let is_written = matches!(value.origin, Origin::Fixed(_));
        if value.is_scalar() && !is_written {
            return self.display(source, value);
        }
        self.cached(FragmentKey::Shown(address(value)), |writer| {
            writer.display(source, value)
        });
    }

    fn results(&mut self, source: RenderContext<'_>, all: &[QueryResult<'_>]) {
        // A single value is a list of its own in each failure; a list of several values is shared by the failures of a
        // clause.
        let of = match all {
            [QueryResult::Resolved(value)] => FragmentKey::QueryResults(address(*value), 1),
            all => FragmentKey::QueryResults(address(all), all.len()),
        };
        self.cached(of, |writer| {
            writer
                .json_writer
                .piece(&results(source, all, writer.json_writer.left()))
        });
    }
}
