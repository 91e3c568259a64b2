//! Visits the items of a rules file, with the variables in scope.

use crate::syntax::ast::{
    Block, Clause, Comparison, Condition, Conjunctions, FunctionCall, KeyFilter, Let, Message,
    MessagePart, Operand, Query, QueryPart, RuleCall, RuleClause, RuleReference, RulesFile, Span,
    Test, TypeBlock, WhenBlock,
};

/// An item of a rules file.
#[derive(Clone, Copy)]
pub enum Item<'f, 'v> {
    /// `let`.
    Assignment(&'f Let),
    /// A comparison, in a body or a condition.
    Comparison(&'f Comparison),
    /// A reference to a rule.
    Reference(&'f RuleReference),
    /// A call of a rule.
    Call(&'f RuleCall),
    /// A call of a function.
    Function(&'f FunctionCall),
    /// A query and its use.
    Query(&'f Query, QueryUse),
    /// Comparisons that must all hold.
    All(&'v [&'f Comparison], ClauseContext),
    /// A key filter, and the query that contains it.
    KeyFilter(&'f KeyFilter, &'f Query),
    /// A block.
    Body {
        /// From the start of the construct to the closing brace.
        span: Span,
        /// The assignments.
        assignments: &'f [Let],
        /// Whether the block has no clauses.
        is_empty: bool,
    },
}

/// The construct that contains clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseContext {
    /// A body.
    Body,
    /// A filter.
    Filter,
    /// The conditions of a `when`.
    Conditions,
}

/// The use of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryUse {
    /// The left side of a comparison.
    Left,
    /// The right side of a comparison or of a key filter.
    Right,
    /// The value of an assignment.
    Assigned,
    /// An argument of a call.
    Argument,
    /// The query of a block.
    Block,
    /// A placeholder in a message.
    Message,
}

/// The variables in scope.
#[derive(Default)]
pub struct Scope<'f> {
    bodies: Vec<&'f [Let]>,
    parameters: &'f [Box<str>],
    /// The enclosing rule.
    pub rule: Option<&'f str>,
    /// Whether the enclosing rule has parameters: then it also sees the variables of its callers.
    pub has_parameters: bool,
}

impl<'f> Scope<'f> {
    /// Whether a variable or parameter of this name is in scope.
    pub fn sees(&self, name: &str) -> bool {
        let assigned = self
            .bodies
            .iter()
            .copied()
            .flatten()
            .any(|one| *one.name == *name);
        assigned || self.parameters.iter().any(|parameter| **parameter == *name)
    }

    /// Returns the parameters of the enclosing rule.
    pub fn parameters(&self) -> impl Iterator<Item = &'f str> {
        self.parameters.iter().map(|parameter| &**parameter)
    }

    /// Returns the effective assignment of a variable: in the innermost block, literals take precedence over calls and
    /// these over queries; among assignments of the same kind, the last one wins. In a rule with parameters,
    /// assignments of the file are ignored, because a variable of the caller may hide them.
    pub fn find(&self, name: &str) -> Option<&'f Let> {
        let bodies = self
            .bodies
            .get(usize::from(self.has_parameters)..)
            .unwrap_or_default();
        bodies.iter().rev().find_map(|body| {
            let named = || body.iter().rev().filter(|one| *one.name == *name);
            named()
                .find(|one| matches!(one.value, Operand::Literal(..)))
                .or_else(|| named().find(|one| matches!(one.value, Operand::Call(_))))
                .or_else(|| named().next())
        })
    }
}

/// Visits all items of a file in order.
pub fn walk<'f>(file: &'f RulesFile, visit: &mut dyn FnMut(Item<'f, '_>, &Scope<'f>)) {
    let mut walker = Walker {
        scope: Scope::default(),
        visit,
    };
    walker.scope.bodies.push(&file.assignments);
    walker.assignments(&file.assignments);
    for rule in &file.rules {
        walker.rule(rule, &[]);
    }
    for one in &file.parameterized {
        walker.rule(&one.rule, &one.parameters);
    }
}

struct Walker<'f, 'v> {
    scope: Scope<'f>,
    visit: &'v mut dyn FnMut(Item<'f, '_>, &Scope<'f>),
}

