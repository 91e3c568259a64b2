//! `bundle`: packs in zip files, with checksums, for the function.

mod build;
mod diff;
mod replay;
mod show;
mod verify;

use super::{Exit, Io};
use cfn_warden_arguments::bundle::{Args, Command};

/// Runs a subcommand of `bundle`.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let key = args.key.pack_key.as_deref();
    let done = match &args.command {
        Command::Build(args) => build::run(args, key, io),
        Command::Verify(args) => verify::run(args, key, io),
        Command::Diff(args) => diff::run(args, key, io),
        Command::Replay(args) => replay::run(args, key, io),
        Command::Show(args) => show::run(args, key, io),
    };
    done.unwrap_or_else(|error| {
        io.eprint_error(error);
        Exit::ERROR
    })
}
