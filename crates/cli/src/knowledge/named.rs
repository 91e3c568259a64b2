//! Knowledge bases by the names on the command line.

use std::path::Path;

use crate::schemas;
use cfn_warden_engine::bundled_knowledge;
use cfn_warden_engine::error::Error;
use cfn_warden_schema::Knowledge;

/// The name of the bundled knowledge base in place of a file.
const BUNDLED: &str = "bundled";

/// Reads a knowledge file, or returns the bundled knowledge base.
///
/// # Errors
/// Those of [`schemas::read`].
pub fn named(path: &Path) -> Result<Knowledge, Error> {
    if path == Path::new(BUNDLED) {
        Ok(bundled_knowledge())
    } else {
        schemas::read(path, None)
    }
}

/// Returns the source and the day of a knowledge base: `cfn-lint 1.58.0, schemas of 2026-10-20`.
pub fn title(knowledge: &Knowledge) -> String {
    format!(
        "{}, schemas of {}",
        knowledge.source().unwrap_or("unknown"),
        knowledge.date().unwrap_or("an unknown day")
    )
}
