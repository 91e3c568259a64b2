//! Differences as JSON.

use serde_json::{Value, json};

use super::report::{Found, Report};
use cfn_warden_guard::upgrade::{ClauseDifference, DataLocation, Verdict};
use cfn_warden_guard::{Change, Status};
use cfn_warden_syntax::{Position, Span, Step};

/// Renders one JSON object; absent values are `null` or empty, never omitted.
pub fn render(report: &Report<'_>) -> String {
    let differences: Vec<Value> = report.found.iter().map(difference).collect();
    let object = json!({
        "from": report.versions.from.name(),
        "to": report.versions.to.name(),
        "rules_compared": report.compared,
        "differences": differences,
    });
    format!("{object:#}\n")
}

fn difference(found: &Found<'_>) -> Value {
    let difference = &found.difference;
    json!({
        "rules": found.rules.name,
        "data": found.data.name,
        "rule": difference.rule,
        "from": verdict(&difference.from),
        "to": verdict(&difference.to),
        "clauses": difference.clauses.iter().map(|one| clause(one, &found.rules.name)).collect::<Vec<_>>(),
        "changes": difference.changes.iter().map(|one| change(*one)).collect::<Vec<_>>(),
    })
}

fn verdict(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Status(status) => json!({"verdict": status.as_str(), "error": null}),
        Verdict::Absent => json!({"verdict": null, "error": null}),
        Verdict::Error(error) => json!({"verdict": "ERROR", "error": error}),
    }
}

fn clause(clause: &ClauseDifference, file: &str) -> Value {
    json!({
        "file": file,
        "line": clause.at.line,
        "column": clause.at.column,
        "text": clause.text,
        "from": clause.from.map(Status::as_str),
        "to": clause.to.map(Status::as_str),
        "data": clause.data.iter().map(place).collect::<Vec<_>>(),
    })
}

fn place(place: &DataLocation) -> Value {
    let steps = place.path.0.iter().map(|step| match step {
        Step::Key(key) => json!(key),
        Step::Index(index) => json!(index),
    });
    json!({"path": steps.collect::<Vec<_>>(), "location": place.at.map(location)})
}

fn location(span: Span) -> Value {
    let position = |at: Position| json!({"line": at.line, "column": at.column});
    json!({"start": position(span.start), "end": position(span.end)})
}

fn change(change: Change) -> Value {
    json!({
        "name": change.name(),
        "since": change.since().name(),
        "now": change.now(),
        "before": change.before(),
    })
}
