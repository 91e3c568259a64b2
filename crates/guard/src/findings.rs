//! Findings of an evaluation: one for each failed check, in the form that all engines and reports share.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use super::compile::program::{Location, Program};
use super::doc::Doc;
use super::eval::deployments::{VaryingCheck, VaryingOutcome};
use super::eval::result::{Missing, QueryResult};
use super::outcome::{Context, Note, Outcome};
use super::report::{BinaryCheck, ClauseReport, FileReport, RenderContext, UnaryCheck};
use super::syntax::ast::Binary;
use super::text::{self as words, ValueSink};
use super::value::{Origin, Value};
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Extent, Finding, RuleRef, Severity};
use cfn_warden_syntax::{
    Known, LocationIndex, Operand, Path, Segment, Span, Step, Text, Tree, text,
};

/// The longest value shown in a message, in characters.
const MAX_VALUE: usize = 100;

/// What cfn-guard writes before a clause.
const CLAUSE: &str = "GuardAccessClause#block";

impl Outcome<'_> {
    /// Like [`FileReport::findings`], for this outcome alone and without a limit.
    pub fn findings(&self, trees: &[&Tree<'_>], file: &str) -> Vec<Finding> {
        let mut report = FileReport::new(file);
        report.add(self);
        let mut left = usize::MAX;
        report.findings(trees, &mut left)
    }
}

impl FileReport<'_> {
    /// Returns the failures in the order of evaluation. `trees` are the documents that the evaluated document was
    /// merged from; a finding has a position if its value is in the last one, the data file. `left` is the number of
    /// bytes that findings may still take; when it reaches 0, further findings are dropped.
    pub fn findings(&self, trees: &[&Tree<'_>], left: &mut usize) -> Vec<Finding> {
        let places = trees.last().map(|tree| LocationIndex::of(tree, tree.root));
        let (count, locations) = (trees.len(), HashMap::new());
        let mut findings = Findings {
            places,
            count,
            file: self.name,
            locations,
            findings: Vec::new(),
            left,
        };
        self.not_compliant
            .iter()
            .for_each(|failure| findings.walk(failure, ""));
        findings.findings
    }
}

struct Findings<'r> {
    /// Those of the data file.
    places: Option<LocationIndex<'r, 'r>>,
    /// The number of documents.
    count: usize,
    file: &'r str,
    /// Locations by node ID: many findings concern the same values.
    locations: HashMap<u32, Option<ValueLocation>>,
    findings: Vec<Finding>,
    left: &'r mut usize,
}

/// The location of a value in the data file.
#[derive(Debug, Clone)]
pub(super) struct ValueLocation {
    pub path: Path,
    /// The span of the key, or of the value if it has no key.
    pub key: Option<Span>,
    /// The span of the value.
    pub value: Option<Span>,
}

