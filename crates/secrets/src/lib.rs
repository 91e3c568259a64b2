//! Masking of secret values: passwords, tokens, keys, write-only properties, and values that `NoEcho` or Terraform
//! mark as sensitive.
//!
//! - `collect`: secret values in a tree; `names`: names that indicate a secret; `plan`: sensitive values of a
//!   Terraform plan; `lines`: secrets in a text without a tree
//! - `spelling` and `patterns`: escaped forms of secrets, and searching for them
//! - `json` and `source`: masking in JSON reports and in source texts, which keeps columns

mod collect;
mod json;
mod lines;
mod names;
mod patterns;
mod set;
mod source;
mod spelling;

use std::collections::BTreeMap;

use serde_json::value::RawValue;

pub use self::names::is_secret;
pub use self::patterns::MASK;
pub use self::set::{Secrets, Values};

use self::patterns::{Patterns, masked};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Parsed, Span, Tree};
use cfn_warden_template::ParameterSet;

impl Secrets {
    /// Collects the secrets of a document, even if it could be parsed only in part.
    pub fn of(text: &str, parsed: &Parsed<'_>, knowledge: &Knowledge, sets: &[ParameterSet]) -> Secrets {
        let mut secrets = Secrets::default();
        if let Some(tree) = &parsed.tree {
            collect::document(tree, knowledge, sets, &mut secrets);
        }
        if !parsed.errors.is_empty() {
            lines::collect(text, &mut secrets);
        }
        secrets
    }

    /// Adds the secrets of a document that is merged into others.
    pub fn add_tree(&mut self, tree: &Tree<'_>, knowledge: &Knowledge) {
        let mut others = Secrets::default();
        collect::document(tree, knowledge, &[], &mut others);
        self.values.append(&mut others.values);
    }

    /// Collects the secrets of a text without a tree, line by line.
    pub fn of_lines(text: &str) -> Secrets {
        let mut secrets = Secrets::default();
        lines::collect(text, &mut secrets);
        secrets
    }

    /// Returns a mask for these secrets.
    pub fn mask(&self) -> Mask<'_> {
        let mut texts = BTreeMap::new();
        self.values.iter().for_each(|(value, kind)| spelling::add(value, *kind, &mut texts));
        Mask { patterns: Patterns::of(texts), spans: &self.spans }
    }
}

/// Finds and masks secrets.
pub struct Mask<'s> {
    patterns: Patterns,
    spans: &'s [Span],
}

impl Mask<'_> {
    /// Masks secrets in findings.
    pub fn findings(&self, findings: &mut [Finding]) {
        for finding in findings {
            self.text(&mut finding.message);
            finding.remediation.iter_mut().for_each(|text| self.text(text));
            // An edit with a mask would write the mask into the document.
            finding
                .fix
                .take_if(|fix| self.is_in(&fix.description) || fix.edits.iter().any(|edit| self.is_in(&edit.text)));
            if let Some(note) = &mut finding.deployments {
                self.text(&mut note.when);
                let values = note.witness.iter_mut().map(|(_, value)| value);
                values.chain(&mut note.unknowns).for_each(|text| self.text(text));
            }
            if let Some(fingerprint) = &mut finding.fingerprint {
                self.text(&mut fingerprint.path);
                self.text(&mut fingerprint.value);
            }
            finding.related.iter_mut().for_each(|related| self.text(&mut related.text));
            self.findings(&mut finding.children);
        }
    }

    /// Returns a source text in which secrets are masked and columns stay the same; `None` if there are no secrets.
    pub fn source(&self, text: &str) -> Option<String> {
        source::masked(&self.patterns, self.spans, text)
    }

    /// Masks secrets in a JSON report.
    pub fn json(&self, report: &mut Box<RawValue>) {
        if let Some(masked) = json::masked_report(&self.patterns, report) {
            *report = masked;
        }
    }

    /// Whether a text has secrets.
    fn is_in(&self, text: &str) -> bool {
        masked(&self.patterns, text).is_some()
    }

    /// Masks secrets in a text.
    pub fn text(&self, text: &mut String) {
        if let Some(masked) = masked(&self.patterns, text) {
            *text = masked;
        }
    }
}
