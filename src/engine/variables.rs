//! Values for a Terraform module's variables, as a run.

use bumpalo::Bump;

use super::{Document, FailOn, Fault, FaultKind, Run};
use crate::terraform::variables::{Check, check};

/// Checks the values that are given for a module's variables. The documents are the files that were read; their names are
/// kept in the arena.
pub fn check_variables<'r>(asked: &Check<'_>, fail_on: FailOn, arena: &'r Bump) -> Run<'r> {
    let checked = check(asked);
    let document = |(name, text): (String, String)| Document {
        name: arena.alloc_str(&name),
        text: text.into(),
        ..Document::default()
    };
    let fault = |untold: crate::terraform::variables::Untold| Fault {
        kind: FaultKind::Document,
        message: untold.message,
        file: untold.file,
        at: untold.at,
    };
    let documents: Vec<Document<'r>> = checked.texts.into_iter().map(document).collect();
    let mut findings = checked.findings;
    let place = |file: &str| documents.iter().position(|document| document.name == file);
    findings.sort_by_cached_key(|finding| (place(&finding.file), finding.span.start, finding.rule.id.clone()));
    Run { documents, findings, faults: checked.faults.into_iter().map(fault).collect(), fail_on, ..Run::default() }
}