impl<'f> Walker<'f, '_> {
    fn item(&mut self, item: Item<'f, '_>) {
        (self.visit)(item, &self.scope);
    }

    fn rule(&mut self, rule: &'f crate::syntax::ast::Rule, parameters: &'f [Box<str>]) {
        self.scope.rule = Some(&rule.name);
        self.scope.parameters = parameters;
        self.scope.has_parameters = !parameters.is_empty();
        rule.conditions
            .iter()
            .for_each(|conditions| self.conditions(conditions));
        let comparison = |clause: &'f RuleClause| match clause {
            RuleClause::Clause(Clause::Comparison(one)) => Some(one),
            _ => None,
        };
        self.all(&rule.block.conjunctions, ClauseContext::Body, comparison);
        self.block(&rule.block, rule.span, |walker, clause| match clause {
            RuleClause::Clause(clause) => walker.clause(clause),
            RuleClause::When(when) => walker.when(when),
            RuleClause::Type(block) => walker.type_block(block),
        });
        self.scope.rule = None;
        self.scope.parameters = &[];
        self.scope.has_parameters = false;
    }

    fn block<T>(&mut self, block: &'f Block<T>, span: Span, each: impl Fn(&mut Self, &'f T)) {
        let is_empty = block.conjunctions.is_empty();
        self.item(Item::Body {
            span,
            assignments: &block.assignments,
            is_empty,
        });
        self.scope.bodies.push(&block.assignments);
        self.assignments(&block.assignments);
        block
            .conjunctions
            .iter()
            .flatten()
            .for_each(|one| each(self, one));
        self.scope.bodies.pop();
    }

    fn assignments(&mut self, all: &'f [Let]) {
        for one in all {
            self.item(Item::Assignment(one));
            self.operand(&one.value, QueryUse::Assigned);
        }
    }

    /// Visits the comparisons without alternatives.
    fn all<T>(
        &mut self,
        all: &'f Conjunctions<T>,
        context: ClauseContext,
        one: impl Fn(&'f T) -> Option<&'f Comparison>,
    ) {
        let only = all
            .iter()
            .filter_map(|alternatives| match alternatives.as_slice() {
                [only] => one(only),
                _ => None,
            });
        let only: Vec<_> = only.collect();
        self.item(Item::All(&only, context));
    }

    fn clauses(&mut self, all: &'f Conjunctions<Clause>, context: ClauseContext) {
        self.all(all, context, |clause| match clause {
            Clause::Comparison(one) => Some(one),
            _ => None,
        });
    }

    fn conditions(&mut self, all: &'f Conjunctions<Condition>) {
        self.all(
            all,
            ClauseContext::Conditions,
            |condition| match condition {
                Condition::Comparison(one) => Some(one),
                _ => None,
            },
        );
        for one in all.iter().flatten() {
            match one {
                Condition::Comparison(one) => self.comparison(one),
                Condition::Reference(one) => self.reference(one),
                Condition::Call(one) => self.call(one),
            }
        }
    }

    fn clause(&mut self, clause: &'f Clause) {
        match clause {
            Clause::Comparison(one) => self.comparison(one),
            Clause::Reference(one) => self.reference(one),
            Clause::Call(one) => self.call(one),
            Clause::When(one) => self.when(one),
            Clause::Block(one) => {
                self.query(&one.query, QueryUse::Block);
                self.clauses(&one.block.conjunctions, ClauseContext::Body);
                self.block(&one.block, one.span, Self::clause);
            }
        }
    }

    fn when(&mut self, when: &'f WhenBlock) {
        self.conditions(&when.conditions);
        self.clauses(&when.block.conjunctions, ClauseContext::Body);
        self.block(&when.block, when.span, Self::clause);
    }

    fn type_block(&mut self, block: &'f TypeBlock) {
        block
            .conditions
            .iter()
            .for_each(|conditions| self.conditions(conditions));
        self.clauses(&block.block.conjunctions, ClauseContext::Body);
        self.block(&block.block, block.span, Self::clause);
    }

    fn comparison(&mut self, one: &'f Comparison) {
        self.item(Item::Comparison(one));
        self.query(&one.query, QueryUse::Left);
        if let Test::Binary { right, .. } = &one.test {
            self.operand(right, QueryUse::Right);
        }
        self.message(one.message.as_ref());
    }

    fn reference(&mut self, one: &'f RuleReference) {
        self.item(Item::Reference(one));
        self.message(one.message.as_ref());
    }

    fn message(&mut self, message: Option<&'f Message>) {
        for part in message.iter().flat_map(|message| &message.parts) {
            if let MessagePart::Query { query, .. } = part {
                self.query(query, QueryUse::Message);
            }
        }
    }

    fn call(&mut self, one: &'f RuleCall) {
        self.item(Item::Call(one));
        one.arguments
            .iter()
            .for_each(|argument| self.operand(argument, QueryUse::Argument));
        self.message(one.rule.message.as_ref());
    }

    fn operand(&mut self, one: &'f Operand, what: QueryUse) {
        match one {
            Operand::Literal(..) => {}
            Operand::Query(query) => self.query(query, what),
            Operand::Call(call) => self.function(call),
        }
    }

    fn function(&mut self, call: &'f FunctionCall) {
        self.item(Item::Function(call));
        call.arguments
            .iter()
            .for_each(|argument| self.operand(argument, QueryUse::Argument));
    }

    fn query(&mut self, query: &'f Query, what: QueryUse) {
        self.item(Item::Query(query, what));
        for part in &query.parts {
            match part {
                QueryPart::Filter { clauses, .. } => {
                    self.clauses(clauses, ClauseContext::Filter);
                    clauses.iter().flatten().for_each(|one| self.clause(one));
                }
                QueryPart::KeyFilter(filter) => {
                    self.item(Item::KeyFilter(filter, query));
                    self.operand(&filter.right, QueryUse::Right);
                }
                QueryPart::Call(call) => self.function(call),
                _ => {}
            }
        }
    }
}
