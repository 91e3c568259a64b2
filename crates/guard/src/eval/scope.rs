//! Scopes: the start values of queries, and variables.

use std::cell::RefCell;
use std::collections::HashMap;

use super::result::{QueryResult, QueryResults};
use crate::compile::program::{Let, RuleCall, Variable};
use crate::value::Ref;

/// A scope and its parents.
pub struct Scope<'s, 'e> {
    /// The value at which queries start.
    pub start: Ref<'e>,
    /// The kind of the scope.
    pub kind: ScopeKind<'s, 'e>,
}

/// The kinds of scopes. All except the root have a parent.
pub enum ScopeKind<'s, 'e> {
    /// The scope of the file, whose variables are part of the evaluation.
    Root,
    /// A block with its variables.
    Block(&'s Scope<'s, 'e>, Variables<'e>),
    /// A value at which queries start.
    Value(&'s Scope<'s, 'e>),
    /// The arguments of a rule call.
    Call(&'s Scope<'s, 'e>, Arguments<'s, 'e>),
}

/// The variables of a block, each resolved at most once.
pub struct Variables<'e> {
    /// The assignments.
    pub lets: &'e [Let],
    /// The states of the variables.
    pub slots: RefCell<Vec<VariableState<'e>>>,
}

/// The arguments of a rule call.
#[derive(Clone, Copy)]
pub struct Arguments<'s, 'e> {
    /// The call that passes the arguments.
    pub call: &'e RuleCall,
    /// The parameters and their values.
    pub values: &'s [(Variable, &'e [QueryResult<'e>])],
}

/// The state of a variable.
#[derive(Debug, Clone, Copy, Default)]
pub enum VariableState<'e> {
    /// Not resolved yet.
    #[default]
    Unknown,
    /// Being resolved.
    Running,
    /// Resolved.
    Known(&'e [QueryResult<'e>]),
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
        let slots = RefCell::new(vec![VariableState::Unknown; lets.len()]);
        Scope {
            start: parent.start,
            kind: ScopeKind::Block(parent, Variables { lets, slots }),
        }
    }

    pub fn call(arguments: Arguments<'s, 'e>, parent: &'s Scope<'s, 'e>) -> Scope<'s, 'e> {
        Scope {
            start: parent.start,
            kind: ScopeKind::Call(parent, arguments),
        }
    }

    /// Returns the scope in which a query resolves variables and filters: the parent of a value scope, otherwise this
    /// scope.
    pub fn resolver(&self) -> &Scope<'s, 'e> {
        match &self.kind {
            ScopeKind::Value(parent) => parent,
            ScopeKind::Call(parent, _) => parent.resolver(),
            ScopeKind::Root | ScopeKind::Block(..) => self,
        }
    }

    /// Whether the scope is in a rule called with arguments, where cfn-guard loses notices.
    pub fn is_called(&self) -> bool {
        let mut scope = Some(self);
        std::iter::from_fn(|| {
            let current = scope?;
            scope = current.parent();
            Some(current)
        })
        .any(|scope| matches!(scope.kind, ScopeKind::Call(..)))
    }

    /// The parent scope.
    pub fn parent(&self) -> Option<&'s Scope<'s, 'e>> {
        match &self.kind {
            ScopeKind::Value(parent) | ScopeKind::Call(parent, _) | ScopeKind::Block(parent, _) => {
                Some(parent)
            }
            ScopeKind::Root => None,
        }
    }
}

/// The variables of the file, and the variables that capture keys.
pub(super) struct RootVariables<'e> {
    pub slots: Vec<VariableState<'e>>,
    pub captured: HashMap<u32, Captured<'e>>,
}

/// The keys captured so far, and their copy in the arena if it is up to date.
pub(super) struct Captured<'e> {
    pub all: QueryResults<'e>,
    pub shared: Option<&'e [QueryResult<'e>]>,
}

impl RootVariables<'_> {
    pub fn new(count: usize) -> Self {
        RootVariables {
            slots: vec![VariableState::Unknown; count],
            captured: HashMap::new(),
        }
    }
}
