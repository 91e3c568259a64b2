//! The values of a parameter, each with the deployments that have it.

use crate::PseudoParameter;
use crate::region::{Partition, REGIONS};
use crate::resolve::evaluate::Evaluated;
use crate::resolve::facts::texts;
use cfn_warden_syntax::Node;
use cfn_warden_syntax::deployments::DeploymentSet;

/// What is known of a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Class<'a> {
    /// A string, or a list of strings.
    Value(Node<'a>),
    /// It is not one of the other classes.
    Other,
}

/// The values of a parameter; their sets are disjoint and cover all deployments.
#[derive(Debug, Clone)]
pub(super) struct Classes<'a> {
    pub name: &'a str,
    pub list: Vec<(DeploymentSet, Class<'a>)>,
    /// Whether the values are numbers.
    pub number: bool,
    /// Whether the value must not be displayed.
    pub hidden: bool,
}

impl<'a> Classes<'a> {
    /// Whether one of the classes is this value.
    pub fn has(&self, texts: &[String]) -> bool {
        self.list
            .iter()
            .any(|(_, class)| class.texts().as_deref() == Some(texts))
    }
}

impl Class<'_> {
    /// Returns the value as it is compared.
    pub fn texts(self) -> Option<Vec<String>> {
        match self {
            Class::Value(value) => texts(Evaluated::To(value)),
            Class::Other => None,
        }
    }
}

/// Whether a pseudo parameter never has a value.
pub(super) fn is_impossible(name: &str, value: &str) -> bool {
    let mut partitions = REGIONS.iter().map(|region| Partition::of(region));
    match PseudoParameter::named(name) {
        Some(PseudoParameter::Region) => !is_region(value),
        Some(PseudoParameter::Partition) => partitions.all(|partition| partition.name != value),
        Some(PseudoParameter::UrlSuffix) => partitions.all(|partition| partition.suffix != value),
        _ => false,
    }
}

/// Whether a text has the form of a region's name: `eu-central-1`.
pub(super) fn is_region(text: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase());
    let mut parts: Vec<_> = text.split('-').collect();
    let number = parts.pop().unwrap_or_default();
    let is_number = number.len() == 1 && number.chars().all(|c| c.is_ascii_digit());
    is_number && parts.len() >= 2 && parts.into_iter().all(is_part)
}
