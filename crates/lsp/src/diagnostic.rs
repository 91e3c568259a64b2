//! Findings as diagnostics of the protocol.

use std::ops::Range;
use std::str::FromStr;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, Uri,
};

use crate::host::{Checked, DocumentKind, Problem, Reported};
use crate::markdown;
use crate::text::Text;
use cfn_warden_syntax::escape::{escape, escape_lines};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::fix::{Fix, SourceIndex};
use cfn_warden_syntax::{Position, Span};

/// The name of the server in diagnostics.
pub const SOURCE: &str = "cfn-warden";
/// The code of what could not be checked.
pub const NOT_CHECKED: &str = "not-checked";

/// A diagnostic, and what the protocol does not show of it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// What the editor shows.
    pub diagnostic: Diagnostic,
    /// The title and description of the rule, and how to fix the finding, in Markdown; may be empty.
    pub explanation: String,
    /// The edits that fix it.
    pub fix: Option<Fix>,
}

/// Converts positions of findings, which count characters, to those of the protocol.
#[derive(Debug)]
pub struct Positions<'t> {
    text: &'t Text,
    index: SourceIndex<'t>,
    /// Whether only line feeds end lines, as in Guard rules.
    is_by_line_feed: bool,
}

impl<'t> Positions<'t> {
    /// Returns the positions of a document.
    pub fn of(text: &'t Text, kind: DocumentKind) -> Positions<'t> {
        Positions {
            text,
            index: SourceIndex::of(text.as_str()),
            is_by_line_feed: kind == DocumentKind::Rules,
        }
    }

    fn offset(&self, position: Position) -> usize {
        let found = if self.is_by_line_feed {
            self.by_line_feed(position)
        } else {
            self.index.offset(position)
        };
        // A position behind the text or its line.
        found.unwrap_or_else(|| {
            let (line, character) = (
                position.line.saturating_sub(1),
                position.column.saturating_sub(1),
            );
            self.text.offset(lsp_types::Position { line, character })
        })
    }

    fn by_line_feed(&self, position: Position) -> Option<usize> {
        let content = self.text.as_str();
        let line = usize::try_from(position.line).ok()?.checked_sub(1)?;
        let column = usize::try_from(position.column).ok()?.checked_sub(1)?;
        let start = match line.checked_sub(1) {
            None => 0,
            Some(before) => memchr::memchr_iter(b'\n', content.as_bytes())
                .nth(before)?
                .saturating_add(1),
        };
        let rest = content.get(start..)?;
        let width = rest
            .char_indices()
            .nth(column)
            .map_or(rest.len(), |(at, _)| at);
        Some(start.saturating_add(width))
    }

    /// Returns the bytes of a span.
    pub fn bytes(&self, span: Span) -> Range<usize> {
        let start = self.offset(span.start);
        start..self.offset(span.end).max(start)
    }

    /// Returns the range of a span.
    pub fn range(&self, span: Span) -> lsp_types::Range {
        self.text.range(&self.bytes(span))
    }
}

/// Returns the diagnostics of a check.
pub fn of(checked: Checked, uri: &Uri, positions: &Positions<'_>) -> Vec<Shown> {
    let problems = checked
        .problems
        .iter()
        .map(|problem| of_problem(problem, positions));
    let findings = checked
        .findings
        .into_iter()
        .map(|reported| of_finding(reported, uri, positions));
    problems.chain(findings).collect()
}

/// Returns the span that reports point to: the value if it is on the line of the finding, otherwise the key.
pub fn marked(finding: &Finding) -> Span {
    let line = finding.span.start.line;
    let on_line = |span: &Span| span.start.line == line && span.end.line == line;
    finding.value_span.filter(on_line).unwrap_or(finding.span)
}

fn of_problem(problem: &Problem, positions: &Positions<'_>) -> Shown {
    let start = problem.at.unwrap_or(Position::START);
    let end = Position {
        column: start.column.saturating_add(1),
        ..start
    };
    let diagnostic = Diagnostic {
        range: positions.range(Span { start, end }),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(NOT_CHECKED.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: escape_lines(&problem.message).into_owned(),
        ..Diagnostic::default()
    };
    Shown {
        diagnostic,
        explanation: String::new(),
        fix: None,
    }
}

fn of_finding(reported: Reported, uri: &Uri, positions: &Positions<'_>) -> Shown {
    let Reported {
        mut finding,
        mut also,
        paths,
    } = reported;
    finding.escape();
    also.iter_mut().for_each(Finding::escape);
    let place = |span: Span, message: String| DiagnosticRelatedInformation {
        location: Location {
            uri: uri.clone(),
            range: positions.range(span),
        },
        message,
    };
    let mut related: Vec<_> = finding
        .related
        .iter()
        .map(|one| place(one.span, one.text.to_string()))
        .collect();
    related.extend(
        finding
            .children
            .iter()
            .map(|child| place(marked(child), child.message.to_string())),
    );
    related.extend(also.iter().map(|other| {
        place(
            marked(other),
            format!("{}: {}", other.rule.id, other.message),
        )
    }));
    let link = finding.documentation();
    let link = Some(link)
        .filter(|link| link.starts_with("http"))
        .and_then(|link| Uri::from_str(link).ok());
    let diagnostic = Diagnostic {
        range: positions.range(marked(&finding)),
        severity: Some(severity(&finding)),
        code: Some(NumberOrString::String(finding.rule.id.clone().into_owned())),
        code_description: link.map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message: described(&finding, &paths),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    };
    Shown {
        diagnostic,
        explanation: explanation(&finding),
        fix: finding.fix.map(|fix| *fix),
    }
}

/// The message, and what the finding and others at its place are about, a line each.
fn described(finding: &Finding, paths: &[String]) -> String {
    let mut message = finding.described().to_string();
    for path in paths {
        message.push('\n');
        message.push_str(&escape(path));
    }
    message
}

fn severity(finding: &Finding) -> DiagnosticSeverity {
    match finding.severity {
        Severity::Error if finding.warn_mode.is_some() => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Informational => DiagnosticSeverity::INFORMATION,
    }
}

fn explanation(finding: &Finding) -> String {
    let rule = &finding.rule;
    let heading = match rule.title.is_empty() {
        true => format!("**{}**", rule.id),
        false => format!("**{}**: {}", rule.id, rule.title),
    };
    let description = (!rule.description.is_empty())
        .then(|| format!("{}.", rule.description.trim_end_matches('.')));
    let fix = finding
        .remediation
        .as_ref()
        .map(|fix| format!("Fix: {}", markdown::prose(fix)));
    let link = Some(finding.documentation()).filter(|link| link.starts_with("http"));
    let link = link.map(|link| format!("[Documentation]({link})"));
    [Some(heading), description, fix, link]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n\n")
}
