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

/// Returns what differs at each node of a document, and at or below it.
pub(super) fn of<'e>(doc: &'e Doc<'e>, varying: Varying<'e>) -> (Vec<Option<&'e Variation<'e>>>, Vec<Below>) {
    let count = doc.node_count();
    let (mut points, mut below) = (vec![None; count], vec![Below::default(); count]);
    if varying.variations.is_empty() {
        return (points, below);
    }
    for (id, point) in (0u32..).zip(&mut points) {
        let source = doc.source(Origin::Node(id)).filter(|source| source.tree == varying.tree);
        *point = source.and_then(|source| varying.variations.get(&source.node));
        let Some(variation) = *point else { continue };
        let choices = !matches!(variation, Variation::Unknown(_));
        let mut at = id;
        loop {
            let Some(mark) = below.get_mut(at as usize) else { break };
            let known = if choices { mark.choices } else { mark.unknowns };
            if known {
                break;
            }
            *if choices { &mut mark.choices } else { &mut mark.unknowns } = true;
            match doc.parent(at) {
                Some(parent) if parent != at => at = parent,
                _ => break,
            }
        }
    }
    (points, below)
}
