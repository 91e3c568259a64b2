//! Options of all commands that create plans of configurations.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::disk::{self, Disk};
use super::module::{self, called_modules};
use crate::files;
use cfn_warden_arguments::terraform::options::{PlanOptions, References, UnknownCount};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{self as engine, Configuration, RuleSelection};
use cfn_warden_terraform::{
    self as terraform, Host, MissingFiles, Mocks, PlanSettings, Providers, Schemas, Sensitive,
    Settings, TagsAll,
};

/// Reads the provider schemas and mocks.
///
/// # Errors
/// [`Error::Read`] when a file cannot be read or is invalid.
pub fn providers(options: &PlanOptions) -> Result<Providers, Error> {
    let invalid = |path: &Path, reason: String| Error::Read {
        path: path.to_string_lossy().into_owned(),
        reason,
    };
    let mut mocks = Mocks::default();
    for path in &options.mocks {
        let bytes = files::bytes(path)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| invalid(path, "the file is not UTF-8".to_owned()))?;
        mocks
            .add(&path.to_string_lossy(), &text)
            .map_err(|errors| invalid(path, errors.join("\n")))?;
    }
    let schemas = match &options.provider_schema {
        Some(path) => {
            Schemas::parse(&files::bytes(path)?).map_err(|reason| invalid(path, reason))?
        }
        None => Schemas::default(),
    };
    Ok(Providers { schemas, mocks })
}

/// Returns the evaluation settings, including those from the environment.
pub fn settings<'s>(
    options: &PlanOptions,
    host: &'s Host<'s>,
    providers: Providers,
) -> Settings<'s> {
    Settings {
        call_modules: called_modules(options.call_module_type),
        ignored_modules: options.ignore_module.clone(),
        references: match options.references {
            References::Planned => terraform::References::Planned,
            References::Unknown => terraform::References::Unknown,
        },
        unknown_count: match options.unknown_count {
            UnknownCount::Deferred => terraform::UnknownCount::Deferred,
            UnknownCount::One => terraform::UnknownCount::One,
        },
        providers,
        ..disk::settings(host, &options.variable_files, &options.variables)
    }
}

/// Returns the plan settings.
pub fn plan(options: &PlanOptions) -> PlanSettings {
    PlanSettings {
        sensitive: if options.show_sensitive {
            Sensitive::Shown
        } else {
            Sensitive::Redacted
        },
        tags_all: if options.no_tags_all {
            TagsAll::Unknown
        } else {
            TagsAll::Merged
        },
    }
}

/// Evaluates the configuration of a folder to a document. Without a repository, no file outside of `within` is
/// read.
///
/// # Errors
/// [`Error::Read`] when the folder or a file that an option names cannot be read.
pub fn configuration(
    options: &PlanOptions,
    folder: &Path,
    within: &Path,
) -> Result<Configuration, Error> {
    configuration_with(options, folder, within, &Checks::default(), &mut Vec::new())
}

/// How a configuration is checked, in addition to rules on its plan.
#[derive(Debug, Default)]
pub struct Checks<'c> {
    /// The rules of the `terraform` ruleset, if they run.
    pub rules: Option<&'c RuleSelection>,
    /// Texts of files that are not written yet, by the name of the file in reports.
    pub texts: Option<&'c BTreeMap<String, String>>,
}

/// Like [`configuration`], with more checks; also adds the files and folders that the result depends on to `inputs`,
/// including missing ones.
///
/// # Errors
/// As for [`configuration`].
pub fn configuration_with(
    options: &PlanOptions,
    folder: &Path,
    within: &Path,
    checks: &Checks<'_>,
    inputs: &mut Vec<PathBuf>,
) -> Result<Configuration, Error> {
    inputs.extend(
        options
            .mocks
            .iter()
            .chain(&options.provider_schema)
            .cloned(),
    );
    let root = options.root.clone().or_else(|| disk::repository(folder));
    let mut disk = Disk::open(Some(folder), Some(root.as_deref().unwrap_or(within)))?;
    disk.replace(checks.texts.into_iter().flatten());
    let host = Host {
        missing_files: MissingFiles::Unknown,
        language: module::language(options.language_version),
        ..disk.host()
    };
    let settings = settings(options, &host, providers(options)?);
    let name = folder.to_string_lossy().into_owned();
    let shown = |path: &str| disk::shown(folder, &host.folder, path);
    let configuration =
        engine::configuration(&name, &settings, &plan(options), checks.rules, &shown);
    inputs.append(&mut disk.accessed());
    Ok(configuration)
}
