//! Entries of baselines for what was not checked.

/// An entry of a baseline for what was not checked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AcceptedEntry {
    /// The file, relative to the baseline and with `/` between folders.
    pub file: String,
    /// Why it was not checked, in the words of reports.
    pub message: String,
    /// Why that is accepted, by whom and until when.
    pub acceptance: Acceptance,
}

/// Why something is accepted, by whom and until when.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Acceptance {
    /// Why it is accepted.
    pub reason: String,
    /// Who is responsible.
    pub owner: Option<String>,
    /// The last day on which it is accepted, in UTC: `2027-01-31`.
    pub until: String,
}
