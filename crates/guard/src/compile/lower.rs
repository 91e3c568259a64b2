//! Compiles the syntax tree to a program.

use std::hash::BuildHasher;
use std::sync::OnceLock;

use hashbrown::HashTable;

use super::keys::Key;
use super::program::*;
use super::type_filter;
use crate::functions;
use crate::hash::{FoldState, Map};
use crate::regex::Regex;
use crate::semantics::{Change, Semantics};
use crate::syntax::ast;

/// Compiles a parsed rules file, which cannot fail.
pub fn compile(file: ast::RulesFile) -> Program {
    let language = file.language;
    let mut lower = Lower {
        semantics: language.semantics,
        ..Lower::default()
    };
    let lets = lower.lets(file.assignments);
    let rules: Vec<Rule> = file
        .rules
        .into_iter()
        .map(|rule| lower.rule(rule))
        .collect();
    let parameterized = file
        .parameterized
        .into_iter()
        .map(|rule| lower.parameterized(rule))
        .collect();
    let mut named: Map<Box<str>, Vec<u32>> = Map::default();
    for (rule, at) in rules.iter().zip(0..) {
        named.entry(rule.name.clone()).or_default().push(at);
    }
    Program {
        name: file.name,
        language,
        variables: lower.variables,
        literals: lower.literals,
        lets,
        rules,
        named,
        parameterized,
        captures: lower.captures,
        existentials: OnceLock::new(),
    }
}

#[derive(Default)]
struct Lower {
    semantics: Semantics,
    variables: Vec<Box<str>>,
    /// The variables by the hash of their name.
    variable_ids: HashTable<Variable>,
    literals: Vec<Literal>,
    captures: bool,
}

impl Lower {
    fn variable(&mut self, name: &str) -> Variable {
        let Lower {
            variables,
            variable_ids,
            ..
        } = self;
        let hashes = FoldState::default();
        let hash = hashes.hash_one(name);
        let name_of = |id: &Variable| {
            variables
                .get(id.0 as usize)
                .map(|name| &**name)
                .unwrap_or_default()
        };
        if let Some(found) = variable_ids.find(hash, |id| name_of(id) == name) {
            return *found;
        }
        let id = Variable(u32::try_from(variables.len()).unwrap_or(u32::MAX));
        variable_ids.insert_unique(hash, id, |id| hashes.hash_one(name_of(id)));
        variables.push(name.into());
        id
    }

    /// Compiles assignments. If a variable is assigned several times, literals take precedence over functions and these
    /// over queries; among assignments of the same kind, the last one wins.
    fn lets(&mut self, assignments: Vec<ast::Let>) -> Lets {
        let mut lets: Vec<Let> = Vec::with_capacity(assignments.len());
        for assignment in assignments {
            let variable = self.variable(&assignment.name);
            lets.push(Let {
                variable,
                value: self.operand(assignment.value),
            });
        }
        lets.sort_by_key(|each| each.variable);
        lets.dedup_by(|later, kept| {
            let same = later.variable == kept.variable;
            if same && rank(&later.value) >= rank(&kept.value) {
                std::mem::swap(later, kept);
            }
            same
        });
        lets.into()
    }

    fn rule(&mut self, rule: ast::Rule) -> Rule {
        let conditions = rule
            .conditions
            .map(|conditions| self.conditions(conditions));
        let block = Block {
            lets: self.lets(rule.block.assignments),
            clauses: self.all(rule.block.conjunctions, Lower::rule_clause),
        };
        Rule {
            name: rule.name,
            conditions,
            block,
        }
    }

    fn parameterized(&mut self, rule: ast::ParameterizedRule) -> (Box<str>, Parameterized) {
        let parameters = rule
            .parameters
            .iter()
            .map(|name| self.variable(name))
            .collect();
        let rule = self.rule(rule.rule);
        (rule.name.clone(), Parameterized { parameters, rule })
    }

    fn all<T>(
        &mut self,
        items: ast::Conjunctions<T>,
        each: fn(&mut Lower, T) -> Clause,
    ) -> Conjunctions {
        boxed(items, |any| boxed(any, |item| each(self, item)))
    }

