//! What is to be checked, and how.

use super::coverage::Policies;
use super::secrets::Values;
use cfn_warden_guard::{self as guard, Language};
use cfn_warden_lint as lint;
use cfn_warden_syntax::cancel::Cancel;

/// A text and what it is called.
#[derive(Debug, Clone, Copy)]
pub struct Input<'r> {
    /// As reports name it; empty for standard input.
    pub name: &'r str,
    /// Its bytes; what is no UTF-8 is reported like any unreadable text.
    pub content: &'r [u8],
}

/// What is to be checked, and how.
#[derive(Debug, Clone, Default)]
pub struct Request<'r> {
    /// The documents.
    pub documents: Vec<Input<'r>>,
    /// Templates that documents name as nested stacks, by their paths; they are not checked themselves.
    pub beside: Vec<Input<'r>>,
    /// The names of documents that other parts of the same run check.
    pub peers: Vec<&'r str>,
    /// The Guard rules that each of them must obey.
    pub rules: Vec<Input<'r>>,
    /// Only rules that read one of these sections count; empty where all count.
    pub rules_reading: &'r [&'r str],
    /// How the rules are read and judged.
    pub language: Language,
    /// Which documents are linted.
    pub lint: Linting,
    /// How they are linted.
    pub lint_settings: lint::Settings,
    /// How much rules may take.
    pub guard_limits: guard::Limits,
    /// What Guard sees of templates.
    pub view: View,
    /// A document whose sections Guard sees in each document, in place of the document's own sections of those names: what a
    /// Hook adds to a template.
    pub context: Option<Input<'r>>,
    /// What parts that were not seen mean for the verdict.
    pub coverage: Policies,
    /// Documents that are merged into each document for Guard, before it.
    pub input_parameters: Vec<Input<'r>>,
    /// From which severity on a finding makes the run not compliant.
    pub fail_on: FailOn,
    /// Whether cfn-guard's report of each document is wanted.
    pub guard_report: bool,
    /// Whether cfn-guard-lambda's records are wanted.
    pub record: Record,
    /// What becomes of secret values.
    pub values: Values,
    /// Seconds since 1970, for rules that ask for the time.
    pub now: i64,
    /// Stops the work; what was not done then is a fault.
    pub cancel: Cancel<'r>,
}

/// Whether, and at which length, cfn-guard-lambda's record of each rules text is wanted. It is made of documents as that
/// function reads them; findings and verdict are not. Default rules are called as that function calls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Record {
    /// Not at all.
    #[default]
    None,
    /// What failed.
    Terse,
    /// Everything evaluated.
    Full,
}

/// What Guard sees of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// The document as it is written.
    Written,
    /// The document after its transforms: loops expanded, SAM's `Globals` merged.
    #[default]
    Expanded,
    /// The expanded document as it is deployed: with the first set of values for parameters (`lint_settings`) and with
    /// defaults.
    Deployed,
}

/// Which documents are linted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Linting {
    /// None.
    Off,
    /// Those that are templates: maps with `Resources`.
    #[default]
    Templates,
    /// All: one that is no template is told so.
    All,
}

/// From which severity on a finding makes a run not compliant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FailOn {
    /// Errors do.
    #[default]
    Error,
    /// Errors and warnings do.
    Warning,
    /// None does. What could not be checked still does.
    Never,
}
