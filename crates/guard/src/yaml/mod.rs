//! Writes JSON values as YAML, byte for byte as cfn-guard does: libyaml's emitter with the settings of `serde_yaml` 0.9
//! (no line folding, no escapes for wide characters, literal blocks for strings with line breaks).

mod scalar;

use serde_json::{Map, Value};

use scalar::{Style, choose, infer, is_break};

/// Spaces per level.
const INDENT: usize = 2;

/// Returns the value as a YAML document with a line break at the end.
pub fn to_yaml(value: &Value) -> String {
    let mut writer = Writer { out: String::new(), column: 0, indent: None, whitespace: true, indention: true };
    writer.node(value, Role::Item);
    writer.start_line();
    writer.out
}

/// The role of a node in its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The document, or an item of a sequence.
    Item,
    /// A value of a mapping, or a key after `?`.
    Value,
    /// A key on the same line as its value.
    Key,
}

/// The state of the emitter, named as in libyaml.
struct Writer {
    out: String,
    /// Characters since the last line break.
    column: usize,
    /// `None` outside the first collection of the document.
    indent: Option<usize>,
    /// Whether the last character written was white space.
    whitespace: bool,
    /// Whether the line holds only indentation and indicators so far.
    indention: bool,
}

impl Writer {
    fn node(&mut self, value: &Value, role: Role) {
        match value {
            Value::Null => self.scalar("null", Style::Plain, role),
            Value::Bool(true) => self.scalar("true", Style::Plain, role),
            Value::Bool(false) => self.scalar("false", Style::Plain, role),
            // serde_yaml writes exponents without a sign.
            Value::Number(number) => self.scalar(&number.to_string().replace("e+", "e"), Style::Plain, role),
            Value::String(text) => self.scalar(text, infer(text), role),
            Value::Array(items) if items.is_empty() => self.empty("[", "]"),
            Value::Object(entries) if entries.is_empty() => self.empty("{", "}"),
            Value::Array(items) => self.sequence(items, role),
            Value::Object(entries) => self.mapping(entries),
        }
    }

    fn empty(&mut self, open: &str, close: &str) {
        self.indicator(open, true, true, false);
        self.indicator(close, false, false, false);
    }

    fn sequence(&mut self, items: &[Value], role: Role) {
        let outer = self.indent;
        self.indent = match outer {
            None => Some(0),
            // A sequence that is the value of a key has the indentation of the key.
            Some(indent) if role == Role::Value && !self.indention => Some(indent),
            Some(indent) => Some(indent + INDENT),
        };
        for item in items {
            self.start_line();
            self.indicator("-", true, false, true);
            self.node(item, Role::Item);
        }
        self.indent = outer;
    }

    fn mapping(&mut self, entries: &Map<String, Value>) {
        let outer = self.indent;
        self.indent = Some(outer.map_or(0, |indent| indent + INDENT));
        for (key, value) in entries {
            self.start_line();
            // Other keys are written as `? key`, with the value on a line of its own.
            if key.len() <= 128 && !key.chars().any(is_break) {
                self.scalar(key, infer(key), Role::Key);
                self.indicator(":", false, false, false);
            } else {
                self.indicator("?", true, false, true);
                self.scalar(key, infer(key), Role::Value);
                self.start_line();
                self.indicator(":", true, false, true);
            }
            self.node(value, Role::Value);
        }
        self.indent = outer;
    }

    fn scalar(&mut self, text: &str, style: Style, role: Role) {
        let outer = self.indent;
        self.indent = Some(outer.map_or(INDENT, |indent| indent + INDENT));
        match choose(text, style, role == Role::Key) {
            Style::Any | Style::Plain => self.plain(text),
            Style::Single => self.single(text),
            Style::Double => self.double(text),
            Style::Literal => self.literal(text),
        }
        self.indent = outer;
    }

