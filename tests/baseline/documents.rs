//! Documents as values, and values as documents in a random format.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Value as Tree, python};
use serde_json::{Map, Value};

use crate::secrets::generate::Random;

/// Returns a document as JSON; `None` if it has errors, keys that are not scalars, or numbers that JSON does not have.
pub fn parse(text: &str) -> Option<Value> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, "");
    let tree = parsed
        .tree
        .filter(|tree| parsed.errors.is_empty() && tree.repeated_key().is_none())?;
    tree.root.get("Resources")?.as_map()?;
    value(tree.root)
}

fn value(node: Node<'_>) -> Option<Value> {
    Some(match node.value {
        Tree::Null => Value::Null,
        Tree::Bool(is) => is.into(),
        Tree::Int(number) => number.into(),
        Tree::Float(number) => serde_json::Number::from_f64(number)?.into(),
        Tree::BigInt(_) => return None,
        Tree::Date(text) | Tree::Str(text) => text.into(),
        Tree::List(items) => items
            .iter()
            .map(|item| value(*item))
            .collect::<Option<_>>()?,
        Tree::Map(entries) => {
            let member =
                |entry: &syntax::Entry<'_>| Some((python::str(entry.key), value(entry.value)?));
            Value::Object(entries.iter().map(member).collect::<Option<_>>()?)
        }
    })
}

/// Writes a document: JSON or YAML, with any indentation, order of keys, quotes, tags and comments.
pub fn formatted(value: &Value, random: &mut Random) -> String {
    let shuffled = if random.below(2) == 0 {
        shuffled(value, random)
    } else {
        value.clone()
    };
    let mut writer = Writer {
        indent: 1 + random.below(4),
        flow: random.below(20),
        out: String::new(),
        random,
    };
    match writer.random.below(2) {
        0 => writer.json(&shuffled, 0),
        _ => writer.block(&shuffled, 0),
    }
    writer.out.push('\n');
    writer.out
}

/// Returns a value with the keys of its maps in random order.
fn shuffled(value: &Value, random: &mut Random) -> Value {
    match value {
        Value::Object(members) => {
            let mut open: Vec<(&String, &Value)> = members.iter().collect();
            let mut all = Map::new();
            while !open.is_empty() {
                let (key, value) = open.swap_remove(random.below(open.len()));
                all.insert(key.clone(), shuffled(value, random));
            }
            Value::Object(all)
        }
        Value::Array(items) => items.iter().map(|item| shuffled(item, random)).collect(),
        scalar => scalar.clone(),
    }
}

struct Writer<'r> {
    indent: usize,
    /// How many of a hundred collections of YAML are in one line.
    flow: usize,
    out: String,
    random: &'r mut Random,
}

impl Writer<'_> {
    fn one_in(&mut self, most: usize) -> bool {
        self.random.below(most) == 0
    }

    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.out.push_str(&" ".repeat(depth * self.indent));
    }

    fn json(&mut self, value: &Value, depth: usize) {
        let (open, close, length) = match value {
            Value::Object(members) => ('{', '}', members.len()),
            Value::Array(items) => ('[', ']', items.len()),
            scalar => return self.out.push_str(&scalar.to_string()),
        };
        self.out.push(open);
        let keys: Vec<Option<&String>> = match value {
            Value::Object(members) => members.keys().map(Some).collect(),
            _ => vec![None; length],
        };
        for (index, key) in keys.into_iter().enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            self.line(depth + 1);
            if let Some(key) = key {
                self.out
                    .push_str(&format!("{}: ", Value::from(key.as_str())));
            }
            self.json(
                key.map_or_else(|| &value[index], |key| &value[key.as_str()]),
                depth + 1,
            );
        }
        if length > 0 {
            self.line(depth);
        }
        self.out.push(close);
    }

    /// Writes a collection of YAML in a block, from the start of a line.
    fn block(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        self.next_line(depth);
                    }
                    let key = self.text(key);
                    self.out.push_str(&format!("{key}:"));
                    self.below(value, depth + 1);
                }
            }
            Value::Array(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.next_line(depth);
                    }
                    self.out.push('-');
                    self.below(item, depth + 1);
                }
            }
            other => self.flow(other),
        }
    }

    fn next_line(&mut self, depth: usize) {
        if self.one_in(12) {
            self.out.push_str(" # a comment: {of} [this] line");
        }
        if self.one_in(12) {
            self.line(depth);
            self.out.push_str("# a comment\n");
        }
        self.line(depth);
    }

    /// Writes the value of a key or an item.
    fn below(&mut self, value: &Value, depth: usize) {
        if let Some(tagged) = self.tagged(value) {
            self.out.push_str(&format!(" {tagged}"));
            return;
        }
        let is_flow = self.random.below(100) < self.flow;
        let is_block = value.as_object().is_some_and(|members| !members.is_empty())
            || value.as_array().is_some_and(|items| !items.is_empty());
        if is_block && !is_flow {
            self.line(depth);
            return self.block(value, depth);
        }
        self.out.push(' ');
        self.flow(value);
    }

    fn flow(&mut self, value: &Value) {
        match value {
            Value::Object(members) => {
                self.out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    self.out
                        .push_str(&format!("{}: ", Value::from(key.as_str())));
                    self.flow(value);
                }
                self.out.push('}');
            }
            Value::Array(items) => {
                self.out.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    self.flow(item);
                }
                self.out.push(']');
            }
            Value::String(text) => {
                let text = self.text(text);
                self.out.push_str(&text);
            }
            scalar => self.out.push_str(&scalar.to_string()),
        }
    }

    /// Returns the short form of a function, at random.
    fn tagged(&mut self, value: &Value) -> Option<String> {
        let members = value.as_object().filter(|members| members.len() == 1)?;
        let (key, value) = members.iter().next()?;
        if self.one_in(3) {
            return None;
        }
        match (key.as_str(), value) {
            ("Ref", Value::String(text)) => Some(format!("!Ref {}", self.text(text))),
            ("Fn::Sub", Value::String(text)) => Some(format!("!Sub {}", self.text(text))),
            ("Fn::GetAtt", Value::Array(items)) => match items.as_slice() {
                [Value::String(id), Value::String(name)] if !id.contains('.') => {
                    Some(format!("!GetAtt {id}.{name}"))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns a string plain, if that is unambiguous, or in quotes.
    fn text(&mut self, text: &str) -> String {
        let is_word = text.starts_with(|c: char| c.is_ascii_uppercase())
            && text.chars().all(|c| c.is_ascii_alphanumeric())
            && text.len() > 5;
        match self.random.below(3) {
            0 | 1 if is_word => text.to_owned(),
            2 if text.chars().all(|c| (' '..='~').contains(&c)) => {
                format!("'{}'", text.replace('\'', "''"))
            }
            _ => Value::from(text).to_string(),
        }
    }
}

#[test]
fn every_format_has_the_same_value() {
    let text = "Resources: {A: {Type: x, P: [1, 2.5, true, null, 'a: b', [], {}, \"it's\", \"ä\\n\"], Q: !Sub 'b', R: !GetAtt C.D}}";
    let value = parse(text).unwrap();
    for seed in 0..300 {
        let text = formatted(&value, &mut Random(seed));
        let read = parse(&text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(read, value, "{text}");
    }
}
