//! The symbols of a template: sections, and what they declare.

use lsp_types::{DocumentSymbol, SymbolKind};

use super::schema;
use crate::outline::{NodeId, Outline, Token, Value};
use crate::text::Text;

/// Returns the symbols of a template.
pub fn of(outline: &Outline<'_>, text: &Text) -> Vec<DocumentSymbol> {
    let builder = Builder { outline, text };
    outline
        .children(Outline::ROOT)
        .filter_map(|section| builder.section(section))
        .collect()
}

struct Builder<'b, 't> {
    outline: &'b Outline<'t>,
    text: &'b Text,
}

impl Builder<'_, '_> {
    fn section(&self, section: NodeId) -> Option<DocumentSymbol> {
        let key = self.outline.node(section).key.as_ref()?;
        let name = self.outline.text_of(key);
        let kind = match name {
            "Parameters" => SymbolKind::VARIABLE,
            "Resources" => SymbolKind::CLASS,
            "Conditions" => SymbolKind::BOOLEAN,
            "Mappings" => SymbolKind::ENUM,
            "Outputs" => SymbolKind::INTERFACE,
            "Rules" => SymbolKind::EVENT,
            _ => SymbolKind::KEY,
        };
        let entries = match kind {
            SymbolKind::KEY => Vec::new(),
            _ => self
                .outline
                .children(section)
                .filter_map(|entry| self.entry(name, entry, kind))
                .collect(),
        };
        self.symbol(section, key, None, SymbolKind::NAMESPACE, entries)
    }

    fn entry(&self, section: &str, entry: NodeId, kind: SymbolKind) -> Option<DocumentSymbol> {
        let key = self.outline.node(entry).key.as_ref()?;
        let detail = match section {
            "Resources" => schema::type_of(self.outline, self.outline.text_of(key)),
            _ => self
                .outline
                .get(entry, "Type")
                .and_then(|kind| self.outline.scalar(kind))
                .map(|(text, _)| text),
        };
        let below = match section {
            "Resources" => self.outline.get(entry, "Properties"),
            "Mappings" => Some(entry),
            _ => None,
        };
        let below = below.filter(|below| self.outline.node(*below).value == Value::Map);
        let below = below
            .into_iter()
            .flat_map(|below| self.outline.children(below))
            .filter_map(|property| {
                let key = self.outline.node(property).key.as_ref()?;
                self.symbol(property, key, None, SymbolKind::PROPERTY, Vec::new())
            });
        self.symbol(entry, key, detail, kind, below.collect())
    }

    fn symbol(
        &self,
        id: NodeId,
        key: &Token,
        detail: Option<&str>,
        kind: SymbolKind,
        children: Vec<DocumentSymbol>,
    ) -> Option<DocumentSymbol> {
        let name = self.outline.text_of(key);
        let span = &self.outline.node(id).span;
        // Editors reject symbols without a name.
        (!name.trim().is_empty()).then(|| {
            #[expect(deprecated, reason = "the type has no constructor")]
            DocumentSymbol {
                name: name.to_owned(),
                detail: detail.map(str::to_owned),
                kind,
                tags: None,
                deprecated: None,
                range: self
                    .text
                    .range(&(span.start.min(key.range.start)..span.end.max(key.range.end))),
                selection_range: self.text.range(&key.range),
                children: (!children.is_empty()).then_some(children),
            }
        })
    }
}
