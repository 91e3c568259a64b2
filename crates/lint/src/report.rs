//! Violations to findings: words, places, order.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use super::registry;
use super::rule::severity;
use super::select::is_enabled;
use super::{Input, Settings};
use cfn_warden_schema::fault::Lists;
use cfn_warden_schema::violation::is_function;
use cfn_warden_schema::{Budget, Fault, InstancePath, Limit, Operand, Step as WalkStep, Violation, keyword as k};
use cfn_warden_syntax::finding::{Engine, Finding, RuleRef, Subject};
use cfn_warden_syntax::python;
use cfn_warden_syntax::tree::{At, Style};
use cfn_warden_syntax::{self as syntax, LocationIndex, Path, Position, Span, Step, SyntaxError, Tree};
use cfn_warden_template::transform::TransformError;
use cfn_warden_template::{Compat, Quirk, Template};

/// The findings of violations. Equal ones are one; what stands below equal ones is put together.
pub fn findings<'a>(
    tree: &Tree<'a>,
    template: &Template<'a>,
    input: &Input<'_>,
    violations: Vec<Violation<'a>>,
    budget: &Budget<'a>,
    compat: Compat,
) -> Vec<Finding> {
    let lists = if compat.has(Quirk::LongLists) { Lists::Whole } else { Lists::Nearest };
    let places = LocationIndex::of(tree, template.root);
    let reporter = Reporter { tree, places, input, lists, left: Cell::new(budget.limits().text) };
    let mut found = Vec::new();
    for violation in violations {
        if reporter.left.get() == 0 {
            budget.reach(Limit::Findings);
            break;
        }
        found.push(reporter.finding(violation, &Path::default(), true));
    }
    distinct(found)
}

/// Why a template was not fully checked, where it was not.
pub fn not_checked(budget: &Budget<'_>) -> Option<String> {
    let reasons: Vec<_> = budget.reached().map(Limit::words).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// What is said of a template that was not fully checked.
pub fn unfinished(input: &Input<'_>, why: &str) -> Finding {
    let message = format!("the template was not fully checked: {why}");
    Finding { rule: reference("E0002"), ..broken(input, message, Span::START) }
}

/// Without what E3002 says of a key that is in a resource because it is in `Globals`, where E3724 says it of all.
pub fn once(mut findings: Vec<Finding>) -> Vec<Finding> {
    let in_globals = findings.iter().filter(|finding| finding.rule.id == "E3724");
    let said: HashSet<_> = in_globals.map(|finding| (finding.span, finding.message.clone())).collect();
    findings.retain(|finding| {
        said.is_empty() || finding.rule.id != "E3002" || !said.contains(&(finding.span, finding.message.clone()))
    });
    findings
}

/// By line, then by rule id; what is equal in both in the order of the walk.
pub fn ordered(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|one, two| (one.span.start.line, &one.rule.id).cmp(&(two.span.start.line, &two.rule.id)));
    findings
}

/// What is said of a text that could not be read.
pub fn unreadable(errors: &[SyntaxError], input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    if !is_enabled("E0000", settings) {
        return Vec::new();
    }
    let found = errors.iter().map(|error| broken(input, error.message.clone(), error.span));
    ordered(distinct(found.collect()))
}

/// What is said of a document that is no map.
pub fn not_an_object(input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    let found = broken(input, "Template needs to be an object.".to_owned(), Span::START);
    if is_enabled("E0000", settings) { vec![found] } else { Vec::new() }
}

/// What is said of a template whose transforms fail.
pub fn not_transformed(input: &Input<'_>, error: TransformError, settings: &Settings) -> Vec<Finding> {
    let found = Finding { rule: reference("E0001"), ..broken(input, error.message, error.span) };
    if is_enabled("E0001", settings) { vec![found] } else { Vec::new() }
}

/// What is said of a file as a whole, which is no template: the reference gives it no width.
pub fn of_file(id: &'static str, name: &str, message: String) -> Finding {
    let nowhere = Span { start: Position::START, end: Position::START };
    let input = Input { name, text: "", ..Input::default() };
    Finding { rule: reference(id), severity: severity(id), ..broken(&input, message, nowhere) }
}

/// What is said of the value at a path; in no rule's name yet.
pub fn at_path(tree: &Tree<'_>, template: &Template<'_>, input: &Input<'_>, path: Path, message: String) -> Finding {
    let span = syntax::location(tree, template.root, &path);
    Finding { path: Some(path), value_span: None, ..broken(input, message, span) }
}

fn broken(input: &Input<'_>, message: String, span: Span) -> Finding {
    Finding {
        engine: Engine::Lint,
        rule: reference("E0000"),
        severity: severity("E0000"),
        message,
        file: input.name.to_owned(),
        path: None,
        span,
        value_span: Some(span),
        remediation: None,
        children: Vec::new(),
        subject: Subject::Other,
    }
}

