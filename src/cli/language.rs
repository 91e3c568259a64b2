//! The options by which Guard rules are read and judged.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use cfn_warden_guard::{Dialect, Language, Version};

/// What may be written in rules.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Written {
    /// What may be written in rules
    #[arg(long, value_enum, default_value_t = Accepted::Reference)]
    dialect: Accepted,
}

/// What may be written in rules, and whose verdicts are given.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Judged {
    /// The version of cfn-guard whose verdicts are given
    #[arg(long, default_value = Version::default().name(), value_parser = versions())]
    semantics: Version,
    #[command(flatten)]
    written: Written,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Accepted {
    /// What cfn-guard accepts
    Reference,
    /// Functions as heads of queries, escapes in strings, and values in messages, too
    Extended,
}

/// The names of versions, read as versions.
pub fn versions() -> impl TypedValueParser<Value = Version> {
    PossibleValuesParser::new(Version::ALL.map(Version::name)).map(|name| Version::named(&name).unwrap_or_default())
}

impl Written {
    /// The dialect.
    pub fn dialect(self) -> Dialect {
        match self.dialect {
            Accepted::Reference => Dialect::CfnGuard,
            Accepted::Extended => Dialect::Extended,
        }
    }
}

impl Judged {
    /// The language.
    pub fn language(self) -> Language {
        Language { dialect: self.written.dialect(), semantics: self.semantics.into() }
    }
}
