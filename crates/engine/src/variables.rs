//! Checks of values for Terraform module variables.

use bumpalo::Bump;

use super::masking;
use super::{Document, FailOn, Incomplete, IncompleteKind, Run};
use cfn_warden_secrets::Secrets;
use cfn_warden_terraform::variables::{Check, check};

/// Checks the values for a module's variables. The documents are the files that were read; their names are allocated
/// in the arena.
pub fn check_variables<'r>(request: &Check<'_>, fail_on: FailOn, arena: &'r Bump) -> Run<'r> {
    let checked = check(request);
    let document = |(name, text): (String, String)| Document {
        name: arena.alloc_str(&name),
        text: text.into(),
        ..Document::default()
    };
    let issue = |unchecked: cfn_warden_terraform::variables::Unchecked| Incomplete {
        kind: IncompleteKind::Document,
        message: unchecked.message.on_one_line(),
        file: unchecked.file,
        at: unchecked.at,
    };
    let mut documents: Vec<Document<'r>> = checked.texts.into_iter().map(document).collect();
    let mut findings = checked.findings;
    let mut incomplete: Vec<Incomplete> = checked.incomplete.into_iter().map(issue).collect();
    let mut secrets = Secrets::default();
    documents
        .iter()
        .for_each(|document| secrets.merge(&Secrets::of_lines(&document.text)));
    if !secrets.is_empty() {
        let mask = secrets.mask();
        masking::findings(&mask, &mut findings);
        masking::incomplete(&mask, &mut incomplete);
        documents
            .iter_mut()
            .for_each(|document| masking::document(&mask, &secrets, document));
    }
    let index = |file: &str| documents.iter().position(|document| document.name == file);
    findings.sort_by_cached_key(|finding| {
        (
            index(&finding.file),
            finding.span.start,
            finding.rule.id.clone(),
        )
    });
    Run {
        documents,
        findings,
        incomplete,
        fail_on,
        ..Run::default()
    }
}
