//! The nodes of decision diagrams, the operations on them, and their limits.

use std::hash::{BuildHasher, RandomState};

use super::set::{Axis, DeploymentSet};

/// The number of children per node that the limit of nodes allows on average.
const CHILDREN: usize = 16;
/// The number of steps per node that the limit of nodes allows.
const STEPS: usize = 100;
/// The sizes of the tables at the start, and the maximum number of results that are kept. Both are powers of two.
const START: usize = 256;
const RESULTS: usize = 1 << 16;
/// The end of a bucket.
const END: u32 = u32::MAX;

/// What is computed from two sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    And,
    Or,
    Minus,
    /// Whether the sets have deployments in common: all deployments if they do, otherwise none.
    Meet,
}

impl Operation {
    /// The result, if it follows from the operands alone.
    #[inline]
    pub fn trivial(self, one: DeploymentSet, other: DeploymentSet) -> Option<DeploymentSet> {
        use DeploymentSet as Set;
        match (self, one, other) {
            (Operation::And | Operation::Meet, Set::NONE, _)
            | (Operation::And | Operation::Meet, _, Set::NONE) => Some(Set::NONE),
            (Operation::And, Set::ALL, set) | (Operation::And, set, Set::ALL) => Some(set),
            (Operation::Or, Set::ALL, _) | (Operation::Or, _, Set::ALL) => Some(Set::ALL),
            (Operation::Or, Set::NONE, set) | (Operation::Or, set, Set::NONE) => Some(set),
            (Operation::Minus, Set::NONE, _) | (Operation::Minus, _, Set::ALL) => Some(Set::NONE),
            (Operation::Minus, set, Set::NONE) => Some(set),
            (Operation::Meet, Set::ALL, _) | (Operation::Meet, _, Set::ALL) => Some(Set::ALL),
            (Operation::And | Operation::Or, one, other) if one == other => Some(one),
            (Operation::Minus, one, other) if one == other => Some(Set::NONE),
            (Operation::Meet, one, other) if one == other => Some(Set::ALL),
            _ => None,
        }
    }
}

/// An inner node: for each value of its axis, the rest of the set. The children of all nodes are in one list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    pub axis: u32,
    start: u32,
    count: u32,
    /// The next node of the same bucket.
    next: u32,
    hash: u64,
    share: f64,
}

/// A result of an operation.
#[derive(Debug, Clone, Copy)]
struct Computed {
    operation: Operation,
    one: DeploymentSet,
    other: DeploymentSet,
    result: DeploymentSet,
}

/// The number of nodes at a point in time.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    nodes: usize,
    children: usize,
}

#[derive(Debug)]
pub(super) struct Diagrams {
    /// The number of values on each axis.
    pub axes: Vec<u32>,
    /// The nodes without the two terminals.
    nodes: Vec<Branch>,
    children: Vec<DeploymentSet>,
    /// The first node of each bucket; the number of buckets is a power of two.
    buckets: Vec<u32>,
    /// The latest results, by hash; an operation whose result was replaced is computed again.
    results: Vec<Option<Computed>>,
    /// The children of nodes that are being computed.
    open: Vec<DeploymentSet>,
    seed: u64,
    /// The maximum number of nodes.
    most: usize,
    steps: usize,
    pub limited: bool,
}

impl Diagrams {
    pub fn new(most: usize) -> Diagrams {
        Diagrams {
            axes: Vec::new(),
            nodes: Vec::new(),
            children: Vec::new(),
            buckets: Vec::new(),
            results: Vec::new(),
            open: Vec::new(),
            seed: RandomState::new().hash_one(0) | 1,
            most,
            steps: 0,
            limited: false,
        }
    }

    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    pub fn values(&self, axis: u32) -> u32 {
        self.axes.get(axis as usize).copied().unwrap_or_default()
    }

    pub fn branch(&self, set: DeploymentSet) -> Option<&Branch> {
        self.nodes.get((set.0 as usize).checked_sub(2)?)
    }

