//! What a rule is.

use cfn_warden_syntax::finding::Severity;

use super::issue::Issue;
use super::module::Module;
use super::options::Options;

/// A check of a module, with what its page says of it.
#[derive(Debug)]
pub struct Rule {
    /// The rule ID.
    pub id: &'static str,
    /// The title, as on the page in `docs/rules`.
    pub title: &'static str,
    /// The description: the first paragraph of the page.
    pub description: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// Whether it runs unless it is turned off.
    pub is_recommended: bool,
    /// Checks a module. The error says which option is wrong.
    pub check: fn(&Module<'_>, &Options<'_>) -> Result<Vec<Issue>, String>,
}
