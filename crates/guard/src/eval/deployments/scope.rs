//! Scopes and their variables, whose values differ between deployments.

use std::cell::RefCell;
use std::rc::Rc;

use cfn_warden_syntax::deployments::{DeploymentSet, Deployments};

use super::verdict::Verdict;
use crate::compile::program::{Let, Variable};
use crate::eval::result::QueryResult;
use crate::value::{Origin, Ref};

/// A result of a query, in some deployments.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'e> {
    pub set: DeploymentSet,
    pub what: What<'e>,
}

impl Found<'_> {
    /// The deployments in which there may be an error in place of the result.
    pub fn may_be_error(&self) -> Option<DeploymentSet> {
        matches!(self.what, What::Call(_)).then_some(self.set)
    }
}

/// What a query found.
#[derive(Debug, Clone, Copy)]
pub(super) enum What<'e> {
    /// One result. The value may contain choices and unknown values.
    One(QueryResult<'e>),
    /// Any number of any results, because the query depends on this unknown value.
    Open(Origin<'e>),
    /// The results of a function of this unknown value, or an error.
    Call(Origin<'e>),
    /// This result, or none, depending on an unknown value.
    Maybe(QueryResult<'e>, Origin<'e>),
}

impl<'e> What<'e> {
    /// The verdict on a query that is not decided in these deployments.
    pub fn not_decided(&self, set: DeploymentSet) -> Verdict {
        let unsure = if matches!(self, What::Call(_)) {
            set
        } else {
            DeploymentSet::NONE
        };
        Verdict {
            unknown: set,
            unsure,
            ..Verdict::default()
        }
    }

    /// The value that it is about, or depends on.
    pub fn origin(&self) -> Origin<'e> {
        match self {
            What::One(result) => result.origin(),
            What::Open(unknown) | What::Call(unknown) | What::Maybe(_, unknown) => *unknown,
        }
    }
}

/// The results of a query in all deployments of a set, and those in which it ends in an error.
#[derive(Debug, Clone)]
pub(super) struct Answers<'e> {
    pub found: Vec<Found<'e>>,
    pub error: DeploymentSet,
    pub fatal: DeploymentSet,
}

impl Default for Answers<'_> {
    fn default() -> Self {
        Answers {
            found: Vec::new(),
            error: DeploymentSet::NONE,
            fatal: DeploymentSet::NONE,
        }
    }
}

impl<'e> Answers<'e> {
    /// Adds a result.
    pub fn push(&mut self, set: DeploymentSet, result: QueryResult<'e>) {
        if !set.is_empty() {
            self.found.push(Found {
                set,
                what: What::One(result),
            });
        }
    }

    /// Adds deployments in which the query may have any results, depending on an unknown value.
    pub fn open(&mut self, set: DeploymentSet, unknown: Origin<'e>) {
        if !set.is_empty() {
            self.found.push(Found {
                set,
                what: What::Open(unknown),
            });
        }
    }

    /// Adds deployments in which a function is called with an unknown value.
    pub fn call(&mut self, set: DeploymentSet, unknown: Origin<'e>) {
        if !set.is_empty() {
            self.found.push(Found {
                set,
                what: What::Call(unknown),
            });
        }
    }

    /// Adds results that the query has only with some texts of an unknown value.
    pub fn doubtful(&mut self, answers: Answers<'e>, unknown: Origin<'e>, sets: &Deployments) {
        self.call(sets.or(answers.error, answers.fatal), unknown);
        self.found
            .extend(answers.found.into_iter().map(|found| match found.what {
                What::One(result) => Found {
                    what: What::Maybe(result, unknown),
                    ..found
                },
                _ => found,
            }));
    }

    /// Adds deployments with an error.
    pub fn errors(&mut self, error: DeploymentSet, fatal: DeploymentSet, sets: &Deployments) {
        self.error = sets.or(self.error, error);
        self.fatal = sets.or(self.fatal, fatal);
    }

