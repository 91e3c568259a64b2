//! A self-contained HTML page: the verdict, findings by document and resource, filters, and annotated sources. It
//! works without its script, which only filters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;

use crate::engine::coverage::NotSeen;
use crate::engine::{self, Document, Run, Status};
use crate::report::deduplicate::{self, FindingGroup};
use crate::report::result::severity_name;
use crate::report::source_line::{Lines, Part, marked};
use crate::report::waivers::{Waived, waived};
use crate::report::words::{CAUSES, counted, more_causes, prose_and_code, shown_name};
use crate::report::{Format, Paint, construct, not_seen, resolved};
use cfn_warden_syntax::finding::{Engine, Finding, Related, Severity};
use cfn_warden_syntax::{Position, Span};

/// The HTML format.
pub static FORMAT: Format = Format { name: "html", docs: "One page with filters and marked sources", render };

/// Sources with more lines are not shown.
const MOST_LINES: usize = 5_000;
/// Excerpts of longer lines are truncated.
const WIDTH: usize = 400;
/// The span of context lines, which are not marked.
const NOTHING: Span = Span { start: Position::START, end: Position::START };
/// Number of context lines before and after a finding's line.
const ROUND: usize = 2;

/// A group of findings and its number on the page.
type Numbered<'f> = (usize, &'f FindingGroup<'f>);

fn render(run: &Run<'_>, _: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    let (class, verdict) = match run.status() {
        Status::Pass => ("good", "Compliant"),
        Status::Fail => ("bad", "Not compliant"),
        Status::Error => ("bad", "Not compliant: something could not be checked"),
    };
    let groups = deduplicate::of(&run.findings);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{verdict}</title>\n<style>\n{}</style>\n</head>\n<body>\n<header>\n<h1 class=\"{class}\">{verdict}</h1>\n{}</header>\n{}<main>\n",
        include_str!("../html/page.css"),
        counts(run, &groups),
        filters(&groups),
    )?;
    let numbered: Vec<Numbered<'_>> = groups.iter().enumerate().collect();
    for document in &run.documents {
        let own: Vec<_> = numbered.iter().copied().filter(|(_, group)| group.finding.file == document.name).collect();
        out.write_all(section(document, &own, run).as_bytes())?;
    }
    let is_shown = |group: &FindingGroup<'_>| run.documents.iter().any(|document| group.finding.file == document.name);
    let others: Vec<_> = numbered.into_iter().filter(|(_, group)| !is_shown(group)).collect();
    for own in others.chunk_by(|(_, a), (_, b)| a.finding.file == b.finding.file) {
        let name = own.first().map(|(_, group)| group.finding.file.as_str()).unwrap_or_default();
        out.write_all(section(&Document { name, ..Document::default() }, own, run).as_bytes())?;
    }
    out.write_all(incomplete(run).as_bytes())?;
    out.write_all(accepted(run).as_bytes())?;
    out.write_all(coverage(run).as_bytes())?;
    write!(
        out,
        "</main>\n<footer>{} {}</footer>\n<script>\n{}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        include_str!("../html/page.js"),
    )
}

fn counts(run: &Run<'_>, groups: &[FindingGroup<'_>]) -> String {
    let mut counts = vec![counted(run.documents.len(), "document")];
    let count = |severity, what| counted(deduplicate::count(groups, severity), what);
    counts.push(count(Severity::Error, "error"));
    counts.push(count(Severity::Warning, "warning"));
    counts.push(count(Severity::Informational, "note"));
    let rules = run.rules;
    if rules != engine::RuleCounts::default() {
        counts.push(counted(rules.failed, "rule failed"));
        counts.push(counted(rules.passed, "rule passed"));
    }
    if !run.incomplete.is_empty() {
        counts.push(counted(run.incomplete.len(), "input not checked"));
    }
    if !run.coverage.not_seen.is_empty() {
        counts.push(counted(run.coverage.not_seen.len(), "part not seen"));
    }
    counts.extend(run.baseline.as_ref().map(|used| format!("{} in the baseline", used.known.len())));
    let items = counts.iter().filter_map(|count| count.split_once(' '));
    let items: String = items.map(|(number, what)| format!("<li><b>{number}</b> {what}</li>")).collect();
    format!("<ul class=\"counts\">{items}</ul>\n")
}

