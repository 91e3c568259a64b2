//! Arguments of `terraform schema`, which are those of TerraSchema.

use std::path::PathBuf;

/// The module and the schema options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the module
    #[arg(value_name = "DIR", default_value = ".", conflicts_with = "input")]
    pub folder: PathBuf,
    /// Folder of the module, by TerraSchema's option name
    #[arg(short, long, value_name = "DIR")]
    pub input: Option<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "schema.json")]
    pub output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    pub overwrite: bool,
    /// Print the schema to standard output instead of writing a file
    #[arg(long)]
    pub stdout: bool,
    /// Write `{}` for a module without variables
    #[arg(long)]
    pub allow_empty: bool,
    /// Reject undeclared properties of the module and of objects
    #[arg(long)]
    pub disallow_additional_properties: bool,
    /// Require all variables and attributes, also those with a default
    #[arg(long)]
    pub require_all: bool,
    /// Let every variable be null unless it has `nullable = false`, as Terraform does
    #[arg(long)]
    pub nullable_all: bool,
    /// Write the variable declarations instead of a schema
    #[arg(long)]
    pub export_variables: bool,
    /// Escape `<`, `>` and `&`
    #[arg(long)]
    pub escape_json: bool,
    /// Log the files and variables read, and why validation rules are left out
    #[arg(long)]
    pub debug: bool,
    /// Read only the validation rules that TerraSchema reads, as it does
    #[arg(long)]
    pub compat: bool,
}
