//! Arguments of `terraform eval`.

use super::module::ModuleArgs;

/// The expression and the module to evaluate it in.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Expression, such as 'upper(var.name)'
    #[arg(allow_hyphen_values = true)]
    pub expression: String,
    /// Print the type instead of the value
    #[arg(long = "type")]
    pub as_type: bool,
    /// The module to evaluate.
    #[command(flatten)]
    pub module: ModuleArgs,
}
