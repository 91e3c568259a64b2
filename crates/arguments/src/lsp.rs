//! Arguments of `lsp`.

/// Run the language server: diagnostics, fixes, hover, completion
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Use standard input and output, as without the option: many editors pass it
    #[arg(long)]
    pub stdio: bool,
    /// Use the settings of this project file for all documents; by default those of the nearest one above each document
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<std::path::PathBuf>,
    /// Use no project file
    #[arg(long)]
    pub no_config: bool,
}
