//! What is wrong in a run, and what was not checked, as security consoles list it.

use std::collections::HashMap;

use super::deduplicate;
use super::location::type_of_address;
use super::not_seen;
use super::waivers::{Waived, waived};
use super::words::{NOT_CHECKED, NOT_SEEN};
use cfn_warden_engine::baseline::finding_digest;
use cfn_warden_engine::{self as engine, Incomplete, Run, sha256, today};
use cfn_warden_syntax::control::ControlSeverity;
use cfn_warden_syntax::finding::{Finding, Severity};

/// Something that a console lists.
#[derive(Debug)]
pub struct Issue<'r> {
    /// What stays the same from run to run: 32 hexadecimal digits.
    pub id: String,
    /// The ID of the rule; that of an entry which is not a finding is `not-checked` or `not-seen/KIND`.
    pub rule: String,
    /// What is wrong, in one line.
    pub title: String,
    /// What is wrong with this resource.
    pub message: String,
    /// How serious it is.
    pub level: Level,
    /// What became of it.
    pub state: State,
    /// The name of the document.
    pub file: &'r str,
    /// The first line, from 1.
    pub line: u32,
    /// The path of the value: `Resources/Logs/Properties`; may be empty.
    pub path: String,
    /// The logical ID of the resource, if it is about one.
    pub resource: Option<&'r str>,
    /// The type of the resource, if it is known.
    pub resource_type: Option<&'r str>,
    /// How to fix it; may be empty.
    pub fix: String,
    /// A page about it; may be empty.
    pub link: &'r str,
    /// The frameworks that require it.
    pub requirements: Vec<&'r str>,
}

/// How serious an issue is, in the order of severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// For the record.
    Informational,
    /// It may be fixed.
    Low,
    /// Fix it when other work allows.
    Medium,
    /// Fix it soon.
    High,
    /// Fix it first.
    Critical,
}

/// What became of an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It makes the run not compliant.
    Failed,
    /// It does not count.
    Warned,
    /// A waiver applies: its reason, last day and owner.
    Waived(String),
    /// It is about something that was not checked.
    NotChecked,
}

/// Returns the issues of a run: what was not checked first, then findings, then waived findings.
pub fn of<'r>(run: &'r Run<'_>) -> Vec<Issue<'r>> {
    let mut issues: Vec<Issue<'r>> = run.incomplete.iter().map(unchecked).collect();
    issues.extend(not_seen::parts(run).into_iter().map(|part| {
        let path = part
            .path
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        Issue {
            line: part.span.map_or(1, |span| span.start.line),
            resource: part.path.as_ref().and_then(engine::logical_id),
            ..other(
                format!("{NOT_SEEN}/{}", part.kind),
                "A part was not seen",
                part.reason.to_string(),
                &part.file,
                path,
            )
        }
    }));
    let groups = deduplicate::of(&run.findings);
    issues.extend(groups.iter().map(|group| {
        let is_failed = run.fail_on.counts(group.finding);
        of_finding(
            group.finding,
            run,
            if is_failed {
                State::Failed
            } else {
                State::Warned
            },
        )
    }));
    let waived = waived(run).into_iter();
    issues
        .extend(waived.map(|Waived { finding, why }| of_finding(finding, run, State::Waived(why))));
    // The same problem at several places of a document has several IDs.
    let mut seen: HashMap<String, usize> = HashMap::new();
    for issue in &mut issues {
        let count = seen.entry(issue.id.clone()).or_default();
        if *count > 0 {
            issue.id = identity(&[&issue.id, &count.to_string()]);
        }
        *count = count.saturating_add(1);
    }
    issues
}

