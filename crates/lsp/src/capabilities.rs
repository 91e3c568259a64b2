//! What the server offers, and what it asks the editor for.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    HoverProviderCapability, InitializeParams, OneOf, Registration, RegistrationParams,
    SaveOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};

use crate::action::FIX_ALL;

/// Returns what the server offers. Positions count UTF-16 units, as without negotiation.
pub fn of_server() -> ServerCapabilities {
    let characters = |text: &str| text.chars().map(String::from).collect();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(characters(":.!{\"' ")),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::new(FIX_ALL)]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

/// Returns the files whose changes the editor reports, if it can: findings depend on them.
pub fn watched(client: &InitializeParams) -> Option<RegistrationParams> {
    const PATTERNS: [&str; 3] = [
        "**/cfn-warden.toml",
        "**/*.guard",
        "**/*.{yaml,yml,json,template}",
    ];
    let files = client
        .capabilities
        .workspace
        .as_ref()?
        .did_change_watched_files
        .as_ref()?;
    if files.dynamic_registration != Some(true) {
        return None;
    }
    let pattern = |pattern: &str| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern.to_owned()),
        kind: None,
    };
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: PATTERNS.into_iter().map(pattern).collect(),
    };
    let registration = Registration {
        id: "watched".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    };
    Some(RegistrationParams {
        registrations: vec![registration],
    })
}

/// Returns the URI of the folder that the editor opened.
pub fn folder(client: &InitializeParams) -> Option<&str> {
    let first = client
        .workspace_folders
        .iter()
        .flatten()
        .next()
        .map(|folder| folder.uri.as_str());
    #[expect(deprecated, reason = "editors without workspace folders send it")]
    let root = client.root_uri.as_ref().map(|root| root.as_str());
    first.or(root)
}
