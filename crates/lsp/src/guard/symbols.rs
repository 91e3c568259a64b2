//! The symbols of a rules text: rules, and the variables of the file.

use lsp_types::{DocumentSymbol, SymbolKind};

use super::names::{Kind, Names};
use crate::text::Text;

/// Returns the symbols of a rules text.
pub fn of(text: &Text) -> Vec<DocumentSymbol> {
    let content = text.as_str();
    let names = Names::of(content);
    let is_shown = |kind: Kind, scope: usize| kind == Kind::Rule || scope == content.len();
    let shown = names
        .declarations
        .iter()
        .filter(|one| is_shown(one.kind, one.scope.len()));
    shown
        .map(|one| {
            #[expect(deprecated, reason = "the type has no constructor")]
            DocumentSymbol {
                name: one.name.to_owned(),
                detail: None,
                kind: if one.kind == Kind::Rule {
                    SymbolKind::FUNCTION
                } else {
                    SymbolKind::VARIABLE
                },
                tags: None,
                deprecated: None,
                range: text.range(&one.span),
                selection_range: text.range(&one.range),
                children: None,
            }
        })
        .collect()
}