/// A rule, as findings name it.
pub fn reference(id: &'static str) -> RuleRef {
    registry::find(id).map_or_else(
        || RuleRef {
            id: Cow::Borrowed(id),
            title: Cow::Borrowed(""),
            description: Cow::Borrowed(""),
            source: Cow::Borrowed(""),
        },
        super::Rule::reference,
    )
}

/// Bytes that a finding takes beside its message, or nearly so.
const BESIDE: usize = 1024;

struct Reporter<'r, 'a> {
    tree: &'r Tree<'a>,
    places: LocationIndex<'r, 'a>,
    input: &'r Input<'r>,
    lists: Lists,
    /// Bytes that findings may still take; names that are looked through count too.
    left: Cell<usize>,
}

impl<'a> Reporter<'_, 'a> {
    fn finding(&self, violation: Violation<'a>, above: &Path, is_top: bool) -> Finding {
        let id = violation.rule.unwrap_or("E1001");
        // A branch's violation that is shown elsewhere has, in the reference, the path of the whole before its own.
        let path = match violation.shown_at {
            Some(shown) if is_top => path(shown),
            Some(shown) => Path(above.0.iter().cloned().chain(path(shown).0).collect()),
            None => path(violation.trail),
        };
        let span = match violation.shown_at {
            None => self.key_span(violation.trail).unwrap_or_else(|| self.span(&path)),
            Some(_) => self.span(&path),
        };
        let message = violation.fault.written(self.lists);
        let taken = message.len().max(violation.fault.names()).saturating_add(BESIDE);
        self.left.set(self.left.get().saturating_sub(taken));
        let children = violation.children.into_iter().map(|child| self.finding(child, &path, false)).collect();
        Finding {
            engine: Engine::Lint,
            rule: reference(id),
            severity: severity(id),
            message,
            file: self.input.name.to_owned(),
            span,
            value_span: Some(self.tree.span(violation.instance.id)),
            path: Some(path),
            remediation: None,
            subject: match violation.shown_at {
                Some(_) if is_function(violation.keyword) => Subject::Use(self::path(violation.trail)),
                _ => subject(violation.keyword, &violation.fault),
            },
            children: distinct(children),
        }
    }

    fn span(&self, path: &Path) -> Span {
        self.places.place(path)
    }

    /// The place of the last step, where that is a key that was written.
    fn key_span(&self, trail: InstancePath<'a>) -> Option<Span> {
        let Some(WalkStep::Key(key)) = trail.last() else { return None };
        let info = self.tree.info(key.id)?;
        let marked = info.at == At::Key && info.style != Style::Implied && self.tree.raw(key.id).is_none();
        (marked && key.as_str().is_some()).then_some(info.span)
    }
}

/// What of a value a keyword's violation is about.
fn subject(symbol: u32, fault: &Fault<'_>) -> Subject {
    match symbol {
        k::TYPE
        | k::CONST
        | k::ENUM
        | k::ENUM_CASE_INSENSITIVE
        | k::PATTERN
        | k::FORMAT
        | k::MIN_LENGTH
        | k::MAX_LENGTH
        | k::MINIMUM
        | k::MAXIMUM
        | k::EXCLUSIVE_MINIMUM
        | k::EXCLUSIVE_MAXIMUM
        | k::MULTIPLE_OF => Subject::Value,
        k::REQUIRED => match fault.operand(0) {
            Operand::Json(key) => key.as_str().map_or(Subject::Other, |key| Subject::Missing(key.to_owned())),
            _ => Subject::Other,
        },
        k::ADDITIONAL_PROPERTIES => match fault.operand(1) {
            Operand::Text(meant) => Subject::Misspelt(meant.to_owned()),
            _ => Subject::Other,
        },
        _ => Subject::Other,
    }
}

fn path(trail: InstancePath<'_>) -> Path {
    let steps = trail.steps().into_iter().map(|step| match step {
        WalkStep::Index(index) => Step::Index(index),
        WalkStep::Name(name) => Step::Key(name.to_owned()),
        WalkStep::Key(key) => Step::Key(python::str(key)),
    });
    Path(steps.collect())
}

/// Drops what was said before. What stands below the one is put below the other.
fn distinct(findings: Vec<Finding>) -> Vec<Finding> {
    let mut index = HashMap::new();
    let mut all: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        let key = (finding.rule.id.clone(), finding.span, finding.message.clone());
        match index.get(&key).and_then(|place: &usize| all.get_mut(*place)) {
            None => {
                index.insert(key, all.len());
                all.push(finding);
            }
            Some(_) if finding.children.is_empty() => {}
            Some(known) => {
                let mut children = std::mem::take(&mut known.children);
                children.extend(finding.children);
                known.children = distinct(children);
            }
        }
    }
    all
}
