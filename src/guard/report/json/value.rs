//! Values and what was missing.

use super::clause::Writer;
use super::shelf::{Of, place};
use crate::guard::eval::result::Missing;
use crate::guard::eval::result::Res;
use crate::guard::report::message::{Words, results};
use crate::guard::report::model::Source;
use crate::guard::text;
use crate::guard::value::{Kind, Origin, Ref};

impl Writer<'_, '_> {
    /// `{path, value}`
    pub(super) fn located(&mut self, source: Source<'_>, value: Ref<'_>) {
        self.pen.open(b'{');
        self.pen.key("path");
        let path = self.path(source, value.origin);
        self.pen.text(&path);
        self.scratch = path;
        self.pen.key("value");
        self.value(value);
        self.pen.close(b'}');
    }

    /// `{traversed_to, remaining_query, reason}`
    pub(super) fn missing(&mut self, source: Source<'_>, missing: &Missing<'_>) {
        self.pen.open(b'{');
        self.pen.key("traversed_to");
        self.located(source, missing.at);
        self.pen.key("remaining_query");
        self.pen.text(&text::query(missing.rest));
        self.pen.key("reason");
        self.pen.text(&text::why(source.doc, missing));
        self.pen.close(b'}');
    }

    /// A path, in the string that is kept for such.
    fn path(&mut self, source: Source<'_>, origin: Origin<'_>) -> String {
        let mut path = std::mem::take(&mut self.scratch);
        path.clear();
        source.doc.write_path(origin, &mut path);
        path
    }

    fn value(&mut self, value: Ref<'_>) {
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
                    self.pen.item();
                    self.plain(item);
                }
                self.pen.close(b']');
            }
            Kind::Map(map) => {
                self.pen.open(b'{');
                for entry in map.entries {
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
            self.pen.raw(known);
            return;
        }
        let mark = self.pen.mark();
        write(self);
        self.shelf.keep(of, self.pen.since(mark));
    }
}

/// Pieces of a string.
impl Words for Writer<'_, '_> {
    fn text(&mut self, text: &str) {
        self.pen.piece(text);
    }

    fn shown(&mut self, source: Source<'_>, value: Ref<'_>) {
        self.once(Of::Shown(place(value)), |writer| {
            let mut shown = std::mem::take(&mut writer.scratch);
            shown.clear();
            text::push_display(source.doc, value, &mut shown);
            writer.pen.piece(&shown);
            writer.scratch = shown;
        });
    }

    fn results(&mut self, source: Source<'_>, all: &[Res<'_>]) {
        // One value is its own list in each failure, several are shared by the failures of a clause.
        let of = match all {
            [Res::Resolved(value)] => Of::Results(place(*value), 1),
            all => Of::Results(place(all), all.len()),
        };
        self.once(of, |writer| writer.pen.piece(&results(source, all)));
    }
}
