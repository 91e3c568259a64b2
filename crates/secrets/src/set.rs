//! The secret values of a document.

use std::collections::BTreeSet;

use cfn_warden_syntax::Span;

/// How secret values are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Values {
    /// Masked.
    #[default]
    Masked,
    /// Shown, as cfn-lint does.
    Shown,
}

/// Why a value is a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// By its name or declaration.
    Named,
    /// By the schema: the property cannot be read back.
    WriteOnly,
}

/// Secret values and their positions in a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Secrets {
    pub(super) values: BTreeSet<(String, Kind)>,
    pub(super) spans: Vec<Span>,
}

impl Secrets {
    /// Adds values that are known to be secret.
    pub fn add_values(&mut self, values: impl IntoIterator<Item = String>) {
        values
            .into_iter()
            .for_each(|value| self.add(value, Kind::Named));
    }

    /// Adds the values of other secrets, without their positions.
    pub fn merge(&mut self, other: &Secrets) {
        self.values.extend(other.values.iter().cloned());
    }

    /// Returns whether there are no secrets.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn add(&mut self, value: String, kind: Kind) {
        if !value.trim().is_empty() {
            self.values.insert((value, kind));
        }
    }
}
