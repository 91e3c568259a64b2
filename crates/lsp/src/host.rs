//! What the server needs from its caller: checks of documents, which may need files, and a clock.

use std::time::Duration;

use cfn_warden_lint::RuleSet;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::finding::Finding;

/// The caller of the server.
pub trait Host: Sync {
    /// Is called once, before everything else, with the path of the folder that the editor opened.
    fn begin(&self, folder: Option<&str>);

    /// Returns the schemas for hovers and completions.
    fn knowledge(&self) -> &Knowledge;

    /// Returns the lint rules, for the values that they allow.
    fn rules(&self) -> RuleSet;

    /// Checks a document. A result of a cancelled check is not shown.
    fn check(&self, document: &Document<'_>, cancel: Cancel<'_>) -> Checked;

    /// Returns a document after all fixes that need no review; `None` if nothing is to be changed.
    fn fix(&self, document: &Document<'_>) -> Option<String>;

    /// Returns the page of a Guard function, in Markdown.
    fn page_of_function(&self, name: &str) -> Option<&'static str>;

    /// Returns the time since any moment before the first call.
    fn elapsed(&self) -> Duration;
}

/// An open document.
#[derive(Debug, Clone, Copy)]
pub struct Document<'d> {
    /// The URI in the editor.
    pub uri: &'d str,
    /// The path; `None` if it is not a file.
    pub path: Option<&'d str>,
    /// What it is.
    pub kind: DocumentKind,
    /// The text in the editor.
    pub text: &'d str,
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// YAML or JSON, which may be a template.
    Template,
    /// Guard rules.
    Rules,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// The findings, in the order of the report.
    pub findings: Vec<Reported>,
    /// What could not be checked.
    pub problems: Vec<Problem>,
}

/// A finding, and others with the same cause, which the report does not show apart.
#[derive(Debug)]
pub struct Reported {
    /// What the report shows.
    pub finding: Finding,
    /// The others.
    pub also: Vec<Finding>,
    /// The paths of all findings that differ only in what they are about, if there are several: the same problem at the same
    /// place, such as the body of a loop.
    pub paths: Vec<String>,
}

/// Something that could not be checked.
#[derive(Debug)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// Where, if it is in the document.
    pub at: Option<Position>,
}
