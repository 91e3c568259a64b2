//! Modules: their files, what these declare, and what that comes to.

mod body;
mod calls;
mod constraint;
mod declared;
mod defaults;
mod evaluate;
mod expand;
mod inputs;
mod installed;
mod load;
mod merge;
mod references;
mod resources;
mod roots;
mod scope;
mod show;
mod variable;
mod walk;

pub(crate) use body::is_meta;
pub use body::{EvaluatedBlock, EvaluatedBody};
pub use declared::{Declared, Mode};
pub(crate) use defaults::Defaults;
pub use evaluate::{Evaluated, InstanceKey, Resource, Run, evaluate};
pub use inputs::{Given, is_read_by_itself, is_values};
pub(crate) use inputs::{Input, inputs};
pub use load::is_configuration;
pub(crate) use load::load;
pub use roots::{is_configuration_text, roots};
pub(crate) use scope::Scope;
pub use scope::evaluate_expression;
pub use show::{plain, show};
pub(crate) use variable::Variable;
pub(crate) use walk::{Place, Walk};

use crate::host::Host;
use crate::provider::Providers;

/// Which modules that a module calls are looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CallModules {
    /// None.
    None,
    /// Those in the same files.
    #[default]
    Local,
    /// Also those that have been installed.
    All,
}

/// What a reference to a resource, a data source or a called module's output is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum References {
    /// Unknown: these depend on a state.
    #[default]
    Unknown,
    /// What a plan that creates everything knows: what is written in the configuration.
    Planned,
}

/// What becomes of blocks of which nobody knows how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownCount {
    /// They are deferred.
    #[default]
    Deferred,
    /// There is one of each, whose index or key is not known.
    One,
}

/// What is evaluated, and how.
#[derive(Debug)]
pub struct Settings<'s> {
    /// The world.
    pub host: &'s Host<'s>,
    /// Values for variables.
    pub given: Given,
    /// Which modules are looked into.
    pub call_modules: CallModules,
    /// Sources of modules that the root calls and that are not looked into.
    pub ignored_modules: Vec<String>,
    /// `terraform.workspace`
    pub workspace: String,
    /// Where installed modules are: `.terraform`.
    pub data_folder: String,
    /// What references are.
    pub references: References,
    /// What becomes of blocks of which nobody knows how many there are.
    pub unknown_count: UnknownCount,
    /// What is known of providers.
    pub providers: Providers,
}

impl<'s> Settings<'s> {
    /// The files of a world, nothing given.
    pub fn new(host: &'s Host<'s>) -> Settings<'s> {
        Settings {
            host,
            given: Given::default(),
            call_modules: CallModules::default(),
            ignored_modules: Vec::new(),
            workspace: "default".to_owned(),
            data_folder: ".terraform".to_owned(),
            references: References::default(),
            unknown_count: UnknownCount::default(),
            providers: Providers::default(),
        }
    }
}