impl Findings<'_> {
    fn walk(&mut self, report: &ClauseReport<'_>, rule: &str) {
        if *self.left == 0 {
            return;
        }
        match report {
            ClauseReport::Rule {
                name,
                message,
                checks,
            } if checks.is_empty() => {
                let rule = rule_or(rule, name);
                self.push(finding(
                    rule,
                    String::new(),
                    message.map_or(Text::own("the rule failed"), Text::operand),
                    self.file,
                    None,
                ));
            }
            // A failure of a referenced rule is reported under the name of the referencing rule.
            ClauseReport::Rule { name, checks, .. } => {
                checks
                    .iter()
                    .for_each(|check| self.walk(check, rule_or(rule, name)));
            }
            ClauseReport::Binary {
                is_left_out: true, ..
            } => {}
            ClauseReport::Disjunctions(checks) => self.any(checks, rule),
            ClauseReport::Block {
                source,
                context,
                note: Note::RightEmpty(empty),
                ..
            } if !empty.left.is_empty() => {
                let text = empty
                    .message
                    .map(str::trim)
                    .filter(|text| !text.is_empty())
                    .map(|text| custom_message(text, *context));
                let text = text.unwrap_or_else(|| {
                    let clause = words::context(source.program, *context);
                    let words: Vec<&str> = clause
                        .trim_start_matches(CLAUSE)
                        .split_whitespace()
                        .collect();
                    text!(
                        "`{}` does not hold: the right side resolved to nothing",
                        Known(&words.join(" "))
                    )
                });
                for origin in empty.left {
                    let at = self.location(source.doc, *origin);
                    self.push(finding(
                        rule,
                        clause_location(*source, *context),
                        text.clone(),
                        self.file,
                        at,
                    ));
                }
            }
            ClauseReport::Block {
                source, context, ..
            }
            | ClauseReport::Unary {
                source, context, ..
            }
            | ClauseReport::Binary {
                source, context, ..
            } => {
                let at = origin(report).and_then(|origin| self.location(source.doc, origin));
                let finding = finding(
                    rule,
                    clause_location(*source, *context),
                    message(report),
                    self.file,
                    at,
                );
                let extent = clause_at(*context)
                    .zip(finding.path.as_ref())
                    .and_then(|(at, path)| extent(source.program, at, path));
                self.push(Finding {
                    aspect: aspect(report),
                    certainty: Certainty::Certain,
                    extent,
                    ..finding
                });
            }
        }
    }

    fn location(&mut self, doc: &Doc<'_>, origin: Origin<'_>) -> Option<ValueLocation> {
        let id = doc.placed(origin)?;
        let (places, count) = (self.places.as_ref(), self.count);
        self.locations
            .entry(id)
            .or_insert_with(|| value_location(doc, places, count, origin))
            .clone()
    }

    /// Adds one finding for a disjunction, with the findings of its clauses as children.
    fn any(&mut self, checks: &[ClauseReport<'_>], rule: &str) {
        let before = self.findings.len();
        checks.iter().for_each(|check| self.walk(check, rule));
        let children = self.findings.split_off(before);
        let Some(first) = children.first() else {
            return;
        };
        let mut whole = first.clone();
        *self.left = self.left.saturating_sub(size(first));
        if children.len() > 1 {
            match message_of_whole(checks) {
                Some(message) => (whole.message, whole.remediation) = split_fix(message),
                None => {
                    let messages = children.iter().map(|child| child.message.clone());
                    whole.message = Text::join(messages, "; or ");
                }
            }
            whole.extent = common_extent(&children);
            whole.children = children;
        }
        self.findings.push(whole);
    }

    fn push(&mut self, finding: Finding) {
        *self.left = self.left.saturating_sub(size(&finding));
        self.findings.push(finding);
    }
}

fn finding(
    rule: &str,
    source: String,
    message: Text,
    file: &str,
    at: Option<ValueLocation>,
) -> Finding {
    let (key, value) = at.as_ref().map_or((None, None), |at| (at.key, at.value));
    let (message, remediation) = split_fix(message);
    Finding {
        engine: Engine::Guard,
        rule: RuleRef {
            id: Cow::Owned(rule.to_owned()),
            title: Cow::Borrowed(""),
            description: Cow::Borrowed(""),
            source: Cow::Owned(source),
            control: None,
        },
        severity: Severity::Error,
        message,
        file: file.to_owned(),
        path: at.map(|at| at.path),
        span: key.unwrap_or(Span::START),
        value_span: value,
        remediation,
        fix: None,
        children: Vec::new(),
        aspect: Aspect::Other,
        certainty: Certainty::Certain,
        deployments: None,
        related: Vec::new(),
        documentation: None,
        extent: None,
        identity: None,
        fingerprint: None,
        original_severity: None,
        warn_mode: None,
    }
}