fn of_finding<'r>(finding: &'r Finding, run: &'r Run<'_>, state: State) -> Issue<'r> {
    let control = finding.rule.control.as_deref();
    let path = finding.shown_path().unwrap_or_default();
    let resource = finding.resource();
    let document = run
        .documents
        .iter()
        .find(|document| document.name == finding.file);
    let found = resource.and_then(|id| document?.resource(id));
    let level = match (control.map(|control| control.severity), finding.severity) {
        (_, Severity::Informational) => Level::Informational,
        (Some(ControlSeverity::Critical), _) => Level::Critical,
        (Some(ControlSeverity::High), _) | (None, Severity::Error) => Level::High,
        (Some(ControlSeverity::Medium), _) | (None, Severity::Warning) => Level::Medium,
        (Some(ControlSeverity::Low), _) => Level::Low,
    };
    let title = if finding.rule.title.is_empty() {
        finding.rule.id.to_string()
    } else {
        finding.rule.title.to_string()
    };
    let what = finding_digest(finding).unwrap_or_else(|| finding.message.to_string());
    Issue {
        id: identity(&[&finding.rule.id, &finding.file, &path, &what]),
        rule: finding.rule.id.to_string(),
        title,
        message: finding.described().to_string(),
        level,
        state,
        file: &finding.file,
        line: finding.span.start.line,
        path,
        resource,
        resource_type: found
            .and_then(|resource| resource.type_name.as_deref())
            .or_else(|| type_of_address(finding.address()?)),
        fix: finding.remediation.clone().unwrap_or_default().to_string(),
        link: Some(finding.documentation())
            .filter(|link| link.starts_with("http"))
            .unwrap_or_default(),
        requirements: control
            .map(|control| control.frameworks().collect())
            .unwrap_or_default(),
    }
}

fn unchecked(issue: &Incomplete) -> Issue<'_> {
    Issue {
        line: issue.at.map_or(1, |at| at.line),
        ..other(
            NOT_CHECKED.to_owned(),
            "A check is not complete",
            issue.message.to_string(),
            &issue.file,
            String::new(),
        )
    }
}

/// Returns an issue that is not a finding.
fn other<'r>(rule: String, title: &str, message: String, file: &'r str, path: String) -> Issue<'r> {
    Issue {
        id: identity(&[&rule, file, &path, &message]),
        rule,
        title: title.to_owned(),
        message,
        level: Level::Medium,
        state: State::NotChecked,
        file,
        line: 1,
        path,
        resource: None,
        resource_type: None,
        fix: String::new(),
        link: "",
        requirements: Vec::new(),
    }
}

/// Returns 32 hexadecimal digits for some texts.
pub fn identity(parts: &[&str]) -> String {
    // Lengths in front of the texts: no two lists of texts are the same bytes.
    let text: String = parts
        .iter()
        .map(|part| format!("{}:{part}", part.len()))
        .collect();
    sha256(text.as_bytes()).chars().take(32).collect()
}

/// Returns a UUID for some texts. OSCAL accepts the versions 4 and 5 only: it has the form of version 5, which is made of
/// a hash, too.
/// <https://www.rfc-editor.org/rfc/rfc9562#section-5.5>
pub fn uuid(parts: &[&str]) -> String {
    let digits: Vec<char> = identity(parts).chars().collect();
    let part = |from: usize, to: usize| {
        digits
            .get(from..to)
            .unwrap_or_default()
            .iter()
            .collect::<String>()
    };
    // The variant of RFC 9562 has the bits 10 first.
    format!(
        "{}-{}-5{}-a{}-{}",
        part(0, 8),
        part(8, 12),
        part(13, 16),
        part(17, 20),
        part(20, 32)
    )
}

/// Returns a time in seconds since the Unix epoch as RFC 3339 has it, in UTC.
pub fn rfc3339(seconds: i64) -> String {
    let second = seconds.rem_euclid(86_400);
    let (hours, minutes) = (
        second.div_euclid(3_600),
        second.rem_euclid(3_600).div_euclid(60),
    );
    format!(
        "{}T{hours:02}:{minutes:02}:{:02}Z",
        today(seconds),
        second.rem_euclid(60)
    )
}

/// Returns the beginning of a text with at most this many characters; an ellipsis shows that it is cut.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_ids_and_texts_have_their_forms() {
        assert_eq!(rfc3339(1_795_275_914), "2026-11-21T15:45:14Z");
        assert_eq!(
            (rfc3339(0), short("abcd", 3)),
            ("1970-01-01T00:00:00Z".to_owned(), "ab…".to_owned())
        );
        let id = uuid(&["a", "b"]);
        assert_eq!(
            (id.len(), id.get(14..15), id.get(19..20)),
            (36, Some("5"), Some("a")),
            "{id}"
        );
        assert_ne!(identity(&["a", "bc"]), identity(&["ab", "c"]));
    }
}
