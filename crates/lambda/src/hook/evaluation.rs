//! The result of evaluating a Hook invocation.

use cfn_warden_engine::{Run, Status};

/// The name of the document that a Hook checks: the template, or the resource as a template.
pub const DOCUMENT: &str = "template";

/// The result of an evaluation.
#[derive(Debug)]
pub enum Evaluation {
    /// There was nothing to evaluate, for this reason.
    Nothing(&'static str),
    /// The target was checked.
    Checked {
        /// The findings and incomplete checks. It has one document without its text if anything was checked.
        run: Box<Run<'static>>,
        /// Whether positions refer to the user's own template.
        has_positions: bool,
    },
}

impl Evaluation {
    /// Returns the result of an evaluation whose documents are all parts of [`DOCUMENT`], or views of it.
    pub fn checked(mut run: Run<'static>, has_positions: bool) -> Evaluation {
        let mut parts = std::mem::take(&mut run.documents).into_iter();
        run.documents = parts.next().into_iter().collect();
        if let [document] = run.documents.as_mut_slice() {
            document
                .resources
                .extend(parts.flat_map(|part| part.resources));
            document
                .resources
                .sort_by(|one, other| one.logical_id.cmp(&other.logical_id));
            document
                .resources
                .dedup_by(|later, kept| later.logical_id == kept.logical_id);
        }
        Evaluation::Checked {
            run: Box::new(run),
            has_positions,
        }
    }

    /// Returns the verdict. Where there is nothing to evaluate, nothing was left unchecked.
    pub fn status(&self) -> Status {
        match self {
            Evaluation::Nothing(_) => Run::default().status(),
            Evaluation::Checked { run, .. } => run.status(),
        }
    }

    /// Returns the findings and incomplete checks.
    pub fn run(&self) -> Option<&Run<'static>> {
        match self {
            Evaluation::Nothing(_) => None,
            Evaluation::Checked { run, .. } => Some(run),
        }
    }
}
