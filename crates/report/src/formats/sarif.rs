//! SARIF 2.1.0 as in cfn-lint's `--format sarif`, with Guard's findings. Incomplete checks and unseen parts are
//! notifications.
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use serde_json::{Map, Value, json};

use crate::result::is_field;
use crate::words::{NOT_CHECKED, NOT_SEEN, shown_name};
use crate::{
    EscapingWriter, Format, Notation, baseline, construct, deduplicate, matches, not_seen, pages,
    python_json, uri,
};
use cfn_warden_engine::baseline::finding_digest;
use cfn_warden_engine::coverage::NotSeen;
use cfn_warden_engine::waivers::{SourceKind, Waiver};
use cfn_warden_engine::{Construct, Incomplete, IncompleteKind, Run, SourcePlace};
use cfn_warden_syntax::Span;
use cfn_warden_syntax::finding::{Engine, Finding, Related, Severity};
use cfn_warden_syntax::fix::{Edit, Fix};
use cfn_warden_syntax::names::listed;

/// SARIF 2.1.0.
pub static FORMAT: Format = Format {
    name: "sarif",
    docs: "SARIF 2.1.0 with the pages of the rules",
    notation: Notation::Json,
    render,
};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/schemas/sarif-schema-2.1.0.json";
/// The description of the package `cfn-warden`.
const DESCRIPTION: &str = "Compliance of infrastructure code, answered in milliseconds: CloudFormation lint and Guard policy as a Lambda function, a Hook and a CLI";
/// The base of relative paths.
const BASE: &str = "EXECUTIONROOT";
/// The name of our fingerprints, with the version of how they are computed.
const FINGERPRINT: &str = "cfn-warden/v1";

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    write(run, Help::Pages, out)
}

/// Whether rules carry their pages as help text, and results their fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Help {
    /// They do.
    Pages,
    /// They do not, as in cfn-lint's output.
    Absent,
}

/// Writes the run.
pub(super) fn write(run: &Run<'_>, help: Help, out: &mut dyn io::Write) -> io::Result<()> {
    let used = run.baseline.as_ref().filter(|_| help == Help::Pages);
    let findings = with_children(&run.findings, help);
    let known = with_children(
        used.map(|used| used.known.as_slice()).unwrap_or_default(),
        help,
    );
    let waived: Vec<_> = run.waived().filter(|_| help == Help::Pages).collect();
    let shown = findings
        .iter()
        .chain(&known)
        .map(AsRef::as_ref)
        .chain(waived.iter().map(|(finding, _)| *finding));
    let rules: BTreeMap<&str, &Finding> = shown
        .map(|finding| (finding.rule.id.as_ref(), finding))
        .collect();
    let mut driver = json!({
        "name": "cfn-warden",
        "rules": rules.into_values().map(|finding| descriptor(finding, help)).collect::<Vec<_>>(),
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
    });
    put(
        &mut driver,
        "shortDescription",
        json!({"text": DESCRIPTION}),
    );
    // Either all results have a state and suppressions, or none.
    let complete = |mut result: Value, is_known: bool, suppressions: Value| {
        if used.is_some() {
            put(
                &mut result,
                "baselineState",
                json!(if is_known { "unchanged" } else { "new" }),
            );
        }
        if !waived.is_empty() {
            put(&mut result, "suppressions", suppressions);
        }
        result
    };
    let of =
        |finding: &Finding, is_known| complete(result(finding, run, help), is_known, json!([]));
    let mut results: Vec<Value> = findings.iter().map(|finding| of(finding, false)).collect();
    results.extend(known.iter().map(|finding| of(finding, true)));
    let is_listed = |index: usize| used.is_some_and(|used| used.waived.get(index) == Some(&true));
    results.extend(waived.iter().enumerate().map(|(index, (finding, waiver))| {
        complete(
            result(finding, run, help),
            is_listed(index),
            json!([suppression(waiver)]),
        )
    }));
    let mut log = json!({"tool": {"driver": driver}, "results": results});
    let notifications = notifications(run, help);
    if !notifications.is_empty() {
        let is_whole = run.is_fully_checked();
        let invocation =
            json!({"executionSuccessful": is_whole, "toolExecutionNotifications": notifications});
        put(&mut log, "invocations", json!([invocation]));
    }
    let base = json!({"description": {"text": "The directory in which cfn-warden was run."}});
    put(&mut log, "originalUriBaseIds", json!({ BASE: base }));
    if let Some(record) = used.and_then(|_| baseline::record(run)) {
        put(&mut log, "properties", json!({"baseline": record}));
    }
    python_json::write(
        &json!({"runs": [log], "version": "2.1.0", "$schema": SCHEMA}),
        b"  ",
        out,
    )
}