    /// The verdict in the deployments in which the query has an error.
    pub fn only_errors(&self) -> Verdict {
        Verdict {
            error: self.error,
            fatal: self.fatal,
            ..Verdict::default()
        }
    }

    /// The deployments in which the query has no error.
    pub fn valid(&self, under: DeploymentSet, sets: &Deployments) -> DeploymentSet {
        sets.minus(sets.minus(under, self.error), self.fatal)
    }

    /// The results in some deployments.
    pub fn within(&self, set: DeploymentSet, sets: &Deployments) -> Answers<'e> {
        let restricted = |found: &Found<'e>| {
            Some(Found {
                set: sets.and(found.set, set),
                ..*found
            })
        };
        Answers {
            found: self
                .found
                .iter()
                .filter_map(restricted)
                .filter(|found| !found.set.is_empty())
                .collect(),
            error: sets.and(self.error, set),
            fatal: sets.and(self.fatal, set),
        }
    }
}

/// A scope and its parents; see [`crate::eval::scope::Scope`].
pub(super) struct Scope<'s, 'e> {
    pub start: Ref<'e>,
    pub kind: ScopeKind<'s, 'e>,
}

pub(super) enum ScopeKind<'s, 'e> {
    Root,
    Block(&'s Scope<'s, 'e>, Variables<'e>),
    Value(&'s Scope<'s, 'e>),
    Call(&'s Scope<'s, 'e>, Vec<(Variable, Rc<Answers<'e>>)>),
}

/// The variables of a block, each evaluated at most once in a deployment.
pub(super) struct Variables<'e> {
    pub lets: &'e [Let],
    pub slots: RefCell<Vec<VariableState<'e>>>,
}

/// The values of a variable so far. It is evaluated in a deployment when it is first used there, because its captures
/// count from then on.
#[derive(Debug, Clone)]
pub(super) struct VariableState<'e> {
    pub answers: Rc<Answers<'e>>,
    pub covered: DeploymentSet,
    pub running: DeploymentSet,
}

impl Default for VariableState<'_> {
    fn default() -> Self {
        VariableState {
            answers: Rc::default(),
            covered: DeploymentSet::NONE,
            running: DeploymentSet::NONE,
        }
    }
}

impl<'s, 'e> Scope<'s, 'e> {
    pub fn root(start: Ref<'e>) -> Scope<'s, 'e> {
        Scope {
            start,
            kind: ScopeKind::Root,
        }
    }

    pub fn value(start: Ref<'e>, parent: &'s Scope<'s, 'e>) -> Scope<'s, 'e> {
        Scope {
            start,
            kind: ScopeKind::Value(parent),
        }
    }

    pub fn block(lets: &'e [Let], parent: &'s Scope<'s, 'e>) -> Scope<'s, 'e> {
        let slots = RefCell::new(vec![VariableState::default(); lets.len()]);
        Scope {
            start: parent.start,
            kind: ScopeKind::Block(parent, Variables { lets, slots }),
        }
    }

    pub fn call(
        values: Vec<(Variable, Rc<Answers<'e>>)>,
        parent: &'s Scope<'s, 'e>,
    ) -> Scope<'s, 'e> {
        Scope {
            start: parent.start,
            kind: ScopeKind::Call(parent, values),
        }
    }

    /// The scope in which a query resolves variables and filters.
    pub fn resolver(&self) -> &Scope<'s, 'e> {
        match &self.kind {
            ScopeKind::Value(parent) => parent,
            ScopeKind::Call(parent, _) => parent.resolver(),
            ScopeKind::Root | ScopeKind::Block(..) => self,
        }
    }

    pub fn parent(&self) -> Option<&'s Scope<'s, 'e>> {
        match &self.kind {
            ScopeKind::Value(parent) | ScopeKind::Call(parent, _) | ScopeKind::Block(parent, _) => {
                Some(parent)
            }
            ScopeKind::Root => None,
        }
    }

    /// The scope of the file.
    pub fn file(&'s self) -> &'s Scope<'s, 'e> {
        let mut scope = self;
        while let Some(parent) = scope.parent() {
            scope = parent;
        }
        scope
    }
}
