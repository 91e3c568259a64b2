//! `terraform`: evaluation of modules without Terraform.

mod check_vars;
mod disk;
mod eval;
pub(super) mod folders;
mod module;
pub(super) mod options;
mod plan;
mod schema;
mod show;

use self::module::ModuleArgs;
use super::{Exit, Io};
use crate::report::Paint;

/// Evaluate Terraform configurations without Terraform, providers or network access
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
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

/// Runs a subcommand of `terraform`.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    let done = match &args.command {
        Command::CheckVars(args) => check_vars::run(args, paint, io),
        Command::Eval(args) => eval::run(args, io),
        Command::Plan(args) => plan::run(args, io),
        Command::Schema(args) => schema::run(args, io),
        Command::Show(args) => show::run(args, io),
    };
    done.unwrap_or_else(|error| {
        io.eprint(error);
        Exit::ERROR
    })
}
