//! Arguments of `parse-tree`.

use std::path::PathBuf;

use crate::language::DialectOption;

/// Print the parse tree of a Guard rules file
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// Rules file; reads standard input by default
    #[arg(short, long)]
    pub rules: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    #[expect(missing_docs, reason = "the help text is the name")]
    #[arg(short, long, help = "Print JSON")]
    pub print_json: bool,
    /// Print YAML (default)
    #[arg(short = 'y', long)]
    pub print_yaml: bool,
    /// The Guard dialect of the rules.
    #[command(flatten)]
    pub dialect: DialectOption,
}
