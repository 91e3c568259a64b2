//! Suppressions in comments of a YAML template: `# cfn-lint: disable=E3012,W3`.
//!
//! A comment at the end of a line applies to that line. A comment on a separate line applies to the block that starts
//! below it: the next line and all following lines with deeper indentation. cfn-lint itself only supports suppressions
//! in metadata (cfn-lint #113).

use super::Settings;
use super::select::is_mandatory;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Position, Span};

/// Start of a suppression comment, after `#`.
const MARKER: &str = "cfn-lint: disable=";

/// A suppression: lines, counted from 1 and inclusive, and ID prefixes of the suppressed rules.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CommentSuppression<'t> {
    first: u32,
    last: u32,
    ids: Vec<&'t str>,
}

/// Returns the suppressions in the comments of a text. A JSON text has none.
pub(super) fn all(text: &str) -> Vec<CommentSuppression<'_>> {
    if may_suppress(text) { suppressions(text) } else { Vec::new() }
}

/// Removes findings that comments in the text suppress, except those of mandatory rules.
pub fn apply(findings: Vec<Finding>, text: &str, settings: &Settings) -> Vec<Finding> {
    let suppressions = all(text);
    if suppressions.is_empty() {
        return findings;
    }
    kept(findings, &suppressions, settings)
}

fn kept(findings: Vec<Finding>, suppressions: &[CommentSuppression<'_>], settings: &Settings) -> Vec<Finding> {
    let mut all = Vec::with_capacity(findings.len());
    for mut finding in findings {
        let children = kept(std::mem::take(&mut finding.children), suppressions, settings);
        if is_mandatory(&finding.rule.id, settings)
            || !suppressions.iter().any(|suppression| suppression.covers(&finding))
        {
            finding.children = children;
            all.push(finding);
        }
    }
    all
}

/// Returns the rule IDs and ID prefixes in suppression comments, each with its line.
pub fn ids(text: &str) -> Vec<(u32, &str)> {
    if !may_suppress(text) {
        return Vec::new();
    }
    let named = text.lines().zip(1..).filter_map(|(line, number)| Some((number, parse_line(line)?.1)));
    named.flat_map(|(number, ids)| ids.into_iter().map(move |id| (number, id))).collect()
}

/// Returns whether a text contains the marker and is not JSON, which has no comments.
fn may_suppress(text: &str) -> bool {
    text.contains(MARKER) && !text.trim_start().starts_with('{')
}

impl CommentSuppression<'_> {
    /// Returns the span of the lines.
    pub fn span(&self) -> Span {
        let start = Position { line: self.first, column: 1 };
        Span { start, end: Position { line: self.last.saturating_add(1), column: 1 } }
    }

    /// Returns the ID prefixes.
    pub fn names(&self) -> Vec<String> {
        self.ids.iter().map(|id| (*id).to_owned()).collect()
    }

    /// Returns whether the suppression applies to a finding, without its children.
    pub fn covers(&self, finding: &Finding) -> bool {
        (self.first..=self.last).contains(&finding.span.start.line)
            && self.ids.iter().any(|id| finding.rule.id.starts_with(id))
    }
}

fn suppressions(text: &str) -> Vec<CommentSuppression<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let parsed = lines.iter().enumerate().filter_map(|(index, line)| Some((index, parse_line(line)?)));
    let suppression = |(index, (is_alone, ids)): (usize, (bool, Vec<_>))| {
        let (first, last) = if is_alone { block(&lines, index)? } else { (index, index) };
        let number = |index: usize| u32::try_from(index.saturating_add(1)).ok();
        Some(CommentSuppression { first: number(first)?, last: number(last)?, ids })
    };
    parsed.filter_map(suppression).collect()
}

/// Parses a suppression comment: whether it is on a separate line, and the ID prefixes.
fn parse_line(line: &str) -> Option<(bool, Vec<&str>)> {
    let (before, ids) = line.split_once(MARKER)?;
    let code = before.trim_end().strip_suffix('#')?;
    if !(code.is_empty() || code.ends_with([' ', '\t'])) {
        return None;
    }
    let ids = ids.split_whitespace().next().unwrap_or_default();
    let ids: Vec<&str> = ids.split(',').filter(|id| !id.is_empty()).collect();
    Some((code.trim().is_empty(), ids))
}

/// Returns the indices of the first and last line of the block below a comment.
fn block(lines: &[&str], comment: usize) -> Option<(usize, usize)> {
    let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let mut below = lines.iter().enumerate().skip(comment.checked_add(1)?).filter(|(_, line)| is_code(line));
    let (first, head) = below.next()?;
    // YAML allows the items of a list at the indentation of their key.
    let is_item = |line: &str| line.trim_start().starts_with("- ");
    let inside =
        |line: &str| indent(line) > indent(head) || (indent(line) == indent(head) && is_item(line) && !is_item(head));
    let last = below.take_while(|(_, line)| inside(line)).last().map_or(first, |(last, _)| last);
    Some((first, last))
}

fn indent(line: &str) -> usize {
    line.len().saturating_sub(line.trim_start_matches(' ').len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_applies_to_its_line_or_the_block_below() {
        let text = "a: 1 # cfn-lint: disable=E3012\n# cfn-lint: disable=W,I3  why\n\n# more\nb:\n- c\n-  d:\n    e\n\n  # x\nf: g\n";
        let line = CommentSuppression { first: 1, last: 1, ids: vec!["E3012"] };
        let block = CommentSuppression { first: 5, last: 8, ids: vec!["W", "I3"] };
        assert_eq!(suppressions(text), [line, block]);
    }

    #[test]
    fn a_block_in_a_list_ends_at_the_next_item() {
        let text = "a:\n  # cfn-lint: disable=E\n  - b: 1\n    c: 2\n  - d: 3\n";
        assert_eq!(suppressions(text), [CommentSuppression { first: 3, last: 4, ids: vec!["E"] }]);
    }

    #[test]
    fn ignores_markers_outside_comments_and_empty_id_lists() {
        assert_eq!(suppressions("a: x#cfn-lint: disable=E\nb: cfn-lint: disable=E\n# cfn-lint: disable=E"), []);
        assert_eq!(suppressions("a: 1 # cfn-lint: disable="), [CommentSuppression { first: 1, last: 1, ids: vec![] }]);
    }
}
