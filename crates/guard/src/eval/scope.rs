//! Where queries start and variables are found.

use std::cell::RefCell;

use super::result::Res;
use crate::compile::program::{Let, RuleCall, Variable};
use crate::value::Ref;

/// A scope and those around it.
pub struct Scope<'s, 'e> {
    /// The value that queries start at.
    pub start: Ref<'e>,
    /// What it adds.
    pub kind: ScopeKind<'s, 'e>,
}

/// The kinds of scopes; all but the file's stand in another.
pub enum ScopeKind<'s, 'e> {
    /// The file: its variables are kept by the evaluation.
    Root,
    /// A block with variables of its own.
    Block(&'s Scope<'s, 'e>, Variables<'e>),
    /// A value that queries start at.
    Value(&'s Scope<'s, 'e>),
    /// The arguments of a rule that is called.
    Call(&'s Scope<'s, 'e>, Arguments<'s, 'e>),
}

/// The variables of a block, each of them resolved at most once.
pub struct Variables<'e> {
    /// What they are set to.
    pub lets: &'e [Let],
    /// What is known of each.
    pub slots: RefCell<Vec<Slot<'e>>>,
}

/// What a rule is called with.
#[derive(Clone, Copy)]
pub struct Arguments<'s, 'e> {
    /// The clause that calls.
    pub call: &'e RuleCall,
    /// Parameters and their values.
    pub values: &'s [(Variable, &'e [Res<'e>])],
}

/// What is known of a variable.
#[derive(Debug, Clone, Copy, Default)]
pub enum Slot<'e> {
    /// Nothing yet.
    #[default]
    Unknown,
    /// It is being resolved.
    Running,
    /// Its results.
    Known(&'e [Res<'e>]),
}

impl<'s, 'e> Scope<'s, 'e> {
    pub fn root(start: Ref<'e>) -> Scope<'s, 'e> {
        Scope { start, kind: ScopeKind::Root }
    }

    pub fn value(start: Ref<'e>, parent: &'s Scope<'s, 'e>) -> Scope<'s, 'e> {
        Scope { start, kind: ScopeKind::Value(parent) }
    }

    pub fn block(lets: &'e [Let], parent: &'s Scope<'s, 'e>) -> Scope<'s, 'e> {
        let slots = RefCell::new(vec![Slot::Unknown; lets.len()]);
        Scope { start: parent.start, kind: ScopeKind::Block(parent, Variables { lets, slots }) }
    }

    pub fn call(arguments: Arguments<'s, 'e>, parent: &'s Scope<'s, 'e>) -> Scope<'s, 'e> {
        Scope { start: parent.start, kind: ScopeKind::Call(parent, arguments) }
    }

    /// The scope that a query asked here resolves variables and filters in: not a single value, but the one around it.
    pub fn resolver(&self) -> &Scope<'s, 'e> {
        match &self.kind {
            ScopeKind::Value(parent) => parent,
            ScopeKind::Call(parent, _) => parent.resolver(),
            ScopeKind::Root | ScopeKind::Block(..) => self,
        }
    }

    /// Whether this is in a rule called with arguments: the reference loses the notices that are given there.
    pub fn is_called(&self) -> bool {
        let mut scope = Some(self);
        std::iter::from_fn(|| {
            let current = scope?;
            scope = current.parent();
            Some(current)
        })
        .any(|scope| matches!(scope.kind, ScopeKind::Call(..)))
    }

    /// The scope around this one.
    pub fn parent(&self) -> Option<&'s Scope<'s, 'e>> {
        match &self.kind {
            ScopeKind::Value(parent) | ScopeKind::Call(parent, _) | ScopeKind::Block(parent, _) => Some(parent),
            ScopeKind::Root => None,
        }
    }
}
