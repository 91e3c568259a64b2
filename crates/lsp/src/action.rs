//! Fixes as code actions.

use lsp_types::{
    CodeAction, CodeActionKind, Diagnostic, DocumentChanges, NumberOrString, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};

use crate::diagnostic::{NOT_CHECKED, Positions, SOURCE, Shown};
use crate::text::Text;
use crate::waive;
use cfn_warden_syntax::fix::{Fix, Safety};

/// The kind of the action that fixes everything.
pub const FIX_ALL: &str = "source.fixAll.cfn-warden";

/// A version of a document.
#[derive(Debug, Clone, Copy)]
pub struct Target<'d> {
    /// The document.
    pub uri: &'d Uri,
    /// The version that the edits are for.
    pub version: i32,
}

/// Returns the fixes of the diagnostics that touch a range.
pub fn quick_fixes(
    shown: &[Shown],
    range: Range,
    positions: &Positions<'_>,
    target: Target<'_>,
) -> Vec<CodeAction> {
    let touches = |other: Range| other.start <= range.end && range.start <= other.end;
    let here = shown.iter().filter(|one| touches(one.diagnostic.range));
    let fixes = here.filter_map(|one| Some((one, one.fix.as_ref()?)));
    let mut actions: Vec<CodeAction> = Vec::new();
    for (one, fix) in fixes {
        let edits = edits(fix, positions);
        let edit = Some(edit(target, edits));
        // Findings with the same fix are one action.
        if let Some(same) = actions.iter_mut().find(|action| action.edit == edit) {
            same.diagnostics
                .get_or_insert_default()
                .push(one.diagnostic.clone());
            continue;
        }
        actions.push(CodeAction {
            title: title(fix),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![one.diagnostic.clone()]),
            edit,
            is_preferred: Some(fix.safety == Safety::Safe),
            ..CodeAction::default()
        });
    }
    actions
}

/// The rule about values that are not among those that a property allows.
const NOT_ALLOWED: &str = "E3030";
/// Properties with more values have no action for each of them; completion lists them.
const MOST_VALUES: usize = 10;

/// Returns an action for each value that a property allows in the place of the one of a diagnostic that touches a range.
/// `values_at` returns those at a position.
pub fn allowed_values(
    shown: &[Shown],
    range: Range,
    target: Target<'_>,
    values_at: impl Fn(Position) -> Vec<String>,
) -> Vec<CodeAction> {
    let is_of_rule = |diagnostic: &Diagnostic| matches!(&diagnostic.code, Some(NumberOrString::String(rule)) if rule == NOT_ALLOWED);
    let is_here = |other: Range| other.start <= range.end && range.start <= other.end;
    let mut actions = Vec::new();
    for diagnostic in shown.iter().map(|one| &one.diagnostic) {
        if !is_of_rule(diagnostic) || !is_here(diagnostic.range) {
            continue;
        }
        let values = values_at(diagnostic.range.start);
        if values.len() > MOST_VALUES {
            continue;
        }
        actions.extend(values.into_iter().map(|value| CodeAction {
            title: format!("Replace with `{value}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            edit: Some(edit(
                target,
                vec![TextEdit {
                    range: diagnostic.range,
                    new_text: value,
                }],
            )),
            is_preferred: Some(false),
            ..CodeAction::default()
        }));
    }
    actions
}

/// Returns an action for each rule with diagnostics that touch a range: the comment that waives them.
pub fn waive(shown: &[Shown], range: Range, text: &Text, target: Target<'_>) -> Vec<CodeAction> {
    let mut actions: Vec<CodeAction> = Vec::new();
    for diagnostic in shown.iter().map(|one| &one.diagnostic) {
        let line = diagnostic.range.start.line;
        let Some(NumberOrString::String(rule)) = &diagnostic.code else {
            continue;
        };
        let is_here = diagnostic.range.start <= range.end && range.start <= diagnostic.range.end;
        if !is_here || rule == NOT_CHECKED {
            continue;
        }
        let title = format!("Waive {rule} here");
        if actions.iter().any(|action| action.title == title) {
            continue;
        }
        if let Some(comment) = waive::comment(text, rule, line) {
            actions.push(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                edit: Some(edit(target, vec![comment])),
                is_preferred: Some(false),
                ..CodeAction::default()
            });
        }
    }
    actions
}

/// Returns the action that replaces a document with a fixed one.
pub fn fix_all(text: &Text, fixed: String, target: Target<'_>) -> CodeAction {
    CodeAction {
        title: format!("Apply all safe fixes of {SOURCE}"),
        kind: Some(CodeActionKind::new(FIX_ALL)),
        edit: Some(edit(
            target,
            vec![TextEdit {
                range: text.whole(),
                new_text: fixed,
            }],
        )),
        ..CodeAction::default()
    }
}

fn title(fix: &Fix) -> String {
    let description = fix.description.trim_end_matches('.');
    match fix.safety {
        Safety::Safe => description.to_owned(),
        Safety::Unsafe => format!("{description} (review the change)"),
    }
}

fn edits(fix: &Fix, positions: &Positions<'_>) -> Vec<TextEdit> {
    let edits = fix.edits.iter();
    edits
        .map(|edit| TextEdit {
            range: positions.range(edit.span),
            new_text: edit.text.clone(),
        })
        .collect()
}

fn edit(target: Target<'_>, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let text_document = OptionalVersionedTextDocumentIdentifier {
        uri: target.uri.clone(),
        version: Some(target.version),
    };
    let edits = edits.into_iter().map(OneOf::Left).collect();
    let document_changes = Some(DocumentChanges::Edits(vec![TextDocumentEdit {
        text_document,
        edits,
    }]));
    WorkspaceEdit {
        document_changes,
        ..WorkspaceEdit::default()
    }
}
