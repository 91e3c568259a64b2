//! Arguments of `packs` and its subcommands.

use std::path::PathBuf;

/// List, show and export policies: bundled ones and your own
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
    /// The key of packs that are not bundled.
    #[command(flatten)]
    pub key: PackKey,
}

/// The key that packs in folders and zip files must be signed with.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct PackKey {
    /// Accept a pack in a folder or zip file only if it is signed with the secret key of this public key of minisign: the key
    /// or a file with it
    #[arg(long, value_name = "KEY", global = true)]
    pub pack_key: Option<String>,
}

/// A subcommand of `packs`.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    List(List),
    Show(Show),
    Export(Export),
}

/// List the packs, or the controls of packs
#[derive(Debug, clap::Args)]
pub struct List {
    /// Packs such as fsbp or ./acme.zip, or controls such as S3.8
    pub names: Vec<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Output::Text)]
    pub format: Output,
}

/// The output format of `packs list`.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Output {
    /// A line for each pack or control
    Text,
    /// The content of docs/policies.md
    Markdown,
}

/// Print the Guard rules of controls
#[derive(Debug, clap::Args)]
pub struct Show {
    /// Packs such as fsbp or ./acme.zip, or controls such as S3.8
    #[arg(required = true)]
    pub names: Vec<String>,
}

/// Write the Guard rules of controls to a folder, for cfn-guard or to change them
#[derive(Debug, clap::Args)]
pub struct Export {
    /// Packs such as fsbp or ./acme.zip, or controls such as S3.8
    #[arg(required = true)]
    pub names: Vec<String>,
    /// Folder, which is created
    #[arg(short, long)]
    pub output: PathBuf,
}
