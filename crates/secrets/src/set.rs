//! The secret values of a document.

use std::collections::BTreeSet;

use super::credentials;
use super::harmless::{is_keyword, is_long};
use super::names::is_secret;
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
    /// By `NoEcho`: also if the value is short, but then only as a whole.
    Hidden,
    /// By its name or form.
    Named,
    /// A part of a text at the place of a secret, next to something unknown.
    Part,
    /// By the schema: the property cannot be read back.
    WriteOnly,
}

/// Secret values and their positions in a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Secrets {
    pub(super) values: BTreeSet<(String, Kind)>,
    pub(super) spans: Vec<Span>,
    /// The parameters whose values are secret.
    pub(super) parameters: BTreeSet<String>,
    /// Whether functions are at the places of secrets, so that resolved documents have more secrets.
    pub(super) has_functions: bool,
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
        self.parameters.extend(other.parameters.iter().cloned());
    }

    /// Returns whether the values of a parameter are secret, also short ones.
    pub fn is_parameter(&self, name: &str) -> bool {
        is_secret(name) || self.parameters.contains(name)
    }

    /// Returns whether documents in which functions are replaced may have more secrets.
    pub fn has_functions(&self) -> bool {
        self.has_functions
    }

    /// Returns whether there are no secrets.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn add(&mut self, value: String, kind: Kind) {
        let is_blank = value.trim().is_empty();
        let is_secret = match kind {
            Kind::Hidden => true,
            Kind::Named | Kind::WriteOnly => is_long(&value),
            // Without punctuation, which would match everywhere.
            Kind::Part => {
                let core = value.trim_matches(|c: char| !c.is_alphanumeric());
                is_long(core) && !is_keyword(core)
            }
        };
        if !is_blank && is_secret {
            self.values.insert((value, kind));
        }
    }

    /// Adds the credentials in a text that are recognized by their form.
    pub(super) fn add_credentials(&mut self, text: &str) {
        for range in credentials::find(text) {
            // Lines of a private key, also within a text in quotes.
            for part in text.get(range).unwrap_or_default().split("\\n") {
                self.add(part.trim().to_owned(), Kind::Named);
            }
        }
    }
}
