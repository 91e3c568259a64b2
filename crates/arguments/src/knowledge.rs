//! Arguments of `knowledge` and its subcommands.

use std::path::PathBuf;

/// Show, compare and build knowledge files, which replace schemas
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// A subcommand of `knowledge`.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    Info(Info),
    Diff(Diff),
    Build(Build),
}

/// Print source, date, checksum and size of a knowledge base
#[derive(Debug, clap::Args)]
pub struct Info {
    /// Knowledge file; without it, the bundled knowledge base
    pub file: Option<PathBuf>,
    /// Accept the file only if FILE.minisig is its signature with the secret key of this public key of minisign: the key or a
    /// file with it
    #[arg(long, value_name = "KEY", requires = "file")]
    pub key: Option<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Output::Text)]
    pub format: Output,
}

/// List the resource types and properties that differ between two knowledge files
#[derive(Debug, clap::Args)]
pub struct Diff {
    /// Knowledge file with the old version; `bundled` is the bundled knowledge base
    pub old: PathBuf,
    /// Knowledge file with the new version; `bundled` is the bundled knowledge base
    pub new: PathBuf,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Output::Text)]
    pub format: Output,
}

/// Write a knowledge file
#[derive(Debug, clap::Args)]
pub struct Build {
    /// JSON document of `scripts/schemas.py --json`; without it, the bundled knowledge base
    pub source: Option<PathBuf>,
    /// File to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Output {
    /// Lines to read
    Text,
    /// One JSON object
    Json,
}