/// Returns the filters, which are hidden until the script runs.
fn filters(groups: &[FindingGroup<'_>]) -> String {
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    for group in groups {
        let count = rules.entry(&group.finding.rule.id).or_default();
        *count = count.saturating_add(1);
    }
    let severities = [Severity::Error, Severity::Warning, Severity::Informational].map(|severity| {
        let name = severity_name(severity);
        format!(
            "<label class=\"{name}\"><input type=\"checkbox\" name=\"severity\" value=\"{name}\" checked>\
             <span class=\"badge\">{name}</span> {}</label>",
            deduplicate::count(groups, severity)
        )
    });
    let option = |(rule, count): (&str, usize)| {
        let rule = escaped(rule);
        format!("<option value=\"{rule}\">{rule} ({count})</option>")
    };
    let deployments = deployments_filter(groups);
    format!(
        "<form id=\"filters\" role=\"search\" aria-label=\"Findings\" hidden>\n<fieldset><legend>Severity</legend>{}</fieldset>\n\
         <label>Rule <select name=\"rule\"><option value=\"\">all</option>{}</select></label>\n{deployments}\
         <input type=\"search\" name=\"text\" placeholder=\"words in a finding\" aria-label=\"Words in a finding\">\n\
         <output id=\"shown\" aria-live=\"polite\"></output>\n</form>\n",
        severities.concat(),
        rules.into_iter().map(option).collect::<String>(),
    )
}

/// Returns the filter by deployments: always, not always, or under one of the conditions. Empty if no finding is about
/// deployments.
fn deployments_filter(groups: &[FindingGroup<'_>]) -> String {
    let mut conditions: BTreeMap<&str, usize> = BTreeMap::new();
    for note in groups.iter().filter_map(|group| group.finding.deployments.as_deref()) {
        let count = conditions.entry(&note.when).or_default();
        *count = count.saturating_add(1);
    }
    if conditions.is_empty() {
        return String::new();
    }
    let always = conditions.remove("always").unwrap_or_default();
    let some = conditions.values().fold(0, |sum: usize, count| sum.saturating_add(*count));
    let option = |(when, count): (&str, usize)| {
        let when = escaped(when);
        format!("<option value=\"{when}\">{when} ({count})</option>")
    };
    format!(
        "<label>Deployments <select name=\"deployments\"><option value=\"\">all</option>\
         <option value=\"always\">always ({always})</option><option value=\"some\">not always ({some})</option>{}</select></label>\n",
        conditions.into_iter().map(option).collect::<String>(),
    )
}

fn section(document: &Document<'_>, own: &[Numbered<'_>], run: &Run<'_>) -> String {
    let documents = run.documents.as_slice();
    let is_checked = !run.incomplete.iter().any(|issue| issue.file == document.name);
    let mut page = format!("<section class=\"document\">\n<h2>{}</h2>\n", escaped(shown_name(document.name)));
    if own.is_empty() {
        let text = if is_checked { "Nothing found." } else { "Not checked; see below." };
        let _ = write!(page, "<p class=\"soft\">{text}</p>\n</section>\n");
        return page;
    }
    let lines = Lines::of(&document.text);
    let mut by_resource: BTreeMap<&str, Vec<Numbered<'_>>> = BTreeMap::new();
    for found in own {
        let resource = found.1.finding.path.as_ref().and_then(engine::logical_id).unwrap_or_default();
        by_resource.entry(resource).or_default().push(*found);
    }
    for (resource, found) in by_resource {
        let title = match (resource, document.resource(resource).and_then(|found| found.type_name.as_deref())) {
            ("", _) => "The template".to_owned(),
            (id, None) => escaped(id),
            (id, Some(kind)) => format!("{} <small>{}</small>", escaped(id), escaped(kind)),
        };
        let _ = writeln!(page, "<section class=\"resource\">\n<h3>{title}</h3>");
        found.iter().for_each(|found| page.push_str(&article(found, &lines, documents)));
        page.push_str("</section>\n");
    }
    page.push_str(&source(&lines, own, &anchor(document.name, documents)));
    page.push_str("</section>\n");
    page
}

fn article((number, group): &Numbered<'_>, lines: &Lines<'_>, documents: &[Document<'_>]) -> String {
    let finding = group.finding;
    let (severity, at) = (severity_name(finding.severity), finding.span.start);
    let id = escaped(&finding.rule.id);
    let rule = match finding.documentation().starts_with("https://") {
        true => format!("<a href=\"{}\">{id}</a>", escaped(finding.documentation())),
        false => id.clone(),
    };
    let when = finding.deployments.as_ref().map(|note| format!(" data-when=\"{}\"", escaped(&note.when)));
    let when = when.unwrap_or_default();
    let mut page = format!(
        "<article class=\"finding {severity}\" id=\"f{number}\" data-severity=\"{severity}\" data-rule=\"{id}\"{when}>\n\
         <p><span class=\"badge\">{severity}</span> {rule} <span class=\"soft\">line {}, column {}</span></p>\n\
         <p class=\"message\">{}</p>\n",
        at.line,
        at.column,
        prose(&finding.message),
    );
    page.push_str(&excerpt(finding, lines));
    let mut say = |class: &str, text: String| {
        let _ = writeln!(page, "<p class=\"{class}\">{}</p>", prose(&text));
    };
    if let Some(path) = &finding.path {
        say("path", path.to_string());
    }
    if let Some(construct) = construct::of_finding(finding, documents) {
        say("path", format!("in {}", construct.described()));
    }
    finding.deployments.iter().flat_map(|note| note.lines()).for_each(|line| say("when", line));
    resolved::of_finding(finding, documents).into_iter().for_each(|value| say("soft", format!("with {value}")));
    if let Some(remedy) = &finding.remediation {
        say("remedy", format!("Fix: {remedy}"));
    }
    if finding.engine == Engine::Guard && !finding.rule.source.is_empty() {
        say("soft", format!("rule at {}", finding.rule.source));
    }
    let causes = finding.children.iter().take(CAUSES);
    causes.for_each(|child| say("soft", format!("because {}: {}", child.rule.id, child.message)));
    more_causes(finding).into_iter().for_each(|more| say("soft", more));
    for other in group.listed() {
        say("soft", format!("also in line {}: {}: {}", other.span.start.line, other.rule.id, other.message));
    }
    group.more_combinations().into_iter().for_each(|more| say("soft", more));
    for Related { span, text, .. } in &finding.related {
        let line = span.start.line;
        let target = anchor(&finding.file, documents);
        let _ =
            writeln!(page, "<p class=\"soft\">see <a href=\"#{target}{line}\">line {line}</a>: {}</p>", prose(text));
    }
    page.push_str("</article>\n");
    page
}

/// Returns the finding's line with context.
fn excerpt(finding: &Finding, lines: &Lines<'_>) -> String {
    let span = marked(finding);
    let Some(at) = usize::try_from(span.start.line).ok().and_then(|line| line.checked_sub(1)) else {
        return String::new();
    };
    let first = at.saturating_sub(ROUND);
    let shown = lines.all().iter().enumerate().skip(first).take(at.saturating_sub(first).saturating_add(ROUND + 1));
    let mut code = String::new();
    for (place, line) in shown {
        // Context lines are shown from their start.
        let span = if place == at { span } else { NOTHING };
        let text = with_mark(&line.part(span, WIDTH));
        let _ = writeln!(code, "<span class=\"n\">{}</span>{text}", place.saturating_add(1));
    }
    // An empty text has one empty line.
    if lines.all().iter().all(|line| line.text().is_empty()) {
        String::new()
    } else {
        format!("<pre><code>{code}</code></pre>\n")
    }
}

/// Returns the beginning of the anchors of a document's lines.
fn anchor(file: &str, documents: &[Document<'_>]) -> String {
    let number = documents.iter().position(|document| document.name == file).unwrap_or_default();
    format!("d{number}l")
}

/// Returns the whole source; lines with findings are marked and link to them. Lines that findings link to have anchors.
fn source(lines: &Lines<'_>, own: &[Numbered<'_>], anchor: &str) -> String {
    let all = lines.all();
    if all.len() > MOST_LINES || all.iter().all(|line| line.text().is_empty()) {
        return String::new();
    }
    let first: BTreeMap<u32, usize> =
        own.iter().rev().map(|(number, group)| (group.finding.span.start.line, *number)).collect();
    let related = own.iter().flat_map(|(_, group)| &group.finding.related);
    let targets: BTreeSet<u32> = related.map(|one| one.span.start.line).collect();
    let mut code = String::new();
    for (line, number) in all.iter().zip(1_u32..) {
        let text = escaped(line.text());
        if targets.contains(&number) {
            let _ = write!(code, "<a id=\"{anchor}{number}\"></a>");
        }
        let _ = match first.get(&number) {
            Some(found) => writeln!(code, "<a class=\"n\" href=\"#f{found}\">{number}</a><mark>{text}</mark>"),
            None => writeln!(code, "<span class=\"n\">{number}</span>{text}"),
        };
    }
    let count = counted(first.len(), "line");
    format!(
        "<details class=\"source\"><summary>Source, {count} marked</summary>\n<pre><code>{code}</code></pre></details>\n"
    )
}

fn with_mark(part: &Part<'_>) -> String {
    let [before, marked, after] = [part.before, part.marked, part.after].map(escaped);
    let [lead, tail] = [part.is_cut_before, part.is_cut_behind].map(|is_cut| if is_cut { "…" } else { "" });
    let mark = if marked.is_empty() { marked } else { format!("<mark>{marked}</mark>") };
    format!("{lead}{before}{mark}{after}{tail}")
}

fn incomplete(run: &Run<'_>) -> String {
    if run.incomplete.is_empty() {
        return String::new();
    }
    let item = |issue: &engine::Incomplete| {
        let at = issue.at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        format!("<li><b>{}{at}</b> {}</li>\n", escaped(shown_name(&issue.file)), escaped(&issue.message))
    };
    format!(
        "<section>\n<h2>Not checked</h2>\n<ul>\n{}</ul>\n</section>\n",
        run.incomplete.iter().map(item).collect::<String>()
    )
}

/// Returns the findings that waivers accept.
fn accepted(run: &Run<'_>) -> String {
    let waived = waived(run);
    if waived.is_empty() {
        return String::new();
    }
    let item = |Waived { finding, why }: &Waived<'_>| {
        let at = format!("{}:{}", shown_name(&finding.file), finding.span.start.line);
        let (rule, message) = (escaped(&finding.rule.id), prose(&finding.described()));
        format!("<li><span class=\"badge\">{rule}</span> <b>{}</b> {message}<br>{}</li>\n", escaped(&at), escaped(why))
    };
    let items: String = waived.iter().map(item).collect();
    format!("<section>\n<h2>Waived</h2>\n<ul>\n{items}</ul>\n</section>\n")
}

/// Returns the unseen parts and the rules that never applied.
fn coverage(run: &Run<'_>) -> String {
    let (parts, rules) = (not_seen::parts(run), not_seen::never_applied(run));
    let item = |part: &&NotSeen| {
        let class = if not_seen::fails(part) { "error" } else { "warning" };
        let (at, reason) = (escaped(&not_seen::position(part)), escaped(&part.reason));
        format!("<li class=\"{class}\"><span class=\"badge\">{}</span> <b>{at}</b> {reason}</li>\n", part.kind)
    };
    let mut page = String::new();
    if !parts.is_empty() {
        let items: String = parts.iter().map(item).collect();
        let _ = write!(page, "<section>\n<h2>Not seen</h2>\n<ul>\n{items}</ul>\n</section>\n");
    }
    if !rules.is_empty() {
        let items: String = rules.iter().map(|rule| format!("<li>{}</li>\n", escaped(rule))).collect();
        let title = "Rules that did not apply to any document";
        let _ = write!(page, "<section>\n<h2>{title}</h2>\n<ul>\n{items}</ul>\n</section>\n");
    }
    page
}

/// Escapes text, in which code is in backticks, for elements.
fn prose(text: &str) -> String {
    let part = |(is_code, part)| match is_code {
        true => format!("<code>{}</code>", escaped(part)),
        false => escaped(part),
    };
    prose_and_code(text).map(part).collect()
}

/// Escapes text for elements and attributes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\0' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
