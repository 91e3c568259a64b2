//! Arguments of `terraform` and its subcommands.

pub mod check_vars;
pub mod eval;
pub mod module;
pub mod options;
pub mod plan;
pub mod schema;

use self::module::ModuleArgs;

/// Evaluate Terraform configurations without Terraform or network
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// A subcommand of `terraform`.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Check values of a module's variables against their types and validation rules
    CheckVars(check_vars::Args),
    /// Print the value of an expression as JSON
    Eval(eval::Args),
    /// Print the plan that creates all resources, as `terraform show -json` would
    Plan(Box<plan::Args>),
    /// Write a module's variables as JSON Schema, as TerraSchema does
    Schema(schema::Args),
    /// Print the evaluated module as JSON: variables, local values, outputs, resources and called modules
    Show(ModuleArgs),
}
