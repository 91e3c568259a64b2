//! Generates queries that follow a value's keys and elements, and sometimes miss them.

use crate::data::{Node, recased};
use crate::literal::{is_word, literal, near, string};
use crate::pattern::regex;
use crate::rules::{Variable, Writer};
use crate::words::KEYS;

/// A query, and a value that it may find.
pub struct Found {
    pub text: String,
    pub sample: Option<Node>,
}

/// How the previous part treated a map: cfn-guard panics at filters after some parts.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Key,
    Every,
    Variable,
    Other,
}

impl Writer<'_> {
    /// Generates a query that starts at this value.
    pub fn query(&mut self, from: &Node, depth: usize) -> Found {
        let some = if self.random.chance(14) {
            self.random.word(&["some ", "some ", "SOME "])
        } else {
            ""
        };
        let mut found = if self.random.chance(4) {
            self.resources()
        } else {
            self.head(from)
        };
        let mut last = if found.text.starts_with('%') {
            Last::Variable
        } else {
            Last::Key
        };
        if found.text.eq_ignore_ascii_case("this") || found.text.ends_with(']') {
            last = Last::Other;
        }
        let mut steps = 0;
        while steps < 5 && self.goes_on(&found, steps, last) {
            last = self.step(&mut found, last, depth);
            steps += 1;
        }
        found.text.insert_str(0, some);
        found
    }

    /// Generates a query for a position that also accepts a literal, where a quoted string is a literal.
    pub fn operand(&mut self, from: &Node, depth: usize) -> Found {
        let mut found = self.query(from, depth);
        let (some, rest) = found
            .text
            .split_at(found.text.find(['"', '\'']).unwrap_or(found.text.len()));
        if !rest.is_empty()
            && (some.is_empty() || some.trim().eq_ignore_ascii_case("some"))
            && !rest.starts_with("\"%")
        {
            found.text = format!("{some}this.{rest}");
        }
        found
    }

    /// Generates a query for the resources of a type, which most rules start with.
    pub fn resources(&mut self) -> Found {
        let (name, resource) = self.resource();
        let word = name.split("::").nth(1).unwrap_or("S3").to_owned();
        let more = match self.random.chance(25) {
            true => format!("{}{}", self.gap(), self.comparison(&resource, 0)),
            false => String::new(),
        };
        let test = match self.random.share(&[50, 20, 12, 8, 10]) {
            0 => format!("Type == '{name}'"),
            1 => format!("Type in ['{name}', \"AWS::SQS::Queue\"]"),
            2 => format!("Type == /{word}/"),
            3 => format!("Type != '{name}'"),
            _ => format!("Type == '{name}' or Type == 'Custom::Thing'"),
        };
        Found {
            text: format!("Resources.*[ {test}{more} ]"),
            sample: Some(resource),
        }
    }

    fn goes_on(&mut self, found: &Found, steps: usize, last: Last) -> bool {
        match &found.sample {
            Some(Node::List(items)) => {
                !items.is_empty() && self.random.chance(82) || self.random.chance(15)
            }
            Some(Node::Map(entries)) => {
                !entries.is_empty() && self.random.chance(85) || self.random.chance(10)
            }
            Some(_) => self.random.chance(if last == Last::Other { 2 } else { 5 }),
            None => steps < 2 && self.random.chance(40),
        }
    }

    fn head(&mut self, from: &Node) -> Found {
        let variable = self.variables.len();
        if variable > 0 && self.random.chance(22) {
            let Variable { name, sample, .. } = self.random.pick(&self.variables).clone();
            let name = if self.random.chance(97) {
                format!("%{name}")
            } else {
                format!("\"%{name}\"")
            };
            return Found { text: name, sample };
        }
        match from {
            Node::Map(entries) if !self.random.chance(5) => {
                let (key, sample) = self.entry(entries);
                Found {
                    text: if is_word(&key) && self.random.chance(93) {
                        key
                    } else {
                        self.quoted_key(&key)
                    },
                    sample,
                }
            }
            other => Found {
                text: self.one_of(&["this", "this", "THIS"]).to_owned(),
                sample: Some(other.clone()),
            },
        }
    }

    fn quoted_key(&mut self, key: &str) -> String {
        match key.starts_with('%') {
            true => "\"Name\"".to_owned(),
            false => string(self.random, key),
        }
    }

    /// Returns a key, usually an existing one, with its value.
    fn entry(&mut self, entries: &[(String, Node)]) -> (String, Option<Node>) {
        if entries.is_empty() || self.random.chance(4) {
            return (self.one_of(KEYS).to_owned(), None);
        }
        let (key, value) = self.random.pick(entries);
        let key = if self.random.chance(8) {
            recased(self.random, key)
        } else {
            key.clone()
        };
        (key, Some(value.clone()))
    }

    fn step(&mut self, found: &mut Found, last: Last, depth: usize) -> Last {
        if self.random.chance(3) {
            found.text.push_str(self.random.word(&["\n   ", " "]));
        }
        match found.sample.clone() {
            Some(Node::Map(entries)) => self.step_in_map(found, &entries, last, depth),
            Some(Node::List(items)) => self.step_in_list(found, &items, depth),
            _ => {
                found.text.push_str(
                    self.random
                        .word(&[".Name", "[*]", ".*", "[0]", "['Key']", ".a"]),
                );
                Last::Other
            }
        }
    }

    fn step_in_map(
        &mut self,
        found: &mut Found,
        entries: &[(String, Node)],
        last: Last,
        depth: usize,
    ) -> Last {
        let sample = (!entries.is_empty()).then(|| self.random.pick(entries).clone());
        let child = sample.as_ref().map(|(_, value)| value.clone());
        let filters = if depth == 0 || last == Last::Other && self.random.chance(97) {
            0
        } else {
            14
        };
        match self
            .random
            .share(&[46, 18, 6, 4, filters, if depth == 0 { 0 } else { 8 }, 4])
        {
            0 => {
                let (key, value) = self.entry(entries);
                found.text.push_str(&self.key_part(&key));
                found.sample = value;
                Last::Key
            }
            1 => {
                found.text.push_str(".*");
                found.sample = child;
                Last::Every
            }
            2 => {
                let name = self.capture(sample.as_ref());
                found.text.push_str(&format!("[{name}]"));
                found.sample = child;
                Last::Other
            }
            3 => {
                found.text.push_str("[*]");
                Last::Every
            }
            4 => {
                // After a key, the map's values are tested; after `.*` and `[*]`, the map itself.
                let tested = if last == Last::Key {
                    child
                } else {
                    Some(Node::Map(entries.to_vec()))
                };
                found
                    .text
                    .push_str(&self.filter(tested.as_ref(), sample.as_ref(), depth - 1));
                found.sample = tested;
                Last::Other
            }
            5 => {
                found
                    .text
                    .push_str(&self.key_filter(entries, sample.as_ref()));
                found.sample = child;
                Last::Other
            }
            _ => {
                let keys: Vec<String> = self
                    .variables
                    .iter()
                    .filter(|v| v.is_key)
                    .map(|v| v.name.clone())
                    .collect();
                if keys.is_empty() {
                    found.text.push_str(".*");
                } else {
                    found
                        .text
                        .push_str(&format!(".%{}", self.random.pick(&keys)));
                }
                found.sample = child;
                Last::Key
            }
        }
    }

    fn key_part(&mut self, key: &str) -> String {
        match self.random.below(10) {
            0 => format!("[{}]", self.quoted_key(key)),
            1 => format!(".{}", self.quoted_key(key)),
            _ if is_word(key) => format!(".{key}"),
            _ => format!(".{}", self.quoted_key(key)),
        }
    }

    fn step_in_list(&mut self, found: &mut Found, items: &[Node], depth: usize) -> Last {
        let at = self.random.below(items.len());
        let element = items.get(at).cloned();
        match self
            .random
            .share(&[44, 18, 14, if depth == 0 { 0 } else { 20 }, 4])
        {
            0 => found.text.push_str("[*]"),
            1 => found.text.push_str(".*"),
            2 => {
                let at = if self.random.chance(12) {
                    at as i64 - 3
                } else {
                    at as i64
                };
                let text = if self.random.chance(80) {
                    format!("[{at}]")
                } else {
                    format!(".{at}")
                };
                found.text.push_str(&text);
                found.sample = element;
                return Last::Other;
            }
            3 => {
                found
                    .text
                    .push_str(&self.filter(element.as_ref(), None, depth - 1));
                found.sample = element;
                return Last::Other;
            }
            _ => {
                found.text.push_str(".Name");
                found.sample = None;
                return Last::Key;
            }
        }
        found.sample = element;
        Last::Every
    }

    /// Generates a filter with clauses about this value.
    fn filter(
        &mut self,
        tested: Option<&Node>,
        entry: Option<&(String, Node)>,
        depth: usize,
    ) -> String {
        let capture = match entry {
            Some(entry) if self.random.chance(25) => format!("{} | ", self.capture(Some(entry))),
            _ => String::new(),
        };
        let root = self.root();
        let clauses = self.conjunction(tested.unwrap_or(&root), depth, &[85, 15]);
        format!("[ {capture}{clauses} ]")
    }

    fn key_filter(&mut self, entries: &[(String, Node)], entry: Option<&(String, Node)>) -> String {
        let key = entry.map_or("Name", |(key, _)| key).to_owned();
        let capture = if self.random.chance(8) {
            format!("{} | ", self.capture(entry))
        } else {
            String::new()
        };
        let operator = self.one_of(&["==", "==", "!=", "in", "IN", "not in", "!in"]);
        let keys = Node::List(
            entries
                .iter()
                .take(2)
                .map(|(key, _)| Node::Text(key.clone()))
                .collect(),
        );
        let right = match self.random.share(&[30, 25, 25, 10, 10]) {
            0 => string(self.random, &key),
            1 => regex(self.random, &key),
            2 => literal(self.random, &keys),
            3 => near(self.random, &Node::Text(key)),
            _ => {
                let root = self.root();
                self.operand(&root, 0).text
            }
        };
        format!(
            "[ {capture}{} {operator} {right} ]",
            self.one_of(&["keys", "keys", "KEYS"])
        )
    }

    /// Returns the name of a variable that captures keys, and sometimes makes it available to later clauses.
    fn capture(&mut self, entry: Option<&(String, Node)>) -> String {
        let name = format!("k{}", self.random.below(3));
        let sample = entry.map(|(key, _)| Node::Text(key.clone()));
        // The variable exists only after a match: using it earlier ends the evaluation of the file.
        if self.random.chance(35) {
            self.variables.push(Variable {
                name: name.clone(),
                sample,
                is_key: true,
            });
        }
        name
    }
}
