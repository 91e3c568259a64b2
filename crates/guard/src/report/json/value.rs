//! Values and what was missing.

use super::clause::Writer;
use super::shelf::{Of, place};
use crate::doc::PathOf;
use crate::eval::result::{Missing, Res};
use crate::report::message::{Words, results};
use crate::report::model::Source;
use crate::text;
use crate::value::{Kind, Origin, Ref};

impl Writer<'_, '_> {
    /// `{path, value}`
    pub(super) fn located(&mut self, source: Source<'_>, value: Ref<'_>) {
        self.pen.open(b'{');
        self.pen.field("path");
        self.pen.raw(b"\"");
        self.write_path(source, value.origin);
        self.pen.raw(b"\"");
        self.pen.field("value");
        self.cut(value);
        self.value(value);
        self.cut(value);
        self.pen.close(b'}');
    }

    /// `{traversed_to, remaining_query, reason}`
    pub(super) fn missing(&mut self, source: Source<'_>, missing: &Missing<'_>) {
        self.pen.open(b'{');
        self.pen.field("traversed_to");
        self.located(source, missing.at);
        self.pen.field("remaining_query");
        self.pen.text(&text::query(missing.rest));
        self.pen.field("reason");
        self.pen.text(&text::why(source.doc, missing));
        self.pen.close(b'}');
    }

    /// A path as a piece of a string. The next value often has the same.
    fn write_path(&mut self, source: Source<'_>, origin: Origin<'_>) {
        let node = match source.doc.path_of(origin) {
            PathOf::Text(path) => return self.pen.piece(path),
            PathOf::Node(node) => Some(node),
        };
        let (known, path) = &mut self.path;
        if *known != node {
            *known = node;
            path.clear();
            source.doc.write_path(origin, path);
        }
        self.pen.piece(path);
    }

    /// A value with its path, as a piece of a string: `Path=/a/b[L:1,C:2] Value="text"`
    fn display(&mut self, source: Source<'_>, value: Ref<'_>) {
        self.pen.raw(b"Path=");
        self.write_path(source, value.origin);
        self.cut(value);
        self.place_and_value(source, value);
        self.cut(value);
    }

    /// `[L:1,C:2] Value="text"` as a piece of a string.
    pub(super) fn place_and_value(&mut self, source: Source<'_>, value: Ref<'_>) {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        text::push_place(source.doc.place(value.origin), &mut text);
        text.push_str(" Value=");
        if let Kind::Str(string) = value.kind {
            self.pen.raw(text.as_bytes());
            self.pen.raw(b"\\\"");
            self.pen.piece(string);
            self.pen.raw(b"\\\"");
        } else {
            text::value_start(value, self.pen.left(), &mut text);
            self.pen.piece(&text);
        }
        self.scratch = text;
    }

    pub(super) fn value(&mut self, value: Ref<'_>) {
        if value.is_scalar() {
            return self.plain(value);
        }
        self.once(Of::Value(place(value), self.pen.depth()), |writer| writer.plain(value));
    }

    fn plain(&mut self, value: Ref<'_>) {
        match value.kind {
            Kind::Null => self.pen.raw(b"null"),
            Kind::Bool(bool) => self.pen.raw(if bool { b"true" } else { b"false" }),
            Kind::Int(int) => self.pen.raw(int.to_string().as_bytes()),
            Kind::Float(float) => match serde_json::Number::from_f64(float) {
                Some(number) => self.pen.raw(number.to_string().as_bytes()),
                None => self.pen.raw(b"null"),
            },
            Kind::Str(text) => self.pen.text(text),
            Kind::Regex(regex) => self.pen.text(&format!("/{}/", regex.text())),
            Kind::Char(char) => self.pen.text(char.encode_utf8(&mut [0; 4])),
            Kind::IntRange(range) => self.pen.text(&text::range(range)),
            Kind::FloatRange(range) => self.pen.text(&text::range(range)),
            Kind::CharRange(range) => self.pen.text(&text::range(range)),
            Kind::List(items) => {
                self.pen.open(b'[');
                for item in items {
                    if self.pen.is_full() {
                        break;
                    }
                    self.pen.item();
                    self.plain(item);
                }
                self.pen.close(b']');
            }
            Kind::Map(map) => {
                self.pen.open(b'{');
                for entry in map.entries {
                    if self.pen.is_full() {
                        break;
                    }
                    self.pen.key(entry.key);
                    self.plain(&entry.value);
                }
                self.pen.close(b'}');
            }
        }
    }

    /// Writes a text that is always the same, made when it is first asked for. Nothing is handed on meanwhile.
    pub(super) fn once(&mut self, of: Of, write: impl FnOnce(&mut Self)) {
        if let Some(known) = self.shelf.get(of) {
            self.pen.again(known);
            return;
        }
        let mark = self.pen.mark();
        write(self);
        if self.shelf.takes(self.pen.since(mark).len()) {
            self.shelf.keep(of, self.pen.taken(mark));
        } else {
            self.pen.release();
        }
    }
}

/// Pieces of a string.
impl Words for Writer<'_, '_> {
    fn text(&mut self, text: &str) {
        self.pen.piece(text);
    }

    fn shown(&mut self, source: Source<'_>, value: Ref<'_>) {
        let is_written = matches!(value.origin, Origin::Fixed(_));
        if value.is_scalar() && !is_written {
            return self.display(source, value);
        }
        self.once(Of::Shown(place(value)), |writer| writer.display(source, value));
    }

    fn results(&mut self, source: Source<'_>, all: &[Res<'_>]) {
        // One value is its own list in each failure, several are shared by the failures of a clause.
        let of = match all {
            [Res::Resolved(value)] => Of::Results(place(*value), 1),
            all => Of::Results(place(all), all.len()),
        };
        self.once(of, |writer| writer.pen.piece(&results(source, all, writer.pen.left())));
    }
}
