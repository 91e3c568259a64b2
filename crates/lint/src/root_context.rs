//! The contexts from which evaluations start.

use std::sync::LazyLock;

use super::Settings;
use cfn_warden_schema::mode::{AttachedRules, DynamicReferences, PseudoValues, ResourceReferences};
use cfn_warden_schema::{Context, Json, Table};
use cfn_warden_template::function::Function;
use cfn_warden_template::{Functions, PseudoParameters};

/// Returns the context for evaluating a schema on a single value. Attached rules do not run, and paths start at the
/// value.
pub fn standalone_context<'a>(schema: Json<'a>, settings: &Settings) -> Context<'a> {
    static STANDARD: LazyLock<Table> = LazyLock::new(Table::standard);
    Context {
        attached_rules: AttachedRules::Skip,
        ..root_context(&STANDARD, schema, settings)
    }
}

/// Returns the context at the root of a template.
pub fn root_context<'a>(table: &'a Table, schema: Json<'a>, settings: &Settings) -> Context<'a> {
    Context {
        functions: Functions::of(&[Function::Transform]),
        pseudos: PseudoParameters::ALL,
        resources: ResourceReferences::Allowed,
        regions: settings.regions(),
        pseudo_values: PseudoValues::Known,
        attached_rules: AttachedRules::Run,
        dynamic_references: DynamicReferences::Find,
        ..Context::of_json_schema(table, schema)
    }
}
