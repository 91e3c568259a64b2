//! Masking of secrets in what a document adds to a run.

use super::run::{Document, Incomplete, Run};
use super::waivers::InPlace;
use cfn_warden_secrets::{CustomMessages, MASK, Mask, Secrets};
use cfn_warden_syntax::finding::Finding;

/// The parts of a run that one document added.
#[derive(Debug, Clone, Copy)]
pub struct RunOffsets {
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

    /// Masks secrets in the entries added since and in the document, which keeps the secrets.
    pub fn mask(
        self,
        secrets: Secrets,
        custom_messages: CustomMessages,
        document: &mut Document<'_>,
        run: &mut Run<'_>,
    ) {
        if secrets.is_empty() {
            return;
        }
        let mask = secrets.mask();
        findings(
            &mask,
            run.findings.get_mut(self.findings..).unwrap_or_default(),
        );
        incomplete(
            &mask,
            run.incomplete
                .get_mut(self.incomplete..)
                .unwrap_or_default(),
        );
        run.records
            .get_mut(self.records..)
            .unwrap_or_default()
            .iter_mut()
            .chain(&mut document.guard)
            .for_each(|report| mask.json(report, custom_messages));
        for part in run.coverage.not_seen.iter_mut().skip(self.not_seen) {
            part.reason.edit_operands(&mut |operand| mask.text(operand));
        }
        waivers(&mask, &mut run.waivers_in_place, document.name);
        self::document(&mask, &secrets, document);
        drop(mask);
        document.secrets = secrets;
    }
}

/// Masks secrets in findings.
pub fn findings(mask: &Mask<'_>, findings: &mut [Finding]) {
    mask.findings(findings);
}

/// Masks secrets in the messages of incomplete checks.
pub fn incomplete(mask: &Mask<'_>, incomplete: &mut [Incomplete]) {
    for issue in incomplete {
        issue
            .message
            .edit_operands(&mut |operand| mask.text(operand));
    }
}

/// Masks secrets in what the waivers in a file say.
pub fn waivers(mask: &Mask<'_>, waivers: &mut InPlace, file: &str) {
    waivers.each_text(file, &mut |text| mask.text(text));
}

/// Masks secrets in a document: its text, where columns are kept, and its resolved parameters.
pub fn document(mask: &Mask<'_>, secrets: &Secrets, document: &mut Document<'_>) {
    if let Some(text) = mask.source(&document.text) {
        document.text = text.into();
    }
    for known in document
        .resolution
        .iter_mut()
        .flat_map(|resolution| &mut resolution.parameters)
    {
        mask.text(&mut known.value);
        if secrets.is_parameter(&known.name) {
            MASK.clone_into(&mut known.value);
        }
    }
}
