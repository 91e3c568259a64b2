//! Resources that the given provider schemas do not cover.

use std::collections::BTreeSet;

use super::providers::{full_name, provider_of};
use crate::module::{EvaluatedModule, Run, Settings};

/// What provider schemas lack although a configuration uses it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SchemaGaps {
    /// The providers without a schema, such as `hashicorp/aws`.
    pub providers: BTreeSet<String>,
    /// The resource types whose schemas cannot be read, each with its provider.
    pub unreadable_types: BTreeSet<(String, String)>,
}

/// Returns what the provider schemas lack; nothing if none are given.
pub fn schema_gaps(run: &Run, settings: &Settings<'_>) -> SchemaGaps {
    let mut gaps = SchemaGaps::default();
    if settings.providers.schemas.is_given() {
        run.root
            .iter()
            .for_each(|root| add_module(root, settings, &mut gaps));
    }
    gaps
}

fn add_module(module: &EvaluatedModule, settings: &Settings<'_>, gaps: &mut SchemaGaps) {
    let providers = &settings.providers;
    for ((mode, kind, _), block) in &module.declared.resources {
        if providers.schema(*mode, kind).is_some() {
            continue;
        }
        let short = |source: &str| {
            source
                .strip_prefix("registry.terraform.io/")
                .unwrap_or(source)
                .to_owned()
        };
        match providers.source_of(*mode, kind) {
            // The type is there, but its schema does not decode.
            Some(source) => {
                gaps.unreadable_types
                    .insert((short(source), kind.to_string()));
            }
            None => {
                let source = full_name(&module.declared, &provider_of(block, kind));
                if providers.types(*mode, &source).is_none() {
                    gaps.providers.insert(short(&source));
                }
            }
        }
    }
    module
        .modules
        .iter()
        .for_each(|inner| add_module(inner, settings, gaps));
}
