//! The rules of the `terraform` ruleset, one file each.

use crate::module::{Run, Settings};
use crate::ruleset::{Rule, RulesConfig, RulesResult};

/// Checks the root module of a run by the rules that are enabled.
pub fn check(run: &Run, settings: &Settings<'_>, config: &RulesConfig) -> RulesResult {
    crate::ruleset::check(ALL, run, settings, config)
}

/// The IDs of the rules, for who does not run them: a program that uses no more than these is linked without the rules' code.
#[expect(
    clippy::indexing_slicing,
    reason = "the compiler evaluates it and checks the index"
)]
pub static IDS: [&str; ALL.len()] = {
    let mut ids = [""; ALL.len()];
    let mut index = 0;
    while index < ids.len() {
        ids[index] = ALL[index].id;
        index += 1;
    }
    ids
};

// index: RULE Rule
// begin index
mod terraform_comment_syntax;
mod terraform_deprecated_index;
mod terraform_deprecated_interpolation;
mod terraform_deprecated_lookup;
mod terraform_documented_outputs;
mod terraform_documented_variables;
mod terraform_empty_list_equality;
mod terraform_json_syntax;
mod terraform_map_duplicate_keys;
mod terraform_module_pinned_source;
mod terraform_module_shallow_clone;
mod terraform_module_version;
mod terraform_naming_convention;
mod terraform_provider_schema;
mod terraform_required_providers;
mod terraform_required_version;
mod terraform_standard_module_structure;
mod terraform_typed_variables;
mod terraform_unused_declarations;
mod terraform_unused_required_providers;
mod terraform_workspace_remote;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &terraform_comment_syntax::RULE,
    &terraform_deprecated_index::RULE,
    &terraform_deprecated_interpolation::RULE,
    &terraform_deprecated_lookup::RULE,
    &terraform_documented_outputs::RULE,
    &terraform_documented_variables::RULE,
    &terraform_empty_list_equality::RULE,
    &terraform_json_syntax::RULE,
    &terraform_map_duplicate_keys::RULE,
    &terraform_module_pinned_source::RULE,
    &terraform_module_shallow_clone::RULE,
    &terraform_module_version::RULE,
    &terraform_naming_convention::RULE,
    &terraform_provider_schema::RULE,
    &terraform_required_providers::RULE,
    &terraform_required_version::RULE,
    &terraform_standard_module_structure::RULE,
    &terraform_typed_variables::RULE,
    &terraform_unused_declarations::RULE,
    &terraform_unused_required_providers::RULE,
    &terraform_workspace_remote::RULE,
];
// end index
