//! Every query of a rules file, with what its parts select.

use super::follow::{After, At};
use super::shape::{Part, Why};
use super::types::{self, Alternative, narrowed};
use cfn_warden_guard::syntax::ast::{
    Block, Clause, Comparison, Condition, Conjunctions, FunctionCall, Let, Literal, Operand, Query, QueryPart, Rule,
    RuleCall, RuleClause, RulesFile, Span, Test, TypeBlock, WhenBlock,
};

/// Something that schemas have a word in.
pub enum Event<'f, 'v> {
    /// A type, or an expression that types match.
    Type {
        /// As written.
        text: &'f str,
        /// Whether it is a regular expression.
        is_regex: bool,
        /// Where it stands.
        span: Span,
        /// Whether it is the type of a resource for certain.
        certain: bool,
    },
    /// A query that leads to nothing.
    Nowhere {
        /// The query.
        query: &'f Query,
        /// The key that is not there.
        key: &'f str,
        /// The parts before it.
        before: &'f [QueryPart],
        /// Why it is not.
        why: Why,
        /// Whether it is the right side of a comparison.
        is_right: bool,
    },
    /// A comparison of values that schemas know.
    Comparison {
        /// The comparison.
        one: &'f Comparison,
        /// Its left side.
        shape: &'v [Part],
        /// It and the alternatives to it.
        alternatives: &'v [&'f Comparison],
        /// Whether it stands in the conditions of a `when`.
        is_condition: bool,
    },
}

/// Visits a file from its top to its end.
pub fn visit<'f>(file: &'f RulesFile, tell: &mut dyn FnMut(Event<'f, '_>)) {
    let mut visitor = Visitor { frames: Vec::new(), tell };
    visitor.enter(&file.assignments, At::Document);
    for rule in &file.rules {
        visitor.rule(rule, &At::Document);
    }
    visitor.frames.clear();
    for one in &file.parameterized {
        // It starts where its callers are, and sees what they see.
        visitor.rule(&one.rule, &At::Anything);
    }
}

/// How many variables may refer to one another in a row.
const DEPTH: usize = 32;

#[derive(Clone)]
struct Frame<'f> {
    assignments: &'f [Let],
    start: At,
}

struct Visitor<'f, 'v> {
    frames: Vec<Frame<'f>>,
    tell: &'v mut dyn FnMut(Event<'f, '_>),
}

