//! Suppressions in comments of a YAML template: `# cfn-lint: disable=E3012,W3`.
//!
//! A comment at the end of a line applies to that line. A comment on a separate line applies to the block that starts
//! below it: the next line and all following lines with deeper indentation; `# cfn-lint: disable-next-line=E3012` applies
//! to the next line only. cfn-lint itself only supports suppressions in metadata (cfn-lint #113).

use bumpalo::Bump;

use super::Settings;
use super::select::is_mandatory;
use cfn_warden_syntax::comment::{self, Comment, Comments};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{self as syntax, Position, Span, Tree, has_part};

/// Start of a suppression comment, after `#`.
const MARKER: &str = "cfn-lint: disable";
/// What follows it, and whether the comment applies to one line only.
const FORMS: [(&str, bool); 2] = [("=", false), ("-next-line=", true)];

/// A suppression: lines, counted from 1 and inclusive, and ID prefixes of the suppressed rules.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CommentSuppression<'t> {
    first: u32,
    last: u32,
    ids: Vec<&'t str>,
}

/// Returns the suppressions in the comments of a text and its tree. A JSON text has none.
pub(super) fn all<'t>(text: &'t str, tree: Option<&Tree<'_>>) -> Vec<CommentSuppression<'t>> {
    let suppression = |(one, ids, is_line): (Comment<'_>, _, _)| {
        let (first, last) = one.lines?;
        let first = if is_line && first == one.line {
            first.checked_add(1)?
        } else {
            first
        };
        Some(CommentSuppression {
            first,
            last: if is_line { first } else { last },
            ids,
        })
    };
    parsed(text, tree)
        .into_iter()
        .filter_map(suppression)
        .collect()
}

/// Removes findings that suppressions cover, except those of mandatory rules.
pub fn apply(
    findings: Vec<Finding>,
    suppressions: &[CommentSuppression<'_>],
    settings: &Settings,
) -> Vec<Finding> {
    if suppressions.is_empty() {
        findings
    } else {
        kept(findings, suppressions, settings)
    }
}

fn kept(
    findings: Vec<Finding>,
    suppressions: &[CommentSuppression<'_>],
    settings: &Settings,
) -> Vec<Finding> {
    let mut all = Vec::with_capacity(findings.len());
    for mut finding in findings {
        let children = kept(
            std::mem::take(&mut finding.children),
            suppressions,
            settings,
        );
        if is_mandatory(&finding.rule.id, settings)
            || !suppressions
                .iter()
                .any(|suppression| suppression.covers(&finding))
        {
            finding.children = children;
            all.push(finding);
        }
    }
    all
}

/// Returns the rule IDs and ID prefixes in suppression comments, each with its line.
pub fn ids(text: &str) -> Vec<(u32, &str)> {
    if !has_part(text, MARKER) {
        return Vec::new();
    }
    let arena = Bump::new();
    let tree = syntax::parse(&arena, text, "").tree;
    let of =
        |(one, ids, _): (Comment<'_>, Vec<_>, _)| ids.into_iter().map(move |id| (one.line, id));
    parsed(text, tree.as_ref())
        .into_iter()
        .flat_map(of)
        .collect()
}

impl CommentSuppression<'_> {
    /// Returns the span of the lines.
    pub fn span(&self) -> Span {
        let start = Position {
            line: self.first,
            column: 1,
        };
        Span {
            start,
            end: Position {
                line: self.last.saturating_add(1),
                column: 1,
            },
        }
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

/// Returns the suppression comments, each with its ID prefixes and whether it applies to one line only.
fn parsed<'t>(text: &'t str, tree: Option<&Tree<'_>>) -> Vec<(Comment<'t>, Vec<&'t str>, bool)> {
    comment::marked(text, MARKER, Comments::Yaml(tree))
        .into_iter()
        .filter_map(parse)
        .collect()
}

fn parse(one: Comment<'_>) -> Option<(Comment<'_>, Vec<&str>, bool)> {
    let (ids, is_line) = FORMS
        .into_iter()
        .find_map(|(form, is_line)| Some((one.text.strip_prefix(form)?, is_line)))?;
    let ids = ids.split_whitespace().next().unwrap_or_default();
    Some((
        one,
        ids.split(',').filter(|id| !id.is_empty()).collect(),
        is_line,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<CommentSuppression<'_>> {
        let arena = Bump::new();
        super::all(text, syntax::parse(&arena, text, "").tree.as_ref())
    }

    #[test]
    fn a_comment_applies_to_its_line_or_the_block_below() {
        let text = "a: 1 # cfn-lint: disable=E3012\n# cfn-lint: disable=W,I3  why\n\n# more\nb:\n- c\n-  d:\n    e\n\n  # x\nf: g\n";
        let line = CommentSuppression {
            first: 1,
            last: 1,
            ids: vec!["E3012"],
        };
        let block = CommentSuppression {
            first: 5,
            last: 8,
            ids: vec!["W", "I3"],
        };
        assert_eq!(all(text), [line, block]);
    }

    #[test]
    fn a_block_in_a_list_ends_at_the_next_item() {
        let text = "a:\n  # cfn-lint: disable=E\n  - b: 1\n    c: 2\n  - d: 3\n";
        assert_eq!(
            all(text),
            [CommentSuppression {
                first: 3,
                last: 4,
                ids: vec!["E"]
            }]
        );
    }

    #[test]
    fn a_comment_on_the_next_line_applies_to_that_line() {
        let text = "a:\n  # cfn-lint: disable-next-line=E,W1 why\n  b:\n    c: 2 # cfn-lint: disable-next-line=I\n    d: 3\n";
        let [below, at_end] = [(3, vec!["E", "W1"]), (5, vec!["I"])];
        let one = |(line, ids)| CommentSuppression {
            first: line,
            last: line,
            ids,
        };
        assert_eq!(all(text), [one(below), one(at_end)]);
    }

    #[test]
    fn ignores_markers_outside_comments_and_empty_id_lists() {
        assert_eq!(
            all("a: x#cfn-lint: disable=E\nb: cfn-lint: disable=E\n# cfn-lint: disable=E"),
            []
        );
        assert_eq!(
            all("a: 1 # cfn-lint: disable="),
            [CommentSuppression {
                first: 1,
                last: 1,
                ids: vec![]
            }]
        );
    }
    #[test]
    fn ignores_markers_in_strings() {
        for text in [
            "a: \"x # cfn-lint: disable=E \"\n",
            "a: 'x\n  # cfn-lint: disable=E\n  y'\n",
            "a: |\n  x\n  # cfn-lint: disable=E\nb: 1\n",
            "a: !Sub >-\n  # cfn-lint: disable=E\n",
            "- &b \"# cfn-lint: disable=E\"\n- *b\n",
        ] {
            assert_eq!(all(text), [], "{text}");
        }
        let first = |first, last| CommentSuppression {
            first,
            last,
            ids: vec!["E"],
        };
        for (text, expected) in [
            ("a: | # cfn-lint: disable=E\n  x\n", first(1, 1)),
            ("a: !Sub # cfn-lint: disable=E\n  'x'\n", first(1, 1)),
            ("a: |\n  x\n# cfn-lint: disable=E\nb: 1\n", first(4, 4)),
            (
                "a: '# cfn-lint: disable=W' # cfn-lint: disable=E\n",
                first(1, 1),
            ),
            (
                "\u{feff}a: \"\u{e9}\" # cfn-lint: disable=E\r\nb: 1\r\n",
                first(1, 1),
            ),
        ] {
            assert_eq!(all(text), [expected], "{text}");
        }
    }
}
