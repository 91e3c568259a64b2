//! `packs`: the bundled policies, and packs of a team.

pub mod custom;
mod export;
mod list;
pub mod selection;
mod show;

use super::{Exit, Io};
use cfn_warden_arguments::packs::{Args, Command};

/// Runs a subcommand of `packs`.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let key = args.key.pack_key.as_deref();
    let done = match &args.command {
        Command::List(args) => list::run(args, key, io),
        Command::Show(args) => show::run(args, key, io),
        Command::Export(args) => export::run(args, key, io),
    };
    match done {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}
