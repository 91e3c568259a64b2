//! Masking of secret values: passwords, tokens, keys, write-only properties, and values that `NoEcho` or Terraform
//! mark as sensitive.
//!
//! - `collect`: secret values in a tree; `names`: names that indicate a secret; `harmless`: values that are not one;
//!   `lines`: secrets in a text without a tree; `readable`: the part of such a text that has one
//! - `candidates`: values of functions; `credentials`: secrets that are recognized by their form
//! - `spelling` and `patterns`: escaped forms of secrets, and searching for them
//! - `json` and `source`: masking in JSON reports and in source texts, which keeps columns

mod candidates;
mod collect;
mod credentials;
mod harmless;
mod json;
mod lines;
mod names;
mod patterns;
mod readable;
mod set;
mod source;
mod spelling;

use std::collections::BTreeMap;

use serde_json::value::RawValue;

pub use self::json::CustomMessages;
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
    pub fn of(
        text: &str,
        parsed: &Parsed<'_>,
        knowledge: &Knowledge,
        sets: &[ParameterSet],
    ) -> Secrets {
        let mut secrets = Secrets::default();
        let has_credentials = credentials::may_be_in(text);
        if has_credentials {
            secrets.add_credentials(text);
        }
        if let Some(tree) = &parsed.tree {
            collect::document(tree, knowledge, sets, has_credentials, &mut secrets);
        } else {
            readable::with_tree(text, &parsed.errors, |tree| {
                collect::document(tree, knowledge, sets, has_credentials, &mut secrets);
            });
        }
        if !parsed.errors.is_empty() {
            lines::collect(text, &mut secrets);
        }
        secrets
    }

    /// Adds the secrets of a document that is merged into others.
    pub fn add_tree(&mut self, tree: &Tree<'_>, knowledge: &Knowledge) {
        let mut others = Secrets::default();
        collect::document(tree, knowledge, &[], true, &mut others);
        self.merge(&others);
    }

    /// Adds the secrets of a document in which functions are replaced by their values.
    pub fn add_resolved(&mut self, tree: &Tree<'_>, knowledge: &Knowledge) {
        collect::resolved(tree, knowledge, self);
    }

    /// Adds the values that changes of a context have where the template uses secret parameters.
    pub fn add_changes(&mut self, template: &Tree<'_>, context: &Tree<'_>, knowledge: &Knowledge) {
        collect::changes(template.root, context.root, knowledge, self);
    }

    /// Collects the secrets of a text without a tree, line by line.
    pub fn of_lines(text: &str) -> Secrets {
        let mut secrets = Secrets::default();
        secrets.add_credentials(text);
        lines::collect(text, &mut secrets);
        secrets
    }

    /// Returns a mask for these secrets.
    pub fn mask(&self) -> Mask<'_> {
        let mut texts = BTreeMap::new();
        self.values
            .iter()
            .for_each(|(value, kind)| spelling::add(value, *kind, &mut texts));
        Mask {
            patterns: Patterns::of(texts),
            spans: &self.spans,
        }
    }
}

/// Visits all texts of findings that may have secrets.
pub fn each_text(findings: &mut [Finding], visit: &mut dyn FnMut(&mut String)) {
    for finding in findings {
        let texts = std::iter::once(&mut finding.message).chain(&mut finding.remediation);
        texts.for_each(|text| text.edit_operands(visit));
        if let Some(fix) = &mut finding.fix {
            fix.description.edit_operands(visit);
            fix.edits.iter_mut().for_each(|edit| visit(&mut edit.text));
        }
        if let Some(note) = &mut finding.deployments {
            note.when.edit_operands(visit);
            note.witness.iter_mut().for_each(|(_, value)| visit(value));
            note.unknowns
                .iter_mut()
                .for_each(|name| name.edit_operands(visit));
        }
        if let Some(identity) = &mut finding.identity {
            identity.part.edit_operands(visit);
        }
        if let Some(fingerprint) = &mut finding.fingerprint {
            visit(&mut fingerprint.path);
            fingerprint.value.edit_operands(visit);
            if let Some((path, value)) = &mut fingerprint.former {
                visit(path);
                value.edit_operands(visit);
            }
        }
        finding
            .related
            .iter_mut()
            .for_each(|related| related.text.edit_operands(visit));
        each_text(&mut finding.children, visit);
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
        self.drop_fixes(findings);
        each_text(findings, &mut |text| self.text(text));
    }

    /// Removes fixes with secrets: an edit with a mask would write the mask into the document.
    fn drop_fixes(&self, findings: &mut [Finding]) {
        for finding in findings {
            finding.fix.take_if(|fix| {
                self.is_in(&fix.description) || fix.edits.iter().any(|edit| self.is_in(&edit.text))
            });
            self.drop_fixes(&mut finding.children);
        }
    }

    /// Returns a source text in which secrets are masked and columns stay the same; `None` if there are no secrets.
    pub fn source(&self, text: &str) -> Option<String> {
        source::masked(&self.patterns, self.spans, text)
    }

    /// Masks secrets in a JSON report of cfn-guard's.
    pub fn json(&self, report: &mut Box<RawValue>, custom_messages: CustomMessages) {
        if let Some(masked) = json::masked_report(&self.patterns, report, custom_messages) {
            *report = masked;
        }
    }

    /// Whether a text has secrets.
    fn is_in(&self, text: &str) -> bool {
        masked(&self.patterns, text).is_some()
    }

    /// Whether the digits of a number are a secret.
    pub fn is_secret_number(&self, digits: &str) -> bool {
        self.patterns.is_one(digits)
    }

    /// Masks secrets in a text.
    pub fn text(&self, text: &mut String) {
        if let Some(masked) = masked(&self.patterns, text) {
            *text = masked;
        }
    }
}
