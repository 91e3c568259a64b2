//! Answers to requests about open documents.

use std::collections::HashMap;

use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CompletionItem, CompletionItemKind, CompletionList,
    CompletionParams, CompletionTextEdit, DocumentSymbolParams, Documentation,
    GotoDefinitionParams, Hover, HoverContents, HoverParams, Location, MarkupContent, MarkupKind,
    ReferenceParams, TextDocumentIdentifier, TextDocumentPositionParams, TextEdit,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::action::{self, FIX_ALL, Target};
use crate::diagnostic::Positions;
use crate::host::{Document, DocumentKind, Host};
use crate::open::Open;
use crate::outline::read;
use crate::template::completion::{self, Item};
use crate::template::{hover, names::Names, symbols};
use crate::{guard, rule};

type Documents = HashMap<String, Open>;
type Answer = Result<Value, serde_json::Error>;

/// Answers a request; `None` for an unknown method. A request about a document that is not open has the answer `null`.
pub fn answer(
    host: &impl Host,
    documents: &Documents,
    method: &str,
    params: Value,
) -> Option<Answer> {
    Some(match method {
        "textDocument/hover" => with(params, |params: HoverParams| {
            let (open, offset) = at(documents, &params.text_document_position_params)?;
            hovered(host, open, offset)
        }),
        "textDocument/completion" => with(params, |params: CompletionParams| {
            let (open, offset) = at(documents, &params.text_document_position)?;
            (open.kind == DocumentKind::Template).then(|| completed(host, open, offset))
        }),
        "completionItem/resolve" => with(params, |item: CompletionItem| {
            let text = completion::described(host.knowledge(), &item.label);
            let documentation = text.map(|value| Documentation::MarkupContent(markdown(value)));
            Some(CompletionItem {
                documentation: documentation.or(item.documentation.clone()),
                ..item
            })
        }),
        "textDocument/definition" => with(params, |params: GotoDefinitionParams| {
            let (open, offset) = at(documents, &params.text_document_position_params)?;
            defined(open, offset)
        }),
        "textDocument/references" => with(params, |params: ReferenceParams| {
            let (open, offset) = at(documents, &params.text_document_position)?;
            Some(referred(open, offset, params.context.include_declaration))
        }),
        "textDocument/documentSymbol" => with(params, |params: DocumentSymbolParams| {
            let open = opened(documents, &params.text_document)?;
            Some(match open.kind {
                DocumentKind::Template => symbols::of(&read(open.text.as_str()), &open.text),
                DocumentKind::Rules => guard::symbols::of(&open.text),
            })
        }),
        "textDocument/codeAction" => with(params, |params: CodeActionParams| {
            let open = opened(documents, &params.text_document)?;
            Some(actions(host, open, &params))
        }),
        _ => return None,
    })
}

fn with<P: DeserializeOwned, R: Serialize>(
    params: Value,
    act: impl FnOnce(P) -> Option<R>,
) -> Answer {
    serde_json::from_value(params).and_then(|params| serde_json::to_value(act(params)))
}

fn opened<'d>(documents: &'d Documents, named: &TextDocumentIdentifier) -> Option<&'d Open> {
    documents.get(named.uri.as_str())
}

