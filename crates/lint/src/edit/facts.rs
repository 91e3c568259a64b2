//! What fixes refer to.

use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::hash::HashSet;

/// What fixes refer to, beyond the document.
#[derive(Clone, Copy)]
pub struct Facts<'f, 'a> {
    /// The resource types and the life cycles of runtimes.
    pub knowledge: &'f Knowledge,
    /// The current date, `2026-01-31`.
    pub today: &'f str,
    /// The declared names that other findings suggest: they are used as soon as those are fixed.
    pub suggested_names: &'f HashSet<&'a str>,
}
