//! The result of evaluating a Hook invocation.

use cfn_warden_engine::Run;

/// The result of an evaluation.
#[derive(Debug)]
pub enum Evaluation {
    /// There was nothing to evaluate, for this reason.
    Nothing(&'static str),
    /// The target was checked.
    Checked {
        /// The findings and incomplete checks, without documents.
        run: Box<Run<'static>>,
        /// Whether positions refer to the user's own template.
        has_positions: bool,
    },
}

impl Evaluation {
    /// Returns the findings and incomplete checks.
    pub fn run(&self) -> Option<&Run<'static>> {
        match self {
            Evaluation::Nothing(_) => None,
            Evaluation::Checked { run, .. } => Some(run),
        }
    }
}
