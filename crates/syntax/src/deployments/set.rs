//! Handles of sets and axes.

/// A set of deployments; only meaningful together with the [`Deployments`](super::Deployments) that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeploymentSet(pub(super) u32);

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
pub struct Axis(pub(super) u32);

impl Axis {
    /// The index of the axis, in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
