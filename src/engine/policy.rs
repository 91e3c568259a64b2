//! Guard rules over the documents of a request.

use std::cell::Cell;
use std::io::{self, Write};
use std::sync::Arc;

use bumpalo::Bump;
use serde_json::value::RawValue;

use super::{Cache, Document, Fault, FaultKind, Record, Request, Run};
use crate::guard::report::{FileReport, Records, lambda};
use crate::guard::{self, Detail, Doc, Profile, Rules};
use crate::syntax::{self, Tree};

/// Bytes of full records above which the short reports are given: Lambda's answer has to hold them and the rest.
const FULL_RECORDS: usize = 5 << 20;

/// Rules that compiled, with the names that the request gives them.
pub(super) struct Policy<'r, 'p> {
    rules: Vec<Compiled<'r>>,
    /// Documents merged into each; `None` where one of them cannot be read.
    parameters: Option<Vec<Tree<'p>>>,
    /// Steps that were taken for documents before.
    taken: Cell<u64>,
    /// Bytes of findings that may still be given.
    left: Cell<usize>,
}

struct Compiled<'r> {
    name: &'r str,
    /// `None` where the text does not parse.
    rules: Option<Arc<Rules>>,
}

/// Compiles the rules of a request; each text that does not parse is a fault for each of its mistakes.
pub(super) fn compile<'r, 'p>(
    request: &Request<'r>,
    cache: &Cache,
    arena: &'p Bump,
    faults: &mut Vec<Fault>,
) -> Policy<'r, 'p> {
    let mut rules = Vec::with_capacity(request.rules.len());
    for input in &request.rules {
        let file = input.name;
        let name = if request.record == Record::None { file } else { lambda::RULES };
        let fault = |message: String, at| Fault { kind: FaultKind::Rules, message, file: file.to_owned(), at };
        // As it is: a message keeps the line breaks that it was written with.
        let compiled = match std::str::from_utf8(input.content) {
            Ok(text) => cache
                .rules(request.cancel, request.language, name, text)
                .map_err(|errors| errors.iter().map(|error| fault(explained(error), Some(error.position))).collect()),
            Err(_) => Err(vec![fault("this is not UTF-8".to_owned(), None)]),
        };
        match compiled {
            Ok(compiled) => rules.push(Compiled { name: file, rules: Some(compiled) }),
            Err(mut wrong) => {
                faults.append(&mut wrong);
                rules.push(Compiled { name: file, rules: None });
            }
        }
    }
    Policy {
        rules,
        parameters: parameters(request, arena, faults),
        taken: Cell::new(0),
        left: Cell::new(request.guard_limits.findings),
    }
}

fn parameters<'p>(request: &Request<'_>, arena: &'p Bump, faults: &mut Vec<Fault>) -> Option<Vec<Tree<'p>>> {
    let mut trees = Vec::new();
    let before = faults.len();
    for input in &request.input_parameters {
        let text = syntax::decode(input.content).map(|text| &*arena.alloc_str(&text));
        let parsed = text.map(|text| syntax::parse(arena, text, input.name));
        match parsed.map(|parsed| (parsed.tree, parsed.errors)) {
            Ok((Some(tree), errors)) if errors.is_empty() => trees.push(tree),
            Ok((_, errors)) => faults.extend(errors.first().map(|error| super::unreadable(input.name, error))),
            Err(error) => faults.push(super::unreadable(input.name, &error)),
        }
    }
    (faults.len() == before).then_some(trees)
}

fn explained(error: &guard::ParseError) -> String {
    if error.expected.is_empty() {
        return error.message.clone();
    }
    format!("{}; expected {}", error.message, error.expected.join(" or "))
}

