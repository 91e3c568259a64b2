//! Arguments of `rules` and its subcommands.

pub mod check;
pub mod list;
pub mod upgrade_check;

/// List, check and compare rules
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// A subcommand of `rules`.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    Check(check::Args),
    List(list::Args),
    UpgradeCheck(upgrade_check::Args),
}
