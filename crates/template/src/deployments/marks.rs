//! The nodes of the document of all deployments that are not copies, and their variations.

use super::document::{Alternatives, Document};
use super::guarded::is_same_value;
use super::unknown;
use cfn_warden_syntax::deployments::{Unknown, Variation};
use cfn_warden_syntax::derive::{Mark, MarkKind};
use cfn_warden_syntax::{Node, NodeId, Value};

impl<'a> Document<'a, '_> {
    pub fn choice(&mut self, of: NodeId, alternatives: Alternatives<'a>) -> Node<'a> {
        let of = self
            .marks
            .get((of.0 as usize).wrapping_sub(self.first_mark))
            .map_or(of, |mark| mark.of);
        let (sets, nodes): (Vec<_>, Vec<_>) = alternatives.into_iter().unzip();
        let list = Node {
            id: of,
            value: Value::List(self.arena.alloc_slice_copy(&nodes)),
        };
        let list = self.marked(list, MarkKind::Alternatives);
        self.varied(list, Variation::Choice(sets))
    }

    /// Joins the deployments that have the same value.
    pub fn merged(&self, alternatives: Alternatives<'a>) -> Alternatives<'a> {
        let mut merged = Alternatives::with_capacity(alternatives.len());
        for (set, node) in alternatives {
            let is_plain = self.is_plain(node);
            let mut plain = merged
                .iter_mut()
                .filter(|(_, known)| is_plain && self.is_plain(*known));
            match plain.find(|(_, known)| is_same_value(*known, node)) {
                Some((known, _)) => *known = self.deployments().or(*known, set),
                None => merged.push((set, node)),
            }
        }
        merged
    }

    /// Returns a value in place of a node.
    pub fn placed(&mut self, value: Node<'a>, of: NodeId) -> Node<'a> {
        let placed = match value.value {
            Value::List(items) => {
                let items: Vec<_> = items.iter().map(|item| self.placed(*item, of)).collect();
                Value::List(self.arena.alloc_slice_copy(&items))
            }
            other => other,
        };
        let node = self.marked(
            Node {
                id: of,
                value: placed,
            },
            MarkKind::Value,
        );
        match value.as_str().and_then(|text| unknown::in_text(text, None)) {
            Some(unknown) => self.varied(node, Variation::Unknown(unknown)),
            None => node,
        }
    }

    pub fn unknown(&mut self, node: Node<'a>, unknown: Unknown<'a>) -> Node<'a> {
        let node = self.marked(node, MarkKind::Copy);
        self.varied(node, Variation::Unknown(unknown))
    }

    /// Returns a node with a mark.
    pub fn marked(&mut self, node: Node<'a>, kind: MarkKind) -> Node<'a> {
        let id =
            u32::try_from(self.first_mark.saturating_add(self.marks.len())).unwrap_or(u32::MAX);
        self.marks.push(Mark { of: node.id, kind });
        self.variations.push(None);
        Node {
            id: NodeId(id),
            ..node
        }
    }

    /// Gives a node a variation.
    pub fn varied(&mut self, node: Node<'a>, variation: Variation<'a>) -> Node<'a> {
        let node = match self.mark_of(node) {
            Some(_) => node,
            None => self.marked(node, MarkKind::Copy),
        };
        if let Some(own) = self
            .mark_of(node)
            .and_then(|mark| self.variations.get_mut(mark))
        {
            *own = Some(variation);
        }
        node
    }

    pub fn mark_of(&self, node: Node<'a>) -> Option<usize> {
        (node.id.0 as usize)
            .checked_sub(self.first_mark)
            .filter(|mark| *mark < self.marks.len())
    }

    /// Whether a value is a scalar, or a list of scalars, without variations.
    pub fn is_plain(&self, node: Node<'a>) -> bool {
        let is_varied = self
            .mark_of(node)
            .and_then(|mark| self.variations.get(mark))
            .is_some_and(Option::is_some);
        !is_varied
            && node.as_map().is_none()
            && node
                .as_list()
                .is_none_or(|items| items.iter().all(|item| self.is_plain(*item)))
    }
}
