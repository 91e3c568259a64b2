//! Options of all commands that evaluate a module.

use std::path::PathBuf;

use super::disk::{self, Disk};
use crate::error::Error;
use cfn_warden_terraform::{CallModules, Host, Settings};

/// The module to evaluate and its inputs.
#[derive(Debug, clap::Args)]
pub struct ModuleArgs {
    /// Root module's folder [default: the working folder]
    #[arg(long, value_name = "DIR")]
    chdir: Option<PathBuf>,
    /// Read no files outside of this folder [default: the root module's repository, or its folder]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Value of a variable; repeatable
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// File with variable values; repeatable
    #[arg(long = "var-file", value_name = "FILE")]
    variable_files: Vec<String>,
    /// Which called modules to evaluate
    #[arg(long, value_name = "TYPE", default_value = "local")]
    call_module_type: ModuleType,
    /// Do not evaluate the module with this source; repeatable or comma-separated
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    ignore_module: Vec<String>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(super) enum ModuleType {
    None,
    Local,
    All,
}

impl From<ModuleType> for CallModules {
    fn from(kind: ModuleType) -> CallModules {
        match kind {
            ModuleType::None => CallModules::None,
            ModuleType::Local => CallModules::Local,
            ModuleType::All => CallModules::All,
        }
    }
}

impl ModuleArgs {
    /// Opens the folder that the evaluation may read.
    ///
    /// # Errors
    /// [`Error::Read`] when the module's folder does not exist or is outside of the root.
    pub fn disk(&self) -> Result<Disk, Error> {
        Disk::open(self.chdir.as_deref(), self.root.as_deref())
    }

    /// Returns the evaluation settings, including those from the environment.
    pub fn settings<'s>(&self, host: &'s Host<'s>) -> Settings<'s> {
        Settings {
            call_modules: self.call_module_type.into(),
            ignored_modules: self.ignore_module.clone(),
            ..disk::settings(host, &self.variable_files, &self.variables)
        }
    }
}
