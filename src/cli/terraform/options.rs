//! Options of all commands that create plans of configurations.

use std::path::{Path, PathBuf};

use super::disk::{self, Disk};
use super::module::ModuleType;
use crate::cli::files;
use crate::engine::{self, Configuration};
use crate::error::Error;
use cfn_warden_terraform::{
    self as terraform, Host, Mocks, PlanSettings, Providers, Schemas, Sensitive, Settings, TagsAll,
};

/// How Terraform configurations become plans. Values that a provider computes or sets by default are unknown. Unset
/// arguments are absent, whereas a plan has null or an empty list, unless --provider-schema is given.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Terraform configurations")]
pub struct PlanOptions {
    /// Value of a variable; repeatable
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// File with variable values, relative to the configuration's folder; repeatable
    #[arg(long = "var-file", value_name = "FILE")]
    variable_files: Vec<String>,
    /// Which called modules to evaluate
    #[arg(long, value_name = "TYPE", default_value = "all")]
    call_module_type: ModuleType,
    /// Do not evaluate the module with this source; repeatable or comma-separated
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    ignore_module: Vec<String>,
    /// Read no files outside of this folder [default: the configuration's repository, or the checked folder]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Value of references to resources, data sources and modules
    #[arg(long, value_enum, default_value_t)]
    references: References,
    /// How to plan resources with an unknown number of instances
    #[arg(long, value_enum, default_value_t)]
    unknown_count: UnknownCount,
    /// File with results of data sources (.tfmock.hcl); repeatable
    #[arg(long, value_name = "FILE")]
    mocks: Vec<PathBuf>,
    /// Output of `terraform providers schema -json`; sets unset arguments to null or empty, as in a plan
    #[arg(long, value_name = "FILE")]
    provider_schema: Option<PathBuf>,
    /// Show sensitive values, as Terraform's own plans do
    #[arg(long)]
    show_sensitive: bool,
    /// Do not merge a provider's default tags into `tags_all` of AWS resources
    #[arg(long)]
    no_tags_all: bool,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum References {
    /// The values that the configuration sets
    #[default]
    Planned,
    /// Unknown
    Unknown,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum UnknownCount {
    /// List them separately
    #[default]
    Deferred,
    /// Plan one instance in place of all
    One,
}

impl PlanOptions {
    /// Reads the provider schemas and mocks.
    ///
    /// # Errors
    /// [`Error::Read`] when a file cannot be read or is invalid.
    pub fn providers(&self) -> Result<Providers, Error> {
        let invalid = |path: &Path, reason: String| Error::Read { path: path.to_string_lossy().into_owned(), reason };
        let mut mocks = Mocks::default();
        for path in &self.mocks {
            let bytes = files::bytes(path)?;
            let text = String::from_utf8(bytes).map_err(|_| invalid(path, "the file is not UTF-8".to_owned()))?;
            mocks.add(&path.to_string_lossy(), &text).map_err(|errors| invalid(path, errors.join("\n")))?;
        }
        let schemas = match &self.provider_schema {
            Some(path) => Schemas::parse(&files::bytes(path)?).map_err(|reason| invalid(path, reason))?,
            None => Schemas::default(),
        };
        Ok(Providers { schemas, mocks })
    }

    /// Returns the evaluation settings, including those from the environment.
    pub fn settings<'s>(&self, host: &'s Host<'s>, providers: Providers) -> Settings<'s> {
        Settings {
            call_modules: self.call_module_type.into(),
            ignored_modules: self.ignore_module.clone(),
            references: match self.references {
                References::Planned => terraform::References::Planned,
                References::Unknown => terraform::References::Unknown,
            },
            unknown_count: match self.unknown_count {
                UnknownCount::Deferred => terraform::UnknownCount::Deferred,
                UnknownCount::One => terraform::UnknownCount::One,
            },
            providers,
            ..disk::settings(host, &self.variable_files, &self.variables)
        }
    }

    /// Returns the plan settings.
    pub fn plan(&self) -> PlanSettings {
        PlanSettings {
            sensitive: if self.show_sensitive { Sensitive::Shown } else { Sensitive::Redacted },
            tags_all: if self.no_tags_all { TagsAll::Unknown } else { TagsAll::Merged },
        }
    }

    /// Evaluates the configuration of a folder to a document. Without a repository, no file outside of `within` is
    /// read.
    ///
    /// # Errors
    /// [`Error::Read`] when the folder or a file that an option names cannot be read.
    pub fn configuration(&self, folder: &Path, within: &Path) -> Result<Configuration, Error> {
        self.configuration_and_inputs(folder, within, &mut Vec::new())
    }

    /// Like [`PlanOptions::configuration`]; also adds the files and folders that the result depends on to `inputs`,
    /// including missing ones.
    ///
    /// # Errors
    /// As for [`PlanOptions::configuration`].
    pub fn configuration_and_inputs(
        &self,
        folder: &Path,
        within: &Path,
        inputs: &mut Vec<PathBuf>,
    ) -> Result<Configuration, Error> {
        inputs.extend(self.mocks.iter().chain(&self.provider_schema).cloned());
        let root = self.root.clone().or_else(|| disk::repository(folder));
        let disk = Disk::open(Some(folder), Some(root.as_deref().unwrap_or(within)))?;
        let host = disk.host();
        let settings = self.settings(&host, self.providers()?);
        let name = folder.to_string_lossy().into_owned();
        let shown = |path: &str| disk::shown(folder, &host.folder, path);
        let configuration = engine::configuration(&name, &settings, &self.plan(), &shown);
        inputs.append(&mut disk.accessed());
        Ok(configuration)
    }
}
