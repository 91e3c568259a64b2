//! Additional schemas.

use crate::text::Text;
use cfn_warden_schema::Knowledge;

/// The setting of additional schemas.
pub const SCHEMAS: &str = "WARDEN_SCHEMAS";

/// Adds the schemas of a text.
///
/// # Errors
/// The first mistake with its place.
pub fn add(knowledge: Knowledge, text: &Text) -> Result<Knowledge, String> {
    knowledge.with_overlay(&text.content).map_err(|mistakes| {
        let place = mistakes
            .first()
            .map(|one| format!("{}:{}: {}", one.at.line, one.at.column, one.message));
        format!("{}:{}", text.name, place.unwrap_or_default())
    })
}