    /// Moves to the indentation, on a new line unless the current line contains only indicators.
    fn start_line(&mut self) {
        let indent = self.indent.unwrap_or(0);
        if !self.indention || self.column > indent || (self.column == indent && !self.whitespace) {
            self.put('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn indicator(&mut self, text: &str, space_before: bool, whitespace: bool, indention: bool) {
        if space_before && !self.whitespace {
            self.put(' ');
        }
        text.chars().for_each(|character| self.put(character));
        self.whitespace = whitespace;
        self.indention = self.indention && indention;
    }

    fn put(&mut self, character: char) {
        self.out.push(character);
        self.column = if is_break(character) { 0 } else { self.column + 1 };
    }

    fn plain(&mut self, text: &str) {
        if !self.whitespace && !text.is_empty() {
            self.put(' ');
        }
        text.chars().for_each(|character| self.put(character));
        self.whitespace = false;
        self.indention = false;
    }

    fn single(&mut self, text: &str) {
        self.indicator("'", true, false, false);
        let mut breaks = false;
        for character in text.chars() {
            if is_break(character) {
                if !breaks && character == '\n' {
                    self.put('\n');
                }
                self.put(character);
                self.indention = true;
                breaks = true;
                continue;
            }
            if character != ' ' {
                if breaks {
                    self.start_line();
                }
                if character == '\'' {
                    self.put('\'');
                }
                self.indention = false;
                breaks = false;
            }
            self.put(character);
        }
        if breaks {
            self.start_line();
        }
        self.indicator("'", false, false, false);
    }

    fn double(&mut self, text: &str) {
        self.indicator("\"", true, false, false);
        for character in text.chars() {
            match scalar::escape(character) {
                Some(escaped) => escaped.chars().for_each(|part| self.put(part)),
                None => self.put(character),
            }
        }
        self.indicator("\"", false, false, false);
    }

    fn literal(&mut self, text: &str) {
        self.indicator("|", true, false, false);
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            self.indicator(&INDENT.to_string(), false, false, false);
        }
        let mut backwards = text.chars().rev();
        let last = backwards.next().is_some_and(is_break);
        let second_last = backwards.next().is_none_or(is_break);
        if !last {
            self.indicator("-", false, false, false);
        } else if second_last {
            self.indicator("+", false, false, false);
        }
        self.put('\n');
        self.indention = true;
        self.whitespace = true;
        let mut breaks = true;
        for character in text.chars() {
            if is_break(character) {
                self.put(character);
                self.indention = true;
                breaks = true;
                continue;
            }
            if breaks {
                self.start_line();
            }
            self.put(character);
            self.indention = false;
            breaks = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn collections_are_indented_as_by_serde_yaml() {
        let value = json!({"a": [[1, {"b": null}], []], "c": {}, "d": {"e": [true]}});
        assert_eq!(to_yaml(&value), "a:\n- - 1\n  - b: null\n- []\nc: {}\nd:\n  e:\n  - true\n");
        assert_eq!(to_yaml(&Value::Null), "null\n");
    }

    #[test]
    fn ambiguous_strings_are_quoted() {
        let value = json!(["", "true", "12", "0x1F", "012", "1.5", "a: b", "a #b", "- a", "it's", "%a", "*"]);
        let expected =
            "- ''\n- 'true'\n- '12'\n- '0x1F'\n- '012'\n- '1.5'\n- 'a: b'\n- 'a #b'\n- '- a'\n- it's\n- '%a'\n- '*'\n";
        assert_eq!(to_yaml(&value), expected);
        assert_eq!(to_yaml(&json!(["a\tb", "\u{fffe}\"", "a \nb"])), "- \"a\\tb\"\n- \"\\uFFFE\\\"\"\n- \"a \\nb\"\n");
    }

    #[test]
    fn multiline_strings_are_literal_blocks() {
        let value = json!({"a": "x\ny", "b": "\n  x\n", "c": "x\n\n", "d\ne": 1});
        assert_eq!(to_yaml(&value), "a: |-\n  x\n  y\nb: |2\n\n    x\nc: |+\n  x\n\n? |-\n  d\n  e\n: 1\n");
    }
}
