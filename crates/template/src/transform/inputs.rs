//! What transforms know of a deployment, and what they assume.

use crate::{Compat, DerivationLimits, ParameterSet};

/// What the transforms of a template know of its deployment.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'i> {
    /// The first region that is checked.
    pub region: &'i str,
    /// The supplied values; a loop over another parameter runs over its default or first allowed value.
    pub parameter_values: Option<&'i ParameterSet>,
    /// The quirks of cfn-lint to reproduce.
    pub compat: Compat,
    /// The limits on what loops make.
    pub limits: DerivationLimits<'i>,
}

impl Default for Inputs<'_> {
    fn default() -> Self {
        Inputs {
            region: "us-east-1",
            parameter_values: None,
            compat: Compat::default(),
            limits: DerivationLimits::default(),
        }
    }
}

/// The value that a transform assumes for an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumption {
    /// The default or first allowed value of this parameter.
    Parameter(String),
    /// A value of this pseudo parameter: the first region, the account of a mapping, or a made-up value.
    PseudoParameter(String),
    /// A key of a mapping that contains the other key.
    Key,
    /// Placeholders for the items of a collection.
    Collection,
}
