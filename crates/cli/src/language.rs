//! The Guard dialect and the evaluation semantics of a command line.

use cfn_warden_arguments::language::{Accepted, DialectOption, LanguageOptions};
use cfn_warden_guard::{Dialect, Language, Version};

/// Returns the version with this name, which clap has validated.
pub fn version(name: &str) -> Version {
    Version::named(name).unwrap_or_default()
}

/// Returns the dialect.
pub fn dialect(option: DialectOption) -> Dialect {
    match option.dialect {
        Accepted::Reference => Dialect::CfnGuard,
        Accepted::Extended => Dialect::Extended,
    }
}

/// Returns the dialect and the semantics.
pub fn language(options: &LanguageOptions) -> Language {
    Language {
        dialect: dialect(options.dialect),
        semantics: version(&options.semantics).into(),
    }
}