/// Returns findings in the order of results: those of lint with their children, then those of Guard. cfn-lint has results also
/// for the repetitions of a statement.
fn with_children(findings: &[Finding], help: Help) -> Vec<Cow<'_, Finding>> {
    let shown: Vec<&Finding> = match help {
        Help::Pages => deduplicate::distinct(findings)
            .into_iter()
            .map(|(finding, _)| finding)
            .collect(),
        Help::Absent => findings.iter().collect(),
    };
    let guard = shown
        .iter()
        .copied()
        .filter(|finding| finding.engine == Engine::Guard)
        .map(Cow::Borrowed);
    matches::of_lint(shown.iter().copied())
        .into_iter()
        .map(|found| found.finding)
        .chain(guard)
        .collect()
}

/// Returns the descriptor of a finding's rule.
fn descriptor(finding: &Finding, help: Help) -> Value {
    let rule = &finding.rule;
    let mut descriptor = json!({"id": rule.id});
    if !rule.description.is_empty() {
        put(
            &mut descriptor,
            "fullDescription",
            json!({"text": rule.description}),
        );
    }
    // The source of a Guard rule is a location in a file, not a URL. Some of cfn-lint's rules have an empty URL.
    if rule.source.is_empty() || rule.source.starts_with("http") {
        put(&mut descriptor, "helpUri", json!(rule.source));
    }
    if let Some(page) =
        pages::of_rule(&rule.id).filter(|_| help == Help::Pages && rule.source.starts_with("http"))
    {
        put(
            &mut descriptor,
            "help",
            json!({"text": page, "markdown": page}),
        );
    }
    if let Some(control) = &rule.control {
        let tags: Vec<&str> = ["security"]
            .into_iter()
            .chain(control.frameworks())
            .collect();
        // A control has other words for Terraform.
        let fix = finding.remediation.as_deref().unwrap_or(&control.fix);
        put(
            &mut descriptor,
            "help",
            json!({"text": fix, "markdown": fix}),
        );
        put(
            &mut descriptor,
            "properties",
            json!({"security-severity": control.severity.score(), "tags": tags}),
        );
    }
    if !rule.title.is_empty() {
        put(
            &mut descriptor,
            "shortDescription",
            json!({"text": rule.title}),
        );
    }
    descriptor
}

/// Returns a result. Without a level it is a warning.
fn result(finding: &Finding, run: &Run<'_>, help: Help) -> Value {
    let mut result = json!({"message": {"text": message_text(&finding.described(), help)}});
    match finding.severity {
        Severity::Error => put(&mut result, "level", json!("error")),
        Severity::Informational => put(&mut result, "level", json!("note")),
        Severity::Warning => {}
    }
    let construct = construct::of_finding(finding, &run.documents).filter(|_| help == Help::Pages);
    let mut place = location(&finding.file, Some(region(finding.span)), help);
    if let Some(Construct { path, .. }) = construct {
        put(
            &mut place,
            "logicalLocations",
            json!([{"fullyQualifiedName": path, "kind": "resource"}]),
        );
    }
    put(&mut result, "locations", json!([place]));
    let with_words = |mut place: Value, words: &str| {
        put(
            &mut place,
            "message",
            json!({"text": message_text(words, help)}),
        );
        place
    };
    let related = |one: &Related| {
        with_words(
            location(&finding.file, Some(region(one.span)), help),
            &one.text,
        )
    };
    let source = |SourcePlace { file, at }: &SourcePlace| {
        let region = json!({"startLine": at.line, "startColumn": at.column});
        with_words(location(file, Some(region), help), "the construct")
    };
    let source = construct
        .and_then(|construct| construct.source.as_ref())
        .map(source);
    let others: Vec<Value> = finding.related.iter().map(related).chain(source).collect();
    if !others.is_empty() {
        put(&mut result, "relatedLocations", json!(others));
    }
    put(&mut result, "ruleId", json!(finding.rule.id));
    if let Some(digest) = finding_digest(finding).filter(|_| help == Help::Pages) {
        put(
            &mut result,
            "partialFingerprints",
            json!({ FINGERPRINT: digest }),
        );
    }
    if let Some(fix) = finding.fix.as_ref().filter(|_| help == Help::Pages) {
        put(&mut result, "fixes", json!([fix_of(fix, &finding.file)]));
    }
    result
}