fn at<'d>(
    documents: &'d Documents,
    place: &TextDocumentPositionParams,
) -> Option<(&'d Open, usize)> {
    let open = opened(documents, &place.text_document)?;
    Some((open, open.text.offset(place.position)))
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

/// The hover of a position: its findings, a rule that it names, and what it is.
fn hovered(host: &impl Host, open: &Open, offset: usize) -> Option<Hover> {
    let text = open.text.as_str();
    let position = open.text.position(offset);
    let holds = |range: &lsp_types::Range| range.start <= position && position <= range.end;
    let here = open
        .current()
        .iter()
        .filter(|one| holds(&one.diagnostic.range));
    let findings = here.map(|one| (one.explanation.clone(), one.diagnostic.range));
    let found: Vec<_> = findings.filter(|(text, _)| !text.is_empty()).collect();
    let own = rule::named_at(text, offset).or_else(|| match open.kind {
        DocumentKind::Template => hover::of(host.knowledge(), host.rules(), &read(text), offset),
        DocumentKind::Rules => guard::hover::of(host.knowledge(), text, offset, |name| {
            host.page_of_function(name)
        }),
    });
    let range = own
        .as_ref()
        .map(|(_, range)| open.text.range(range))
        .or(found.first().map(|(_, range)| *range))?;
    let texts = found
        .into_iter()
        .map(|(text, _)| text)
        .chain(own.map(|(text, _)| text));
    let contents = HoverContents::Markup(markdown(texts.collect::<Vec<_>>().join("\n\n---\n\n")));
    Some(Hover {
        contents,
        range: Some(range),
    })
}

/// Returns the values that the property at an offset allows, as they are written in the document.
fn allowed_values(host: &impl Host, open: &Open, offset: usize) -> Vec<String> {
    let found = completion::at(host.knowledge(), host.rules(), open.text.as_str(), offset);
    let is_value = |item: &Item| item.kind == CompletionItemKind::ENUM_MEMBER;
    let values = found.items.into_iter().filter(is_value);
    values.map(|item| item.text).collect()
}

fn completed(host: &impl Host, open: &Open, offset: usize) -> CompletionList {
    let found = completion::at(host.knowledge(), host.rules(), open.text.as_str(), offset);
    let range = open.text.range(&found.replaced);
    let typed = open
        .text
        .as_str()
        .get(found.replaced.clone())
        .unwrap_or_default();
    let items = found.items.into_iter().enumerate().map(|(place, item)| {
        let Item {
            label,
            text,
            kind,
            detail,
            order,
        } = item;
        CompletionItem {
            kind: Some(kind),
            detail: Some(detail).filter(|detail| !detail.is_empty()),
            sort_text: Some(format!("{order}{place:04}")),
            // Editors compare what is typed with this text: a quote or an exclamation mark may be a part of it.
            filter_text: Some(if label.starts_with(typed) {
                label.clone()
            } else {
                text.clone()
            }),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: text,
            })),
            label,
            ..CompletionItem::default()
        }
    });
    CompletionList {
        is_incomplete: found.is_incomplete,
        items: items.collect(),
    }
}

fn defined(open: &Open, offset: usize) -> Option<Location> {
    let text = open.text.as_str();
    let range = match open.kind {
        DocumentKind::Template => {
            let outline = read(text);
            Names::of(&outline)
                .declaration_at(offset)
                .map(|one| one.range.clone())?
        }
        DocumentKind::Rules => guard::names::Names::of(text)
            .declaration_at(offset)
            .map(|one| one.range.clone())?,
    };
    Some(Location {
        uri: open.uri.clone(),
        range: open.text.range(&range),
    })
}

fn referred(open: &Open, offset: usize, with_declaration: bool) -> Vec<Location> {
    let text = open.text.as_str();
    let mut ranges = match open.kind {
        DocumentKind::Template => {
            let outline = read(text);
            let names = Names::of(&outline);
            let Some(declaration) = names.declaration_at(offset) else {
                return Vec::new();
            };
            let uses = names.uses_of(declaration).map(|one| one.range.clone());
            with_declaration
                .then(|| declaration.range.clone())
                .into_iter()
                .chain(uses)
                .collect::<Vec<_>>()
        }
        DocumentKind::Rules => {
            let names = guard::names::Names::of(text);
            let Some(declaration) = names.declaration_at(offset) else {
                return Vec::new();
            };
            let uses = names.uses_of(declaration);
            with_declaration
                .then(|| declaration.range.clone())
                .into_iter()
                .chain(uses)
                .collect()
        }
    };
    ranges.sort_by_key(|range| range.start);
    ranges
        .into_iter()
        .map(|range| Location {
            uri: open.uri.clone(),
            range: open.text.range(&range),
        })
        .collect()
}

fn actions(host: &impl Host, open: &Open, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let only = params.context.only.as_deref();
    // An editor that asks for `source` wants all kinds below it.
    let wants = |kind: &str| {
        let is_above = |wanted: &str| {
            kind == wanted
                || kind
                    .strip_prefix(wanted)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        only.is_some_and(|only| only.iter().any(|wanted| is_above(wanted.as_str())))
    };
    let target = Target {
        uri: &open.uri,
        version: open.version,
    };
    let mut found = Vec::new();
    if only.is_none() || wants("quickfix") {
        let positions = Positions::of(&open.text, open.kind);
        found.extend(action::quick_fixes(
            open.current(),
            params.range,
            &positions,
            target,
        ));
        // Comments of rules files waive nothing.
        if open.kind == DocumentKind::Template {
            let shown = open.current();
            let values_at = |position| allowed_values(host, open, open.text.offset(position));
            found.extend(action::allowed_values(
                shown,
                params.range,
                target,
                values_at,
            ));
            found.extend(action::waive(shown, params.range, &open.text, target));
        }
    }
    if wants(FIX_ALL) {
        let text = open.text.as_str();
        let document = Document {
            uri: open.uri.as_str(),
            path: open.path.as_deref(),
            kind: open.kind,
            text,
        };
        found.extend(
            host.fix(&document)
                .map(|fixed| action::fix_all(&open.text, fixed, target)),
        );
    }
    found
        .into_iter()
        .map(CodeActionOrCommand::CodeAction)
        .collect()
}
