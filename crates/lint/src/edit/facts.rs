//! What fixes refer to.

use cfn_warden_schema::Knowledge;

/// What fixes refer to, beyond the document.
#[derive(Clone, Copy)]
pub struct Facts<'f> {
    /// The resource types and the life cycles of runtimes.
    pub knowledge: &'f Knowledge,
    /// The current date, `2026-01-31`.
    pub today: &'f str,
}
