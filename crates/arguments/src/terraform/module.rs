//! Options of all commands that evaluate a module.

use std::path::PathBuf;

/// The module to evaluate and its inputs.
#[derive(Debug, clap::Args)]
pub struct ModuleArgs {
    /// Root module's folder [default: the working folder]
    #[arg(long, value_name = "DIR")]
    pub chdir: Option<PathBuf>,
    /// Read no files outside of this folder [default: the root module's repository, or its folder]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Value of a variable; repeatable
    #[arg(long = "var", value_name = "NAME=VALUE")]
    pub variables: Vec<String>,
    /// File with variable values; repeatable
    #[arg(long = "var-file", value_name = "FILE")]
    pub variable_files: Vec<String>,
    /// Which called modules to evaluate
    #[arg(long, value_name = "TYPE", default_value = "local")]
    pub call_module_type: ModuleType,
    /// Do not evaluate the module with this source; repeatable or comma-separated
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    pub ignore_module: Vec<String>,
    /// Version of Terraform's language
    #[arg(long, value_enum, value_name = "VERSION", default_value_t)]
    pub language_version: LanguageVersion,
}

/// The version of the language.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub enum LanguageVersion {
    /// Terraform 1.11, OpenTofu: `&&` and `||` evaluate both operands
    #[value(name = "1.11")]
    V1_11,
    /// Terraform 1.12 to 1.15: an operand of `&&` and `||` can decide; `convert`
    #[default]
    #[value(name = "1.15")]
    V1_15,
}

/// The called modules to evaluate.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum ModuleType {
    None,
    Local,
    All,
}
