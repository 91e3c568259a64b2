//! Generates clauses about existing values.

use crate::data::{self, Node};
use crate::literal::{literal, near};
use crate::query::Found;
use crate::rules::{Variable, Writer};

const UNARY: &[&str] = &[
    "exists",
    "empty",
    "is_string",
    "is_list",
    "is_struct",
    "is_bool",
    "is_int",
    "is_null",
    "is_float",
    "EXISTS",
    "EMPTY",
    "IS_LIST",
];
const MESSAGES: &[&str] = &[
    "<<no>>",
    "<<must be set>>",
    "<<\n  Violation: a; b\n  Fix: c\n>>",
    "<<é # not a comment>>",
    "<< >>",
    "<<a > b>>",
];

impl Writer<'_> {
    /// Generates one or more disjunctions. `shares` weights their number, starting at one.
    pub fn conjunction(&mut self, at: &Node, depth: usize, shares: &[usize]) -> String {
        let count = 1 + self.random.share(shares);
        let clauses: Vec<String> = (0..count).map(|_| self.disjunction(at, depth)).collect();
        clauses.join(self.gap())
    }

    fn disjunction(&mut self, at: &Node, depth: usize) -> String {
        let count = 1 + self.random.share(&[84, 13, 3]);
        let or = self.one_of(&[" or ", " OR ", " |OR| ", "\n or "]);
        let clauses: Vec<String> = (0..count).map(|_| self.clause(at, depth)).collect();
        clauses.join(or)
    }

    pub fn clause(&mut self, at: &Node, depth: usize) -> String {
        let deep = usize::from(depth > 0);
        let calls = if self.parameterised.is_empty() { 0 } else { 6 };
        match self.random.share(&[70, 16 * deep, 7 * deep, calls]) {
            0 => self.comparison(at, depth),
            1 => self.block(at, depth - 1),
            2 => self.when(at, depth - 1),
            _ => self.call(at),
        }
    }

    pub fn comparison(&mut self, at: &Node, depth: usize) -> String {
        let not = if self.random.chance(7) {
            self.random.word(&["not ", "!", "NOT "])
        } else {
            ""
        };
        let query = self.query(at, depth);
        let message = self.message();
        let text = &query.text;
        if self.random.chance(32) {
            let negation = if self.random.chance(35) {
                self.random.word(&["!", "not ", "NOT "])
            } else {
                ""
            };
            return format!("{not}{text} {negation}{}{message}", self.one_of(UNARY));
        }
        let sample = query.sample.clone().unwrap_or(Node::Null);
        let operator = self.operator(&sample);
        let right = self.right(at, &sample, depth);
        let space = if self.random.chance(4) {
            " # a comment\n "
        } else {
            " "
        };
        format!("{not}{text} {operator}{space}{right}{message}")
    }

    fn operator(&mut self, sample: &Node) -> &'static str {
        match sample {
            Node::Int(_) | Node::Float(_) => {
                self.one_of(&["==", "!=", "<", "<=", ">", ">=", "in", "not in", "IN"])
            }
            Node::Text(_) => {
                self.one_of(&["==", "==", "!=", "in", "not in", "in", "!in", "<", ">="])
            }
            _ => self.one_of(&["==", "==", "!=", "in", "not in", "NOT IN", ">"]),
        }
    }

    fn right(&mut self, at: &Node, sample: &Node, depth: usize) -> String {
        match self.random.share(&[62, 14, 12, 12]) {
            0 => near(self.random, sample),
            1 => self.operand(at, depth.min(1)).text,
            2 if !self.variables.is_empty() => {
                let Variable { name, .. } = self.random.pick(&self.variables);
                format!("%{name}")
            }
            _ => self.function(at, 1).0,
        }
    }

    pub fn message(&mut self) -> String {
        match self.random.chance(15) {
            true => format!(" {}", self.one_of(MESSAGES)),
            false => String::new(),
        }
    }

    fn block(&mut self, at: &Node, depth: usize) -> String {
        let Found { text, sample } = self.query(at, depth);
        let not_empty = if self.random.chance(12) {
            self.random.word(&[" !empty", " not empty", " NOT EMPTY"])
        } else {
            ""
        };
        let root = self.root();
        let body = self.body(sample.as_ref().unwrap_or(&root), depth, |writer, at| {
            writer.clause(at, depth)
        });
        format!("{text}{not_empty} {body}")
    }

    fn when(&mut self, at: &Node, depth: usize) -> String {
        let conditions = self.conditions(at);
        let body = self.body(at, depth, |writer, at| writer.clause(at, depth));
        format!("when {conditions} {body}")
    }

    /// Generates the conditions of a `when`.
    pub fn conditions(&mut self, at: &Node) -> String {
        let count = 1 + self.random.share(&[80, 20]);
        let mut conditions = Vec::new();
        for _ in 0..count {
            let references = if self.names.is_empty() { 0 } else { 20 };
            let calls = if self.parameterised.is_empty() { 0 } else { 6 };
            conditions.push(match self.random.share(&[80, references, calls]) {
                0 => self.comparison(at, 1),
                1 => self.reference(),
                _ => self.call(at),
            });
        }
        conditions.join(self.one_of(&[" ", "\n  ", " or "]))
    }

    /// Generates assignments and clauses in braces.
    pub fn body(
        &mut self,
        at: &Node,
        depth: usize,
        clause: impl Fn(&mut Self, &Node) -> String,
    ) -> String {
        let outside = self.variables.len();
        let mut items = Vec::new();
        for _ in 0..1 + self.random.share(&[55, 30, 15]) {
            if self.random.chance(14) {
                items.push(self.assignment(at, depth));
            }
            let mut text = clause(self, at);
            if self.random.chance(12) {
                text = format!(
                    "{text}{}{}",
                    self.one_of(&[" or ", "\n or "]),
                    clause(self, at)
                );
            }
            items.push(text);
        }
        self.variables.truncate(outside);
        format!("{{\n  {}\n}}", items.join("\n  "))
    }

    pub fn assignment(&mut self, at: &Node, depth: usize) -> String {
        let name = format!("v{}", self.random.below(6));
        let (text, sample) = match self.random.share(&[50, 25, 25, 15]) {
            0 => {
                let found = self.operand(at, depth);
                (found.text, found.sample)
            }
            1 => {
                let value = data::value(self.random, 1).meaning();
                let text = match self.random.chance(70) {
                    true => literal(self.random, &value),
                    false => near(self.random, &value),
                };
                (text, Some(value))
            }
            2 => self.function(at, 2),
            _ => {
                let found = self.resources();
                (found.text, found.sample)
            }
        };
        let is_key = matches!(sample, Some(Node::Text(_)));
        self.variables.push(Variable {
            name: name.clone(),
            sample,
            is_key,
        });
        format!("let {name} {} {text}", self.one_of(&["=", "=", ":="]))
    }

    /// Generates a call of a parameterized rule.
    pub fn call(&mut self, at: &Node) -> String {
        let not = if self.random.chance(12) { "not " } else { "" };
        let (name, mut arity) = self.random.pick(&self.parameterised).clone();
        if self.random.chance(2) {
            arity += 1;
        }
        let arguments: Vec<String> = (0..arity).map(|_| self.argument(at, 1).0).collect();
        format!("{not}{name}({}){}", arguments.join(", "), self.message())
    }

    /// Generates an argument: a literal, query or function call.
    pub fn argument(&mut self, at: &Node, depth: usize) -> (String, Option<Node>) {
        match self.random.share(&[35, 50, 15]) {
            0 => {
                let value = data::value(self.random, 1).meaning();
                (near(self.random, &value), Some(value))
            }
            1 => {
                let found = self.operand(at, 0);
                (found.text, found.sample)
            }
            _ if depth > 0 => self.function(at, depth - 1),
            _ => ("\"a\"".to_owned(), Some(data::text("a"))),
        }
    }
}
