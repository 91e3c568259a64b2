//! `packs`: the bundled policies.

mod export;
mod list;
mod selection;
mod show;

use super::{Exit, Io};
use cfn_warden_arguments::packs::{Args, Command};

/// Runs a subcommand of `packs`.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let done = match &args.command {
        Command::List(args) => list::run(args, io),
        Command::Show(args) => show::run(args, io),
        Command::Export(args) => export::run(args, io),
    };
    match done {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint(error);
            Exit::ERROR
        }
    }
}
