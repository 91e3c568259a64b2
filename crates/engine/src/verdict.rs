//! How the verdict on a run is made.

use super::coverage::Coverage;
use super::run::{Incomplete, Run};
use super::status::Status;

/// Returns whether all was checked that must be. A run is never green for what was not checked: this function decides it, for
/// all front ends and reports, and only [`Run::status`] makes the verdict [`Status::Pass`].
pub(super) fn is_fully_checked(incomplete: &[Incomplete], coverage: &Coverage) -> bool {
    incomplete.is_empty() && coverage.must_be_seen().next().is_none()
}

impl Run<'_> {
    /// Returns the verdict.
    pub fn status(&self) -> Status {
        if !self.is_fully_checked() {
            Status::Error
        } else if self
            .findings
            .iter()
            .any(|finding| self.fail_on.counts(finding))
        {
            Status::Fail
        } else {
            Status::Pass
        }
    }

    /// Returns whether all was checked that must be.
    pub fn is_fully_checked(&self) -> bool {
        is_fully_checked(&self.incomplete, &self.coverage)
    }
}
