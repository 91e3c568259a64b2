//! Arguments of `rules upgrade-check`.

use std::path::PathBuf;

use crate::language::DialectOption;
use crate::packs::PackKey;

/// List rules whose verdicts differ between two versions of cfn-guard, and why, or controls between two versions of a pack
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rules files or folders
    #[arg(short, long, num_args = 1.., required_unless_present = "from_pack")]
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
    /// Compare packs instead: the current version, for example a folder that `packs export` wrote
    #[arg(long, value_name = "PACK", requires = "to_pack", conflicts_with_all = ["rules", "from", "to"])]
    pub from_pack: Option<String>,
    /// The next version of the pack
    #[arg(long, value_name = "PACK", requires = "from_pack")]
    pub to_pack: Option<String>,
    /// The key of packs that are not bundled.
    #[command(flatten)]
    pub key: PackKey,
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
