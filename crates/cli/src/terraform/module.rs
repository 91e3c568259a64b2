//! Options of all commands that evaluate a module.

use super::disk::{self, Disk};
use cfn_warden_arguments::terraform::module::{LanguageVersion, ModuleArgs, ModuleType};
use cfn_warden_engine::error::Error;
use cfn_warden_terraform::{CallModules, Host, Language, Settings};

/// Returns the called modules to evaluate.
pub fn called_modules(kind: ModuleType) -> CallModules {
    match kind {
        ModuleType::None => CallModules::None,
        ModuleType::Local => CallModules::Local,
        ModuleType::All => CallModules::All,
    }
}

/// Returns the version of the language.
pub fn language(version: LanguageVersion) -> Language {
    match version {
        LanguageVersion::V1_11 => Language::V1_11,
        LanguageVersion::V1_15 => Language::V1_15,
    }
}

/// Opens the folder that the evaluation may read.
///
/// # Errors
/// [`Error::Read`] when the module's folder does not exist or is outside of the root.
pub fn open(args: &ModuleArgs) -> Result<Disk, Error> {
    Disk::open(args.chdir.as_deref(), args.root.as_deref())
}

/// Returns the evaluation settings, including those from the environment.
pub fn settings<'s>(args: &ModuleArgs, host: &'s Host<'s>) -> Settings<'s> {
    Settings {
        call_modules: called_modules(args.call_module_type),
        ignored_modules: args.ignore_module.clone(),
        ..disk::settings(host, &args.variable_files, &args.variables)
    }
}
