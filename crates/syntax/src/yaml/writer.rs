//! A YAML writer equivalent to libyaml's emitter, which cfn-guard and Terraform use with different settings.

mod scalar;

pub use self::scalar::Style;
use self::scalar::{choose, escape, is_break};

/// Spaces per level.
const INDENT: usize = 2;

/// The longest key that is on the same line as its value, in bytes.
const LONGEST_KEY: usize = 128;

/// The role of a node in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The document, or an item of a sequence.
    Item,
    /// A value of a mapping, or a key after `?`.
    Value,
    /// A key on the same line as its value.
    Key,
}

/// The settings of a writer.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The column after which double-quoted text is continued on a new line at the next space, if at all.
    pub width: Option<usize>,
    /// The last character that is not escaped.
    pub last: char,
}

/// A document under construction. Its state is named as in libyaml.
#[derive(Debug)]
pub struct Writer {
    settings: Settings,
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

/// An open collection: the indentation outside of it.
#[derive(Debug)]
#[must_use]
pub struct Open(Option<usize>);

impl Writer {
    /// Returns an empty document.
    pub fn new(settings: Settings) -> Writer {
        Writer {
            settings,
            out: String::new(),
            column: 0,
            indent: None,
            whitespace: true,
            indention: true,
        }
    }

    /// Returns the text of the document, with a line break at the end.
    pub fn finish(mut self) -> String {
        self.start_line();
        self.out
    }

    /// Writes an empty collection: `[]` or `{}`.
    pub fn empty(&mut self, brackets: [&str; 2]) {
        let [open, close] = brackets;
        self.indicator(open, true, true, false);
        self.indicator(close, false, false, false);
    }

    /// Starts a sequence with at least one item.
    pub fn sequence(&mut self, role: Role) -> Open {
        let outer = self.indent;
        self.indent = match outer {
            None => Some(0),
            // A sequence that is the value of a key has the indentation of the key.
            Some(indent) if role == Role::Value && !self.indention => Some(indent),
            Some(indent) => Some(indent + INDENT),
        };
        Open(outer)
    }

    /// Starts an item of a sequence.
    pub fn item(&mut self) {
        self.start_line();
        self.indicator("-", true, false, true);
    }

    /// Starts a mapping with at least one entry.
    pub fn mapping(&mut self) -> Open {
        let outer = self.indent;
        self.indent = Some(outer.map_or(0, |indent| indent + INDENT));
        Open(outer)
    }

    /// Writes a key of a mapping. Long keys and those with several lines are written as `? key`, with the value on a
    /// line of its own.
    pub fn key(&mut self, key: &str, style: Style) {
        self.start_line();
        if key.len() <= LONGEST_KEY && !key.chars().any(is_break) {
            self.scalar(key, style, Role::Key);
            self.indicator(":", false, false, false);
        } else {
            self.indicator("?", true, false, true);
            self.scalar(key, style, Role::Value);
            self.start_line();
            self.indicator(":", true, false, true);
        }
    }

    /// Ends a collection.
    pub fn end(&mut self, collection: Open) {
        self.indent = collection.0;
    }

    /// Writes a scalar in a style, or in the nearest style that the text allows.
    pub fn scalar(&mut self, text: &str, style: Style, role: Role) {
        let outer = self.indent;
        self.indent = Some(outer.map_or(INDENT, |indent| indent + INDENT));
        match choose(text, style, role == Role::Key, self.settings.last) {
            Style::Any | Style::Plain => self.plain(text),
            Style::Single => self.single(text),
            Style::Double => self.double(text, role != Role::Key),
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
        self.column = if is_break(character) {
            0
        } else {
            self.column + 1
        };
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

    fn double(&mut self, text: &str, can_break: bool) {
        self.indicator("\"", true, false, false);
        let width = self.settings.width.filter(|_| can_break);
        let mut characters = text.chars().peekable();
        // A line break is possible neither before the first character nor in a run of spaces.
        let mut after_space = true;
        while let Some(character) = characters.next() {
            let next = characters.peek();
            if let (' ', false, Some(next)) = (character, after_space, next)
                && width.is_some_and(|width| self.column > width)
            {
                self.start_line();
                if *next == ' ' {
                    self.put('\\');
                }
            } else {
                match escape(character, self.settings.last) {
                    Some(escaped) => escaped.chars().for_each(|part| self.put(part)),
                    None => self.put(character),
                }
            }
            after_space = character == ' ';
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
