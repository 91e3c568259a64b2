//! Open documents.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lsp_types::Uri;

use crate::diagnostic::Shown;
use crate::host::DocumentKind;
use crate::text::Text;

/// An open document.
pub struct Open {
    /// The name that the editor uses.
    pub uri: Uri,
    /// The path, if it is a file.
    pub path: Option<String>,
    /// What it is.
    pub kind: DocumentKind,
    /// The version that the editor counts.
    pub version: i32,
    /// The current text.
    pub text: Arc<Text>,
    /// The number of the last change.
    pub edition: u64,
    /// Cancels the check of this version.
    pub cancel: Arc<AtomicBool>,
    /// The diagnostics, and the number of the change that they belong to.
    pub shown: (u64, Vec<Shown>),
}

impl Open {
    /// Returns the diagnostics, if they are those of the current version.
    pub fn current(&self) -> &[Shown] {
        if self.shown.0 == self.edition {
            &self.shown.1
        } else {
            &[]
        }
    }
}

/// Returns what a document is; `None` for one that is not checked.
pub fn kind(language: &str, uri: &str) -> Option<DocumentKind> {
    let name = uri.rsplit('/').next().unwrap_or_default();
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_lowercase())
        .unwrap_or_default();
    match (language, extension.as_str()) {
        (_, "guard" | "ruleset") => Some(DocumentKind::Rules),
        ("guard" | "cfn-guard" | "cloudformation-guard", _) => Some(DocumentKind::Rules),
        (_, "yaml" | "yml" | "json" | "template") => Some(DocumentKind::Template),
        _ if ["yaml", "json", "cloudformation"]
            .iter()
            .any(|known| language.contains(known)) =>
        {
            Some(DocumentKind::Template)
        }
        _ => None,
    }
}
