//! Visitor of the queries of a rules file, with the types of what they select.

use super::selection::{PrecedingStep, Selection};
use super::types::{self, Alternative, narrowed};
use super::value_type::{KeyError, Part};
use cfn_warden_guard::syntax::ast::{
    Block, Clause, Comparison, Condition, Conjunctions, FunctionCall, Let, Literal, Operand, Query,
    QueryPart, Rule, RuleCall, RuleClause, RulesFile, Span, Test, TypeBlock, WhenBlock,
};
use cfn_warden_schema::Knowledge;

/// An event for the schema-based checks.
pub enum Event<'f, 'v, 'k> {
    /// A resource type, or a regular expression that resource types match.
    Type {
        /// The text as written.
        text: &'f str,
        /// Whether it is a regular expression.
        is_regex: bool,
        /// Its position.
        span: Span,
        /// Whether it is certainly a resource type.
        certain: bool,
    },
    /// A query with a key that does not exist.
    Missing {
        /// The query.
        query: &'f Query,
        /// The unknown key.
        key: &'f str,
        /// The parts before the key.
        before: &'f [QueryPart],
        /// Why the key does not exist.
        error: KeyError<'k>,
        /// Whether the query is the right side of a comparison.
        is_right: bool,
    },
    /// A comparison of a value with a known type.
    Comparison {
        /// The comparison.
        one: &'f Comparison,
        /// The type of the left side.
        value_type: &'v [Part<'k>],
        /// All alternatives of the disjunction, including the comparison itself.
        alternatives: &'v [&'f Comparison],
        /// Whether it is a `when` condition.
        is_condition: bool,
    },
}

/// Visits a file from start to end.
pub fn visit<'f, 'k>(
    knowledge: &'k Knowledge,
    file: &'f RulesFile,
    emit: &mut dyn FnMut(Event<'f, '_, 'k>),
) {
    let mut visitor = Visitor {
        knowledge,
        frames: Vec::new(),
        emit,
    };
    visitor.enter(&file.assignments, Selection::Document);
    for rule in &file.rules {
        visitor.rule(rule, &Selection::Document);
    }
    visitor.frames.clear();
    for one in &file.parameterized {
        // A parameterized rule starts at its callers' values and sees their variables.
        visitor.rule(&one.rule, &Selection::Anything);
    }
}

/// Maximum length of a chain of variables.
const DEPTH: usize = 32;

#[derive(Clone)]
struct Frame<'f, 'k> {
    assignments: &'f [Let],
    start: Selection<'k>,
}

struct Visitor<'f, 'v, 'k> {
    knowledge: &'k Knowledge,
    frames: Vec<Frame<'f, 'k>>,
    emit: &'v mut dyn FnMut(Event<'f, '_, 'k>),
}

