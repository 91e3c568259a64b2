//! JSON output with all digits of numbers, and objects sorted by key.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::number::Number;
use crate::value::{Kind, Value};

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` and `false`
    Bool(bool),
    /// The digits of a number.
    Number(String),
    /// A string.
    Text(String),
    /// `[...]`
    List(Vec<Json>),
    /// `{...}`, sorted by key.
    Object(Object),
    /// `{...}` in insertion order.
    Ordered(Vec<(&'static str, Json)>),
}

/// The members of an object.
pub type Object = BTreeMap<String, Json>;

/// Which characters of strings are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Escapes {
    /// Only those that JSON requires, and line separators.
    #[default]
    Needed,
    /// Also `<`, `>` and `&`, as for HTML.
    Html,
}

impl From<bool> for Json {
    fn from(is: bool) -> Json {
        Json::Bool(is)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_owned())
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Json {
        Json::Object(object)
    }
}

impl From<&Number> for Json {
    /// Converts a number. Infinity, which JSON cannot represent, becomes null.
    fn from(number: &Number) -> Json {
        match number.int() {
            // Finding the shortest digits of a fraction is slow, so integers take a faster path.
            Some(whole) => Json::Number(whole.to_string()),
            None if number.is_infinite() => Json::Null,
            None => Json::Number(number.to_string()),
        }
    }
}

impl From<&Value> for Json {
    /// Converts a value, including sensitive ones. Unknown values become null.
    fn from(value: &Value) -> Json {
        match value.kind() {
            Kind::Unknown(..) | Kind::Null(_) => Json::Null,
            Kind::Bool(is) => Json::Bool(*is),
            Kind::Number(number) => number.into(),
            Kind::String(text) => Json::from(&**text),
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
                Json::List(items.iter().map(Json::from).collect())
            }
            Kind::Map(_, elements) | Kind::Object(elements) => Json::Object(
                elements
                    .iter()
                    .map(|(name, value)| (name.to_string(), value.into()))
                    .collect(),
            ),
        }
    }
}

impl Json {
    /// Returns a number.
    pub fn count(count: usize) -> Json {
        Json::Number(count.to_string())
    }

    /// Formats on one line.
    pub fn line(&self) -> String {
        let mut text = String::new();
        self.write(None, Escapes::Needed, &mut text);
        text
    }

    /// Formats with one tab per level, as Go's encoder does.
    pub fn indented(&self, escapes: Escapes) -> String {
        let mut text = String::new();
        self.write(Some(0), escapes, &mut text);
        text
    }

    fn write(&self, level: Option<usize>, escapes: Escapes, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(is) => out.push_str(if *is { "true" } else { "false" }),
            Json::Number(digits) => out.push_str(digits),
            Json::Text(text) => quote(text, escapes, out),
            Json::List(items) => {
                let one = |item: &Json, level, out: &mut String| item.write(level, escapes, out);
                sequence(('[', ']'), items.iter(), level, out, one);
            }
            Json::Object(members) => {
                let members = members.iter().map(|(name, value)| (name.as_str(), value));
                object(members, level, escapes, out);
            }
            Json::Ordered(members) => object(
                members.iter().map(|(name, value)| (*name, value)),
                level,
                escapes,
                out,
            ),
        }
    }
}

fn object<'j>(
    members: impl Iterator<Item = (&'j str, &'j Json)>,
    level: Option<usize>,
    escapes: Escapes,
    out: &mut String,
) {
    sequence(
        ('{', '}'),
        members,
        level,
        out,
        |(name, value), level, out| {
            quote(name, escapes, out);
            out.push_str(if level.is_some() { ": " } else { ":" });
            value.write(level, escapes, out);
        },
    );
}

fn sequence<T>(
    (open, close): (char, char),
    items: impl Iterator<Item = T>,
    level: Option<usize>,
    out: &mut String,
    mut write: impl FnMut(T, Option<usize>, &mut String),
) {
    let line = |level: Option<usize>, out: &mut String| {
        if let Some(level) = level {
            out.push('\n');
            out.extend(std::iter::repeat_n('\t', level));
        }
    };
    let below = level.map(|level| level.saturating_add(1));
    let mut first = true;
    out.push(open);
    for item in items {
        if !std::mem::take(&mut first) {
            out.push(',');
        }
        line(below, out);
        write(item, below, out);
    }
    if !first {
        line(level, out);
    }
    out.push(close);
}

/// Escapes a string as Go's encoder does, including the line separators U+2028 and U+2029.
fn quote(text: &str, escapes: Escapes, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '<' | '>' | '&' if escapes == Escapes::Html => escaped(c, out),
            '\u{2028}' | '\u{2029}' | '\0'..'\u{20}' => escaped(c, out),
            other => out.push(other),
        }
    }
    out.push('"');
}

fn escaped(c: char, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{:04x}", u32::from(c));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_go_does() {
        let text = Json::from("a\"\\\n\r\t\u{8}\u{c}\u{1}\u{7f}\u{2028}é<>&");
        assert_eq!(
            text.line(),
            "\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0001\u{7f}\\u2028é<>&\""
        );
        assert_eq!(
            Json::from("<&>").indented(Escapes::Html),
            "\"\\u003c\\u0026\\u003e\""
        );
    }

    #[test]
    fn empty_containers_stay_on_one_line() {
        let json = Json::Object(Object::from([
            ("b".to_owned(), Json::List(Vec::new())),
            (
                "a".to_owned(),
                Json::List(vec![Json::Null, Json::Object(Object::new())]),
            ),
        ]));
        assert_eq!(
            json.indented(Escapes::Needed),
            "{\n\t\"a\": [\n\t\tnull,\n\t\t{}\n\t],\n\t\"b\": []\n}"
        );
        assert_eq!(json.line(), "{\"a\":[null,{}],\"b\":[]}");
    }
}