/// Splits a message of a rule into the problem and how to fix it. By the convention of public rules, it has both:
/// `Violation: ... Fix: ...`.
fn split_fix(message: Text) -> (Text, Option<Text>) {
    const FIX: &str = "Fix: ";
    // A generated message has words of the evaluator; a value that it quotes is no remediation.
    let is_written = {
        let mut segments = message.segments();
        matches!(
            (segments.next(), segments.next()),
            (Some(Segment::Operand(..)), None)
        )
    };
    let Some(start) = message.find(FIX).filter(|_| is_written) else {
        return (message, None);
    };
    let problem = message.part(0..start);
    let fix = message.part(start.saturating_add(FIX.len())..message.len());
    match problem.ends_with(char::is_whitespace) && !fix.trim().is_empty() {
        true => (problem.trimmed_end(), Some(fix.trimmed_end())),
        false => (message, None),
    }
}

/// The approximate size of a finding in bytes, without its children.
fn size(finding: &Finding) -> usize {
    let step = |step: &Step| match step {
        Step::Key(key) => size_of::<Step>().saturating_add(key.len()),
        Step::Index(_) => size_of::<Step>(),
    };
    let texts = [
        &*finding.message,
        &finding.rule.id,
        &finding.rule.source,
        &finding.file,
    ]
    .map(str::len);
    let path = finding.path.iter().flat_map(|path| path.0.iter().map(step));
    texts
        .into_iter()
        .chain(path)
        .fold(size_of::<Finding>(), usize::saturating_add)
}

/// Returns the location of a value; it has spans if the value is in the last of `count` documents, that of `places`.
pub(super) fn value_location(
    doc: &Doc<'_>,
    places: Option<&LocationIndex<'_, '_>>,
    count: usize,
    origin: Origin<'_>,
) -> Option<ValueLocation> {
    let origin = Origin::Node(doc.placed(origin)?);
    let path = doc.steps(origin)?;
    let node = doc.source(origin)?;
    let data = count.checked_sub(1)? == node.tree as usize;
    let places = places.filter(|_| data);
    let key = places
        .filter(|_| !path.0.is_empty())
        .map(|places| places.place(&places.tree().path(node.node)));
    Some(ValueLocation {
        path,
        key,
        value: places.map(|places| places.tree().span(node.node)),
    })
}

fn rule_or<'r>(rule: &'r str, name: &'r str) -> &'r str {
    if rule.is_empty() { name } else { rule }
}

impl VaryingOutcome<'_> {
    /// Returns a finding with this message for a check; `doc` was merged from `count` documents, the last one that of `places`.
    pub fn finding(
        &self,
        check: &VaryingCheck<'_>,
        doc: &Doc<'_>,
        (places, count): (&LocationIndex<'_, '_>, usize),
        file: &str,
        message: Text,
    ) -> Finding {
        let rule = self
            .rules
            .get(check.rule as usize)
            .map_or("", |(name, _)| name);
        let start = check.at.start;
        let source = format!("{}:{}:{}", self.name, start.line, start.column);
        let at = check
            .origin
            .and_then(|origin| value_location(doc, Some(places), count, origin));
        let extent = at
            .as_ref()
            .and_then(|place| extent(self.program, check.at, &place.path));
        Finding {
            extent,
            ..finding(rule, source, message, file, at)
        }
    }

    /// Returns a finding with this message for a rule as a whole.
    pub fn rule_finding(&self, rule: usize, file: &str, message: Text) -> Finding {
        let rule = self.rules.get(rule).map_or("", |(name, _)| name);
        finding(rule, String::new(), message, file, None)
    }
}

/// `file:line:column` of the clause.
fn clause_location(source: RenderContext<'_>, context: Context<'_>) -> String {
    let Some(Location { start, .. }) = clause_at(context) else {
        return String::new();
    };
    format!("{}:{}:{}", source.program.name, start.line, start.column)
}

fn clause_at(context: Context<'_>) -> Option<Location> {
    Some(match context {
        Context::Comparison(clause) | Context::Value(clause) => clause.at,
        Context::Reference(reference) => reference.at,
        Context::Block(block) | Context::BlockValue(block) => block.at,
        _ => return None,
    })
}

/// Returns the list that fails as a whole, if a check is one of a `some` query.
fn extent(program: &Program, at: Location, path: &Path) -> Option<Box<Extent>> {
    program
        .existentials()
        .extent(program, at, path)
        .map(Box::new)
}

