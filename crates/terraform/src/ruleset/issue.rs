//! What rules report.

use cfn_warden_syntax::fix::Safety;

use crate::diagnostic::DetailText;
use crate::source::Range;
use cfn_warden_syntax::Text;

/// A problem that a rule reports.
#[derive(Debug)]
pub struct Issue {
    /// What is wrong, for people.
    pub message: Text,
    /// Where it is.
    pub place: Place,
    /// How to fix it.
    pub fix: Option<RuleFix>,
}

/// Where a problem is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a file that was read.
    Range(Range),
    /// The start of a file, which may not exist.
    File(String),
}

/// Edits that fix a problem.
#[derive(Debug)]
pub struct RuleFix {
    /// What the edits do, one sentence.
    pub description: &'static str,
    /// Whether they can be made without review.
    pub safety: Safety,
    /// The replaced ranges and their new texts, in source order.
    pub edits: Vec<(Range, String)>,
}

impl Issue {
    /// Returns a problem without a fix.
    pub fn at(range: Range, message: impl DetailText) -> Issue {
        Issue {
            message: message.into_text(),
            place: Place::Range(range),
            fix: None,
        }
    }

    /// Returns a problem of a file.
    pub fn of_file(path: impl Into<String>, message: impl DetailText) -> Issue {
        Issue {
            message: message.into_text(),
            place: Place::File(path.into()),
            fix: None,
        }
    }

    /// Adds a fix that replaces one range.
    pub fn fixed(
        self,
        safety: Safety,
        description: &'static str,
        range: Range,
        text: impl Into<String>,
    ) -> Issue {
        self.edited(safety, description, vec![(range, text.into())])
    }

    /// Adds a fix that replaces ranges, which are in source order.
    pub fn edited(
        self,
        safety: Safety,
        description: &'static str,
        edits: Vec<(Range, String)>,
    ) -> Issue {
        Issue {
            fix: Some(RuleFix {
                description,
                safety,
                edits,
            }),
            ..self
        }
    }
}
