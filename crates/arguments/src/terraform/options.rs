//! Options of all commands that create plans of configurations.

use std::path::PathBuf;

use super::module::{LanguageVersion, ModuleType};

/// The heading of these options in the help of `check`.
pub const HEADING: &str = "Terraform configurations";

/// How Terraform configurations become plans. Values that a provider computes or sets by default are unknown. Unset
/// arguments are absent, whereas a plan has null or an empty list, unless --provider-schema is given.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = HEADING)]
pub struct PlanOptions {
    /// Value of a variable; repeatable
    #[arg(long = "var", value_name = "NAME=VALUE")]
    pub variables: Vec<String>,
    /// File with variable values, relative to the configuration's folder; repeatable
    #[arg(long = "var-file", value_name = "FILE")]
    pub variable_files: Vec<String>,
    /// Which called modules to evaluate
    #[arg(long, value_name = "TYPE", default_value = "all")]
    pub call_module_type: ModuleType,
    /// Do not evaluate the module with this source; repeatable or comma-separated
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    pub ignore_module: Vec<String>,
    /// Read no files outside of this folder [default: the configuration's repository, or the checked folder]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Value of references to resources, data sources and modules
    #[arg(long, value_enum, default_value_t)]
    pub references: References,
    /// How to plan resources with an unknown number of instances
    #[arg(long, value_enum, default_value_t)]
    pub unknown_count: UnknownCount,
    /// Version of Terraform's language
    #[arg(long, value_enum, value_name = "VERSION", default_value_t)]
    pub language_version: LanguageVersion,
    /// File with results of data sources (.tfmock.hcl); repeatable
    #[arg(long, value_name = "FILE")]
    pub mocks: Vec<PathBuf>,
    /// Output of `terraform providers schema -json`; sets unset arguments to null or empty, as in a plan
    #[arg(long, value_name = "FILE")]
    pub provider_schema: Option<PathBuf>,
    /// Show sensitive values, as Terraform's own plans do
    #[arg(long)]
    pub show_sensitive: bool,
    /// Do not merge a provider's default tags into `tags_all` of AWS resources
    #[arg(long)]
    pub no_tags_all: bool,
}

impl PlanOptions {
    /// Returns the files that are for all configurations.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let schema = self.provider_schema.iter();
        self.mocks.iter().chain(schema).cloned()
    }
}

/// The value of references to resources, data sources and modules.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub enum References {
    /// The values that the configuration sets
    #[default]
    Planned,
    /// Unknown
    Unknown,
}

/// The plan of resources with an unknown number of instances.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub enum UnknownCount {
    /// List them separately
    #[default]
    Deferred,
    /// Plan one instance in place of all
    One,
}
