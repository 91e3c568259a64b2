//! `knowledge`: knowledge files, which replace the bundled schemas.

mod build;
mod diff;
mod info;
mod named;

use super::{Exit, Io};
use cfn_warden_arguments::knowledge::{Args, Command};

/// Runs a subcommand of `knowledge`.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let done = match &args.command {
        Command::Info(args) => info::run(args, io),
        Command::Diff(args) => diff::run(args, io),
        Command::Build(args) => build::run(args, io),
    };
    done.unwrap_or_else(|error| {
        io.eprint_error(error);
        Exit::ERROR
    })
}
