//! Sets of deployments of a template, and documents in which values depend on the deployment.
//!
//! A *deployment* chooses one value on each *axis*: a parameter, the region, a comparison that cannot be decided. A set
//! of deployments is a node of a multi-valued decision diagram. The diagrams are canonical, so two sets are equal if
//! their handles are, and whether a set is empty is one comparison.
//!
//! Source: Bryant, "Graph-Based Algorithms for Boolean Function Manipulation" (1986), with one child for each value of
//! an axis (Srinivasan et al., "Algorithms for discrete function manipulation", 1990).

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::NodeId;

/// A set of deployments; only meaningful together with the [`Deployments`] that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeploymentSet(u32);

impl DeploymentSet {
    /// The empty set.
    pub const NONE: DeploymentSet = DeploymentSet(0);
    /// The set of all deployments.
    pub const ALL: DeploymentSet = DeploymentSet(1);

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == DeploymentSet::NONE
    }
}

/// One dimension of the space of deployments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axis(u32);

impl Axis {
    /// The index of the axis, in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A choice of one value on some axes: the axis, and the index of the value.
pub type Assignment = Vec<(Axis, usize)>;

/// The space of deployments and the sets in it.
#[derive(Debug)]
pub struct Deployments {
    /// The number of values on each axis.
    axes: RefCell<Vec<u32>>,
    diagrams: RefCell<Diagrams>,
    limited: Cell<bool>,
    most: usize,
}

#[derive(Debug, Default)]
struct Diagrams {
    /// The nodes without the two terminals.
    nodes: Vec<Branch>,
    known: HashMap<Branch, DeploymentSet>,
    results: HashMap<(Operation, DeploymentSet, DeploymentSet), DeploymentSet>,
}

/// An inner node: for each value of the axis, the rest of the set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Branch {
    axis: u32,
    parts: Box<[DeploymentSet]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    And,
    Or,
    Minus,
}

impl Operation {
    /// The result, if it follows from the operands alone.
    fn trivial(self, one: DeploymentSet, other: DeploymentSet) -> Option<DeploymentSet> {
        use DeploymentSet as Set;
        match (self, one, other) {
            (Operation::And, Set::NONE, _) | (Operation::And, _, Set::NONE) => Some(Set::NONE),
            (Operation::And, Set::ALL, set) | (Operation::And, set, Set::ALL) => Some(set),
            (Operation::Or, Set::ALL, _) | (Operation::Or, _, Set::ALL) => Some(Set::ALL),
            (Operation::Or, Set::NONE, set) | (Operation::Or, set, Set::NONE) => Some(set),
            (Operation::Minus, Set::NONE, _) | (Operation::Minus, _, Set::ALL) => Some(Set::NONE),
            (Operation::Minus, set, Set::NONE) => Some(set),
            (Operation::And | Operation::Or, one, other) if one == other => Some(one),
            (Operation::Minus, one, other) if one == other => Some(Set::NONE),
            _ => None,
        }
    }
}

impl Default for Deployments {
    fn default() -> Deployments {
        Deployments::with_limit(200_000)
    }
}

impl Deployments {
    /// Creates a space without axes, whose sets have at most `most` nodes together.
    pub fn with_limit(most: usize) -> Deployments {
        Deployments { axes: RefCell::default(), diagrams: RefCell::default(), limited: Cell::new(false), most }
    }

    /// Adds an axis with this number of values.
    pub fn add_axis(&self, values: usize) -> Axis {
        let mut axes = self.axes.borrow_mut();
        axes.push(u32::try_from(values).unwrap_or(u32::MAX));
        Axis(u32::try_from(axes.len() - 1).unwrap_or(u32::MAX))
    }

    /// The number of axes.
    pub fn axes(&self) -> usize {
        self.axes.borrow().len()
    }

    /// The number of values on an axis.
    pub fn values(&self, axis: Axis) -> usize {
        self.axes.borrow().get(axis.index()).map_or(0, |values| *values as usize)
    }

    /// The deployments that have one of these values on an axis.
    pub fn having(&self, axis: Axis, chosen: impl Fn(usize) -> bool) -> DeploymentSet {
        let part = |value| if chosen(value) { DeploymentSet::ALL } else { DeploymentSet::NONE };
        self.branch(axis.0, (0..self.values(axis)).map(part).collect())
    }

