//! What a comment in a YAML template says is not wanted: `# cfn-lint: disable=E3012,W3`.
//!
//! At the end of a line it speaks of that line; on a line of its own, of the block that begins below it: the next line and
//! all that are indented deeper. The reference has only settings in metadata (asked of it: cfn-lint #113).

use super::Settings;
use super::select::is_mandatory;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Position, Span};

/// How a comment begins that says so.
const SAID: &str = "cfn-lint: disable=";

/// Lines, counted from 1, the last one included, and the beginnings of rule ids that are not wanted there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Silence<'t> {
    first: u32,
    last: u32,
    ids: Vec<&'t str>,
}

/// What the comments in a text say.
pub(super) fn all(text: &str) -> Vec<Silence<'_>> {
    let is_said = text.contains(SAID) && !text.trim_start().starts_with('{');
    if is_said { silences(text) } else { Vec::new() }
}

/// Drops findings that comments in the text do not want, but for mandatory ones.
pub fn apply(findings: Vec<Finding>, text: &str, settings: &Settings) -> Vec<Finding> {
    let silences = all(text);
    if silences.is_empty() {
        return findings;
    }
    kept(findings, &silences, settings)
}

fn kept(findings: Vec<Finding>, silences: &[Silence<'_>], settings: &Settings) -> Vec<Finding> {
    let mut all = Vec::with_capacity(findings.len());
    for mut finding in findings {
        let children = kept(std::mem::take(&mut finding.children), silences, settings);
        if is_mandatory(&finding.rule.id, settings) || !silences.iter().any(|silence| silence.covers(&finding)) {
            finding.children = children;
            all.push(finding);
        }
    }
    all
}

/// The rule IDs, or beginnings of them, that comments in a text disable, each with its line.
pub fn ids(text: &str) -> Vec<(u32, &str)> {
    if !text.contains(SAID) || text.trim_start().starts_with('{') {
        return Vec::new();
    }
    let named = text.lines().zip(1..).filter_map(|(line, number)| Some((number, said(line)?.1)));
    named.flat_map(|(number, ids)| ids.into_iter().map(move |id| (number, id))).collect()
}

impl Silence<'_> {
    /// The lines that it speaks of.
    pub fn span(&self) -> Span {
        let start = Position { line: self.first, column: 1 };
        Span { start, end: Position { line: self.last.saturating_add(1), column: 1 } }
    }

    /// The beginnings of rule ids that it names.
    pub fn names(&self) -> Vec<String> {
        self.ids.iter().map(|id| (*id).to_owned()).collect()
    }

    /// Whether it speaks of a finding.
    pub fn covers(&self, finding: &Finding) -> bool {
        (self.first..=self.last).contains(&finding.span.start.line)
            && self.ids.iter().any(|id| finding.rule.id.starts_with(id))
    }
}

fn silences(text: &str) -> Vec<Silence<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let said = lines.iter().enumerate().filter_map(|(place, line)| Some((place, said(line)?)));
    let silence = |(place, (is_alone, ids)): (usize, (bool, Vec<_>))| {
        let (first, last) = if is_alone { block(&lines, place)? } else { (place, place) };
        let number = |place: usize| u32::try_from(place.saturating_add(1)).ok();
        Some(Silence { first: number(first)?, last: number(last)?, ids })
    };
    said.filter_map(silence).collect()
}

/// Whether the comment stands alone on its line, and the ids that it names.
fn said(line: &str) -> Option<(bool, Vec<&str>)> {
    let (before, ids) = line.split_once(SAID)?;
    let code = before.trim_end().strip_suffix('#')?;
    if !(code.is_empty() || code.ends_with([' ', '\t'])) {
        return None;
    }
    let ids = ids.split_whitespace().next().unwrap_or_default();
    let ids: Vec<&str> = ids.split(',').filter(|id| !id.is_empty()).collect();
    Some((code.trim().is_empty(), ids))
}

/// The lines of the block that begins below a line: places of the first and the last.
fn block(lines: &[&str], comment: usize) -> Option<(usize, usize)> {
    let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let mut below = lines.iter().enumerate().skip(comment.checked_add(1)?).filter(|(_, line)| is_code(line));
    let (first, head) = below.next()?;
    // The items of a list may stand as far left as the key that holds it.
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
    fn a_comment_speaks_of_its_line_or_of_the_block_below_it() {
        let text = "a: 1 # cfn-lint: disable=E3012\n# cfn-lint: disable=W,I3  why\n\n# more\nb:\n- c\n-  d:\n    e\n\n  # x\nf: g\n";
        let line = Silence { first: 1, last: 1, ids: vec!["E3012"] };
        let block = Silence { first: 5, last: 8, ids: vec!["W", "I3"] };
        assert_eq!(silences(text), [line, block]);
    }

    #[test]
    fn an_item_ends_where_the_next_begins() {
        let text = "a:\n  # cfn-lint: disable=E\n  - b: 1\n    c: 2\n  - d: 3\n";
        assert_eq!(silences(text), [Silence { first: 3, last: 4, ids: vec!["E"] }]);
    }

    #[test]
    fn what_is_no_comment_says_nothing() {
        assert_eq!(silences("a: x#cfn-lint: disable=E\nb: cfn-lint: disable=E\n# cfn-lint: disable=E"), []);
        assert_eq!(silences("a: 1 # cfn-lint: disable="), [Silence { first: 1, last: 1, ids: vec![] }]);
    }
}
