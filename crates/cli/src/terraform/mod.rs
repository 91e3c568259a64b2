//! `terraform`: evaluation of modules without Terraform.

mod check_vars;
pub(super) mod checked;
pub(super) mod disk;
mod eval;
pub(super) mod fix;
pub(super) mod folders;
mod module;
pub(super) mod options;
mod plan;
mod schema;
mod show;

use super::{Exit, Io};
use cfn_warden_arguments::terraform::{Args, Command};
use cfn_warden_report::Paint;

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
        io.eprint_error(error);
        Exit::ERROR
    })
}
