//! One request in, one run out: the only call that the shells make.

mod cache;
mod configuration;
mod deployed;
mod graph;
mod nested;
mod policy;
mod unknown;
mod variables;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use bumpalo::Bump;

use serde_json::value::RawValue;

pub use self::cache::{Cache, compiled_size};
pub use self::configuration::{Configuration, DEFERRED, configuration};
pub use self::graph::graph;
pub use self::nested::nested_templates;
use self::policy::Policy;
pub use self::unknown::{is_unknown_type, unknown_types};
pub use self::variables::check_variables;
use crate::cancel::Cancel;
use crate::document::resolve::Resolution;
use crate::finding::{Finding, Severity};
use crate::guard::{self, Language};
use crate::lint;
use crate::syntax::{self, Node, Path, Position, Step, SyntaxError, Tree};

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
    /// The Guard rules that each of them must obey.
    pub rules: Vec<Input<'r>>,
    /// How the rules are read and judged.
    pub language: Language,
    /// Which documents are linted.
    pub lint: Linting,
    /// How they are linted.
    pub lint_settings: lint::Settings,
    /// How much rules may take.
    pub guard_limits: guard::Limits,
    /// Whether Guard sees templates as they are written, or as the values given for their parameters deploy them.
    pub view: View,
    /// Documents that are merged into each document for Guard, before it.
    pub input_parameters: Vec<Input<'r>>,
    /// From which severity on a finding makes the run not compliant.
    pub fail_on: FailOn,
    /// Whether cfn-guard's report of each document is wanted.
    pub guard_report: bool,
    /// Whether cfn-guard-lambda's records are wanted.
    pub record: Record,
    /// Seconds since 1970, for rules that ask for the time.
    pub now: i64,
    /// Stops the work; what was not done then is a fault.
    pub cancel: Cancel<'r>,
}

/// Whether, and at which length, cfn-guard-lambda's record of each rules text is wanted. Where it is, documents are also
/// read as that function reads them, and default rules are called as it calls them.
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
    #[default]
    Written,
    /// The document as it is deployed: with the first set of values for parameters (`lint_settings`) and with defaults.
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

/// What was found.
#[derive(Debug, Default)]
pub struct Run<'r> {
    /// The documents, in the order of the request.
    pub documents: Vec<Document<'r>>,
    /// Texts that findings are in and that are no documents: the files of Terraform configurations.
    pub sources: Vec<Document<'r>>,
    /// Which documents are plans made of Terraform configurations.
    pub plans: Vec<PlanNote<'r>>,
    /// What is wrong in them; by file in the order of the request, then by line and rule.
    pub findings: Vec<Finding>,
    /// What could not be checked. Not empty means not compliant.
    pub faults: Vec<Fault>,
    /// As asked for.
    pub fail_on: FailOn,
    /// How many Guard rules came to which verdict, over all documents.
    pub rules: RuleCounts,
    /// cfn-guard-lambda's records, by document and rules text.
    pub records: Vec<Box<RawValue>>,
    /// Whether they are the terse ones because the full ones would be too long.
    pub records_shortened: bool,
}

/// A document that is a plan made of a Terraform configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanNote<'r> {
    /// Its name.
    pub name: &'r str,
    /// Resources of which nobody knows how many there are: rules that look at resources did not see them.
    pub deferred: usize,
}

/// What holds for all plans made of configurations.
pub const PLAN_LIMITS: &str = "a plan made of the configuration: what a provider computes or sets by default is not known, \
    and what is not set is not there, where Terraform's own plan has null or an empty list, unless the providers' schemas are given";

/// Counts of rules by verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleCounts {
    /// `PASS`
    pub passed: usize,
    /// `FAIL`
    pub failed: usize,
    /// `SKIP`
    pub skipped: usize,
}