impl<'f> Visitor<'f, '_> {
    fn rule(&mut self, rule: &'f Rule, start: &At) {
        rule.conditions.iter().for_each(|conditions| self.conditions(conditions, start));
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

    /// Opens a body: its variables can be used in it, and are looked at once.
    fn enter(&mut self, assignments: &'f [Let], start: At) {
        self.frames.push(Frame { assignments, start: start.clone() });
        for one in assignments {
            self.operand(&one.value, &start, false);
        }
    }

    fn block(&mut self, block: &'f Block<Clause>, start: &At) {
        self.enter(&block.assignments, start.clone());
        self.clauses(&block.conjunctions, start);
        self.frames.pop();
    }

    fn clauses(&mut self, all: &'f Conjunctions<Clause>, start: &At) {
        for alternatives in all {
            let comparisons: Vec<_> = alternatives.iter().filter_map(Alternative::comparison).collect();
            alternatives.iter().for_each(|one| self.clause(one, start, &comparisons));
        }
    }

    fn clause(&mut self, clause: &'f Clause, start: &At, alternatives: &[&'f Comparison]) {
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

    fn conditions(&mut self, all: &'f Conjunctions<Condition>, start: &At) {
        for alternatives in all {
            let comparisons: Vec<_> = alternatives.iter().filter_map(Alternative::comparison).collect();
            for one in alternatives {
                match one {
                    Condition::Comparison(one) => self.comparison(one, start, &comparisons, true),
                    Condition::Call(one) => self.call(one, start),
                    Condition::Reference(_) => {}
                }
            }
        }
    }

    fn when(&mut self, when: &'f WhenBlock, start: &At) {
        self.conditions(&when.conditions, start);
        let start = narrowed(start, &when.conditions, |one| self.literal(one));
        self.block(&when.block, &start);
    }

    fn type_block(&mut self, block: &'f TypeBlock) {
        let (start, end) = (block.span.start, block.span.start.saturating_add(length(&block.type_name)));
        let span = Span { start, end };
        (self.tell)(Event::Type { text: &block.type_name, is_regex: false, span, certain: true });
        let resource = At::Resource(types::named(&block.type_name));
        block.conditions.iter().for_each(|conditions| self.conditions(conditions, &resource));
        self.block(&block.block, &resource);
    }

    fn call(&mut self, one: &'f RuleCall, start: &At) {
        one.arguments.iter().for_each(|argument| self.operand(argument, start, false));
    }

    fn function(&mut self, call: &'f FunctionCall, start: &At) {
        call.arguments.iter().for_each(|argument| self.operand(argument, start, false));
    }

    fn operand(&mut self, operand: &'f Operand, start: &At, is_right: bool) {
        match operand {
            Operand::Literal(..) => {}
            Operand::Query(query) => drop(self.query(query, start, is_right)),
            Operand::Call(call) => self.function(call, start),
        }
    }

    fn comparison(&mut self, one: &'f Comparison, start: &At, alternatives: &[&'f Comparison], is_condition: bool) {
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
            self.types(one, matches!(holder, At::Resource(_)));
        }
        if let At::Values(shape) = &at {
            (self.tell)(Event::Comparison { one, shape, alternatives, is_condition });
        }
    }

    /// The types on the right of a comparison with `Type`.
    fn types(&mut self, one: &'f Comparison, certain: bool) {
        let Some((literal, span)) = self.literal_and_span(one) else { return };
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            match literal {
                Literal::String(text) => (self.tell)(Event::Type { text, is_regex: false, span, certain }),
                Literal::Regex(text) => (self.tell)(Event::Type { text, is_regex: true, span, certain }),
                Literal::List(items) => open.extend(items.iter().rev()),
                _ => {}
            }
        }
    }

    /// The literal on the right of a comparison, by the name of a variable, too.
    fn literal(&self, one: &'f Comparison) -> Option<&'f Literal> {
        self.literal_and_span(one).map(|(literal, _)| literal)
    }

    fn literal_and_span(&self, one: &'f Comparison) -> Option<(&'f Literal, Span)> {
        let Test::Binary { right, .. } = &one.test else { return None };
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

    /// The assignment of a variable that counts in the innermost of so many frames, and the number of its own frame.
    fn assignment(&self, name: &str, frames: usize) -> Option<(&'f Let, usize)> {
        let visible = self.frames.get(..frames)?;
        visible.iter().enumerate().rev().find_map(|(at, frame)| {
            let mut named = frame.assignments.iter().filter(|one| *one.name == *name);
            let found = named.next()?;
            // Which of several counts, the check `duplicate-variable` says.
            named.next().is_none().then_some((found, at))
        })
    }

    /// Goes through a query and the filters in it.
    fn query(&mut self, query: &'f Query, start: &At, is_right: bool) -> At {
        let mut place = Place::new(start);
        for (at, part) in query.parts.iter().enumerate() {
            match part {
                QueryPart::Filter { clauses, .. } => {
                    let inside = self.inside(&place, clauses);
                    self.frames.push(Frame { assignments: &[], start: inside.clone() });
                    self.clauses(clauses, &inside);
                    self.frames.pop();
                }
                QueryPart::KeyFilter(filter) => self.operand(&filter.right, start, true),
                QueryPart::Call(call) => self.function(call, start),
                _ => {}
            }
            if let Err(why) = self.step(&mut place, at, part, self.frames.len(), DEPTH)
                && let (QueryPart::Key(key), Some(before)) = (part, query.parts.get(..at))
            {
                (self.tell)(Event::Nowhere { query, key, before, why, is_right });
            }
        }
        place.at
    }

    /// What the parts of a query lead to, in so many frames.
    fn steps(&self, parts: &'f [QueryPart], start: &At, frames: usize, depth: usize) -> At {
        let mut place = Place::new(start);
        for (at, part) in parts.iter().enumerate() {
            // That it leads to nothing is said where the query stands.
            let _ = self.step(&mut place, at, part, frames, depth);
        }
        place.at
    }

    fn step(&self, place: &mut Place, at: usize, part: &'f QueryPart, frames: usize, depth: usize) -> Result<(), Why> {
        let mut result = Ok(());
        let (next, after) = match part {
            QueryPart::Variable(name) if at == 0 => (self.variable(name, frames, depth), After::Variable),
            QueryPart::AllIndices(_) if at == 1 && place.after == After::Variable => {
                (place.at.clone(), After::Variable)
            }
            QueryPart::Key(key) => match place.at.key(key) {
                Ok(next) => (next, After::Key),
                Err(why) => {
                    result = Err(why);
                    (At::Anything, After::Key)
                }
            },
            QueryPart::Filter { clauses, .. } => {
                let (_, selected) = place.at.filter(place.after);
                (narrowed(&selected, clauses, |one| self.literal(one)), After::Other)
            }
            QueryPart::AllIndices(_) | QueryPart::AllValues(_) => (place.at.part(part), After::All),
            part => (place.at.part(part), After::Other),
        };
        (place.at, place.after) = (next, after);
        result
    }

    /// What the clauses of a filter start at.
    fn inside(&self, place: &Place, clauses: &'f Conjunctions<Clause>) -> At {
        let (start, _) = place.at.filter(place.after);
        narrowed(&start, clauses, |one| self.literal(one))
    }

    fn variable(&self, name: &str, frames: usize, depth: usize) -> At {
        let Some((found, frame)) = self.assignment(name, frames) else { return At::Anything };
        let (Operand::Query(query), Some(depth)) = (&found.value, depth.checked_sub(1)) else { return At::Anything };
        let Some(start) = self.frames.get(frame).map(|frame| frame.start.clone()) else { return At::Anything };
        self.steps(&query.parts, &start, frame + 1, depth)
    }
}

/// How far a query has been followed.
struct Place {
    at: At,
    after: After,
}

impl Place {
    fn new(start: &At) -> Place {
        Place { at: start.clone(), after: After::Other }
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