/// Returns the value that contains what all alternatives are about, as far as they are about the resource of the first.
fn common_extent(children: &[Finding]) -> Option<Box<Extent>> {
    let paths: Vec<&Path> = children
        .iter()
        .filter_map(|child| match child.extent.as_deref() {
            Some(extent) => Some(&extent.path),
            None => child.path.as_ref(),
        })
        .collect();
    let (first, others) = paths.split_first()?;
    let resource = first.0.get(..2)?;
    let mut common = first.0.as_slice();
    for Path(steps) in others.iter().filter(|path| path.0.starts_with(resource)) {
        let shared = common.iter().zip(steps).take_while(|(a, b)| a == b).count();
        common = common.get(..shared).unwrap_or_default();
    }
    let existential = |child: &Finding| child.extent.as_ref()?.existential.clone();
    let of_first = children.first().and_then(existential);
    Some(Box::new(Extent {
        path: Path(common.to_vec()),
        existential: of_first.filter(|one| {
            children
                .iter()
                .all(|child| existential(child).as_ref() == Some(one))
        }),
        ..Extent::default()
    }))
}

/// The origin of the value that a failure is about.
fn origin<'e>(report: &ClauseReport<'e>) -> Option<Origin<'e>> {
    if let Some(missing) = missing(report) {
        return Some(missing.at.origin);
    }
    match report {
        ClauseReport::Unary {
            check: UnaryCheck::Value { from, .. },
            ..
        } => Some(from.value()?.origin),
        ClauseReport::Binary {
            check: BinaryCheck::One { from, .. } | BinaryCheck::Several { from, .. },
            ..
        } => Some(from.origin),
        _ => None,
    }
}

/// Returns the key that a failure is about, if the document does not have it.
fn aspect(report: &ClauseReport<'_>) -> Aspect {
    match missing(report) {
        Some(missing) => Aspect::Missing(words::query(missing.rest)),
        None => Aspect::Other,
    }
}

/// Returns the query that did not resolve, if that is the failure.
fn missing<'e>(report: &ClauseReport<'e>) -> Option<&'e Missing<'e>> {
    match report {
        ClauseReport::Block { missing, .. } => *missing,
        ClauseReport::Unary {
            check:
                UnaryCheck::Value {
                    from: QueryResult::Missing(missing),
                    ..
                },
            ..
        } => Some(missing),
        ClauseReport::Binary {
            check: BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing),
            ..
        } => Some(*missing),
        _ => None,
    }
}

/// Returns the custom message, or a generated one.
fn message(report: &ClauseReport<'_>) -> Text {
    match written_message(report) {
        Some((text, context)) => custom_message(text, context),
        None => generated_message(report),
    }
}

/// Returns the custom message of a clause and its context.
fn written_message<'e>(report: &ClauseReport<'e>) -> Option<(&'e str, Context<'e>)> {
    let (message, context) = match report {
        ClauseReport::Unary {
            message, context, ..
        }
        | ClauseReport::Binary {
            message, context, ..
        } => (*message, *context),
        _ => return None,
    };
    let text = message.map(str::trim).filter(|text| !text.is_empty())?;
    Some((text, context))
}

/// Returns the custom message of `A or B <<message>>`: it belongs to the last alternative, but is meant for all.
fn message_of_whole(checks: &[ClauseReport<'_>]) -> Option<Text> {
    let (text, context) = written_message(checks.last()?)?;
    let is_other = |check: &ClauseReport<'_>| match check {
        ClauseReport::Rule { message, .. } => message.is_some(),
        check => written_message(check).is_some_and(|(other, _)| other != text),
    };
    (!checks.iter().any(is_other)).then(|| custom_message(text, context))
}

