//! TOML files: waivers, the project file and the manifests of packs.

pub mod waivers;

use toml::Spanned;
use toml::de::DeTable;

use crate::error::Mistake;
use cfn_warden_syntax::LineIndex;

/// Parses a file. Keys and values have their places in the text.
///
/// # Errors
/// All syntax errors.
pub fn parse<'t>(
    text: &'t str,
    lines: &LineIndex<'_>,
) -> Result<Spanned<DeTable<'t>>, Vec<Mistake>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(root);
    }
    let mistake = |error: &toml::de::Error| Mistake {
        at: lines.position(error.span().unwrap_or_default().start),
        message: error.message().to_owned(),
    };
    Err(errors.iter().map(mistake).collect())
}
