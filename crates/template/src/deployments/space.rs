//! The space of deployments of a template.

use cfn_warden_syntax::Node;
use cfn_warden_syntax::deployments::{Assignment, Axis, DeploymentSet, Deployments};

use crate::Parameter;

/// The space of deployments of a template.
#[derive(Debug)]
pub struct Space<'a> {
    /// The sets of deployments.
    pub deployments: Deployments,
    /// The axes, in the order of first use.
    pub axes: Vec<Dimension<'a>>,
    /// The conditions that the document depends on, and the deployments in which they are true; in source order, those that
    /// are not declared last.
    pub conditions: Vec<(&'a str, DeploymentSet)>,
    /// The deployments that satisfy the assertions in `Rules`; others do not exist.
    pub valid: DeploymentSet,
    /// The parameters whose values the caller supplied, and the values, except hidden ones (`NoEcho`).
    pub(super) supplied: Vec<(&'a str, Option<String>)>,
    /// The declared parameters.
    pub(super) parameters: Vec<Parameter<'a>>,
}

/// An axis of the space.
#[derive(Debug, Clone)]
pub struct Dimension<'a> {
    /// The handle for making sets.
    pub axis: Axis,
    /// The parameter, comparison or condition that takes one of the values.
    pub subject: Subject<'a>,
    /// The values, by their index on the axis.
    pub values: Vec<AxisValue<'a>>,
    /// The index of the default of a parameter that may have any other value, too.
    pub default: Option<usize>,
}

/// The parameter, comparison or condition that takes one of the values of an axis.
#[derive(Debug, Clone)]
pub enum Subject<'a> {
    /// A parameter or pseudo parameter: `Env`, `AWS::Region`.
    Parameter(&'a str),
    /// A comparison that cannot be decided: the operands of `Fn::Equals`.
    Comparison(Node<'a>, Node<'a>),
    /// A condition that is circular, malformed or not declared.
    Condition(&'a str),
}

/// A value of an axis.
#[derive(Debug, Clone, Copy)]
pub enum AxisValue<'a> {
    /// A string, or a list of strings.
    Value(Node<'a>),
    /// Any value that is not one of the others.
    Other,
    /// Any region of this partition that is not one of the others.
    OtherIn(&'static str),
    /// Whether the comparison or condition is true.
    Holds(bool),
}

impl<'a> Space<'a> {
    /// Returns the value of an axis in a deployment; the first if it has none there.
    pub fn value_of(&self, assignment: &Assignment, axis: Axis) -> usize {
        assignment
            .iter()
            .find(|(of, _)| *of == axis)
            .map_or(0, |(_, value)| *value)
    }

    /// Whether a deployment is in a set.
    pub fn contains(&self, set: DeploymentSet, assignment: &Assignment) -> bool {
        self.deployments
            .contains(set, |axis| self.value_of(assignment, axis))
    }

    /// Returns the deployments in which a condition is true.
    pub fn condition(&self, name: &str) -> Option<DeploymentSet> {
        self.conditions
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, set)| *set)
    }

    /// Whether only parameters that may have any value decide whether a deployment is in a set.
    pub fn is_about_open_parameters(&self, set: DeploymentSet) -> bool {
        let support = self.deployments.support(set);
        let is_open = |axis: &Axis| {
            self.axes.get(axis.index()).is_some_and(|dimension| {
                matches!(dimension.subject, Subject::Parameter(_))
                    && dimension
                        .values
                        .iter()
                        .any(|value| matches!(value, AxisValue::Other))
            })
        };
        !support.is_empty() && support.iter().all(is_open)
    }

    /// Returns the axis of a parameter or pseudo parameter.
    pub fn parameter(&self, name: &str) -> Option<&Dimension<'a>> {
        self.axes
            .iter()
            .find(|one| matches!(one.subject, Subject::Parameter(own) if own == name))
    }
}
