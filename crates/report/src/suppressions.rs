//! Suppressions in the result document.

use serde::Serialize;

use super::location::{Location, PathStep, located, some, step};
use cfn_warden_syntax::finding::{Suppression, SuppressionKind};

/// A suppression in a document.
#[derive(Debug, Serialize)]
pub struct SuppressionRecord<'r> {
    kind: &'static str,
    file: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<PathStep<'r>>>,
    location: Location,
    names: &'r [String],
    status: &'static str,
    removed: usize,
}

/// Returns the record of a suppression.
pub fn record(one: &Suppression) -> SuppressionRecord<'_> {
    SuppressionRecord {
        kind: match one.kind {
            SuppressionKind::Metadata => "cfn-lint-metadata",
            SuppressionKind::Comment => "cfn-lint-comment",
            SuppressionKind::Guard => "guard-metadata",
            SuppressionKind::CfnNag => "cfn-nag-metadata",
            SuppressionKind::TflintComment => "tflint-comment",
            SuppressionKind::TflintConfiguration => "tflint-configuration",
            SuppressionKind::Waiver => "waiver",
        },
        file: some(&one.file),
        path: one
            .path
            .as_ref()
            .map(|path| path.0.iter().map(step).collect()),
        location: located(one.span),
        names: &one.names,
        status: if one.denied { "denied" } else { "allowed" },
        removed: one.removed,
    }
}
