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

pub use self::patterns::MASK;
pub use self::set::{Secrets, Values};

use self::patterns::{Patterns, masked};
use super::run::{Document, Incomplete, Run};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Parsed, Span, Tree};
use cfn_warden_template::ParameterSet;

impl Secrets {
    /// Collects the secrets of a document, even if it could be parsed only in part.
    pub(super) fn of(text: &str, parsed: &Parsed<'_>, knowledge: &Knowledge, sets: &[ParameterSet]) -> Secrets {
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
    pub(super) fn add_tree(&mut self, tree: &Tree<'_>, knowledge: &Knowledge) {
        let mut others = Secrets::default();
        collect::document(tree, knowledge, &[], &mut others);
        self.values.append(&mut others.values);
    }

    /// Collects the secrets of a text without a tree, line by line.
    pub(super) fn of_lines(text: &str) -> Secrets {
        let mut secrets = Secrets::default();
        lines::collect(text, &mut secrets);
        secrets
    }

    /// Returns a mask for these secrets.
    pub(super) fn mask(&self) -> Mask<'_> {
        let mut texts = BTreeMap::new();
        self.values.iter().for_each(|(value, kind)| spelling::add(value, *kind, &mut texts));
        Mask { patterns: Patterns::of(texts), spans: &self.spans }
    }
}

/// Finds and masks secrets.
pub(super) struct Mask<'s> {
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

    /// Masks secrets in the messages of incomplete checks.
    pub fn incomplete(&self, incomplete: &mut [Incomplete]) {
        incomplete.iter_mut().for_each(|issue| self.text(&mut issue.message));
    }

    /// Masks secrets in a document: its text, where columns are kept, its report and its resolved parameters.
    pub fn document(&self, document: &mut Document<'_>) {
        if let Some(text) = source::masked(&self.patterns, self.spans, &document.text) {
            document.text = text.into();
        }
        document.guard.iter_mut().for_each(|report| self.json(report));
        for known in document.resolution.iter_mut().flat_map(|resolution| &mut resolution.parameters) {
            self.text(&mut known.value);
            if names::is_secret(&known.name) {
                MASK.clone_into(&mut known.value);
            }
        }
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

/// The parts of a run that one document added.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunOffsets {
    findings: usize,
    incomplete: usize,
    records: usize,
    not_seen: usize,
}

impl RunOffsets {
    /// Marks the current end of each list, before a document is checked.
    pub fn after(run: &Run<'_>) -> RunOffsets {
        RunOffsets {
            findings: run.findings.len(),
            incomplete: run.incomplete.len(),
            records: run.records.len(),
            not_seen: run.coverage.not_seen.len(),
        }
    }

    /// Masks secrets in the entries added since and in the document. The run keeps the secrets for masking what is
    /// added later.
    pub fn mask(self, secrets: &Secrets, document: &mut Document<'_>, run: &mut Run<'_>) {
        if secrets.is_empty() {
            return;
        }
        let mask = secrets.mask();
        mask.findings(run.findings.get_mut(self.findings..).unwrap_or_default());
        mask.incomplete(run.incomplete.get_mut(self.incomplete..).unwrap_or_default());
        run.records.get_mut(self.records..).unwrap_or_default().iter_mut().for_each(|record| mask.json(record));
        for part in run.coverage.not_seen.iter_mut().skip(self.not_seen) {
            mask.text(&mut part.reason);
        }
        mask.document(document);
        run.secrets.merge(secrets);
    }
}
