//! Arguments of `terraform check-vars`.

use std::path::PathBuf;

use super::module::LanguageVersion;
use crate::choices::{self, REPORT_FORMAT};

/// The module and the values to check.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the module
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Read no files of the module outside of this folder [default: its repository, or the module itself]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Value of a variable; repeatable
    #[arg(long = "var", value_name = "NAME=VALUE")]
    pub variables: Vec<String>,
    /// File with variable values, .tfvars or .tfvars.json; repeatable
    #[arg(long = "var-file", value_name = "FILE")]
    pub variable_files: Vec<PathBuf>,
    /// Reject values that Terraform converts, as the schema does: "1" for a number, null for a part of a value
    #[arg(long)]
    pub strict: bool,
    /// Version of Terraform's language
    #[arg(long, value_enum, value_name = "VERSION", default_value_t)]
    pub language_version: LanguageVersion,
    /// Reject undeclared values and attributes instead of warning
    #[arg(long)]
    pub disallow_additional_properties: bool,
    /// Report format
    #[arg(id = REPORT_FORMAT, value_name = "FORMAT", short = 'f', long = "format", default_value = "pretty", value_parser = choices::none)]
    pub format: String,
    /// Treat warnings as errors
    #[arg(long)]
    pub fail_on_warning: bool,
}
