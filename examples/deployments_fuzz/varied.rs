//! Documents with choices on three axes, and the document of each deployment.

use cfn_warden_syntax::deployments::{
    Axis, DeploymentSet, Deployments, Unknown, UnknownKind, Variation, Variations,
};
use cfn_warden_syntax::{Node as TreeNode, Value};

use crate::data::{self, Node};
use crate::random::Random;

/// The number of values on each axis.
pub const AXES: [usize; 3] = [2, 3, 2];

/// A value that differs between deployments.
#[derive(Debug, Clone)]
pub enum Varied {
    Scalar(Node),
    List(Vec<Varied>),
    Map(Vec<(String, Varied)>),
    /// An axis, and the value for each value on it; `None` if it is absent.
    Choice(usize, Vec<Option<Varied>>),
    /// A map that is present for one value on an axis.
    Present(usize, usize, Box<Varied>),
    /// A text that begins with this one.
    Unknown(String),
}

/// The likelihoods, in percent, with which a value is a choice, and a text unknown.
#[derive(Debug, Clone, Copy)]
pub struct Shares {
    pub choices: u64,
    pub unknowns: u64,
}

/// Makes some values of a document differ.
pub fn vary(random: &mut Random, node: &Node, shares: Shares, is_root: bool) -> Varied {
    if !is_root && random.chance(shares.choices) {
        let axis = random.below(AXES.len());
        let alternatives = (0..AXES[axis]).map(|value| {
            if random.chance(20) {
                return None;
            }
            let mut other = node.clone();
            if value > 0 {
                data::mutate(random, &mut other);
            }
            Some(vary(random, &other.meaning(), shares, true))
        });
        return Varied::Choice(axis, alternatives.collect());
    }
    let mut below = |node: &Node| vary(random, node, shares, false);
    match node {
        Node::List(items) => Varied::List(items.iter().map(below).collect()),
        Node::Map(entries) => {
            let mut seen = std::collections::HashSet::new();
            let entries = entries.iter().filter(|(key, _)| seen.insert(key.clone()));
            let entries: Vec<_> = entries
                .map(|(key, value)| (key.clone(), below(value)))
                .collect();
            if !is_root && random.chance(shares.choices) {
                let axis = random.below(AXES.len());
                let value = random.below(AXES[axis]);
                return Varied::Present(axis, value, Box::new(Varied::Map(entries)));
            }
            Varied::Map(entries)
        }
        Node::Text(text) if !is_root && random.chance(shares.unknowns) => {
            let end = text
                .char_indices()
                .nth(random.below(3))
                .map_or(text.len(), |(at, _)| at);
            Varied::Unknown(text[..end].to_owned())
        }
        other => Varied::Scalar(other.clone()),
    }
}

/// All deployments, by the value on each axis.
pub fn deployments() -> Vec<[usize; 3]> {
    let mut all = Vec::new();
    for first in 0..AXES[0] {
        for second in 0..AXES[1] {
            all.extend((0..AXES[2]).map(|third| [first, second, third]));
        }
    }
    all
}

impl Varied {
    /// Returns the document with all alternatives: a choice is a list of them.
    pub fn whole(&self) -> Node {
        match self {
            Varied::Scalar(node) => node.clone(),
            Varied::List(items) => Node::List(items.iter().map(Varied::whole).collect()),
            Varied::Map(entries) => Node::Map(
                entries
                    .iter()
                    .map(|(key, value)| (key.clone(), value.whole()))
                    .collect(),
            ),
            Varied::Choice(_, values) => {
                Node::List(values.iter().flatten().map(Varied::whole).collect())
            }
            Varied::Present(_, _, value) => value.whole(),
            Varied::Unknown(prefix) => {
                Node::Map(vec![("Ref".to_owned(), Node::Text(prefix.clone()))])
            }
        }
    }

    /// Returns the document of a deployment, with a text for each unknown value; `None` if it is absent.
    pub fn instance(
        &self,
        deployment: &[usize; 3],
        unknown: &mut dyn FnMut(&str) -> String,
    ) -> Option<Node> {
        Some(match self {
            Varied::Scalar(node) => node.clone(),
            Varied::List(items) => Node::List(
                items
                    .iter()
                    .filter_map(|item| item.instance(deployment, unknown))
                    .collect(),
            ),
            Varied::Map(entries) => {
                let present = |(key, value): &(String, Varied)| {
                    Some((key.clone(), value.instance(deployment, unknown)?))
                };
                Node::Map(entries.iter().filter_map(present).collect())
            }
            Varied::Choice(axis, values) => {
                return values[deployment[*axis]]
                    .as_ref()?
                    .instance(deployment, unknown);
            }
            Varied::Present(axis, value, inner) if deployment[*axis] == *value => {
                inner.instance(deployment, unknown)?
            }
            Varied::Present(..) => return None,
            Varied::Unknown(prefix) => Node::Text(unknown(prefix)),
        })
    }

    /// Adds the variations of the nodes of a parsed document.
    pub fn variations<'a>(
        &'a self,
        node: TreeNode<'_>,
        (sets, axes): (&Deployments, &[Axis; 3]),
        out: &mut Variations<'a>,
    ) {
        match (self, node.value) {
            (Varied::List(items), Value::List(nodes)) => {
                items
                    .iter()
                    .zip(nodes)
                    .for_each(|(item, node)| item.variations(*node, (sets, axes), out));
            }
            (Varied::Map(entries), Value::Map(nodes)) => {
                entries
                    .iter()
                    .zip(nodes)
                    .for_each(|((_, value), node)| value.variations(node.value, (sets, axes), out));
            }
            (Varied::Choice(axis, values), Value::List(nodes)) => {
                let present = values
                    .iter()
                    .enumerate()
                    .filter(|(_, value)| value.is_some());
                let having = |at: usize| sets.having(axes[*axis], |value| value == at);
                out.insert(
                    node.id,
                    Variation::Choice(present.map(|(at, _)| having(at)).collect()),
                );
                let inner = values.iter().flatten().zip(nodes);
                inner.for_each(|(value, node)| value.variations(*node, (sets, axes), out));
            }
            (Varied::Present(axis, value, inner), _) => {
                let set: DeploymentSet = sets.having(axes[*axis], |at| at == *value);
                out.insert(node.id, Variation::Present(set));
                inner.variations(node, (sets, axes), out);
            }
            (Varied::Unknown(prefix), _) => {
                let unknown = Unknown {
                    kind: UnknownKind::Text,
                    prefix,
                    suffix: "",
                    name: "Ref",
                };
                out.insert(node.id, Variation::Unknown(unknown));
            }
            _ => {}
        }
    }
}
