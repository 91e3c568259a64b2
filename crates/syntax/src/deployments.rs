//! Sets of deployments of a template, and documents in which values depend on the deployment.
//!
//! A *deployment* chooses one value on each *axis*: a parameter, the region, a comparison that cannot be decided. A set
//! of deployments is a node of a multi-valued decision diagram. The diagrams are canonical, so two sets are equal if
//! their handles are, and whether a set is empty is one comparison.
//!
//! Source: Bryant, "Graph-Based Algorithms for Boolean Function Manipulation" (1986), with one child for each value of
//! an axis (Srinivasan et al., "Algorithms for discrete function manipulation", 1990).

mod diagrams;
mod set;

use std::cell::RefCell;
use std::collections::HashMap;

use self::diagrams::{Diagrams, Operation};
use super::NodeId;

pub use self::diagrams::Mark;
pub use self::set::{Axis, DeploymentSet};

/// The maximum number of nodes of all sets together.
pub const NODES: usize = 200_000;
/// The maximum number of axes. Operations recur once for each axis.
pub const AXES: usize = 1_000;

/// A choice of one value on some axes: the axis, and the index of the value.
pub type Assignment = Vec<(Axis, usize)>;

/// The space of deployments and the sets in it.
///
/// The number of axes and nodes and the work are limited. Beyond a limit, operations return the empty set, and
/// [`Deployments::is_limited`] is true; then no set is exact.
#[derive(Debug)]
pub struct Deployments {
    diagrams: RefCell<Diagrams>,
}

impl Default for Deployments {
    fn default() -> Deployments {
        Deployments::with_limit(NODES)
    }
}

impl Deployments {
    /// Creates a space without axes, whose sets have at most `most` nodes together. The number of their children and the
    /// work of each phase (see [`Deployments::mark`]) are limited in proportion.
    pub fn with_limit(most: usize) -> Deployments {
        Deployments {
            diagrams: RefCell::new(Diagrams::new(most)),
        }
    }

    /// Adds an axis with this number of values. Beyond the limit, the axis has no values.
    pub fn add_axis(&self, values: usize) -> Axis {
        let mut diagrams = self.diagrams.borrow_mut();
        if diagrams.axes.len() >= AXES {
            diagrams.limited = true;
            return Axis(u32::MAX);
        }
        diagrams
            .axes
            .push(u32::try_from(values).unwrap_or(u32::MAX));
        Axis(u32::try_from(diagrams.axes.len() - 1).unwrap_or(u32::MAX))
    }

    /// The number of axes.
    pub fn axes(&self) -> usize {
        self.diagrams.borrow().axes.len()
    }

    /// The number of values on an axis.
    pub fn values(&self, axis: Axis) -> usize {
        self.diagrams.borrow().values(axis.0) as usize
    }

    /// The deployments that have one of these values on an axis.
    pub fn having(&self, axis: Axis, chosen: impl Fn(usize) -> bool) -> DeploymentSet {
        let chosen: Vec<bool> = (0..self.values(axis)).map(chosen).collect();
        self.diagrams.borrow_mut().having(axis, &chosen)
    }

    /// The deployments in both sets.
    #[inline]
    pub fn and(&self, one: DeploymentSet, other: DeploymentSet) -> DeploymentSet {
        self.apply(Operation::And, one, other)
    }

    /// The deployments in one set or the other.
    #[inline]
    pub fn or(&self, one: DeploymentSet, other: DeploymentSet) -> DeploymentSet {
        self.apply(Operation::Or, one, other)
    }

    /// The deployments in one set and not in the other.
    #[inline]
    pub fn minus(&self, one: DeploymentSet, other: DeploymentSet) -> DeploymentSet {
        self.apply(Operation::Minus, one, other)
    }

    /// The deployments that are not in a set.
    #[inline]
    pub fn not(&self, set: DeploymentSet) -> DeploymentSet {
        self.minus(DeploymentSet::ALL, set)
    }

    /// Whether two sets have deployments in common.
    #[inline]
    pub fn meet(&self, one: DeploymentSet, other: DeploymentSet) -> bool {
        !self.apply(Operation::Meet, one, other).is_empty()
    }

    #[inline]
    fn apply(
        &self,
        operation: Operation,
        one: DeploymentSet,
        other: DeploymentSet,
    ) -> DeploymentSet {
        match operation.trivial(one, other) {
            Some(result) => result,
            None => self.diagrams.borrow_mut().apply(operation, one, other),
        }
    }

    /// The number of nodes of all sets together.
    pub fn nodes(&self) -> usize {
        self.diagrams.borrow().nodes()
    }

