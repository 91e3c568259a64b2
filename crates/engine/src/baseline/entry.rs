//! Entries of baselines.

use super::files::Files;
use crate::digest::sha256;
use cfn_warden_syntax::finding::{Engine, Finding, Fingerprint};

/// The number of hexadecimal digits of a digest.
const DIGITS: usize = 32;

/// A known finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The document, relative to the baseline and with `/` between folders; empty for standard input.
    pub file: String,
    /// The path of the value, with items of lists by their values.
    pub path: String,
    /// The ID of the lint rule or the name of the Guard rule.
    pub rule: String,
    /// The engine that reported the finding.
    pub engine: Engine,
    /// The value, the missing key or the message.
    pub value: String,
    /// The [`digest`] of engine, rule, path and value.
    pub digest: String,
}

impl Entry {
    /// Returns the entry of a finding.
    pub(super) fn of(finding: &Finding, files: &dyn Files) -> Entry {
        let Fingerprint {
            document,
            path,
            value,
            effect: _,
            former: _,
        } = match finding.fingerprint.as_deref() {
            Some(fingerprint) => fingerprint.clone(),
            None => Fingerprint {
                document: finding.file.clone(),
                path: finding
                    .path
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default(),
                value: finding.message.clone(),
                effect: String::new(),
                former: None,
            },
        };
        let (engine, rule) = (finding.engine, finding.rule.id.to_string());
        let digest = digest(engine, &rule, &path, &value);
        Entry {
            file: files.name(&document),
            path,
            rule,
            engine,
            value: value.to_string(),
            digest,
        }
    }
}

/// Returns the digest of the finding that baselines list in place of this one if they were written before parts were told apart.
pub(super) fn former_digest(finding: &Finding) -> Option<String> {
    let (path, value) = finding.fingerprint.as_deref()?.former.as_ref()?;
    Some(digest(finding.engine, &finding.rule.id, path, value))
}

/// Returns the digest of a finding; `None` if it has no fingerprint.
pub fn finding_digest(finding: &Finding) -> Option<String> {
    let Fingerprint { path, value, .. } = finding.fingerprint.as_deref()?;
    Some(digest(finding.engine, &finding.rule.id, path, value))
}

/// Returns what identifies a finding together with its effect; `None` if it has no fingerprint. It changes if the value,
/// the type or the condition of the resource changes, or what the value refers to.
pub fn finding_effect(finding: &Finding) -> Option<(String, String)> {
    let effect = finding.fingerprint.as_deref()?.effect.clone();
    Some((finding_digest(finding)?, effect))
}

/// Returns the hash of what identifies a finding, in hexadecimal.
pub fn digest(engine: Engine, rule: &str, path: &str, value: &str) -> String {
    // Lengths in front of the texts: no two lists of texts are the same bytes.
    let parts = [engine.name(), rule, path, value].map(|text| format!("{}:{text}", text.len()));
    sha256(parts.concat().as_bytes())
        .chars()
        .take(DIGITS)
        .collect()
}
