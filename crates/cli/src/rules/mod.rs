//! `rules`: commands on rules.

mod check;
mod list;
mod upgrade_check;

use super::{Exit, Io};
use cfn_warden_arguments::rules::{Args, Command};
use cfn_warden_report::Paint;

/// Runs a subcommand of `rules`.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    match &args.command {
        Command::Check(args) => check::run(args, paint, io),
        Command::List(args) => list::run(args, io),
        Command::UpgradeCheck(args) => upgrade_check::run(args, io),
    }
}