    /// Whether a limit was exceeded, so that sets are no longer exact.
    pub fn is_limited(&self) -> bool {
        self.diagrams.borrow().limited
    }

    /// Starts a phase, whose work is limited and which can be undone.
    pub fn mark(&self) -> Mark {
        self.diagrams.borrow_mut().mark()
    }

    /// Forgets the sets that were created since, and that a limit was exceeded.
    pub fn roll_back(&self, mark: Mark) {
        self.diagrams.borrow_mut().roll_back(mark);
    }

    /// The number of deployments in a set, at most `u64::MAX`.
    pub fn count(&self, set: DeploymentSet) -> u64 {
        let diagrams = self.diagrams.borrow();
        let below = count_below(&diagrams, set, &mut HashMap::new());
        below.saturating_mul(combinations(&diagrams, 0, diagrams.axis_of(set)))
    }

    /// Returns the share of all deployments that a set has, from 0 to 1.
    pub fn share(&self, set: DeploymentSet) -> f64 {
        self.diagrams.borrow().share(set)
    }

    /// Returns a deployment of a set, if it has one. `preferred` returns the value to choose on an axis where there is a
    /// choice; axes that do not matter are omitted.
    pub fn pick(
        &self,
        set: DeploymentSet,
        preferred: impl Fn(Axis) -> usize,
    ) -> Option<Assignment> {
        let diagrams = self.diagrams.borrow();
        let (mut at, mut chosen) = (set, Vec::new());
        while let Some(branch) = diagrams.branch(at) {
            let wanted = preferred(Axis(branch.axis));
            let parts = diagrams.children(branch);
            let fits = |value: &usize| parts.get(*value).is_some_and(|part| !part.is_empty());
            let value = Some(wanted)
                .filter(fits)
                .or_else(|| (0..parts.len()).find(fits))?;
            chosen.push((Axis(branch.axis), value));
            at = *parts.get(value)?;
        }
        (at == DeploymentSet::ALL).then_some(chosen)
    }

    /// Whether a deployment, given by its value on each axis, is in a set.
    pub fn contains(&self, set: DeploymentSet, value: impl Fn(Axis) -> usize) -> bool {
        let diagrams = self.diagrams.borrow();
        let mut at = set;
        while let Some(branch) = diagrams.branch(at) {
            let parts = diagrams.children(branch);
            at = parts
                .get(value(Axis(branch.axis)))
                .copied()
                .unwrap_or(DeploymentSet::NONE);
        }
        at == DeploymentSet::ALL
    }

    /// The axes on which membership in a set depends, in order.
    pub fn support(&self, set: DeploymentSet) -> Vec<Axis> {
        let diagrams = self.diagrams.borrow();
        let (mut axes, mut seen, mut open) =
            (Vec::new(), std::collections::HashSet::new(), vec![set]);
        while let Some(set) = open.pop() {
            if let Some(branch) = diagrams.branch(set).filter(|_| seen.insert(set)) {
                axes.push(Axis(branch.axis));
                open.extend(diagrams.children(branch));
            }
        }
        axes.sort_unstable();
        axes.dedup();
        axes
    }
}

/// The number of deployments on the axes from the first one of a set.
fn count_below(
    diagrams: &Diagrams,
    set: DeploymentSet,
    known: &mut HashMap<DeploymentSet, u64>,
) -> u64 {
    let Some(branch) = diagrams.branch(set) else {
        return u64::from(set == DeploymentSet::ALL);
    };
    if let Some(count) = known.get(&set) {
        return *count;
    }
    let count = diagrams.children(branch).iter().fold(0u64, |sum, part| {
        let between = combinations(diagrams, branch.axis + 1, diagrams.axis_of(*part));
        sum.saturating_add(count_below(diagrams, *part, known).saturating_mul(between))
    });
    known.insert(set, count);
    count
}

/// The number of combinations of values on the axes `from..to`.
fn combinations(diagrams: &Diagrams, from: u32, to: u32) -> u64 {
    (from..to).fold(1, |product, axis| {
        product.saturating_mul(u64::from(diagrams.values(axis)))
    })
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
    /// A value of a template, of any type: CloudFormation has texts, lists and maps.
    Any,
    /// A value of JSON, of any type: a number, boolean or null, too.
    Json,
    /// A string.
    Text,
    /// A whole number.
    Number {
        /// The least one.
        least: Option<i64>,
        /// The greatest one.
        most: Option<i64>,
    },
    /// A list of strings.
    TextList,
}

/// The variations of a document, by node.
pub type Variations<'a> = HashMap<NodeId, Variation<'a>>;

#[cfg(test)]
mod tests;
