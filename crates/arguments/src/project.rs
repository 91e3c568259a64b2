//! Options that select the project file.

use std::path::PathBuf;

// Options that select the project file, of `check` and `validate`. The caller reads them before the others, which the file
// may set: the arguments of these commands do not have them, and most command lines are parsed without.
#[expect(
    missing_docs,
    reason = "a doc comment would become the description of these commands"
)]
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Project file")]
pub struct ProjectOptions {
    /// Project file [default: cfn-warden.toml in the working directory or above it]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no project file
    #[arg(long)]
    pub no_config: bool,
}
