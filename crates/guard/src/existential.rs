//! The `some` queries of a program, and the lists that they fail for as a whole.
//!
//! `some Tags[*].Key == "owner"` fails because no item is as required. Each item has a failed check, but what fails is the list:
//! another item, or a change of any of them, is what fixes it.

use crate::compile::program::{
    Block, Clause, Conjunctions, Lets, Location, Operand, Part, Program, Query, index_of,
};
use cfn_warden_syntax::finding::Extent;
use cfn_warden_syntax::{Path, Step};

/// The most variables that are followed to the list of a query.
const VARIABLES: usize = 8;

/// The outermost clauses and blocks with `some`, in source order.
#[derive(Debug, Default)]
pub(crate) struct Existentials(Vec<Existential>);

#[derive(Debug)]
struct Existential {
    at: Location,
    /// The key of the first list that the query goes through inside a resource.
    list: Box<str>,
}

impl Existentials {
    pub(crate) fn of(program: &Program) -> Existentials {
        let mut finder = Finder {
            found: Vec::new(),
            scopes: vec![&program.lets],
        };
        let named = program.rules.iter();
        let parameterized = program.parameterized.values().map(|one| &one.rule);
        for rule in named.chain(parameterized) {
            finder.block(&rule.block);
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
            [Step::Key(key), _] => is_same_key(key, &one.list),
            _ => false,
        };
        let list = path.0.windows(2).rposition(is_list)?;
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
                Clause::Reference(_) | Clause::Call(_) => {}
            }
        }
    }

    /// Adds a query if it has `some` and goes through a list; returns whether it does.
    fn add(&mut self, query: &'p Query, at: Location) -> bool {
        let list = query
            .some
            .then(|| self.list_of(query, VARIABLES))
            .flatten()
            .map(Box::from);
        let is_existential = list.is_some();
        self.found.extend(list.map(|list| Existential { at, list }));
        is_existential
    }

    /// Returns the key of the first list inside a resource that a query goes through.
    fn list_of(&self, query: &'p Query, most: usize) -> Option<&'p str> {
        if let Some(Part::Variable(variable, _)) = query.parts.first() {
            let value = self.scopes.iter().rev().find_map(|lets| {
                let index = index_of(lets, *variable)?;
                lets.get(index)
            });
            if let Some(Operand::Query(assigned)) = value.map(|one| &one.value)
                && let Some(list) = self.list_of(assigned, most.checked_sub(1)?)
            {
                return Some(list);
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
        pairs.find(|key| !["Resources", "resource_changes"].contains(key))
    }
}
