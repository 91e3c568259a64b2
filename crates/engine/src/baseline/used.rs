//! What baselines did.

use super::entry::Entry;
use cfn_warden_syntax::finding::Finding;

/// A baseline and what it did.
#[derive(Debug, Default)]
pub struct BaselineUse {
    /// The name of the file.
    pub file: String,
    /// The findings that it removed from the run.
    pub known: Vec<Finding>,
    /// For each waived finding of the run, whether the baseline lists it.
    pub waived: Vec<bool>,
    /// The entries that no finding matches any more.
    pub stale: Vec<Entry>,
}
