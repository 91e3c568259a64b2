//! The options of all commands that evaluate a module.

use std::path::PathBuf;

use super::disk::{self, Disk};
use crate::error::Error;
use cfn_warden_terraform::{CallModules, Host, Settings};

/// Which module is evaluated, and with what.
#[derive(Debug, clap::Args)]
pub struct ModuleArgs {
    /// The root module's folder instead of this one
    #[arg(long, value_name = "DIR")]
    chdir: Option<PathBuf>,
    /// No file outside of this folder is read; the repository's if not given, or the root module's where there is none
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// A variable's value; may be given more than once
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// A file of variables' values; may be given more than once
    #[arg(long = "var-file", value_name = "FILE")]
    variable_files: Vec<String>,
    /// Which called modules are looked into
    #[arg(long, value_name = "TYPE", default_value = "local")]
    call_module_type: ModuleType,
    /// The source of a module that is not looked into; may be given more than once, or with commas
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
    /// The files that it may read.
    ///
    /// # Errors
    /// [`Error::Read`] where its folder is not there, or outside of the root.
    pub fn disk(&self) -> Result<Disk, Error> {
        Disk::open(self.chdir.as_deref(), self.root.as_deref())
    }

    /// The settings, with what the environment says.
    pub fn settings<'s>(&self, host: &'s Host<'s>) -> Settings<'s> {
        Settings {
            call_modules: self.call_module_type.into(),
            ignored_modules: self.ignore_module.clone(),
            ..disk::settings(host, &self.variable_files, &self.variables)
        }
    }
}