impl<'f, 'k> Visitor<'f, '_, 'k> {
    fn rule(&mut self, rule: &'f Rule, start: &Selection<'k>) {
        rule.conditions
            .iter()
            .for_each(|conditions| self.conditions(conditions, start));
        self.enter(&rule.block.assignments, start.clone());
        for alternatives in &rule.block.conjunctions {
            let comparisons: Vec<_> = alternatives
                .iter()
                .filter_map(|one| match one {
                    RuleClause::Clause(one) => one.comparison(),
                    _ => None,
                })
                .collect();
            for one in alternatives {
                match one {
                    RuleClause::Clause(clause) => self.clause(clause, start, &comparisons),
                    RuleClause::When(when) => self.when(when, start),
                    RuleClause::Type(block) => self.type_block(block),
                }
            }
        }
        self.frames.pop();
    }

    /// Enters a block: visits its assignments once and makes its variables visible.
    fn enter(&mut self, assignments: &'f [Let], start: Selection<'k>) {
        self.frames.push(Frame {
            assignments,
            start: start.clone(),
        });
        for one in assignments {
            self.operand(&one.value, &start, false);
        }
    }

    fn block(&mut self, block: &'f Block<Clause>, start: &Selection<'k>) {
        self.enter(&block.assignments, start.clone());
        self.clauses(&block.conjunctions, start);
        self.frames.pop();
    }

    fn clauses(&mut self, all: &'f Conjunctions<Clause>, start: &Selection<'k>) {
        for alternatives in all {
            let comparisons: Vec<_> = alternatives
                .iter()
                .filter_map(Alternative::comparison)
                .collect();
            alternatives
                .iter()
                .for_each(|one| self.clause(one, start, &comparisons));
        }
    }

    fn clause(
        &mut self,
        clause: &'f Clause,
        start: &Selection<'k>,
        alternatives: &[&'f Comparison],
    ) {
        match clause {
            Clause::Comparison(one) => self.comparison(one, start, alternatives, false),
            Clause::Reference(_) => {}
            Clause::Call(one) => self.call(one, start),
            Clause::When(one) => self.when(one, start),
            Clause::Block(one) => {
                let at = self.query(&one.query, start, false);
                self.block(&one.block, &at);
            }
        }
    }

    fn conditions(&mut self, all: &'f Conjunctions<Condition>, start: &Selection<'k>) {
        for alternatives in all {
            let comparisons: Vec<_> = alternatives
                .iter()
                .filter_map(Alternative::comparison)
                .collect();
            for one in alternatives {
                match one {
                    Condition::Comparison(one) => self.comparison(one, start, &comparisons, true),
                    Condition::Call(one) => self.call(one, start),
                    Condition::Reference(_) => {}
                }
            }
        }
    }

    fn when(&mut self, when: &'f WhenBlock, start: &Selection<'k>) {
        self.conditions(&when.conditions, start);
        let start = narrowed(self.knowledge, start, &when.conditions, |one| {
            self.literal(one)
        });
        self.block(&when.block, &start);
    }

    fn type_block(&mut self, block: &'f TypeBlock) {
        let (start, end) = (
            block.span.start,
            block.span.start.saturating_add(length(&block.type_name)),
        );
        let span = Span { start, end };
        (self.emit)(Event::Type {
            text: &block.type_name,
            is_regex: false,
            span,
            certain: true,
        });
        let resource = Selection::Resource(types::named(self.knowledge, &block.type_name));
        block
            .conditions
            .iter()
            .for_each(|conditions| self.conditions(conditions, &resource));
        self.block(&block.block, &resource);
    }

    fn call(&mut self, one: &'f RuleCall, start: &Selection<'k>) {
        one.arguments
            .iter()
            .for_each(|argument| self.operand(argument, start, false));
    }

    fn function(&mut self, call: &'f FunctionCall, start: &Selection<'k>) {
        call.arguments
            .iter()
            .for_each(|argument| self.operand(argument, start, false));
    }

    fn operand(&mut self, operand: &'f Operand, start: &Selection<'k>, is_right: bool) {
        match operand {
            Operand::Literal(..) => {}
            Operand::Query(query) => drop(self.query(query, start, is_right)),
            Operand::Call(call) => self.function(call, start),
        }
    }

    fn comparison(
        &mut self,
        one: &'f Comparison,
        start: &Selection<'k>,
        alternatives: &[&'f Comparison],
        is_condition: bool,
    ) {
        let at = self.query(&one.query, start, false);
        if let Test::Binary { right, .. } = &one.test {
            self.operand(right, start, true);
        }
        if let Some((QueryPart::Key(key), before)) = one.query.parts.split_last()
            && **key == *"Type"
        {
            let holder = match before {
                [] => start.clone(),
                before => self.steps(before, start, self.frames.len(), DEPTH),
            };
            self.types(one, matches!(holder, Selection::Resource(_)));
        }
        if let Selection::Values(value_type) = &at {
            (self.emit)(Event::Comparison {
                one,
                value_type,
                alternatives,
                is_condition,
            });
        }
    }

    /// Visits the types on the right side of a comparison with `Type`.
    fn types(&mut self, one: &'f Comparison, certain: bool) {
        let Some((literal, span)) = self.literal_and_span(one) else {
            return;
        };
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            match literal {
                Literal::String(text) => (self.emit)(Event::Type {
                    text,
                    is_regex: false,
                    span,
                    certain,
                }),
                Literal::Regex(text) => (self.emit)(Event::Type {
                    text,
                    is_regex: true,
                    span,
                    certain,
                }),
                Literal::List(items) => open.extend(items.iter().rev()),
                _ => {}
            }
        }
    }

    /// Returns the literal on the right side of a comparison, also through a variable.
    fn literal(&self, one: &'f Comparison) -> Option<&'f Literal> {
        self.literal_and_span(one).map(|(literal, _)| literal)
    }

    fn literal_and_span(&self, one: &'f Comparison) -> Option<(&'f Literal, Span)> {
        let Test::Binary { right, .. } = &one.test else {
            return None;
        };
        let operand = match right {
            Operand::Query(query) => match query.parts.as_slice() {
                [QueryPart::Variable(name)] => &self.assignment(name, self.frames.len())?.0.value,
                _ => return None,
            },
            other => other,
        };
        match operand {
            Operand::Literal(literal, span) => Some((literal, *span)),
            _ => None,
        }
    }

    /// Returns the assignment of a variable visible in the innermost of `frames` frames, and the index of its frame.
    fn assignment(&self, name: &str, frames: usize) -> Option<(&'f Let, usize)> {
        let visible = self.frames.get(..frames)?;
        visible.iter().enumerate().rev().find_map(|(at, frame)| {
            let mut named = frame.assignments.iter().filter(|one| *one.name == *name);
            let found = named.next()?;
            // Duplicate assignments are reported by the check `duplicate-variable`.
            named.next().is_none().then_some((found, at))
        })
    }

    /// Visits a query and its filters.
    fn query(&mut self, query: &'f Query, start: &Selection<'k>, is_right: bool) -> Selection<'k> {
        let mut cursor = Cursor::new(start);
        for (at, part) in query.parts.iter().enumerate() {
            match part {
                QueryPart::Filter { clauses, .. } => {
                    let inside = self.inside(&cursor, clauses);
                    self.frames.push(Frame {
                        assignments: &[],
                        start: inside.clone(),
                    });
                    self.clauses(clauses, &inside);
                    self.frames.pop();
                }
                QueryPart::KeyFilter(filter) => self.operand(&filter.right, start, true),
                QueryPart::Call(call) => self.function(call, start),
                _ => {}
            }
            if let Err(error) = self.step(&mut cursor, at, part, self.frames.len(), DEPTH)
                && let (QueryPart::Key(key), Some(before)) = (part, query.parts.get(..at))
            {
                (self.emit)(Event::Missing {
                    query,
                    key,
                    before,
                    error,
                    is_right,
                });
            }
        }
        cursor.at
    }

    /// Returns what the parts of a query select, in the given number of frames.
    fn steps(
        &self,
        parts: &'f [QueryPart],
        start: &Selection<'k>,
        frames: usize,
        depth: usize,
    ) -> Selection<'k> {
        let mut cursor = Cursor::new(start);
        for (at, part) in parts.iter().enumerate() {
            // The error is reported where the query itself is visited.
            let _ = self.step(&mut cursor, at, part, frames, depth);
        }
        cursor.at
    }

    fn step(
        &self,
        cursor: &mut Cursor<'k>,
        at: usize,
        part: &'f QueryPart,
        frames: usize,
        depth: usize,
    ) -> Result<(), KeyError<'k>> {
        let mut result = Ok(());
        let (next, after) = match part {
            QueryPart::Variable(name) if at == 0 => {
                (self.variable(name, frames, depth), PrecedingStep::Variable)
            }
            QueryPart::AllIndices(_) if at == 1 && cursor.after == PrecedingStep::Variable => {
                (cursor.at.clone(), PrecedingStep::Variable)
            }
            QueryPart::Key(key) => match cursor.at.key(self.knowledge, key) {
                Ok(next) => (next, PrecedingStep::Key),
                Err(error) => {
                    result = Err(error);
                    (Selection::Anything, PrecedingStep::Key)
                }
            },
            QueryPart::Filter { clauses, .. } => {
                let (_, selected) = cursor.at.filter(cursor.after);
                (
                    narrowed(self.knowledge, &selected, clauses, |one| self.literal(one)),
                    PrecedingStep::Other,
                )
            }
            QueryPart::AllIndices(_) | QueryPart::AllValues(_) => {
                (cursor.at.part(part), PrecedingStep::All)
            }
            part => (cursor.at.part(part), PrecedingStep::Other),
        };
        (cursor.at, cursor.after) = (next, after);
        result
    }

    /// Returns the value that the clauses of a filter start from.
    fn inside(&self, cursor: &Cursor<'k>, clauses: &'f Conjunctions<Clause>) -> Selection<'k> {
        let (start, _) = cursor.at.filter(cursor.after);
        narrowed(self.knowledge, &start, clauses, |one| self.literal(one))
    }

    fn variable(&self, name: &str, frames: usize, depth: usize) -> Selection<'k> {
        let Some((found, frame)) = self.assignment(name, frames) else {
            return Selection::Anything;
        };
        let (Operand::Query(query), Some(depth)) = (&found.value, depth.checked_sub(1)) else {
            return Selection::Anything;
        };
        let Some(start) = self.frames.get(frame).map(|frame| frame.start.clone()) else {
            return Selection::Anything;
        };
        self.steps(&query.parts, &start, frame + 1, depth)
    }
}

/// The state of following a query.
struct Cursor<'k> {
    at: Selection<'k>,
    after: PrecedingStep,
}

impl<'k> Cursor<'k> {
    fn new(start: &Selection<'k>) -> Cursor<'k> {
        Cursor {
            at: start.clone(),
            after: PrecedingStep::Other,
        }
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
