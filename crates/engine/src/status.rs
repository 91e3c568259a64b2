//! Verdicts.

/// The verdict on a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Everything was checked, and nothing makes the run not compliant.
    Pass,
    /// Everything was checked, and there are findings that make the run not compliant.
    Fail,
    /// A check is incomplete, or a part was not seen that must be.
    Error,
}

impl Status {
    /// Returns whether the verdict is [`Status::Pass`].
    pub fn is_pass(self) -> bool {
        self == Status::Pass
    }
}
