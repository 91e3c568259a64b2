//! The `some` queries of a program, and the lists that they fail for as a whole.
//!
//! `some Tags[*].Key == "owner"` fails because no item is as required. Each item has a failed check, but what fails is the list:
//! another item, or a change of any of them, is what fixes it.

use std::collections::{BTreeMap, BTreeSet};

use crate::compile::program::{
    Block, Clause, Conjunctions, Lets, Location, Operand, Part, Program, Query, RuleCall, Variable,
    index_of,
};
use cfn_warden_syntax::finding::Extent;
use cfn_warden_syntax::{Path, Step};

/// The most variables that are followed to the list of a query.
const VARIABLES: usize = 8;
/// The most calls, one inside the other, through which an argument is followed.
const CALLS: usize = 8;

/// The outermost clauses and blocks with `some`, in source order.
#[derive(Debug, Default)]
pub(crate) struct Existentials(Vec<Existential>);

#[derive(Debug)]
struct Existential {
    at: Location,
    /// The key of the first list that the query goes through inside a resource; several if it starts with a parameter.
    lists: Vec<Box<str>>,
}

impl Existentials {
    pub(crate) fn of(program: &Program) -> Existentials {
        let mut finder = Finder {
            found: Vec::new(),
            scopes: vec![&program.lets],
            program,
            arguments: BTreeMap::new(),
            parameters_of: None,
        };
        // An argument of a call may be a parameter of the rule that calls.
        for _ in 0..CALLS {
            finder.found.clear();
            let known = finder.arguments.clone();
            for rule in &program.rules {
                finder.block(&rule.block);
            }
            for (name, parameterized) in &program.parameterized {
                finder.parameters_of = Some(name);
                finder.block(&parameterized.rule.block);
                finder.parameters_of = None;
            }
            if finder.arguments == known {
                break;
            }
        }
        finder
            .found
            .sort_by_key(|one| (one.at.span.start, one.at.span.end));
        Existentials(finder.found)
    }

    /// Returns the list that fails as a whole if a check of this clause fails at this path.
    pub(crate) fn extent(&self, program: &Program, at: Location, path: &Path) -> Option<Extent> {
        let before = self
            .0
            .partition_point(|one| one.at.span.start <= at.span.start);
        // They do not overlap.
        let one = self.0.get(before.checked_sub(1)?)?;
        if one.at.span.end < at.span.end {
            return None;
        }
        let is_list = |pair: &[Step]| match pair {
            [Step::Key(key), _] => one.lists.iter().any(|list| is_same_key(key, list)),
            _ => false,
        };
        // An empty list has no items to name.
        let is_empty_list = |last: &Step| match last {
            Step::Key(key) => one.lists.iter().any(|list| is_same_key(key, list)),
            Step::Index(_) => false,
        };
        let list = match path.0.last() {
            Some(last) if is_empty_list(last) => path.0.len().checked_sub(1)?,
            _ => path.0.windows(2).rposition(is_list)?,
        };
        let start = one.at.start;
        Some(Extent {
            path: Path(path.0.get(..=list)?.to_vec()),
            existential: Some(format!("{}:{}:{}", program.name, start.line, start.column)),
            ..Extent::default()
        })
    }
}

/// Whether two keys differ only in their case convention, which queries ignore.
fn is_same_key(one: &str, other: &str) -> bool {
    let letters = |key: &str| {
        key.chars()
            .filter(|letter| !['_', '-'].contains(letter))
            .map(|letter| letter.to_ascii_lowercase())
            .collect::<String>()
    };
    one == other || letters(one) == letters(other)
}

struct Finder<'p> {
    found: Vec<Existential>,
    /// The variables of the blocks around a clause, the innermost last.
    scopes: Vec<&'p Lets>,
    program: &'p Program,
    /// The lists that calls pass to rules, by rule and parameter.
    arguments: BTreeMap<(&'p str, Variable), BTreeSet<&'p str>>,
    /// The name of the rule with parameters that is searched.
    parameters_of: Option<&'p str>,
}

impl<'p> Finder<'p> {
    fn block(&mut self, block: &'p Block) {
        self.scopes.push(&block.lets);
        self.conjunctions(&block.clauses);
        self.scopes.pop();
    }

    fn conjunctions(&mut self, all: &'p Conjunctions) {
        for clause in all.iter().flat_map(|any| any.iter()) {
            match clause {
                Clause::Comparison(comparison) => {
                    self.add(&comparison.query, comparison.at);
                }
                Clause::Block(block) => {
                    // The list of the outermost `some` is what fails.
                    if !self.add(&block.query, block.at) {
                        self.block(&block.block);
                    }
                }
                Clause::When(when) => self.block(&when.block),
                Clause::Type(block) => self.block(&block.block),
                Clause::Call(call) => self.call(call),
                Clause::Reference(_) => {}
            }
        }
    }

    /// Adds the lists that a call passes.
    fn call(&mut self, call: &'p RuleCall) {
        let Some((name, called)) = self.program.parameterized.get_key_value(&call.rule.rule) else {
            return;
        };
        for (parameter, argument) in called.parameters.iter().zip(&call.arguments) {
            if let Operand::Query(query) = argument {
                let lists = self.lists_of(query, VARIABLES);
                let known = self.arguments.entry((name, *parameter)).or_default();
                known.extend(lists);
            }
        }
    }

    /// Adds a query if it has `some` and goes through a list; returns whether it does.
    fn add(&mut self, query: &'p Query, at: Location) -> bool {
        if !query.some {
            return false;
        }
        let lists: Vec<Box<str>> = self
            .lists_of(query, VARIABLES)
            .into_iter()
            .map(Box::from)
            .collect();
        let is_existential = !lists.is_empty();
        if is_existential {
            self.found.push(Existential { at, lists });
        }
        is_existential
    }

    /// Returns the keys of the first list inside a resource that a query goes through: one, or those of the arguments of calls.
    fn lists_of(&self, query: &'p Query, most: usize) -> Vec<&'p str> {
        if let Some(Part::Variable(variable, _)) = query.parts.first() {
            let lists = self.lists_of_variable(*variable, most);
            if !lists.is_empty() {
                return lists;
            }
        }
        let mut pairs = query.parts.windows(2).filter_map(|pair| match pair {
            [
                Part::Key(key),
                Part::AllIndices(_) | Part::AllValues(_) | Part::Filter(_) | Part::KeyFilter(_),
            ] => Some(&*key.text),
            _ => None,
        });
        // All resources are not a list of one of them.
        let list = pairs.find(|key| !["Resources", "resource_changes"].contains(key));
        list.into_iter().collect()
    }

    fn lists_of_variable(&self, variable: Variable, most: usize) -> Vec<&'p str> {
        let assigned = self.scopes.iter().rev().find_map(|lets| {
            let index = index_of(lets, variable)?;
            lets.get(index)
        });
        match (assigned.map(|one| &one.value), most.checked_sub(1)) {
            (Some(Operand::Query(assigned)), Some(most)) => self.lists_of(assigned, most),
            (Some(_), _) | (_, None) => Vec::new(),
            (None, Some(_)) => {
                let passed = self
                    .parameters_of
                    .and_then(|rule| self.arguments.get(&(rule, variable)));
                passed.into_iter().flatten().copied().collect()
            }
        }
    }
}
