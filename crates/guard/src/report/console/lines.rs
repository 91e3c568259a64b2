//! Prints failures line by line, for documents that are neither templates nor Terraform plans.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value as Json;

use super::{Files, Shown};
use crate::eval::result::{Missing, Res};
use crate::outcome::{Check, Context, Event, Note, Outcome, Record, Status};
use crate::report::model::Operator;
use crate::report::value::Plain;
use crate::syntax::ast::{Binary, Unary};
use crate::text;
use crate::value::Ref;

/// The details of a failure.
#[derive(Default)]
struct Info {
    rule: String,
    path: String,
    provided: Json,
    expected: Json,
    operator: Option<Operator>,
    message: String,
    error: Option<String>,
}

/// Formats an outcome in full detail; empty if there is nothing to print.
pub fn lines(outcome: &Outcome<'_>, files: &Files<'_>, shown: Shown) -> String {
    let mut failed: BTreeMap<&str, Vec<Info>> = BTreeMap::new();
    let mut passed: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut skipped: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for (at, (name, status, events)) in outcome.rule_events().enumerate() {
        match status {
            Status::Pass => drop(passed.insert(name, None)),
            Status::Skip => {
                let reason = outcome.reason(at).map(|reason| text::reason(outcome.doc, reason));
                skipped.insert(name, reason);
            }
            Status::Fail => {
                let infos = failing(events).into_iter().filter_map(|event| info(outcome, name, event));
                failed.insert(name, infos.collect());
            }
        }
    }
    let something = match shown {
        _ if shown.nothing() => false,
        Shown { fail: true, .. } => !failed.is_empty(),
        Shown { pass: true, .. } => !passed.is_empty(),
        _ => !skipped.is_empty(),
    };
    let mut out = String::new();
    if !something {
        return out;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(out, "Evaluation of rules {} against data {}", files.rules, files.data);
    if shown.fail && !failed.is_empty() {
        out.push_str("--\n");
        for info in failed.values().flatten() {
            let _ = writeln!(out, "{}", sentence(info, files.data));
        }
    }
    for (wanted, rules, what) in [(shown.pass, &passed, "compliant"), (shown.skip, &skipped, "not applicable")] {
        if !wanted || rules.is_empty() {
            continue;
        }
        out.push_str("--\n");
        for (rule, reason) in rules {
            let _ = writeln!(out, "Rule [{rule}] is {what} for template [{}]", files.data);
            if let Some(reason) = reason {
                let _ = writeln!(out, "  {reason}");
            }
        }
    }
    out.push_str("--\n");
    out
}

/// Returns the events that cause a rule to fail, except those in filters.
fn failing<'r, 'e>(events: &'r [Event<'e>]) -> Vec<&'r Event<'e>> {
    let Some((event, rest)) = events.split_first() else { return Vec::new() };
    let below = || {
        let mut found = Vec::new();
        let mut at = (event.end as usize).saturating_sub(rest.len());
        let mut rest = rest;
        while let Some(child) = rest.first() {
            let size = (child.end as usize).saturating_sub(at).max(1);
            let (whole, behind) = rest.split_at_checked(size).unwrap_or((rest, &[]));
            found.append(&mut failing(whole));
            rest = behind;
            at = at.saturating_add(size);
        }
        found
    };
    match event.record {
        Record::Filter(_) | Record::Check(Check::Success) => Vec::new(),
        Record::Check(_) | Record::Rule(Status::Fail, Some(_)) => vec![event],
        Record::Comparison(Status::Fail, _, note) if !matches!(note, Note::None) => {
            let found = below();
            if found.is_empty() { vec![event] } else { found }
        }
        _ => below(),
    }
}

