//! Static evaluation of Terraform configurations: loads modules and evaluates expressions without a provider, a state
//! or a network. Values that depend on these are unknown.
//!
//! Files, time and randomness are injected with a [`Host`]. Evaluation is bounded by a budget.

mod budget;
mod diagnostic;
mod eval;
mod file_set;
mod function;
mod functions;
mod host;
mod module;
mod number;
mod plan;
mod provider;
mod rules;
mod ruleset;
pub mod schema;
mod source;
mod support;
mod syntax;
mod value;
pub mod variables;

pub use budget::ValueLimits;
pub use diagnostic::{Diagnostic, Errors, Severity};
pub use file_set::FileSet;
pub use functions::ALL as FUNCTIONS;
pub use host::{Files, Host, Language, MissingFiles, NoFiles, Rng};
pub use module::{
    CallModules, References, Run, Settings, UnknownCount, VariableSources, evaluate,
    evaluate_expression, is_automatic_variable_file, is_configuration, is_configuration_text,
    is_variable_file, plain, roots, show,
};
pub use number::Number;
pub use plan::{
    Plan, PlanSettings, SchemaGaps, Sensitive, SourceLocation, SourceMap, TagsAll, plan,
    schema_gaps, sensitive,
};
pub use provider::{Mocks, Providers, Schemas};
pub use rules::{ALL as RULES, IDS as RULE_IDS, check as check_rules};
pub use ruleset::{IgnoreComment, Issue, Place, Preset, Rule, RuleFix, RulesConfig, RulesResult};
pub use source::{Range, Source, Sources};
pub use support::path::clean as clean_path;
pub use syntax::ast;
pub use value::{Kind, Marks, Type, Value};

/// Parses a text in native syntax. Returns its syntax errors with their locations.
pub fn syntax_errors(name: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let errors = syntax::parse_body(&sources, file).err().unwrap_or_default();
    errors
        .iter()
        .map(|error| error.located(&sources).to_string())
        .collect()
}

/// Returns the bytes of the comments of a text in native syntax, in ascending order; none if it has syntax errors.
pub fn comments(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let comments = syntax::parse_body(&sources, file)
        .map(|body| body.comments)
        .unwrap_or_default();
    comments
        .iter()
        .map(|range| range.start as usize..range.end as usize)
        .collect()
}