    pub fn children(&self, branch: &Branch) -> &[DeploymentSet] {
        let start = branch.start as usize;
        self.children
            .get(start..start.saturating_add(branch.count as usize))
            .unwrap_or_default()
    }

    /// The share of all deployments that a set has.
    pub fn share(&self, set: DeploymentSet) -> f64 {
        match self.branch(set) {
            Some(branch) => branch.share,
            None => f64::from(u8::from(set == DeploymentSet::ALL)),
        }
    }

    /// The deployments that have one of the chosen values on an axis.
    pub fn having(&mut self, axis: Axis, chosen: &[bool]) -> DeploymentSet {
        let start = self.open.len();
        let of = |is_chosen: &bool| {
            if *is_chosen {
                DeploymentSet::ALL
            } else {
                DeploymentSet::NONE
            }
        };
        self.open.extend(chosen.iter().map(of));
        self.close(axis.0, start)
    }

    pub fn apply(
        &mut self,
        operation: Operation,
        one: DeploymentSet,
        other: DeploymentSet,
    ) -> DeploymentSet {
        if let Some(result) = operation.trivial(one, other) {
            return result;
        }
        // The order of the operands of the others does not matter.
        let (one, other) = if operation != Operation::Minus && other < one {
            (other, one)
        } else {
            (one, other)
        };
        let slot = self.slot(operation, one, other);
        if let Some(Some(known)) = self.results.get(slot)
            && (known.operation, known.one, known.other) == (operation, one, other)
        {
            return known.result;
        }
        let axis = self.axis_of(one).min(self.axis_of(other));
        let count = self.values(axis);
        self.steps = self.steps.saturating_add(count as usize);
        if self.steps > self.most.saturating_mul(STEPS) {
            self.limited = true;
            return DeploymentSet::NONE;
        }
        let result = match operation {
            Operation::Meet => {
                let pair = |this: &Self, value| {
                    (this.part(one, axis, value), this.part(other, axis, value))
                };
                let certain = |(one, other)| {
                    operation
                        .trivial(one, other)
                        .is_some_and(|result| !result.is_empty())
                };
                let meets = (0..count).any(|value| certain(pair(self, value)))
                    || (0..count).any(|value| {
                        let (one, other) = pair(self, value);
                        !self.apply(operation, one, other).is_empty()
                    });
                if meets {
                    DeploymentSet::ALL
                } else {
                    DeploymentSet::NONE
                }
            }
            _ => {
                let start = self.open.len();
                for value in 0..count {
                    let (one, other) = (self.part(one, axis, value), self.part(other, axis, value));
                    let part = self.apply(operation, one, other);
                    self.open.push(part);
                }
                self.close(axis, start)
            }
        };
        // The tables may have grown.
        let slot = self.slot(operation, one, other);
        if let Some(known) = self.results.get_mut(slot).filter(|_| !self.limited) {
            *known = Some(Computed {
                operation,
                one,
                other,
                result,
            });
        }
        result
    }

    /// The first axis on which a set depends; the number of axes for a terminal.
    pub fn axis_of(&self, set: DeploymentSet) -> u32 {
        self.branch(set).map_or(
            u32::try_from(self.axes.len()).unwrap_or(u32::MAX),
            |branch| branch.axis,
        )
    }

    pub fn mark(&mut self) -> Mark {
        self.steps = 0;
        Mark {
            nodes: self.nodes.len(),
            children: self.children.len(),
        }
    }

    /// Removes the nodes that were created since.
    pub fn roll_back(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.children.truncate(mark.children);
        self.results = Vec::new();
        self.rehash();
        self.limited = false;
    }

    /// The part of a set for one value of an axis, which is not after the first axis of the set.
    fn part(&self, set: DeploymentSet, axis: u32, value: u32) -> DeploymentSet {
        match self.branch(set).filter(|branch| branch.axis == axis) {
            Some(branch) => self
                .children(branch)
                .get(value as usize)
                .copied()
                .unwrap_or(DeploymentSet::NONE),
            None => set,
        }
    }

