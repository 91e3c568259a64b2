//! The deployments of a document, and what differs between them at each value.

use std::cell::RefCell;
use std::rc::Rc;

use cfn_warden_syntax::deployments::{DeploymentSet, Deployments, Variation, Variations};

use crate::compile::program::{Precondition, PreconditionStep};
use crate::doc::{Doc, Index};
use crate::hash::Map;
use crate::value::{Kind, Origin, Ref};

/// The deployments of a document.
#[derive(Debug, Clone, Copy)]
pub struct Varying<'v> {
    /// The space of deployments.
    pub sets: &'v Deployments,
    /// The deployments that exist.
    pub valid: DeploymentSet,
    /// What differs between them, by node of one of the document's trees.
    pub variations: &'v Variations<'v>,
    /// The index of that tree among those that the document was made from.
    pub tree: u32,
}

/// What differs at or below a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Below {
    pub choices: bool,
    pub unknowns: bool,
}

/// What differs at each node of a document, and at or below it. It is the same for all rules files.
#[derive(Debug)]
pub struct Points<'v> {
    at: Vec<Option<&'v Variation<'v>>>,
    below: Vec<Below>,
    /// Results of [`Points::varying_at`] by the name of the precondition.
    selections: RefCell<Map<String, Rc<[u32]>>>,
}

impl<'v> Points<'v> {
    /// Finds the variations in a document.
    pub fn of(doc: &Doc<'_>, varying: &Varying<'v>) -> Points<'v> {
        if varying.variations.is_empty() {
            return Points {
                at: Vec::new(),
                below: Vec::new(),
                selections: RefCell::default(),
            };
        }
        let count = doc.node_count();
        let (at, below) = (vec![None; count], vec![Below::default(); count]);
        let mut points = Points {
            at,
            below,
            selections: RefCell::default(),
        };
        for (id, place) in (0u32..).zip(0..count) {
            let source = doc
                .source(Origin::Node(id))
                .filter(|source| source.tree == varying.tree);
            let Some(variation) = source.and_then(|source| varying.variations.get(&source.node))
            else {
                continue;
            };
            if let Some(at) = points.at.get_mut(place) {
                *at = Some(variation);
            }
            points.mark(doc, id, !matches!(variation, Variation::Unknown(_)));
        }
        points
    }

    /// Marks a node and those that contain it.
    fn mark(&mut self, doc: &Doc<'_>, id: u32, choices: bool) {
        let mut at = id;
        while let Some(below) = self.below.get_mut(at as usize) {
            let mark = if choices {
                &mut below.choices
            } else {
                &mut below.unknowns
            };
            if std::mem::replace(mark, true) {
                break;
            }
            match doc.parent(at) {
                Some(parent) if parent != at => at = parent,
                _ => break,
            }
        }
    }

    /// What differs at a value.
    pub(super) fn at(&self, origin: Origin<'_>) -> Option<&'v Variation<'v>> {
        match origin {
            Origin::Node(id) => self.at.get(id as usize).copied().flatten(),
            Origin::Key(_) | Origin::Fixed(_) => None,
        }
    }

    /// What differs at or below a value.
    pub(super) fn below(&self, origin: Origin<'_>) -> Below {
        match origin {
            Origin::Node(id) => self.below.get(id as usize).copied().unwrap_or_default(),
            Origin::Key(_) | Origin::Fixed(_) => Below::default(),
        }
    }

    /// Returns the resources for which it depends on the deployment whether they satisfy a precondition.
    pub(super) fn varying_at(
        &self,
        index: &Index<'_>,
        precondition: &Precondition,
    ) -> Option<Rc<[u32]>> {
        let Some(PreconditionStep::Key(first)) =
            precondition.steps.first().filter(|_| !self.at.is_empty())
        else {
            return None;
        };
        if let Some(known) = self.selections.borrow().get(&precondition.name) {
            return Some(Rc::clone(known));
        }
        let varies = |at: &&u32| {
            let resource = index.resources.get(**at as usize);
            resource.is_some_and(|resource| self.varies_below(&resource.value, &precondition.steps))
        };
        let mut indices: Vec<u32> = first
            .all()
            .flat_map(|key| index.of_key(key))
            .filter(varies)
            .copied()
            .collect();
        indices.sort_unstable();
        indices.dedup();
        let indices: Rc<[u32]> = indices.into();
        self.selections
            .borrow_mut()
            .insert(precondition.name.clone(), Rc::clone(&indices));
        Some(indices)
    }

    /// Whether something differs on the way from a value along these steps.
    fn varies(&self, value: Ref<'_>, steps: &[PreconditionStep]) -> bool {
        match self.at(value.origin) {
            Some(_) => true,
            None if steps.is_empty() => self.below(value.origin) != Below::default(),
            None => self.below(value.origin) != Below::default() && self.varies_below(value, steps),
        }
    }

    fn varies_below(&self, value: Ref<'_>, steps: &[PreconditionStep]) -> bool {
        let Some((step, rest)) = steps.split_first() else {
            return false;
        };
        match (step, value.kind) {
            (PreconditionStep::Key(key), Kind::Map(map)) => {
                key.find_all(map).any(|value| self.varies(value, rest))
            }
            (PreconditionStep::Key(_), _) => false,
            (PreconditionStep::AllValues | PreconditionStep::AllIndices, Kind::List(items)) => {
                items.iter().any(|item| self.varies(item, rest))
            }
            (PreconditionStep::AllValues, Kind::Map(map)) => map
                .entries
                .iter()
                .any(|entry| self.varies(&entry.value, rest)),
            (PreconditionStep::AllValues | PreconditionStep::AllIndices, _) => {
                self.varies_below(value, rest)
            }
        }
    }
}
