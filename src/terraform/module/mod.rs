//! Modules: their files, what these declare, and what that comes to.

mod body;
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
mod scope;
mod show;
mod variable;

pub(in crate::terraform) use declared::Declared;
pub(in crate::terraform) use defaults::Defaults;
pub use evaluate::{Run, evaluate};
pub use inputs::Given;
pub(in crate::terraform) use load::load;
pub use scope::evaluate_expression;
pub use show::{plain, show};
pub(in crate::terraform) use variable::Variable;

use crate::terraform::host::Host;

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
        }
    }
}
