//! A writer of indented XML.

/// An XML document under construction.
pub struct Xml {
    out: String,
    depth: usize,
    indent: &'static str,
    /// Returns what is written instead of a character that the writer does not escape itself.
    escape: fn(char) -> Option<&'static str>,
}

impl Xml {
    /// Returns a document without elements: its declaration, the indentation per level, and what is written instead of
    /// a character other than `&`, `<`, `>` and `"`, if it is not written as it is.
    pub fn new(
        declaration: &str,
        indent: &'static str,
        escape: fn(char) -> Option<&'static str>,
    ) -> Xml {
        Xml {
            out: declaration.to_owned(),
            depth: 0,
            indent,
            escape,
        }
    }

    /// Writes a start tag on a line of its own. The element's content is one level deeper.
    pub fn open(&mut self, name: &str, attributes: &[(&str, String)]) {
        self.tag(name, attributes, ">");
        self.depth += 1;
    }

    /// Writes the end tag of an element that [`Xml::open`] started.
    pub fn close(&mut self, name: &str) {
        debug_assert!(self.depth > 0, "{name} is not open");
        self.depth -= 1;
        self.line();
        self.out.extend(["</", name, ">"]);
    }

    /// Writes an element without content.
    pub fn empty(&mut self, name: &str, attributes: &[(&str, String)]) {
        self.tag(name, attributes, "/>");
    }

    /// Writes an element that contains text.
    pub fn text(&mut self, name: &str, attributes: &[(&str, String)], text: &str) {
        self.tag(name, attributes, ">");
        self.escaped(text);
        self.out.extend(["</", name, ">"]);
    }

    /// Returns the document, without a line break at the end.
    pub fn finish(self) -> String {
        self.out
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, String)], end: &str) {
        self.line();
        self.out.extend(["<", name]);
        for (name, value) in attributes {
            self.out.extend([" ", name, "=\""]);
            self.escaped(value);
            self.out.push('"');
        }
        self.out.push_str(end);
    }

    fn line(&mut self) {
        self.out.push('\n');
        (0..self.depth).for_each(|_| self.out.push_str(self.indent));
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            let escaped = match c {
                '&' => Some("&amp;"),
                '<' => Some("&lt;"),
                '>' => Some("&gt;"),
                '"' => Some("&quot;"),
                _ => (self.escape)(c),
            };
            match escaped {
                Some(escaped) => self.out.push_str(escaped),
                None => self.out.push(c),
            }
        }
    }
}
