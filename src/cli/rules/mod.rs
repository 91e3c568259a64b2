//! `rules`: about rules rather than documents.

mod check;
mod list;

use super::{Exit, Io};

/// Work on rules themselves
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Args),
    List(list::Args),
}

/// Carries out the command behind `rules`.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    match &args.command {
        Command::Check(args) => check::run(args, io),
        Command::List(args) => list::run(args, io),
    }
}
