//! The input of the linter.

use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_template::Nested;

/// The document to lint, apart from its tree.
#[derive(Debug, Clone, Copy, Default)]
pub struct Input<'i> {
    /// File name in findings; empty for standard input.
    pub name: &'i str,
    /// Source text.
    pub text: &'i str,
    /// Current time in seconds since the Unix epoch, for rules about deprecation dates.
    pub now: i64,
    /// Declarations of the templates of nested stacks that could be loaded.
    pub nested: &'i [Nested],
    /// Cancels the evaluation.
    pub cancel: Cancel<'i>,
}

impl Input<'_> {
    /// Returns the current date, `2026-01-31`; empty if the time is out of range.
    pub fn today(&self) -> String {
        let time = chrono::DateTime::from_timestamp(self.now, 0);
        time.map(|time| time.date_naive().to_string())
            .unwrap_or_default()
    }
}
