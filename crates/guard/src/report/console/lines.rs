//! Prints failures line by line, for documents that are neither templates nor Terraform plans.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value as Json;

use super::{Files, StatusFilter};
use crate::eval::result::{Missing, QueryResult};
use crate::outcome::{Check, Context, Event, Note, Outcome, Record, Status};
use crate::report::model::Operator;
use crate::report::value::ValueJson;
use crate::syntax::ast::{Binary, Unary};
use crate::text;
use crate::value::Ref;

/// The details of a failure.
#[derive(Default)]
struct FailureDetails {
    rule: String,
    path: String,
    provided: Json,
    expected: Json,
    operator: Option<Operator>,
    message: String,
    error: Option<String>,
}

/// Formats an outcome in full detail; empty if there is nothing to print.
pub fn lines(outcome: &Outcome<'_>, files: &Files<'_>, filter: StatusFilter) -> String {
    let mut failed: BTreeMap<&str, Vec<FailureDetails>> = BTreeMap::new();
    let mut passed: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut skipped: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for (at, (name, status, events)) in outcome.rule_events().enumerate() {
        match status {
            Status::Pass => drop(passed.insert(name, None)),
            Status::Skip => {
                let reason = outcome
                    .reason(at)
                    .map(|reason| text::reason(outcome.doc, reason));
                skipped.insert(name, reason);
            }
            Status::Fail => {
                let details = failing(events)
                    .into_iter()
                    .filter_map(|event| failure_details(outcome, name, event));
                failed.insert(name, details.collect());
            }
        }
    }
    let has_output = match filter {
        _ if filter.is_empty() => false,
        StatusFilter { fail: true, .. } => !failed.is_empty(),
        StatusFilter { pass: true, .. } => !passed.is_empty(),
        _ => !skipped.is_empty(),
    };
    let mut out = String::new();
    if !has_output {
        return out;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "Evaluation of rules {} against data {}",
        files.rules, files.data
    );
    if filter.fail && !failed.is_empty() {
        out.push_str("--\n");
        for failure_details in failed.values().flatten() {
            let _ = writeln!(out, "{}", sentence(failure_details, files.data));
        }
    }
    for (is_shown, rules, what) in [
        (filter.pass, &passed, "compliant"),
        (filter.skip, &skipped, "not applicable"),
    ] {
        if !is_shown || rules.is_empty() {
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
    let Some((event, rest)) = events.split_first() else {
        return Vec::new();
    };
    let below = || {
        let mut found = Vec::new();
        let mut at = (event.end as usize).saturating_sub(rest.len());
        let mut rest = rest;
        while let Some(child) = rest.first() {
            let size = (child.end as usize).saturating_sub(at).max(1);
            let (whole, tail) = rest.split_at_checked(size).unwrap_or((rest, &[]));
            found.append(&mut failing(whole));
            rest = tail;
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

fn failure_details(outcome: &Outcome<'_>, rule: &str, event: &Event<'_>) -> Option<FailureDetails> {
    let doc = outcome.doc;
    let rule = rule.to_owned();
    let value = |value: Ref<'_>| serde_json::to_value(ValueJson(value)).unwrap_or_default();
    let message = |message: Option<&str>| message.unwrap_or_default().to_owned();
    let unresolved = |missing: &Missing<'_>, error: Option<String>| {
        let error = error.unwrap_or_else(|| text::why(doc, missing));
        (doc.path(missing.at.origin), value(missing.at), Some(error))
    };
    Some(match event.record {
        Record::Rule(_, Some(message)) => {
            let Context::Rule(rule) = event.context else {
                return None;
            };
            FailureDetails {
                rule: rule.name.to_string(),
                message: message.to_owned(),
                ..FailureDetails::default()
            }
        }
        Record::Comparison(_, _, note) => FailureDetails {
            rule,
            error: text::note(doc, note),
            ..FailureDetails::default()
        },
        Record::Check(Check::Dependent {
            message: own, why, ..
        }) => FailureDetails {
            rule,
            error: why.map(str::to_owned),
            message: message(*own),
            ..FailureDetails::default()
        },
        Record::Check(Check::BlockValue(missing)) => {
            let Context::BlockValue(block) = event.context else {
                return None;
            };
            let (query, why) = (text::query(&block.query.parts), text::why(doc, missing));
            let error = Some(format!(
                "Query {query} did not resolve to correct value, reason {why}"
            ));
            FailureDetails {
                rule,
                path: doc.path(missing.at.origin),
                error,
                ..FailureDetails::default()
            }
        }
        Record::Check(Check::NothingFound(text)) => FailureDetails {
            rule,
            operator: Some(Operator::Unary(Unary::Empty, false)),
            message: message(*text),
            ..FailureDetails::default()
        },
        Record::Check(Check::Unary {
            message: text,
            operator,
            from,
            why,
        }) => {
            let why = why.map(str::to_owned);
            let (path, provided, error) = match from {
                QueryResult::Missing(missing) => unresolved(missing, why),
                QueryResult::Resolved(from) | QueryResult::Literal(from) => {
                    (doc.path(from.origin), value(from), why)
                }
            };
            let operator = Some(Operator::Unary(operator.0, operator.1));
            FailureDetails {
                rule,
                path,
                provided,
                error,
                operator,
                message: message(*text),
                ..FailureDetails::default()
            }
        }
        Record::Check(Check::Binary {
            message: text,
            operator,
            from,
            to,
            why,
        }) => {
            let why = why.map(|why| text::incomparable(doc, why));
            let expected = match (from, to) {
                (QueryResult::Missing(_), _) | (_, None) => Json::Null,
                (_, Some(QueryResult::Missing(missing))) => value(missing.at),
                (_, Some(QueryResult::Resolved(to) | QueryResult::Literal(to))) => value(to),
            };
            let (path, provided, error) = match from {
                QueryResult::Missing(missing) => unresolved(missing, why),
                QueryResult::Resolved(from) | QueryResult::Literal(from) => {
                    (doc.path(from.origin), value(from), why)
                }
            };
            let operator = Some(Operator::Binary(operator.0, operator.1));
            FailureDetails {
                rule,
                path,
                provided,
                expected,
                error,
                operator,
                message: message(*text),
            }
        }
        Record::Check(Check::In {
            operator, from, to, ..
        }) => {
            let to = to.iter().map(|each| match each {
                QueryResult::Missing(missing) => value(missing.at),
                QueryResult::Resolved(each) | QueryResult::Literal(each) => value(each),
            });
            FailureDetails {
                rule,
                provided: from.value().map(value).unwrap_or_default(),
                expected: Json::Array(to.collect()),
                operator: Some(Operator::Binary(operator.0, operator.1)),
                ..FailureDetails::default()
            }
        }
        _ => return None,
    })
}

fn sentence(failure_details: &FailureDetails, data: &str) -> String {
    let FailureDetails {
        rule,
        path,
        provided,
        expected,
        ..
    } = failure_details;
    if let Some(error) = &failure_details.error {
        return format!(
            "Property traversed until [{path}] in data [{data}] is not compliant with [{rule}] due to retrieval error. Error Message [{error}]"
        );
    }
    let message = failure_details.message.replace('\n', ";");
    match failure_details.operator {
        None => format!(
            "Rule {rule} failed for {data}. Reason {}",
            failure_details.message.replace('\n', "; ")
        ),
        Some(Operator::Unary(operator, negated)) => {
            let was = was(operator, negated);
            format!(
                "Property [{path}] in data [{data}] is not compliant with [{rule}] because needed value at [{provided}] {was}. Error Message [{message}]"
            )
        }
        Some(Operator::Binary(operator, negated)) => {
            let did = if negated { "did" } else { "did not" };
            let matched = if operator == Binary::In {
                "match expected value in"
            } else {
                "match expected value"
            };
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
