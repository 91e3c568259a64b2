//! The tables and the first findings of the HTML page, for readers without its script.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::escape::{escaped, number, prose};
use super::record::resource;
use crate::deduplicate::FindingGroup;
use crate::result::severity_name;
use crate::words::shown_name;
use cfn_warden_syntax::finding::Severity;

/// Number of rows of each table, and of listed findings.
const ROWS: usize = 8;
const FIRST: usize = 50;
/// Number of paths of findings at one place.
const PATHS: usize = 10;

/// Returns the tables by rule, file and resource.
pub fn tables(groups: &[FindingGroup<'_>]) -> String {
    if groups.is_empty() {
        return String::new();
    }
    let rule = |group: &FindingGroup<'_>| Some(group.finding.rule.id.to_string());
    let file = |group: &FindingGroup<'_>| Some(shown_name(&group.finding.file).to_owned());
    // Templates often use the same logical IDs.
    let of = |group: &FindingGroup<'_>| match resource(group.finding) {
        "" => None,
        id => Some(format!("{id} in {}", shown_name(&group.finding.file))),
    };
    format!(
        "<nav id=\"tables\" aria-label=\"Findings by rule, file and resource\">\n{}{}{}</nav>\n",
        table("rule", "Rule", counts(groups, rule)),
        table("file", "File", counts(groups, file)),
        table("resource", "Resource", counts(groups, of)),
    )
}

/// The numbers of errors, warnings and informational findings.
type Counts = [usize; 3];

fn counts(
    groups: &[FindingGroup<'_>],
    key: impl Fn(&FindingGroup<'_>) -> Option<String>,
) -> Vec<(String, Counts)> {
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for group in groups {
        let Some(key) = key(group) else { continue };
        let [errors, warnings, others] = counts.entry(key).or_default();
        let count = match group.finding.severity {
            Severity::Error => errors,
            Severity::Warning => warnings,
            Severity::Informational => others,
        };
        *count = count.saturating_add(1);
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(_, counts)| Reverse(*counts));
    rows
}

fn table(key: &str, title: &str, rows: Vec<(String, Counts)>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut page = format!(
        "<section class=\"by\" data-key=\"{key}\"><table>\n<caption>By {key} <span>{}</span></caption>\n<thead><tr><th scope=\"col\">{title}</th>\
         <th scope=\"col\">errors</th><th scope=\"col\">warnings</th><th scope=\"col\">info</th></tr></thead>\n<tbody>\n",
        number(rows.len()),
    );
    for (name, [errors, warnings, others]) in rows.iter().take(ROWS) {
        let [errors, warnings, others] = [*errors, *warnings, *others].map(number);
        let name = escaped(name);
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{name}</th><td>{errors}</td><td>{warnings}</td><td>{others}</td></tr>"
        );
    }
    let more = rows.len().saturating_sub(ROWS);
    let more = if more == 0 {
        String::new()
    } else {
        format!("<p class=\"soft\">and {} more</p>\n", number(more))
    };
    let _ = write!(page, "</tbody></table>\n{more}</section>\n");
    page
}

/// Returns the first findings, which the script replaces. Those at one place are one entry.
pub fn first(groups: &[FindingGroup<'_>]) -> String {
    let paths = |group: &FindingGroup<'_>| -> String {
        if group.same_place.is_empty() {
            return String::new();
        }
        let (paths, more) = group.paths(PATHS);
        let lines = paths.into_iter().chain(more);
        lines
            .map(|path| format!("<p class=\"path\">{}</p>", escaped(&path)))
            .collect()
    };
    let item = |group: &FindingGroup<'_>| {
        let finding = &*group.shown();
        let (severity, at) = (severity_name(finding.severity), finding.span.start);
        format!(
            "<li class=\"finding {severity}\"><p><span class=\"badge\">{severity}</span> <b>{}</b> \
             <span class=\"where\">{}:{}:{}</span></p><p class=\"message\">{}</p>{}</li>\n",
            escaped(&finding.rule.id),
            escaped(shown_name(&finding.file)),
            at.line,
            at.column,
            prose(&finding.message),
            paths(group),
        )
    };
    let mut ordered: Vec<&FindingGroup<'_>> = groups.iter().collect();
    ordered.sort_by_key(|group| Reverse(group.finding.severity));
    let (listed, others) = ordered.split_at(ordered.len().min(FIRST));
    let items: String = listed.iter().copied().map(item).collect();
    let count = |groups: &[&FindingGroup<'_>]| -> usize {
        let each = groups
            .iter()
            .map(|group| group.same_place.len().saturating_add(1));
        each.sum()
    };
    let more = if others.is_empty() {
        String::new()
    } else {
        let (first, more) = (count(listed), count(others));
        let [first, all, more] = [first, first.saturating_add(more), more].map(number);
        format!(
            "<p class=\"soft\">The first {first} of {all} findings; the other {more} need JavaScript.</p>\n"
        )
    };
    match groups.is_empty() {
        true => "<p class=\"none\">Nothing found.</p>\n".to_owned(),
        false => format!("{more}<ol>\n{items}</ol>\n"),
    }
}