/// A document that was checked.
#[derive(Debug, Default)]
pub struct Document<'r> {
    /// Its name.
    pub name: &'r str,
    /// Its text, for reports that show the source; empty where it is no UTF-8.
    pub text: Cow<'r, str>,
    /// The types of the resources that findings are about, by logical id, sorted.
    pub resource_types: Vec<(String, String)>,
    /// cfn-guard's report, where asked for and evaluated.
    pub guard: Option<Box<RawValue>>,
    /// What Guard saw of it came from where, where it was resolved.
    pub resolution: Option<Resolution>,
    /// How it was linted, its own metadata included; `None` where rules did not come to it.
    pub linted: Option<lint::Settings>,
}

impl Document<'_> {
    /// The type of a resource that a finding is about.
    pub fn type_of(&self, logical_id: &str) -> Option<&str> {
        let index = self.resource_types.binary_search_by_key(&logical_id, |(id, _)| id.as_str()).ok()?;
        self.resource_types.get(index).map(|(_, type_name)| type_name.as_str())
    }
}

/// Something that could not be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind of input it is.
    pub kind: FaultKind,
    /// Why not, for a person.
    pub message: String,
    /// The input's name.
    pub file: String,
    /// Where in it, as far as known.
    pub at: Option<Position>,
}

/// The kind of input that could not be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// A document cannot be read.
    Document,
    /// A document is not linted, and there are no rules.
    Unasked,
    /// A rules file cannot be read or parsed.
    Rules,
    /// What a field of the request names, or a setting, cannot be got; `file` is that field.
    Fetch,
}

/// The verdict on a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Everything was checked and is allowed.
    Pass,
    /// Everything was checked, and something is wrong.
    Fail,
    /// Something could not be checked.
    Error,
}

impl Run<'_> {
    /// The verdict.
    pub fn status(&self) -> Status {
        let threshold = match self.fail_on {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Never => None,
        };
        if !self.faults.is_empty() {
            Status::Error
        } else if threshold.is_some_and(|least| self.findings.iter().any(|finding| finding.severity >= least)) {
            Status::Fail
        } else {
            Status::Pass
        }
    }

    /// How many findings are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// Checks all documents of a request. What cannot be read is a [`Fault`]; the rest is checked all the same.
pub fn check<'r>(request: &Request<'r>, cache: &Cache) -> Run<'r> {
    let mut run = Run { fail_on: request.fail_on, ..Run::default() };
    let arena = Bump::new();
    let policy = policy::compile(request, cache, &arena, &mut run.faults);
    for input in &request.documents {
        let mut document = Document { name: input.name, ..Document::default() };
        let (before, recorded) = (run.findings.len(), run.records.len());
        match syntax::decode(input.content) {
            _ if request.cancel.is_set() => run.faults.push(not_checked(input.name, NO_TIME)),
            Ok(text) => {
                check_text(&text, request, &policy, &mut document, &mut run);
                document.text = text;
            }
            Err(error) => undecoded(input.name, error, request, &mut run),
        }
        if request.record != Record::None && run.records.len() == recorded {
            // One for each rules text, also where there was nothing to evaluate them on.
            run.records.extend(request.rules.iter().map(|_| RawValue::NULL.to_owned()));
        }
        if let Some(own) = run.findings.get_mut(before..) {
            own.sort_by(|a, b| (a.span.start.line, &a.rule.id).cmp(&(b.span.start.line, &b.rule.id)));
        }
        run.documents.push(document);
    }
    run
}

/// A document that is no text.
fn undecoded(name: &str, error: SyntaxError, request: &Request<'_>, run: &mut Run<'_>) {
    run.faults.push(not_checked(name, "it cannot be read: it is not UTF-8"));
    if request.lint == Linting::All {
        let input = lint::Input { name, now: request.now, ..lint::Input::default() };
        run.findings.append(&mut lint::unreadable(&[error], &input, &request.lint_settings));
    }
}

