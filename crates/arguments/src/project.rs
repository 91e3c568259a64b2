//! Options that select the project file.

use std::path::PathBuf;

/// Options that select the project file.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ProjectOptions {
    /// Project file [default: cfn-warden.toml in the working directory or above it]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no project file
    #[arg(long)]
    pub no_config: bool,
}
