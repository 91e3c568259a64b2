//! What the command reports.

use crate::files::File;
use cfn_warden_guard::upgrade::{Difference, Versions};

/// The result of a comparison.
pub(super) struct Report<'r> {
    pub(super) versions: Versions,
    /// The number of compared rules, summed over all documents.
    pub(super) compared: usize,
    pub(super) found: Vec<Found<'r>>,
}

/// A difference and the files in which it was found.
pub(super) struct Found<'r> {
    pub(super) rules: &'r File,
    pub(super) data: &'r File,
    pub(super) difference: Difference,
}