/// Returns a text as a plain text message, in which `[text](target)` is a link and `{0}` is a placeholder. A text that has one of
/// them is escaped; others stay as they are, because most viewers do not remove escapes.
/// <https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html#_Toc34317459>, 3.11.5 and 3.11.6.
fn message_text(text: &str, help: Help) -> Cow<'_, str> {
    let (has_link, has_placeholder) = (has_link(text), has_placeholder(text));
    if help == Help::Absent || !has_link && !has_placeholder {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len().saturating_add(16));
    for c in text.chars() {
        match c {
            '[' | ']' | '\\' if has_link => escaped.extend(['\\', c]),
            '{' | '}' if has_placeholder => escaped.extend([c, c]),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// Returns whether a text has a link: its target is the number of a location or a URI with a scheme, unlike the `(?:` of a regular
/// expression after a class.
fn has_link(text: &str) -> bool {
    text.split("](").skip(1).any(|target| {
        let target = target.trim_start_matches([' ', '<']);
        let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let end = target.find(|c| !is_of_scheme(c)).unwrap_or(target.len());
        match target.get(end..).and_then(|rest| rest.chars().next()) {
            Some(':') => end > 0,
            Some(')') => target.starts_with(|c: char| c.is_ascii_digit()),
            Some('/') => target.starts_with("//"),
            _ => false,
        }
    })
}

/// Returns whether a text has an index in braces.
fn has_placeholder(text: &str) -> bool {
    text.split('{').skip(1).any(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && rest.as_bytes().get(digits) == Some(&b'}')
    })
}

/// Returns the suppression of a waived result.
fn suppression(waiver: &Waiver) -> Value {
    let Waiver {
        reason,
        owner,
        until,
        source,
        ..
    } = waiver;
    let about: Vec<String> = owner
        .iter()
        .cloned()
        .chain(until.iter().map(|until| format!("until {until}")))
        .collect();
    let justification = if about.is_empty() {
        reason.clone()
    } else {
        format!("{reason} ({})", about.join(", "))
    };
    let is_in_source = matches!(source.kind, SourceKind::Comment | SourceKind::Metadata);
    let kind = if is_in_source { "inSource" } else { "external" };
    let at = json!({"startLine": source.at.line, "startColumn": source.at.column});
    json!({
        "kind": kind,
        "status": "accepted",
        "justification": justification,
        "location": location(&source.file, Some(at), Help::Pages),
    })
}

/// Returns a fix, whose property `safety` is `safe` or `unsafe`.
fn fix_of(fix: &Fix, file: &str) -> Value {
    let replacement = |edit: &Edit| {
        let mut replacement = json!({"deletedRegion": region(edit.span)});
        if !edit.text.is_empty() {
            put(
                &mut replacement,
                "insertedContent",
                json!({"text": edit.text}),
            );
        }
        replacement
    };
    let replacements: Vec<Value> = fix.edits.iter().map(replacement).collect();
    let change =
        json!({"artifactLocation": artifact(file, Help::Pages), "replacements": replacements});
    json!({
        "description": {"text": message_text(&fix.description, Help::Pages)},
        "artifactChanges": [change],
        "properties": {"safety": fix.safety.name()},
    })
}

/// Returns notifications of incomplete checks, unseen parts and rules that never applied.
fn notifications(run: &Run<'_>, help: Help) -> Vec<Value> {
    let mut found: Vec<Value> = run
        .incomplete
        .iter()
        .map(|issue| notification(issue, help))
        .collect();
    found.extend(
        not_seen::parts(run)
            .into_iter()
            .map(|part| unseen(part, help)),
    );
    let rules = not_seen::never_applied(run);
    if !rules.is_empty() {
        let names = listed(rules, usize::MAX);
        let text = format!("rules that did not apply to any document: {names}");
        found.push(
            json!({"descriptor": {"id": NOT_SEEN}, "level": "note", "message": {"text": text}}),
        );
    }
    found
}

fn unseen(part: &NotSeen, help: Help) -> Value {
    json!({
        "descriptor": {"id": format!("{NOT_SEEN}/{}", part.kind)},
        "level": if not_seen::fails(part) { "error" } else { "warning" },
        "message": {"text": message_text(&part.reason, help)},
        "locations": [location(&part.file, part.span.map(region), help)],
    })
}

fn notification(issue: &Incomplete, help: Help) -> Value {
    let region = issue
        .at
        .map(|at| json!({"startLine": at.line, "startColumn": at.column}));
    let is_option = issue.kind == IncompleteKind::Request && is_field(issue);
    let message = match is_option {
        true => Cow::Owned(format!("{}: {}", issue.file, issue.message)),
        false => Cow::Borrowed(issue.message.as_str()),
    };
    let mut notification = json!({
        "descriptor": {"id": NOT_CHECKED},
        "level": "error",
        "message": {"text": message_text(&message, help)},
    });
    if !is_option {
        let place = location(&issue.file, region, help);
        put(&mut notification, "locations", json!([place]));
    }
    notification
}

/// Returns the location of a file; standard input, which has no URI, has a description. cfn-lint writes the name as it is.
fn artifact(file: &str, help: Help) -> Value {
    match (file.is_empty(), help) {
        (true, Help::Pages) => json!({"description": {"text": shown_name(file)}}),
        (true, Help::Absent) => json!({"uriBaseId": BASE}),
        (false, Help::Pages) => json!({"uri": uri::reference(file), "uriBaseId": BASE}),
        (false, Help::Absent) => json!({"uri": file, "uriBaseId": BASE}),
    }
}

fn location(file: &str, region: Option<Value>, help: Help) -> Value {
    let mut physical = json!({});
    if let Some(region) = region {
        put(&mut physical, "region", region);
    }
    put(&mut physical, "artifactLocation", artifact(file, help));
    json!({"physicalLocation": physical})
}

fn region(Span { start, end }: Span) -> Value {
    json!({"endColumn": end.column, "endLine": end.line, "startColumn": start.column, "startLine": start.line})
}

/// Adds a field at the end: the order matches cfn-lint's.
fn put(object: &mut Value, name: &str, value: Value) {
    object
        .as_object_mut()
        .unwrap_or(&mut Map::new())
        .insert(name.to_owned(), value);
}

#[cfg(test)]
mod tests {
    use super::{Help, message_text};

    #[test]
    fn texts_are_neither_links_nor_placeholders() {
        let of = |text| message_text(text, Help::Pages).into_owned();
        assert_eq!(of("`[x](https://a)`"), r"`\[x\](https://a)`");
        assert_eq!(of(r"\[x](1)"), r"\\\[x\](1)");
        assert_eq!(of("{0} of {a}"), "{{0}} of {{a}}");
        for text in [
            "allowed: [a, b]",
            "`[a-z](?:[0-9])`",
            "`${AWS::Region}`",
            "{\"a\": {}}",
        ] {
            assert_eq!(of(text), text);
        }
        assert_eq!(message_text("[x](y) {0}", Help::Absent), "[x](y) {0}");
    }
}
