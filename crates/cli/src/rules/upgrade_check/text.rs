//! Differences as text.

use std::fmt::Write as _;

use super::report::{Found, Report};
use cfn_warden_guard::upgrade::{ClauseDifference, DataLocation, Verdict};
use cfn_warden_guard::{Change, Status};

/// Renders each difference with its clauses and causes, followed by a total.
pub fn render(report: &Report<'_>) -> String {
    let mut out = String::new();
    for found in &report.found {
        difference(found, report, &mut out);
        out.push('\n');
    }
    let (from, to) = (report.versions.from.name(), report.versions.to.name());
    let _ = match report.found.len() {
        0 => writeln!(
            out,
            "{} compared: no verdict differs between {from} and {to}",
            rules(report.compared)
        ),
        1 => writeln!(
            out,
            "{} compared: 1 verdict differs between {from} and {to}",
            rules(report.compared)
        ),
        many => writeln!(
            out,
            "{} compared: {many} verdicts differ between {from} and {to}",
            rules(report.compared)
        ),
    };
    out
}

fn rules(count: usize) -> String {
    format!("{count} rule{}", if count == 1 { "" } else { "s" })
}

fn difference(found: &Found<'_>, report: &Report<'_>, out: &mut String) {
    let difference = &found.difference;
    let rule = difference
        .rule
        .as_deref()
        .map_or("all rules".to_owned(), |name| format!("rule {name}"));
    let _ = writeln!(
        out,
        "{}: {rule} on {}",
        name(&found.rules.name),
        name(&found.data.name)
    );
    for (version, verdict) in [
        (report.versions.from, &difference.from),
        (report.versions.to, &difference.to),
    ] {
        let _ = writeln!(out, "  {}: {}", version.name(), language(verdict));
    }
    difference
        .clauses
        .iter()
        .for_each(|clause| self::clause(clause, found, out));
    match difference.changes.as_slice() {
        [] => out.push_str("  caused by several changes together\n"),
        changes => changes.iter().for_each(|change| self::change(*change, out)),
    }
}

fn clause(clause: &ClauseDifference, found: &Found<'_>, out: &mut String) {
    let at = clause.at;
    let status = |status: Option<Status>| status.map_or("not evaluated", Status::as_str);
    let _ = writeln!(
        out,
        "  {}:{}:{}: `{}`: {}, then {}",
        name(&found.rules.name),
        at.line,
        at.column,
        clause.text,
        status(clause.from),
        status(clause.to)
    );
    for place in &clause.data {
        let _ = writeln!(out, "    on {}", data(place, &found.data.name));
    }
}

fn data(place: &DataLocation, file: &str) -> String {
    let path = if place.path.0.is_empty() {
        "the whole document".to_owned()
    } else {
        place.path.to_string()
    };
    match place.at {
        Some(span) => format!(
            "{path} ({}:{}:{})",
            name(file),
            span.start.line,
            span.start.column
        ),
        None => path,
    }
}

fn change(change: Change, out: &mut String) {
    let (name, since) = (change.name(), change.since().name());
    let _ = writeln!(
        out,
        "  caused by {name}, since {since}: {} Before: {}",
        change.now(),
        change.before()
    );
}

fn language(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Status(status) => status.as_str().to_owned(),
        Verdict::Absent => "no such rule".to_owned(),
        Verdict::Error(error) => format!("error: {error}"),
    }
}

fn name(file: &str) -> &str {
    if file.is_empty() {
        "standard input"
    } else {
        file
    }
}
