//! Renders documents as JSON, and as YAML in various styles.

use crate::data::Node;
use crate::random::Random;
use crate::words::{PLAIN, SHORT};

/// Renders a document in a random style.
pub fn render(random: &mut Random, node: &Node) -> String {
    let mut out = String::new();
    match random.share(&[20, 15, 65]) {
        0 => flow(&mut out, node, None),
        1 => flow(&mut out, node, Some(0)),
        _ => {
            Block {
                random,
                out: &mut out,
            }
            .value(node, 0, false);
        }
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// Renders a value in JSON syntax as far as possible, on several lines if `indent` is given.
pub fn flow(out: &mut String, node: &Node, indent: Option<usize>) {
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::Int(value) => out.push_str(&value.to_string()),
        Node::Float(value) => out.push_str(&format!("{value:?}")),
        Node::Text(text) => out.push_str(&quoted(text)),
        Node::Plain(at) => out.push_str(PLAIN[*at].0),
        Node::Short(at, inner) => {
            out.push_str(SHORT[*at].0);
            out.push(' ');
            flow(out, inner, indent);
        }
        Node::List(items) => {
            group(out, indent, ['[', ']'], items.len(), |out, at, indent| {
                flow(out, &items[at], indent)
            });
        }
        Node::Map(entries) => group(out, indent, ['{', '}'], entries.len(), |out, at, indent| {
            out.push_str(&quoted(&entries[at].0));
            out.push_str(": ");
            flow(out, &entries[at].1, indent);
        }),
    }
}

fn group(
    out: &mut String,
    indent: Option<usize>,
    [open, close]: [char; 2],
    count: usize,
    mut item: impl FnMut(&mut String, usize, Option<usize>),
) {
    let deeper = indent.map(|indent| indent + 2);
    let line = |out: &mut String, indent: Option<usize>| {
        if let Some(indent) = indent.filter(|_| count > 0) {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
        }
    };
    out.push(open);
    for at in 0..count {
        line(out, deeper);
        item(out, at, deeper);
        if at + 1 < count {
            out.push_str(if indent.is_some() { "," } else { ", " });
        }
    }
    line(out, indent);
    out.push(close);
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

struct Block<'a> {
    random: &'a mut Random,
    out: &'a mut String,
}

impl Block<'_> {
    /// Renders a value after a key or dash, or at the start of a line.
    fn value(&mut self, node: &Node, indent: usize, inline: bool) {
        match node {
            Node::Map(entries) if !entries.is_empty() && !self.random.chance(12) => {
                for (at, (key, value)) in entries.iter().enumerate() {
                    self.line(indent, inline || at > 0);
                    let key = self.key(key);
                    self.out.push_str(&key);
                    self.out.push(':');
                    self.value(value, indent + 2, true);
                }
            }
            Node::List(items) if !items.is_empty() && !self.random.chance(12) => {
                for (at, item) in items.iter().enumerate() {
                    self.line(indent, inline || at > 0);
                    self.out.push('-');
                    self.item(item, indent + 2);
                }
            }
            Node::Short(at, inner) => {
                self.space(inline);
                self.out.push_str(SHORT[*at].0);
                self.value(inner, indent, true);
            }
            Node::Text(text) => {
                self.space(inline);
                let text = self.text(text, indent);
                self.out.push_str(&text);
            }
            Node::Null if inline && self.random.chance(15) => {}
            other => {
                self.space(inline);
                flow(self.out, other, None);
            }
        }
    }

    /// Renders a list item. A map may start on the line of the dash.
    fn item(&mut self, node: &Node, indent: usize) {
        match node {
            Node::Map(entries) if !entries.is_empty() && self.random.chance(70) => {
                self.out.push(' ');
                for (at, (key, value)) in entries.iter().enumerate() {
                    self.line(indent, at > 0);
                    let key = self.key(key);
                    self.out.push_str(&key);
                    self.out.push(':');
                    self.value(value, indent + 2, true);
                }
            }
            other => self.value(other, indent, true),
        }
    }

    fn line(&mut self, indent: usize, wanted: bool) {
        if !wanted {
            return;
        }
        if self.random.chance(2) {
            self.out.push_str(" # comment");
        }
        self.out.push('\n');
        self.out.push_str(&" ".repeat(indent));
    }

    fn space(&mut self, wanted: bool) {
        if wanted {
            self.out.push(' ');
        }
    }

    fn key(&mut self, key: &str) -> String {
        match is_plain(key) && self.random.chance(90) {
            true => key.to_owned(),
            false => quoted(key),
        }
    }

    fn text(&mut self, text: &str, indent: usize) -> String {
        let lines = text.contains('\n');
        match self.random.share(&[60, 15, 15, 10]) {
            0 if is_plain(text) => text.to_owned(),
            1 if !lines => format!("'{}'", text.replace('\'', "''")),
            2 if !text.is_empty() && !text.starts_with([' ', '#', '\t']) && indent > 0 => {
                let pad = " ".repeat(indent);
                format!("|-\n{pad}{}", text.replace('\n', &format!("\n{pad}")))
            }
            _ => quoted(text),
        }
    }
}

/// Returns whether YAML reads the unquoted string as the same string.
fn is_plain(text: &str) -> bool {
    let odd = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    text.chars().next().is_some_and(char::is_alphabetic)
        && text
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_-/.*".contains(letter))
        && !odd.contains(&text.to_lowercase().as_str())
}
