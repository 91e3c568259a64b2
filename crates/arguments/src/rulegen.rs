//! Arguments of `rulegen`.

use std::path::PathBuf;

/// Generate Guard rules from a template
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// Write to this file instead of standard output
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Template, JSON or YAML
    #[arg(short, long)]
    pub template: PathBuf,
}
