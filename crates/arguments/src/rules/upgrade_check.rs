//! Arguments of `rules upgrade-check`.

use std::path::PathBuf;

use crate::language::DialectOption;

/// List rules whose verdicts differ between two versions of cfn-guard, and why
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rules files or folders
    #[arg(short, long, num_args = 1.., required = true)]
    pub rules: Vec<PathBuf>,
    /// Data files or folders; `-` reads standard input
    #[arg(short, long, num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Current version
    #[arg(long, required = false)]
    pub from: String,
    /// Target version
    #[arg(long, required = false)]
    pub to: String,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The Guard dialect of the rules.
    #[command(flatten)]
    pub dialect: DialectOption,
}

/// The output format.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Format {
    /// Text
    Text,
    /// One JSON object
    Json,
}