    /// The deployments in both sets.
    pub fn and(&self, one: DeploymentSet, other: DeploymentSet) -> DeploymentSet {
        self.apply(Operation::And, one.min(other), one.max(other))
    }

    /// The deployments in one set or the other.
    pub fn or(&self, one: DeploymentSet, other: DeploymentSet) -> DeploymentSet {
        self.apply(Operation::Or, one.min(other), one.max(other))
    }

    /// The deployments in one set and not in the other.
    pub fn minus(&self, one: DeploymentSet, other: DeploymentSet) -> DeploymentSet {
        self.apply(Operation::Minus, one, other)
    }

    /// The deployments that are not in a set.
    pub fn not(&self, set: DeploymentSet) -> DeploymentSet {
        self.minus(DeploymentSet::ALL, set)
    }

    /// Whether the limit was exceeded, so that sets are no longer exact.
    pub fn is_limited(&self) -> bool {
        self.limited.get()
    }

    /// The number of deployments in a set, at most `u64::MAX`.
    pub fn count(&self, set: DeploymentSet) -> u64 {
        let mut known = HashMap::new();
        let below = self.count_below(set, &mut known);
        below.saturating_mul(self.combinations(0, self.axis_of(set)))
    }

    /// Returns the share of all deployments that a set has, from 0 to 1.
    pub fn share(&self, set: DeploymentSet) -> f64 {
        self.share_below(set, &mut HashMap::new())
    }

    /// Returns a deployment of a set, if it has one. `preferred` returns the value to choose on an axis where there is a
    /// choice; axes that do not matter are omitted.
    pub fn pick(&self, set: DeploymentSet, preferred: impl Fn(Axis) -> usize) -> Option<Assignment> {
        let diagrams = self.diagrams.borrow();
        let (mut at, mut chosen) = (set, Vec::new());
        while let Some(branch) = diagrams.branch(at) {
            let wanted = preferred(Axis(branch.axis));
            let fits = |value: &usize| branch.parts.get(*value).is_some_and(|part| !part.is_empty());
            let value = Some(wanted).filter(fits).or_else(|| (0..branch.parts.len()).find(fits))?;
            chosen.push((Axis(branch.axis), value));
            at = *branch.parts.get(value)?;
        }
        (at == DeploymentSet::ALL).then_some(chosen)
    }

    /// Whether a deployment, given by its value on each axis, is in a set.
    pub fn contains(&self, set: DeploymentSet, value: impl Fn(Axis) -> usize) -> bool {
        let diagrams = self.diagrams.borrow();
        let mut at = set;
        while let Some(branch) = diagrams.branch(at) {
            at = branch.parts.get(value(Axis(branch.axis))).copied().unwrap_or(DeploymentSet::NONE);
        }
        at == DeploymentSet::ALL
    }

    /// The axes on which membership in a set depends, in order.
    pub fn support(&self, set: DeploymentSet) -> Vec<Axis> {
        let diagrams = self.diagrams.borrow();
        let (mut axes, mut seen, mut open) = (Vec::new(), std::collections::HashSet::new(), vec![set]);
        while let Some(set) = open.pop() {
            if let Some(branch) = diagrams.branch(set).filter(|_| seen.insert(set)) {
                axes.push(Axis(branch.axis));
                open.extend(&branch.parts);
            }
        }
        axes.sort_unstable();
        axes.dedup();
        axes
    }

    fn apply(&self, operation: Operation, one: DeploymentSet, other: DeploymentSet) -> DeploymentSet {
        if let Some(result) = operation.trivial(one, other) {
            return result;
        }
        let key = (operation, one, other);
        if let Some(result) = self.diagrams.borrow().results.get(&key) {
            return *result;
        }
        let axis = self.axis_of(one).min(self.axis_of(other));
        let count = self.values(Axis(axis));
        let parts = (0..count).map(|value| {
            let (one, other) = (self.part(one, axis, value), self.part(other, axis, value));
            match operation {
                Operation::And => self.and(one, other),
                Operation::Or => self.or(one, other),
                Operation::Minus => self.minus(one, other),
            }
        });
        let result = self.branch(axis, parts.collect());
        self.diagrams.borrow_mut().results.insert(key, result);
        result
    }

