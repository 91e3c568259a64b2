//! The lists of the HTML page: what was not checked, waived or not seen, and documents without findings.

use std::collections::HashSet;

use super::escape::{escaped, prose};
use crate::not_seen;
use crate::waivers::{Waived, waived};
use crate::words::shown_name;
use cfn_warden_engine::coverage::NotSeen;
use cfn_warden_engine::{self as engine, Run};
use cfn_warden_syntax::place;

/// Returns all lists; empty if there is nothing to list.
pub fn all(run: &Run<'_>) -> String {
    [incomplete(run), accepted(run), coverage(run), clean(run)].concat()
}

/// Returns the documents without findings.
fn clean(run: &Run<'_>) -> String {
    let findings = run.findings.iter().map(|finding| finding.file.as_str());
    let named: HashSet<&str> = findings
        .chain(run.incomplete.iter().map(|issue| issue.file.as_str()))
        .collect();
    let names = run
        .documents
        .iter()
        .map(|document| document.name)
        .filter(|name| !named.contains(name));
    list(
        "Documents without findings",
        "",
        names.map(|name| format!("<li>{}</li>\n", escaped(shown_name(name)))),
    )
}

fn incomplete(run: &Run<'_>) -> String {
    let item = |issue: &engine::Incomplete| {
        format!(
            "<li><b>{}</b> {}</li>\n",
            escaped(&place(shown_name(&issue.file), issue.at)),
            escaped(&issue.message)
        )
    };
    list("Not checked", " open", run.incomplete.iter().map(item))
}

/// Returns the findings that waivers accept.
fn accepted(run: &Run<'_>) -> String {
    let waived = waived(run);
    let item = |Waived { finding, why }: &Waived<'_>| {
        let at = format!("{}:{}", shown_name(&finding.file), finding.span.start.line);
        let (rule, message) = (escaped(&finding.rule.id), prose(&finding.described()));
        format!(
            "<li><span class=\"badge\">{rule}</span> <b>{}</b> {message}<br>{}</li>\n",
            escaped(&at),
            escaped(why)
        )
    };
    list("Waived", "", waived.iter().map(item))
}

/// Returns the unseen parts and the rules that never applied.
fn coverage(run: &Run<'_>) -> String {
    let (parts, rules) = (not_seen::parts(run), not_seen::never_applied(run));
    let item = |part: &&NotSeen| {
        let class = if not_seen::fails(part) {
            "error"
        } else {
            "warning"
        };
        let (at, reason) = (escaped(&not_seen::position(part)), escaped(&part.reason));
        format!(
            "<li class=\"{class}\"><span class=\"badge\">{}</span> <b>{at}</b> {reason}</li>\n",
            part.kind
        )
    };
    let names = rules
        .iter()
        .map(|rule| format!("<li>{}</li>\n", escaped(rule)));
    let title = "Rules that did not apply to any document";
    [
        list("Not seen", "", parts.iter().map(item)),
        list(title, "", names),
    ]
    .concat()
}

/// Returns a list with its title and length, closed or ` open`; empty if there are no items.
fn list(title: &str, open: &str, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return String::new();
    }
    let (count, items) = (items.len(), items.concat());
    format!(
        "<details class=\"note\"{open}>\n<summary><h2>{title}</h2> ({count})</summary>\n<ul tabindex=\"0\">\n{items}</ul>\n</details>\n"
    )
}