    fn conditions(&mut self, conditions: ast::Conjunctions<ast::Condition>) -> Conjunctions {
        self.all(conditions, |lower, condition| match condition {
            ast::Condition::Comparison(comparison) => {
                Clause::Comparison(lower.comparison(comparison))
            }
            ast::Condition::Reference(reference) => Clause::Reference(lower.reference(reference)),
            ast::Condition::Call(call) => Clause::Call(lower.call_of_rule(call)),
        })
    }

    fn rule_clause(&mut self, clause: ast::RuleClause) -> Clause {
        match clause {
            ast::RuleClause::Clause(clause) => self.clause(clause),
            ast::RuleClause::When(when) => Clause::When(self.when(when, true)),
            ast::RuleClause::Type(block) => Clause::Type(self.type_block(block)),
        }
    }

    fn clause(&mut self, clause: ast::Clause) -> Clause {
        match clause {
            ast::Clause::Comparison(comparison) => Clause::Comparison(self.comparison(comparison)),
            ast::Clause::Reference(reference) => Clause::Reference(self.reference(reference)),
            ast::Clause::Call(call) => Clause::Call(self.call_of_rule(call)),
            ast::Clause::Block(block) => Clause::Block(QueryBlock {
                query: self.query(block.query),
                not_empty: block.not_empty,
                block: self.block(block.block),
                at: Location {
                    start: block.location,
                    span: block.span,
                },
            }),
            ast::Clause::When(when) => Clause::When(self.when(when, false)),
        }
    }

    fn block(&mut self, block: ast::Block<ast::Clause>) -> Block {
        Block {
            lets: self.lets(block.assignments),
            clauses: self.all(block.conjunctions, Lower::clause),
        }
    }

    fn when(&mut self, when: ast::WhenBlock, in_rule: bool) -> When {
        When {
            in_rule,
            conditions: self.conditions(when.conditions),
            block: self.block(when.block),
        }
    }

    fn type_block(&mut self, block: ast::TypeBlock) -> TypeBlock {
        let at = Location {
            start: block.location,
            span: block.span,
        };
        let is_type = Comparison {
            negated: false,
            query: Query {
                some: false,
                parts: [Part::Key(Key::new("Type".into()))].into(),
            },
            test: Test::Binary(
                ast::Binary::Equals,
                false,
                Operand::Literal(self.literal(Literal::Str(block.type_name.clone()))),
            ),
            message: None,
            at,
        };
        let filter = self.filter(None, [[Clause::Comparison(is_type)].into()].into());
        let parts = [
            Part::Key(Key::new("Resources".into())),
            Part::AllValues(None),
            filter,
        ]
        .into();
        TypeBlock {
            type_name: block.type_name,
            query: Query { some: false, parts },
            conditions: block
                .conditions
                .map(|conditions| self.conditions(conditions)),
            block: self.block(block.block),
            at,
        }
    }

    fn comparison(&mut self, comparison: ast::Comparison) -> Comparison {
        Comparison {
            negated: comparison.negated,
            query: self.query(comparison.query),
            test: match comparison.test {
                ast::Test::Unary { operator, negated } => Test::Unary(operator, negated),
                ast::Test::Binary {
                    operator,
                    negated,
                    right,
                } => Test::Binary(operator, negated, self.operand(right)),
            },
            message: comparison.message.map(|message| self.message(message)),
            at: Location {
                start: comparison.location,
                span: comparison.span,
            },
        }
    }

    fn call_of_rule(&mut self, call: ast::RuleCall) -> RuleCall {
        RuleCall {
            rule: self.reference(call.rule),
            arguments: call
                .arguments
                .into_iter()
                .map(|argument| self.operand(argument))
                .collect(),
        }
    }

    fn reference(&mut self, reference: ast::RuleReference) -> Reference {
        Reference {
            negated: reference.negated,
            rule: reference.rule,
            message: reference.message.map(|message| self.message(message)),
            at: Location {
                start: reference.location,
                span: reference.span,
            },
        }
    }

    fn message(&mut self, message: ast::Message) -> Message {
        let part = |part| match part {
            ast::MessagePart::Text(text) => MessagePart::Text(text),
            ast::MessagePart::Query { query, written } => {
                MessagePart::Query(self.query(query), written)
            }
        };
        Message {
            text: message.text,
            parts: message.parts.into_iter().map(part).collect(),
        }
    }

