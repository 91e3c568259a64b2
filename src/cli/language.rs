//! Options for the Guard dialect and the evaluation semantics.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use cfn_warden_guard::{Dialect, Language, Version};

/// The option that selects the Guard dialect.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct DialectOption {
    /// Guard dialect of the rules
    #[arg(long, value_enum, default_value_t = Accepted::Reference)]
    dialect: Accepted,
}

/// The dialect and semantics options.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LanguageOptions {
    /// Evaluate rules as this version of cfn-guard does
    #[arg(long, default_value = Version::default().name(), value_parser = versions())]
    semantics: Version,
    #[command(flatten)]
    dialect: DialectOption,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Accepted {
    /// What cfn-guard accepts
    Reference,
    /// Also functions at the start of queries, escapes in strings, and values in messages
    Extended,
}

/// Returns a parser for version names.
pub fn versions() -> impl TypedValueParser<Value = Version> {
    PossibleValuesParser::new(Version::ALL.map(Version::name)).map(|name| Version::named(&name).unwrap_or_default())
}

impl DialectOption {
    /// Returns the dialect.
    pub fn dialect(self) -> Dialect {
        match self.dialect {
            Accepted::Reference => Dialect::CfnGuard,
            Accepted::Extended => Dialect::Extended,
        }
    }
}

impl LanguageOptions {
    /// Returns the dialect and the semantics.
    pub fn language(self) -> Language {
        Language { dialect: self.dialect.dialect(), semantics: self.semantics.into() }
    }
}
