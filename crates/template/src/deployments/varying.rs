//! The deployments to consider, and a template in all of them.

use std::collections::HashSet;

use bumpalo::Bump;

use super::Space;
use crate::resolve::{self, Defaults};
use crate::scalar_text::ScalarTexts;
use crate::{DerivationLimits, Parameter, ParameterSet};
use cfn_warden_syntax::deployments::Variations;
use cfn_warden_syntax::{NodeId, Tree};

/// Decides whether a regular expression matches a text; `None` if it cannot be decided.
pub type Matches<'i> = &'i dyn Fn(&str, &str) -> Option<bool>;

/// A text in place of values that are not known.
#[derive(Debug, Clone)]
pub struct Placeholder {
    /// The text.
    pub text: &'static str,
    /// The nodes with these values. In other nodes, the text is an ordinary value.
    pub nodes: HashSet<NodeId>,
}

/// The deployments to consider.
#[derive(Clone, Copy)]
pub struct Inputs<'i> {
    /// The values of parameters and pseudo parameters that are fixed.
    pub parameter_values: &'i ParameterSet,
    /// The treatment of other parameters: their default is fixed, or they may have any value.
    pub defaults: Defaults,
    /// The regions to which the template is deployed; if empty, all.
    pub regions: &'i [&'i str],
    /// Values that are not known.
    pub placeholder: Option<&'i Placeholder>,
    /// Matches `AllowedPattern`, with the dialect of the caller.
    pub matches: Matches<'i>,
    /// The limits on derived values.
    pub limits: DerivationLimits<'i>,
}

/// A template in all its deployments.
#[derive(Debug)]
pub struct VaryingTemplate<'a> {
    /// The document. `Resources` and `Outputs` contain variations; other sections are as written.
    pub tree: Tree<'a>,
    /// The variations of the document. Their sets contain only deployments of [`Space::valid`].
    pub variations: Variations<'a>,
    /// The space of deployments.
    pub space: Space<'a>,
    /// Whether a limit was exceeded, so that sets may not be exact and values may be unknown.
    pub limited: bool,
}

/// Returns the declared parameters of a template.
pub(super) fn declared<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
) -> impl Iterator<Item = Parameter<'a>> {
    let texts = ScalarTexts::of(tree);
    let section = tree
        .root
        .get("Parameters")
        .and_then(|section| section.as_map())
        .unwrap_or_default();
    section.iter().filter_map(move |entry| {
        let declaration = texts.with_texts(arena, entry.value);
        Parameter::of(entry.key.as_str()?, declaration)
    })
}

impl<'i> Inputs<'i> {
    pub(super) fn resolved(&self) -> resolve::Inputs<'i> {
        resolve::Inputs {
            parameter_values: self.parameter_values,
            defaults: self.defaults,
            limits: self.limits,
        }
    }
}
