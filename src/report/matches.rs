//! Findings as cfn-lint counts and orders them: its four formats render these.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/match.py>

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::engine::Run;
use crate::finding::{Engine, Finding};
use crate::syntax::Span;

/// A lint finding with its ids.
pub struct Match<'f> {
    /// What was found.
    pub finding: &'f Finding,
    /// A UUID of rule, message, file and line. Not unique.
    pub id: String,
    /// The id of the finding that sums this one up.
    pub parent_id: Option<String>,
}

/// What cfn-lint takes for the same match. The id stands for rule, message, file and line; the path is no part of it.
type Identity = (String, Option<String>, Span);

/// The lint findings of a run, those that others sum up among them, by file, line and rule.
pub fn of<'f>(run: &'f Run<'_>) -> Vec<Match<'f>> {
    let mut matches = Vec::new();
    let mut seen = HashSet::new();
    for finding in run.findings.iter().filter(|finding| finding.engine != Engine::Guard) {
        gather(finding, None, &mut seen, &mut matches);
    }
    matches.sort_by(|a, b| order(a.finding).cmp(&order(b.finding)));
    matches
}

fn order(finding: &Finding) -> (&str, u32, &str) {
    (&finding.file, finding.span.start.line, &finding.rule.id)
}

fn gather<'f>(
    finding: &'f Finding,
    parent_id: Option<&str>,
    seen: &mut HashSet<Identity>,
    matches: &mut Vec<Match<'f>>,
) {
    let id = id(finding);
    let parent = parent_id.map(str::to_owned);
    if seen.insert((id.clone(), parent.clone(), finding.span)) {
        matches.push(Match { finding, id: id.clone(), parent_id: parent });
    }
    for child in &finding.children {
        gather(child, Some(&id), seen, matches);
    }
}

/// A finding's file as Python prints it: standard input is `None`.
pub fn file_name(finding: Option<&Finding>) -> &str {
    finding.map(|finding| finding.file.as_str()).filter(|file| !file.is_empty()).unwrap_or("None")
}

/// The MD5 of cfn-lint's text for a match, written as a UUID.
fn id(finding: &Finding) -> String {
    let file = if finding.file.is_empty() { String::new() } else { format!("{}:", finding.file) };
    let text = format!(
        "[{}: {}] ({}) matched {file}{}",
        finding.rule.id, finding.rule.title, finding.message, finding.span.start.line
    );
    let mut out = String::with_capacity(36);
    for (i, byte) in md5::compute(text).iter().enumerate() {
        if matches!(i, 4 | 6 | 8 | 10) {
            out.push('-');
        }
        let _ = write!(out, "{byte:02x}");
    }
    out
}