fn check_text(
    text: &str,
    request: &Request<'_>,
    policy: &Policy<'_, '_>,
    document: &mut Document<'_>,
    run: &mut Run<'_>,
) {
    let name = document.name;
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, name);
    if let Some(error) = parsed.errors.first() {
        run.faults.push(unreadable(name, error));
    }
    let is_linted = match request.lint {
        Linting::Off => false,
        Linting::Templates => parsed.tree.as_ref().is_some_and(is_template),
        // A plan of Terraform's is no template, and nobody means that.
        Linting::All => !parsed.tree.as_ref().is_some_and(is_plan),
    };
    if !is_linted && policy.is_empty() && parsed.errors.is_empty() {
        let why = "it is not linted, and there are no rules: there is nothing to check it by";
        run.faults.push(Fault { kind: FaultKind::Unasked, ..not_checked(name, why) });
    }
    let before = run.findings.len();
    if is_linted {
        let nested = parsed.tree.as_ref().map(|tree| nested::of(tree, name, request)).unwrap_or_default();
        let input = lint::Input { name, text, now: request.now, nested: &nested, cancel: request.cancel };
        let linted = match &parsed.tree {
            Some(tree) if parsed.errors.is_empty() => lint::lint(&arena, tree, &input, &request.lint_settings),
            _ => lint::unreadable(&parsed.errors, &input, &request.lint_settings).into(),
        };
        document.linted = linted.settings;
        run.findings.extend(linted.findings);
        run.faults.extend(linted.not_checked.map(|why| not_checked(name, &format!("it was not fully linted: {why}"))));
    }
    let Some(tree) = &parsed.tree else { return };
    if !is_linted {
        run.faults.append(&mut deployed::unfit(&arena, tree, name, request));
    }
    if !request.rules.is_empty() {
        let deployed = deployed::tree(&arena, tree, document, request, &mut run.faults);
        policy.evaluate(&arena, deployed.as_ref().unwrap_or(tree), request, document, run);
    }
    document.resource_types = resource_types(tree, run.findings.get(before..).unwrap_or_default());
}

/// What is said of a document that was not looked at.
const NO_TIME: &str = "time ran out before it was checked; check fewer documents or rules at once";

fn not_checked(name: &str, why: &str) -> Fault {
    Fault { kind: FaultKind::Document, message: why.to_owned(), file: name.to_owned(), at: None }
}

fn unreadable(name: &str, error: &SyntaxError) -> Fault {
    Fault {
        kind: FaultKind::Document,
        message: format!("it cannot be read: {}", error.message),
        file: name.to_owned(),
        at: Some(error.span.start),
    }
}

/// Whether a document is to be linted where only templates are.
fn is_template(tree: &Tree<'_>) -> bool {
    tree.root.get("Resources").is_some_and(|resources| resources.as_map().is_some())
}

/// Whether a document is a plan of Terraform's.
fn is_plan(tree: &Tree<'_>) -> bool {
    let has = |name: &str| tree.root.get(name).is_some();
    has("format_version") && (has("planned_values") || has("resource_changes"))
}

/// The types of the resources that findings are about.
fn resource_types(tree: &Tree<'_>, findings: &[Finding]) -> Vec<(String, String)> {
    let Some(resources) = tree.root.get("Resources") else { return Vec::new() };
    let ids: HashSet<&str> = findings.iter().filter_map(|finding| logical_id(finding.path.as_ref()?)).collect();
    let entries = resources.as_map().unwrap_or_default().iter();
    let wanted = entries.filter_map(|entry| Some((*ids.get(entry.key.as_str()?)?, entry.value)));
    // Of a key that stands twice, the last one.
    let resources: BTreeMap<&str, Node<'_>> = wanted.collect();
    let type_of = |(id, resource): (&str, Node<'_>)| Some((id.to_owned(), resource.get("Type")?.as_str()?.to_owned()));
    resources.into_iter().filter_map(type_of).collect()
}

/// The resource that a path leads into.
pub fn logical_id(path: &Path) -> Option<&str> {
    match path.0.as_slice() {
        [Step::Key(section), Step::Key(id), ..] if section == "Resources" => Some(id),
        _ => None,
    }
}
