//! Generates function calls.

use crate::data::{self, Node};
use crate::literal::{literal, string};
use crate::pattern::regex;
use crate::rules::Writer;

impl Writer<'_> {
    /// Generates a function call, and a sample of its result.
    pub fn function(&mut self, at: &Node, depth: usize) -> (String, Option<Node>) {
        let (query, sample) = self.input(at, depth);
        let text = match &sample {
            Some(Node::Text(text)) => text.clone(),
            _ => "abc".to_owned(),
        };
        match self.random.below(13) {
            0 => (format!("count({query})"), Some(Node::Int(1))),
            1 => {
                let delimiter = self.one_of(&["\",\"", "\"\"", "\"-\"", "','"]);
                let list = literal(
                    self.random,
                    &Node::List(vec![data::text("a"), data::text("b")]),
                );
                let list = if self.random.chance(50) { list } else { query };
                (
                    format!("join({list}, {delimiter})"),
                    Some(data::text("a,b")),
                )
            }
            2 => {
                let json = self.one_of(&[
                    "'{\"a\": [1, 2]}'",
                    "'[1, \"a\"]'",
                    "'a: b'",
                    "'5'",
                    "'\"x\"'",
                ]);
                let input = if self.random.chance(80) {
                    json.to_owned()
                } else {
                    query
                };
                let value = Node::List(vec![Node::Int(1), Node::Int(2)]);
                (
                    format!("json_parse({input})"),
                    Some(Node::Map(vec![("a".to_owned(), value)])),
                )
            }
            3 => (
                format!(
                    "parse_boolean({})",
                    self.or(query, &["\"true\"", "\"False\"", "true"])
                ),
                Some(Node::Bool(true)),
            ),
            4 => (
                format!("parse_char({})", self.or(query, &["\"a\"", "5", "'é'"])),
                Some(data::text("a")),
            ),
            5 => {
                let time = self.or(
                    query,
                    &["\"2020-01-01T00:00:00Z\"", "'2020-01-01T01:00:00+02:00'"],
                );
                (
                    format!("parse_epoch({time})"),
                    Some(Node::Int(1_577_836_800)),
                )
            }
            6 => (
                format!(
                    "parse_float({})",
                    self.or(query, &["\"1.5\"", "1", "'-2e3'", "2.5"])
                ),
                Some(Node::Float(1.5)),
            ),
            7 => (
                format!(
                    "parse_int({})",
                    self.or(query, &["\"5\"", "1.9", "'-7'", "5"])
                ),
                Some(Node::Int(5)),
            ),
            8 => (
                format!(
                    "parse_string({})",
                    self.or(query, &["5", "1.50", "true", "1e20", "'x'"])
                ),
                Some(data::text("5")),
            ),
            9 => {
                let pattern = regex(self.random, &text);
                let pattern = string(self.random, pattern.trim_matches('/'));
                let new = self.one_of(&["\"x\"", "\"${0}\"", "'$1-'", "\"\"", "\"${n}\""]);
                (
                    format!("regex_replace({query}, {pattern}, {new})"),
                    Some(data::text("x")),
                )
            }
            10 => {
                let (from, to) = (self.random.below(4), self.random.below(6));
                let part = text
                    .chars()
                    .skip(from)
                    .take(to.saturating_sub(from))
                    .collect();
                (
                    format!("substring({query}, {from}, {to})"),
                    Some(Node::Text(part)),
                )
            }
            11 => match self.random.chance(50) {
                true => (
                    format!("to_lower({query})"),
                    Some(Node::Text(text.to_lowercase())),
                ),
                false => (
                    format!("to_upper({query})"),
                    Some(Node::Text(text.to_uppercase())),
                ),
            },
            _ => (
                format!(
                    "url_decode({})",
                    self.or(query, &["\"a%20b\"", "'%41+%zz'", "\"%E9\""])
                ),
                Some(data::text("a b")),
            ),
        }
    }

    fn or(&mut self, query: String, literals: &[&'static str]) -> String {
        match self.random.chance(50) {
            true => query,
            false => self.one_of(literals).to_owned(),
        }
    }

    fn input(&mut self, at: &Node, depth: usize) -> (String, Option<Node>) {
        if depth > 0 && self.random.chance(12) {
            return self.function(at, depth - 1);
        }
        let found = self.operand(at, 0);
        (found.text, found.sample)
    }
}
