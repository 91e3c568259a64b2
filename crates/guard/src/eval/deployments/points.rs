//! The deployments of a document, and what differs between them at each value.

use cfn_warden_syntax::deployments::{DeploymentSet, Deployments, Variation, Variations};

use crate::doc::Doc;
use crate::value::Origin;

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
}

impl<'v> Points<'v> {
    /// Finds the variations in a document.
    pub fn of(doc: &Doc<'_>, varying: &Varying<'v>) -> Points<'v> {
        if varying.variations.is_empty() {
            return Points { at: Vec::new(), below: Vec::new() };
        }
        let count = doc.node_count();
        let mut points = Points { at: vec![None; count], below: vec![Below::default(); count] };
        for (id, place) in (0u32..).zip(0..count) {
            let source = doc.source(Origin::Node(id)).filter(|source| source.tree == varying.tree);
            let Some(variation) = source.and_then(|source| varying.variations.get(&source.node)) else { continue };
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
            let mark = if choices { &mut below.choices } else { &mut below.unknowns };
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
}