/// Returns the message of a clause. Its placeholders, which only the extended dialect has, are filled with values.
fn custom_message(text: &str, context: Context<'_>) -> Text {
    let written = match context {
        Context::Comparison(comparison) | Context::Value(comparison) => comparison.message.as_ref(),
        Context::Reference(reference) => reference.message.as_ref(),
        _ => None,
    };
    match written {
        Some(message) if message.parts.is_empty() => Text::rule_text(text),
        _ => Text::operand(text),
    }
}

fn generated_message(report: &ClauseReport<'_>) -> Text {
    match report {
        ClauseReport::Block {
            missing: Some(missing),
            ..
        } => missing_text(missing),
        ClauseReport::Block { source, note, .. } => match note {
            Note::None => Text::default(),
            note => words::note(source.doc, *note).map_or_else(Text::default, Text::operand),
        },
        ClauseReport::Unary {
            source,
            context,
            check,
            ..
        } => match check {
            UnaryCheck::Rule(rule) => text!("rule `{}` did not pass", Known(rule)),
            UnaryCheck::NothingFound => {
                text!(
                    "`{}` does not hold: the query resolved to nothing",
                    Known(words::context(source.program, *context).trim())
                )
            }
            UnaryCheck::Value {
                from: QueryResult::Missing(missing),
                ..
            } => missing_text(missing),
            UnaryCheck::Value {
                from: QueryResult::Resolved(value) | QueryResult::Literal(value),
                ..
            } => {
                text!(
                    "`{}` does not hold for {}",
                    Known(words::context(source.program, *context).trim()),
                    shortened(value)
                )
            }
        },
        ClauseReport::Binary {
            operator: (operator, negated),
            check,
            ..
        } => match check {
            BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                missing_text(missing)
            }
            BinaryCheck::One { from, to, .. } => {
                text!(
                    "{} {} {}",
                    shortened(from),
                    requirement(*operator, *negated),
                    shortened(to)
                )
            }
            BinaryCheck::Several { from, to } => {
                // No more values than there are characters to show.
                let all: Vec<String> = to
                    .iter()
                    .filter_map(QueryResult::value)
                    .take(MAX_VALUE)
                    .map(short_value)
                    .collect();
                text!(
                    "{} {} {}",
                    shortened(from),
                    requirement(*operator, *negated),
                    Operand::Value(&words::cut(all.join(", "), MAX_VALUE))
                )
            }
        },
        ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => Text::default(),
    }
}

fn missing_text(missing: &Missing<'_>) -> Text {
    text!("`{}` is missing", Known(&words::query(missing.rest)))
}

fn requirement(operator: Binary, negated: bool) -> &'static str {
    match (operator, negated) {
        (Binary::Equals, false) => "must equal",
        (Binary::Equals, true) => "must not equal",
        (Binary::In, false) => "must be in",
        (Binary::In, true) => "must not be in",
        (Binary::Greater, false) | (Binary::LessOrEqual, true) => "must be greater than",
        (Binary::GreaterOrEqual, false) | (Binary::Less, true) => "must be at least",
        (Binary::Less, false) | (Binary::GreaterOrEqual, true) => "must be less than",
        (Binary::LessOrEqual, false) | (Binary::Greater, true) => "must be at most",
    }
}

fn shortened(value: &Value<'_>) -> Text {
    Text::operand(short_value(value))
}

fn short_value(value: &Value<'_>) -> String {
    let mut shown = MessageValue(String::new());
    words::value_start(value, MAX_VALUE, &mut shown);
    words::cut(shown.0, MAX_VALUE)
}

/// A value in a message. In cfn-guard's reports null is the text `"NULL"`, which reads like a value of the document.
struct MessageValue(String);

impl ValueSink for MessageValue {
    fn written(&self) -> usize {
        self.0.written()
    }

    fn mark(&mut self, mark: &'static str) {
        self.0.mark(mark);
    }

    fn quoted(&mut self, text: &str) {
        self.0.quoted(text);
    }

    fn plain(&mut self, what: impl fmt::Display) {
        self.0.plain(what);
    }

    fn null(&mut self) {
        self.0.mark("null");
    }
}
