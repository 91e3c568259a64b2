//! Options for the Guard dialect and the evaluation semantics.

use clap::ValueEnum;

/// The option that selects the Guard dialect.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct DialectOption {
    /// Guard dialect of the rules
    #[arg(long, value_enum, default_value_t = Accepted::Reference)]
    pub dialect: Accepted,
}

/// The dialect and semantics options.
#[derive(Debug, Clone, clap::Args)]
pub struct LanguageOptions {
    /// Evaluate rules as this version of cfn-guard does
    #[arg(long, required = false)]
    pub semantics: String,
    /// The Guard dialect of the rules.
    #[command(flatten)]
    pub dialect: DialectOption,
}

/// The Guard dialect of the rules.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Accepted {
    /// What cfn-guard accepts
    Reference,
    /// Also functions at the start of queries, escapes in strings, and values in messages
    Extended,
}
