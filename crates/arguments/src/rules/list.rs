//! Arguments of `rules list`.

/// List the lint rules
#[derive(Debug, clap::Args)]
pub struct Args {
    /// List only rules with these ID prefixes
    pub ids: Vec<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Output::Text)]
    pub format: Output,
}

/// The output format.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Output {
    /// ID and title
    Text,
    /// The content of docs/rules.md
    Markdown,
    /// A list of objects for programs
    Json,
}