    /// Returns the node with the open children from this one on, which are sets over later axes.
    fn close(&mut self, axis: u32, start: usize) -> DeploymentSet {
        let set = self.node(axis, start);
        self.open.truncate(start);
        set
    }

    fn node(&mut self, axis: u32, start: usize) -> DeploymentSet {
        let children = self.open.get(start..).unwrap_or_default();
        let Some(first) = children.first().copied() else {
            return DeploymentSet::NONE;
        };
        if children.iter().all(|child| *child == first) {
            return first;
        }
        let hash = children
            .iter()
            .fold(self.mixed(u64::from(axis)), |hash, child| {
                self.mixed(hash ^ u64::from(child.0))
            });
        let mut at = self
            .bucket(hash)
            .and_then(|bucket| self.buckets.get(bucket))
            .copied()
            .unwrap_or(END);
        while let Some(branch) = self.nodes.get(at as usize) {
            if branch.hash == hash && branch.axis == axis && self.children(branch) == children {
                return DeploymentSet(at.saturating_add(2));
            }
            at = branch.next;
        }
        let most = self.most.saturating_mul(CHILDREN);
        if self.nodes.len() >= self.most
            || self.children.len().saturating_add(children.len()) > most
        {
            self.limited = true;
            return DeploymentSet::NONE;
        }
        let count = children.len();
        let share = children.iter().map(|child| self.share(*child)).sum::<f64>() / count as f64;
        let index = |length: usize| u32::try_from(length).unwrap_or(END);
        let (set, first) = (index(self.nodes.len()), index(self.children.len()));
        self.children.extend_from_slice(children);
        self.nodes.push(Branch {
            axis,
            start: first,
            count: index(count),
            next: END,
            hash,
            share,
        });
        if self.nodes.len() > self.buckets.len() {
            self.rehash();
        } else {
            self.link(set);
        }
        DeploymentSet(set.saturating_add(2))
    }

    /// Distributes the nodes to as many buckets as they need, and grows the table of results.
    fn rehash(&mut self) {
        let size = self
            .nodes
            .len()
            .saturating_mul(2)
            .next_power_of_two()
            .max(START);
        self.buckets.clear();
        self.buckets.resize(size, END);
        (0..u32::try_from(self.nodes.len()).unwrap_or(END)).for_each(|at| self.link(at));
        let size = size.min(RESULTS);
        if size > self.results.len() {
            let known = std::mem::replace(&mut self.results, vec![None; size]);
            for computed in known.into_iter().flatten() {
                let slot = self.slot(computed.operation, computed.one, computed.other);
                self.results
                    .get_mut(slot)
                    .into_iter()
                    .for_each(|slot| *slot = Some(computed));
            }
        }
    }

    /// Adds a node to its bucket.
    fn link(&mut self, at: u32) {
        let Some(bucket) = self
            .nodes
            .get(at as usize)
            .and_then(|node| self.bucket(node.hash))
        else {
            return;
        };
        let first = self
            .buckets
            .get_mut(bucket)
            .map(|first| std::mem::replace(first, at));
        if let (Some(node), Some(first)) = (self.nodes.get_mut(at as usize), first) {
            node.next = first;
        }
    }

    fn bucket(&self, hash: u64) -> Option<usize> {
        Some(hash as usize & self.buckets.len().checked_sub(1)?)
    }

    /// The place of a result. Meaningless without nodes, because all results are trivial then.
    fn slot(&self, operation: Operation, one: DeploymentSet, other: DeploymentSet) -> usize {
        let hash = self.mixed(u64::from(one.0) << 32 | u64::from(other.0)) ^ operation as u64;
        hash as usize & self.results.len().saturating_sub(1)
    }

    /// Folds the halves of a product into each other, as wyhash does. The seed is random, so that a document cannot be
    /// written to fill one bucket.
    fn mixed(&self, word: u64) -> u64 {
        let product = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * u128::from(self.seed);
        (product as u64) ^ ((product >> 64) as u64)
    }
}
