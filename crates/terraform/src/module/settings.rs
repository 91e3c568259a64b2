//! Settings of an evaluation.

use super::inputs::VariableSources;
use crate::budget::ValueLimits;
use crate::host::Host;
use crate::provider::Providers;
use cfn_warden_syntax::cancel::Cancel;

/// The called modules to load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CallModules {
    /// No modules.
    None,
    /// Modules with a local path as their source.
    #[default]
    Local,
    /// Local and installed modules.
    All,
}

/// How references to resources, data sources and outputs of called modules are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum References {
    /// They are unknown, because they depend on a state.
    #[default]
    Unknown,
    /// They have the values of a plan that creates everything: the arguments in the configuration.
    Planned,
}

/// How blocks with an unknown number of instances are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownCount {
    /// The block is deferred.
    #[default]
    Deferred,
    /// The block has one instance, whose index or key is unknown.
    One,
}

/// Settings of an evaluation.
#[derive(Debug)]
pub struct Settings<'s> {
    /// Files, time and randomness.
    pub host: &'s Host<'s>,
    /// Sources of variable values.
    pub variable_sources: VariableSources,
    /// The called modules to load.
    pub call_modules: CallModules,
    /// Sources of modules that are not loaded when the root module calls them.
    pub ignored_modules: Vec<String>,
    /// The value of `terraform.workspace`.
    pub workspace: String,
    /// Terraform's data directory, `.terraform`, which has the installed modules.
    pub data_folder: String,
    /// How references are evaluated.
    pub references: References,
    /// How blocks with an unknown number of instances are evaluated.
    pub unknown_count: UnknownCount,
    /// Schemas and mocks of providers.
    pub providers: Providers,
    /// The limits on values and on the plan.
    pub limits: ValueLimits,
    /// Cancels the evaluation.
    pub cancel: Cancel<'s>,
}

impl<'s> Settings<'s> {
    /// Returns the default settings, without variable values.
    pub fn new(host: &'s Host<'s>) -> Settings<'s> {
        Settings {
            host,
            variable_sources: VariableSources::default(),
            call_modules: CallModules::default(),
            ignored_modules: Vec::new(),
            workspace: "default".to_owned(),
            data_folder: ".terraform".to_owned(),
            references: References::default(),
            unknown_count: UnknownCount::default(),
            providers: Providers::default(),
            limits: ValueLimits::default(),
            cancel: Cancel::default(),
        }
    }
}
