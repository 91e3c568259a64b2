//! The options of all commands that make a plan of a configuration.

use std::path::{Path, PathBuf};

use super::disk::{self, Disk};
use super::module::ModuleType;
use crate::cli::files;
use crate::engine::{self, Configuration};
use crate::error::Error;
use cfn_warden_terraform::{
    self as terraform, Host, Mocks, PlanSettings, Providers, Schemas, Sensitive, Settings, TagsAll,
};

/// How Terraform configurations become plans. What a provider computes or sets by default is not in them, and what is not set
/// is not there, where a plan has null or an empty list: unless --provider-schema is given.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Terraform configurations")]
pub struct PlanOptions {
    /// A variable's value; may be given more than once
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// A file of variables' values, seen from the configuration's folder; may be given more than once
    #[arg(long = "var-file", value_name = "FILE")]
    variable_files: Vec<String>,
    /// Which called modules are looked into
    #[arg(long, value_name = "TYPE", default_value = "all")]
    call_module_type: ModuleType,
    /// The source of a module that is not looked into; may be given more than once, or with commas
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    ignore_module: Vec<String>,
    /// No file outside of this folder is read; the repository's if not given, or the one that is checked
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// What references to resources, data sources and modules are
    #[arg(long, value_enum, default_value_t)]
    references: References,
    /// What becomes of resources of which it is not known how many there are
    #[arg(long, value_enum, default_value_t)]
    unknown_count: UnknownCount,
    /// A file that says what data sources answer (.tfmock.hcl); may be given more than once
    #[arg(long, value_name = "FILE")]
    mocks: Vec<PathBuf>,
    /// What `terraform providers schema -json` prints: what is not set is null or empty then, as in a plan. What providers set
    /// by default is not known even so
    #[arg(long, value_name = "FILE")]
    provider_schema: Option<PathBuf>,
    /// Show sensitive values, as Terraform's own plans do
    #[arg(long)]
    show_sensitive: bool,
    /// Do not merge a provider's default tags into `tags_all` of AWS's resources
    #[arg(long)]
    no_tags_all: bool,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum References {
    /// What the configuration says of them
    #[default]
    Planned,
    /// Unknown
    Unknown,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum UnknownCount {
    /// They are listed apart
    #[default]
    Deferred,
    /// One stands for all
    One,
}

impl PlanOptions {
    /// What is known of providers.
    ///
    /// # Errors
    /// [`Error::Read`] where a file cannot be read, or is not what it should be.
    pub fn providers(&self) -> Result<Providers, Error> {
        let wrong = |path: &Path, reason: String| Error::Read { path: path.to_string_lossy().into_owned(), reason };
        let mut mocks = Mocks::default();
        for path in &self.mocks {
            let bytes = files::bytes(path)?;
            let text = String::from_utf8(bytes).map_err(|_| wrong(path, "it is not UTF-8".to_owned()))?;
            mocks.add(&path.to_string_lossy(), &text).map_err(|errors| wrong(path, errors.join("\n")))?;
        }
        let schemas = match &self.provider_schema {
            Some(path) => Schemas::parse(&files::bytes(path)?).map_err(|reason| wrong(path, reason))?,
            None => Schemas::default(),
        };
        Ok(Providers { schemas, mocks })
    }

    /// How a configuration is evaluated, with what the environment says.
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

    /// How the plan is made.
    pub fn plan(&self) -> PlanSettings {
        PlanSettings {
            sensitive: if self.show_sensitive { Sensitive::Shown } else { Sensitive::Redacted },
            tags_all: if self.no_tags_all { TagsAll::Unknown } else { TagsAll::Merged },
        }
    }

    /// The configuration of a folder, as a document. Where it is in no repository, no file is read outside of `within`.
    ///
    /// # Errors
    /// [`Error::Read`] where the folder or a file that an option names cannot be read.
    pub fn configuration(&self, folder: &Path, within: &Path) -> Result<Configuration, Error> {
        self.configuration_and_inputs(folder, within, &mut Vec::new())
    }

    /// [`PlanOptions::configuration`]; adds the files and folders that it depends on to `inputs`, missing ones included.
    ///
    /// # Errors
    /// As there.
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
        inputs.append(&mut disk.asked());
        Ok(configuration)
    }
}