    fn operand(&mut self, operand: ast::Operand) -> Operand {
        match operand {
            ast::Operand::Literal(literal, _) => {
                Operand::Literal(self.literal(lower_literal(literal)))
            }
            ast::Operand::Query(query) => Operand::Query(self.query(query)),
            ast::Operand::Call(call) => Operand::Call(self.call(call)),
        }
    }

    fn call(&mut self, call: ast::FunctionCall) -> Call {
        Call {
            signature: call.function,
            function: functions::id(call.function),
            arguments: call
                .arguments
                .into_iter()
                .map(|argument| self.operand(argument))
                .collect(),
        }
    }

    fn query(&mut self, query: ast::Query) -> Query {
        Query {
            some: query.some,
            parts: boxed(query.parts, |part| self.part(part)),
        }
    }

    fn part(&mut self, part: ast::QueryPart) -> Part {
        match part {
            ast::QueryPart::This => Part::This,
            ast::QueryPart::Key(text) => match text.parse::<i64>() {
                Ok(index)
                    if self.semantics.has(Change::WideIndexes) || i32::try_from(index).is_ok() =>
                {
                    Part::Number(index, text)
                }
                _ => Part::Key(Key::new(text)),
            },
            ast::QueryPart::Variable(name) => Part::Variable(self.variable(&name), name),
            ast::QueryPart::AllValues(name) => Part::AllValues(self.capture(name)),
            ast::QueryPart::AllIndices(name) => Part::AllIndices(self.capture(name)),
            ast::QueryPart::Index(index) => Part::Index(index),
            ast::QueryPart::Filter { capture, clauses } => {
                let clauses = self.all(clauses, Lower::clause);
                let capture =
                    capture.and_then(|name| Some((self.capture(Some(name.clone()))?, name)));
                self.filter(capture, clauses)
            }
            ast::QueryPart::KeyFilter(filter) => Part::KeyFilter(Box::new(KeyFilter {
                capture: filter.capture,
                membership: filter.operator == ast::KeyOperator::In,
                negated: filter.negated,
                right: self.operand(filter.right),
            })),
            ast::QueryPart::Call(call) => Part::Call(Box::new(self.call(*call))),
        }
    }

    fn filter(&mut self, capture: Option<(Variable, Box<str>)>, clauses: Conjunctions) -> Part {
        // A filter after `Resources.*` captures no keys, so a capture does not prevent the optimization.
        let types = type_filter::of_filter(&clauses, &self.literals);
        Part::Filter(Box::new(Filter {
            capture,
            clauses,
            types,
        }))
    }

    /// Returns the variable that captures keys.
    fn capture(&mut self, name: Option<Box<str>>) -> Option<Variable> {
        self.captures |= name.is_some();
        name.map(|name| self.variable(&name))
    }

    fn literal(&mut self, literal: Literal) -> LiteralId {
        let id = LiteralId(u32::try_from(self.literals.len()).unwrap_or(u32::MAX));
        self.literals.push(literal);
        id
    }
}

/// Converts items. Collecting them would reuse their memory and then shrink it, which takes longer than new memory.
fn boxed<T, U>(items: Vec<T>, each: impl FnMut(T) -> U) -> Box<[U]> {
    let mut out = Vec::with_capacity(items.len());
    out.extend(items.into_iter().map(each));
    out.into_boxed_slice()
}

fn rank(value: &Operand) -> u8 {
    match value {
        Operand::Query(_) => 0,
        Operand::Call(_) => 1,
        Operand::Literal(_) => 2,
    }
}

fn lower_literal(literal: ast::Literal) -> Literal {
    match literal {
        ast::Literal::Null => Literal::Null,
        ast::Literal::Bool(bool) => Literal::Bool(bool),
        ast::Literal::Int(int) => Literal::Int(int),
        ast::Literal::Float(float) => Literal::Float(float),
        ast::Literal::String(text) => Literal::Str(text),
        ast::Literal::Regex(text) => Literal::Regex(Box::new(Regex::new(text))),
        ast::Literal::List(items) => Literal::List(items.into_iter().map(lower_literal).collect()),
        ast::Literal::Map(entries) => Literal::Map(
            entries
                .into_iter()
                .map(|(key, value)| (key, lower_literal(value)))
                .collect(),
        ),
        ast::Literal::IntRange(range) => Literal::IntRange(range),
        ast::Literal::FloatRange(range) => Literal::FloatRange(range),
        ast::Literal::CharRange(range) => Literal::CharRange(range),
    }
}
