//! Controls of the frameworks that no template can show.

/// A control that is not among the bundled ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotJudged {
    /// The ID, as Security Hub has it.
    pub id: &'static str,
    /// What is wrong with what fails.
    pub title: &'static str,
    /// Why a template does not decide it.
    pub why: &'static str,
}

/// Returns the controls that are not judged, ordered by ID.
pub fn not_judged() -> impl Iterator<Item = NotJudged> {
    cfn_warden_data::NOT_JUDGED
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut cells = line.split('\t');
            Some(NotJudged {
                id: cells.next()?,
                title: cells.next()?,
                why: cells.next()?,
            })
        })
}