impl Policy<'_, '_> {
    /// Whether there is no rule to obey.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.iter().all(|compiled| compiled.rules.as_ref().is_some_and(|rules| rules.is_empty()))
    }

    /// Evaluates all rules on a document: findings and faults go into the run, reports into the document.
    pub(super) fn evaluate(
        &self,
        arena: &Bump,
        tree: &Tree<'_>,
        request: &Request<'_>,
        document: &mut Document<'_>,
        run: &mut Run<'_>,
    ) {
        let profile = if request.record == Record::None { Profile::Cli } else { Profile::Lib };
        // What cannot be read among the parameters is a fault already.
        let Some(parameters) = &self.parameters else { return };
        let trees: Vec<&Tree<'_>> = parameters.iter().chain([tree]).collect();
        let doc = match Doc::new(arena, &trees, profile) {
            Ok(doc) => doc.limited(request.guard_limits, self.taken.get()).until(request.cancel),
            Err(error) => {
                let at = error.at.map(|(_, position)| position);
                let file = document.name.to_owned();
                run.faults.push(Fault { kind: FaultKind::Document, message: error.message, file, at });
                return;
            }
        };
        let detail = if request.record == Record::Full { Detail::Full } else { Detail::Failures };
        let options = guard::Options { detail, now: request.now };
        let mut report = FileReport::new(document.name);
        let mut outcomes = Vec::with_capacity(self.rules.len());
        for compiled in &self.rules {
            let outcome = compiled.rules.as_deref().map(|rules| guard::evaluate(rules, &doc, &options)).transpose();
            outcomes.push(outcome.unwrap_or_else(|error| {
                let message = format!("evaluation ended early: {error}");
                let file = compiled.name.to_owned();
                run.faults.push(Fault { kind: FaultKind::Rules, message, file, at: None });
                None
            }));
            if let Some(Some(outcome)) = outcomes.last() {
                report.add(outcome);
            }
        }
        self.taken.set(doc.taken());
        let mut left = self.left.get();
        run.findings.append(&mut report.findings(&trees, &mut left));
        self.left.set(left);
        if left == 0 && !report.not_compliant.is_empty() {
            let limit = request.guard_limits.findings >> 20;
            let why = format!("there is more wrong with it than is listed: all findings take more than {limit} MiB");
            run.faults.push(super::not_checked(document.name, &why));
        }
        run.rules.passed = run.rules.passed.saturating_add(report.compliant.len());
        run.rules.failed = run.rules.failed.saturating_add(report.not_compliant.len());
        run.rules.skipped = run.rules.skipped.saturating_add(report.not_applicable.len());
        if request.guard_report {
            document.guard = raw(&report, request.guard_limits);
            if document.guard.is_none() {
                let limit = request.guard_limits.report >> 20;
                let why = format!("cfn-guard's report of it is not given: it takes more than {limit} MiB");
                run.faults.push(super::not_checked(document.name, &why));
            }
        }
        record(&outcomes, request, run);
    }
}

/// cfn-guard-lambda's record of each rules text; `null` for one that was not evaluated.
fn record(outcomes: &[Option<guard::Outcome<'_>>], request: &Request<'_>, run: &mut Run<'_>) {
    if request.record == Record::None {
        return;
    }
    let terse = |outcome: &Option<guard::Outcome<'_>>| {
        let report = outcome.as_ref().and_then(|outcome| {
            let mut report = FileReport::new(lambda::DATA);
            report.add(outcome);
            raw(&report, request.guard_limits)
        });
        report.unwrap_or_else(|| RawValue::NULL.to_owned())
    };
    if request.record == Record::Full {
        let mut left = FULL_RECORDS;
        let mut records = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            let Some(record) = full(outcome.as_ref(), left) else { break };
            left = left.saturating_sub(record.get().len());
            records.push(record);
        }
        if records.len() == outcomes.len() {
            run.records.append(&mut records);
            return;
        }
        run.records_shortened = true;
    }
    run.records.extend(outcomes.iter().map(terse));
}

/// cfn-guard's report, if it is not too long.
fn raw(report: &FileReport<'_>, limits: guard::Limits) -> Option<Box<RawValue>> {
    report.to_json_within(limits.report).and_then(|text| RawValue::from_string(text).ok())
}

/// Everything that was recorded, if it takes no more than so many bytes.
fn full(outcome: Option<&guard::Outcome<'_>>, most: usize) -> Option<Box<RawValue>> {
    let Some(outcome) = outcome else { return Some(RawValue::NULL.to_owned()) };
    let mut out = AtMost { bytes: Vec::new(), most };
    serde_json::to_writer(&mut out, &Records::new(outcome, lambda::DATA)).ok()?;
    String::from_utf8(out.bytes).ok().and_then(|text| RawValue::from_string(text).ok())
}

/// Takes no more than so many bytes.
struct AtMost {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for AtMost {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len().saturating_add(bytes.len()) > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
