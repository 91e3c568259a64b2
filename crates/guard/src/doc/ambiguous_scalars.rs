//! Scalars that cfn-guard and CloudFormation read differently, and which of them rules compared.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::value::{Kind, Origin, Ref};

/// The scalars of a document that cfn-guard and CloudFormation read differently. Usually empty.
#[derive(Debug, Default)]
pub struct AmbiguousScalars<'a> {
    /// By node ID, ascending.
    scalars: Vec<(u32, AmbiguousScalar<'a>)>,
    /// The node IDs of the scalars that a clause compared.
    compared: RefCell<BTreeSet<u32>>,
}

/// A scalar in the document and the type that CloudFormation gives it.
#[derive(Debug, Clone, Copy)]
pub struct AmbiguousScalar<'a> {
    /// The source text.
    pub written: &'a str,
    /// The type that CloudFormation reads, for messages: `a Boolean`, `an integer` and so on.
    pub read_as: &'static str,
}

impl<'a> AmbiguousScalars<'a> {
    /// Records a scalar. Node IDs must be ascending.
    pub(super) fn add(&mut self, id: u32, written: &'a str, kind: Kind<'a>) {
        self.scalars.push((
            id,
            AmbiguousScalar {
                written,
                read_as: kind_name(&kind),
            },
        ));
    }

    /// Marks the scalars among the values that a clause compares.
    pub fn mark_compared<'v>(&self, values: impl Iterator<Item = Ref<'v>>) {
        if !self.scalars.is_empty() {
            values.for_each(|value| self.visit(value));
        }
    }

    // The recursion is limited by the maximum depth of a document.
    fn visit(&self, value: Ref<'_>) {
        if let Kind::List(items) = value.kind {
            items.iter().for_each(|item| self.visit(item));
        } else if let Origin::Node(id) = value.origin
            && self
                .scalars
                .binary_search_by_key(&id, |(id, _)| *id)
                .is_ok()
        {
            self.compared.borrow_mut().insert(id);
        }
    }

    /// Returns the compared scalars by node ID.
    pub fn compared(&self) -> impl Iterator<Item = (u32, AmbiguousScalar<'a>)> {
        let compared = self.compared.borrow();
        let found: Vec<_> = self
            .scalars
            .iter()
            .filter(|(id, _)| compared.contains(id))
            .copied()
            .collect();
        found.into_iter()
    }
}

/// Whether two scalars are the same value of the same type.
pub(super) fn same_scalar(one: &Kind<'_>, other: &Kind<'_>) -> bool {
    match (one, other) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Bool(one), Kind::Bool(other)) => one == other,
        (Kind::Int(one), Kind::Int(other)) => one == other,
        (Kind::Float(one), Kind::Float(other)) => one == other,
        (Kind::Str(one), Kind::Str(other)) => one == other,
        _ => false,
    }
}

fn kind_name(kind: &Kind<'_>) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool(_) => "a Boolean",
        Kind::Int(_) => "an integer",
        Kind::Float(_) => "a number",
        _ => "text",
    }
}