    /// Returns the node with these parts, which are sets over later axes.
    fn branch(&self, axis: u32, parts: Box<[DeploymentSet]>) -> DeploymentSet {
        let Some(first) = parts.first().copied() else { return DeploymentSet::NONE };
        if parts.iter().all(|part| *part == first) {
            return first;
        }
        let branch = Branch { axis, parts };
        let mut diagrams = self.diagrams.borrow_mut();
        if let Some(set) = diagrams.known.get(&branch) {
            return *set;
        }
        if diagrams.nodes.len() >= self.most {
            self.limited.set(true);
            return DeploymentSet::NONE;
        }
        let set = DeploymentSet(u32::try_from(diagrams.nodes.len() + 2).unwrap_or(u32::MAX));
        diagrams.nodes.push(branch.clone());
        diagrams.known.insert(branch, set);
        set
    }

    /// The part of a set for one value of an axis, which is not after the first axis of the set.
    fn part(&self, set: DeploymentSet, axis: u32, value: usize) -> DeploymentSet {
        let diagrams = self.diagrams.borrow();
        match diagrams.branch(set).filter(|branch| branch.axis == axis) {
            Some(branch) => branch.parts.get(value).copied().unwrap_or(DeploymentSet::NONE),
            None => set,
        }
    }

    /// The first axis on which a set depends; the number of axes for a terminal.
    fn axis_of(&self, set: DeploymentSet) -> u32 {
        let axes = u32::try_from(self.axes()).unwrap_or(u32::MAX);
        self.diagrams.borrow().branch(set).map_or(axes, |branch| branch.axis)
    }

    /// The number of deployments on the axes from the first one of a set.
    fn count_below(&self, set: DeploymentSet, known: &mut HashMap<DeploymentSet, u64>) -> u64 {
        let branch = match set {
            DeploymentSet::NONE => return 0,
            DeploymentSet::ALL => return 1,
            set => self.diagrams.borrow().branch(set).cloned(),
        };
        if let Some(count) = known.get(&set) {
            return *count;
        }
        let Some(branch) = branch else { return 0 };
        let count = branch.parts.iter().fold(0u64, |sum, part| {
            let between = self.combinations(branch.axis + 1, self.axis_of(*part));
            sum.saturating_add(self.count_below(*part, known).saturating_mul(between))
        });
        known.insert(set, count);
        count
    }

    fn share_below(&self, set: DeploymentSet, known: &mut HashMap<DeploymentSet, f64>) -> f64 {
        let branch = match set {
            DeploymentSet::NONE => return 0.0,
            DeploymentSet::ALL => return 1.0,
            set => self.diagrams.borrow().branch(set).cloned(),
        };
        if let Some(share) = known.get(&set) {
            return *share;
        }
        let Some(branch) = branch else { return 0.0 };
        let sum: f64 = branch.parts.iter().map(|part| self.share_below(*part, known)).sum();
        let share = sum / branch.parts.len() as f64;
        known.insert(set, share);
        share
    }

    /// The number of combinations of values on the axes `from..to`.
    fn combinations(&self, from: u32, to: u32) -> u64 {
        (from..to).fold(1, |product, axis| product.saturating_mul(self.values(Axis(axis)) as u64))
    }
}

impl Diagrams {
    fn branch(&self, set: DeploymentSet) -> Option<&Branch> {
        self.nodes.get((set.0 as usize).checked_sub(2)?)
    }
}

/// How a value of a document depends on the deployment.
#[derive(Debug, Clone, PartialEq)]
pub enum Variation<'a> {
    /// The node is a list of alternatives; each is the value in its set. The sets are disjoint. In deployments of none,
    /// the value is absent: its key is not in the map, or it is not in the list.
    Choice(Vec<DeploymentSet>),
    /// The value of a map (a resource, an output) is present in these deployments only.
    Present(DeploymentSet),
    /// The value is not known.
    Unknown(Unknown<'a>),
}

/// What is known of a value that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unknown<'a> {
    /// Its type.
    pub kind: UnknownKind,
    /// The text with which it begins; empty if unknown.
    pub prefix: &'a str,
    /// The text with which it ends; empty if unknown.
    pub suffix: &'a str,
    /// The expression: `Ref BucketName`, `GetAtt Key.Arn`.
    pub name: &'a str,
}

/// The type of a value that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownKind {
    /// Any type.
    Any,
    /// A string.
    Text,
    /// A list of strings.
    TextList,
}

/// The variations of a document, by node.
pub type Variations<'a> = HashMap<NodeId, Variation<'a>>;

#[cfg(test)]
mod tests;