fn info(outcome: &Outcome<'_>, rule: &str, event: &Event<'_>) -> Option<Info> {
    let doc = outcome.doc;
    let rule = rule.to_owned();
    let value = |value: Ref<'_>| serde_json::to_value(Plain(value)).unwrap_or_default();
    let message = |message: Option<&str>| message.unwrap_or_default().to_owned();
    let lost = |missing: &Missing<'_>, error: Option<String>| {
        let error = error.unwrap_or_else(|| text::why(doc, missing));
        (doc.path(missing.at.origin), value(missing.at), Some(error))
    };
    Some(match event.record {
        Record::Rule(_, Some(message)) => {
            let Context::Rule(rule) = event.context else { return None };
            Info { rule: rule.name.to_string(), message: message.to_owned(), ..Info::default() }
        }
        Record::Comparison(_, _, note) => Info { rule, error: text::note(doc, note), ..Info::default() },
        Record::Check(Check::Dependent { message: own, why, .. }) => {
            Info { rule, error: why.map(str::to_owned), message: message(*own), ..Info::default() }
        }
        Record::Check(Check::BlockValue(missing)) => {
            let Context::BlockValue(block) = event.context else { return None };
            let (query, why) = (text::query(&block.query.parts), text::why(doc, missing));
            let error = Some(format!("Query {query} did not resolve to correct value, reason {why}"));
            Info { rule, path: doc.path(missing.at.origin), error, ..Info::default() }
        }
        Record::Check(Check::NothingFound(text)) => Info {
            rule,
            operator: Some(Operator::Unary(Unary::Empty, false)),
            message: message(*text),
            ..Info::default()
        },
        Record::Check(Check::Unary { message: text, operator, from, why }) => {
            let why = why.map(str::to_owned);
            let (path, provided, error) = match from {
                Res::Missing(missing) => lost(missing, why),
                Res::Resolved(from) | Res::Literal(from) => (doc.path(from.origin), value(from), why),
            };
            let operator = Some(Operator::Unary(operator.0, operator.1));
            Info { rule, path, provided, error, operator, message: message(*text), ..Info::default() }
        }
        Record::Check(Check::Binary { message: text, operator, from, to, why }) => {
            let why = why.map(|why| text::incomparable(doc, why));
            let expected = match (from, to) {
                (Res::Missing(_), _) | (_, None) => Json::Null,
                (_, Some(Res::Missing(missing))) => value(missing.at),
                (_, Some(Res::Resolved(to) | Res::Literal(to))) => value(to),
            };
            let (path, provided, error) = match from {
                Res::Missing(missing) => lost(missing, why),
                Res::Resolved(from) | Res::Literal(from) => (doc.path(from.origin), value(from), why),
            };
            let operator = Some(Operator::Binary(operator.0, operator.1));
            Info { rule, path, provided, expected, error, operator, message: message(*text) }
        }
        Record::Check(Check::In { operator, from, to, .. }) => {
            let to = to.iter().map(|each| match each {
                Res::Missing(missing) => value(missing.at),
                Res::Resolved(each) | Res::Literal(each) => value(each),
            });
            Info {
                rule,
                provided: from.value().map(value).unwrap_or_default(),
                expected: Json::Array(to.collect()),
                operator: Some(Operator::Binary(operator.0, operator.1)),
                ..Info::default()
            }
        }
        _ => return None,
    })
}

fn sentence(info: &Info, data: &str) -> String {
    let Info { rule, path, provided, expected, .. } = info;
    if let Some(error) = &info.error {
        return format!(
            "Property traversed until [{path}] in data [{data}] is not compliant with [{rule}] due to retrieval error. Error Message [{error}]"
        );
    }
    let message = info.message.replace('\n', ";");
    match info.operator {
        None => format!("Rule {rule} failed for {data}. Reason {}", info.message.replace('\n', "; ")),
        Some(Operator::Unary(operator, negated)) => {
            let was = was(operator, negated);
            format!(
                "Property [{path}] in data [{data}] is not compliant with [{rule}] because needed value at [{provided}] {was}. Error Message [{message}]"
            )
        }
        Some(Operator::Binary(operator, negated)) => {
            let did = if negated { "did" } else { "did not" };
            let matched = if operator == Binary::In { "match expected value in" } else { "match expected value" };
            format!(
                "Property [{path}] in data [{data}] is not compliant with [{rule}] because provided value [{provided}] {did} {matched} [{expected}]. Error Message [{message}]"
            )
        }
    }
}

fn was(operator: Unary, negated: bool) -> &'static str {
    match (operator, negated) {
        (Unary::Exists, false) => "did not exist",
        (Unary::Exists, true) => "existed",
        (Unary::Empty, false) => "was not empty",
        (Unary::Empty, true) => "was empty",
        (Unary::IsList, false) => "was not a list ",
        (Unary::IsList, true) => "was list",
        (Unary::IsStruct, false) => "was not a struct",
        (Unary::IsStruct, true) => "was struct",
        (Unary::IsString, false) => "was not a string ",
        (Unary::IsString, true) => "was string",
        (Unary::IsBool, false) => "was not a bool",
        (Unary::IsBool, true) => "was bool",
        (Unary::IsInt, false) => "was not an int",
        (Unary::IsInt, true) => "was int",
        (Unary::IsNull, false) => "was not null",
        (Unary::IsNull, true) => "was null",
        (Unary::IsFloat, false) => "was not a float",
        (Unary::IsFloat, true) => "was float",
    }
}
