//! Comments in YAML and HCL that apply to lines of the text.

use std::ops::Range;

use super::fix::SourceIndex;
use super::text::has_part;
use super::tree::{Style, Tree};

/// How the language of a text writes comments.
#[derive(Debug, Clone, Copy)]
pub enum Comments<'t, 'a> {
    /// YAML, and the tree of the text if it could be parsed.
    Yaml(Option<&'t Tree<'a>>),
    /// HCL, and the bytes of the comments, in ascending order.
    /// <https://developer.hashicorp.com/terraform/language/syntax/configuration#comments>
    Hcl(&'t [Range<usize>]),
}

/// A comment with a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment<'t> {
    /// The 1-based line of the comment.
    pub line: u32,
    /// The 1-based column of its start.
    pub column: u32,
    /// The lines that the comment applies to, 1-based and inclusive: its own line, or, on a separate line, the block that
    /// starts below it. `None` if nothing is below it.
    pub lines: Option<(u32, u32)>,
    /// The text after the marker.
    pub text: &'t str,
    /// The 1-based column of the text.
    pub text_column: u32,
}

/// Returns the comments of a text whose start is followed by a blank and this marker. A JSON text has none, and neither have
/// strings.
///
/// A comment at the end of a line applies to that line. A comment on a separate line applies to the next line and all
/// following lines with deeper indentation.
pub fn marked<'t>(text: &'t str, marker: &str, comments: Comments<'_, '_>) -> Vec<Comment<'t>> {
    if !has_part(text, marker) || text.trim_start().starts_with('{') {
        return Vec::new();
    }
    let starts = comments.starts();
    let places = Places::of(text, comments);
    let lines: Vec<&str> = text.lines().collect();
    let number = |index: usize| u32::try_from(index.saturating_add(1)).ok();
    let mut found = Vec::new();
    let mut line_start = 0_usize;
    for (index, whole) in text.split_inclusive('\n').enumerate() {
        let Some(line) = lines.get(index) else { break };
        let comment = || {
            let (before, code, text) = line.match_indices(marker).find_map(|(at, _)| {
                let (before, rest) = line.split_at_checked(at)?;
                let code = starts
                    .iter()
                    .find_map(|start| before.trim_end().strip_suffix(start))?;
                let is_separate = code.is_empty() || code.ends_with([' ', '\t']);
                let is_comment =
                    is_separate && places.may_have(line_start.saturating_add(code.len()));
                is_comment.then_some((before, code, rest.strip_prefix(marker)?))
            })?;
            let block = if code.trim().is_empty() {
                block(&lines, index, starts)
            } else {
                Some((index, index))
            };
            let lines = block.and_then(|(first, last)| Some((number(first)?, number(last)?)));
            let column = number(code.chars().count())?;
            let text_column = number(
                before
                    .chars()
                    .count()
                    .saturating_add(marker.chars().count()),
            )?;
            Some(Comment {
                line: number(index)?,
                column,
                lines,
                text,
                text_column,
            })
        };
        found.extend(comment());
        line_start = line_start.saturating_add(whole.len());
    }
    found
}

impl Comments<'_, '_> {
    /// The starts of a comment to the end of the line.
    fn starts(self) -> &'static [&'static str] {
        match self {
            Comments::Yaml(_) => &["#"],
            Comments::Hcl(_) => &["#", "//"],
        }
    }
}

/// Where a text has its comments.
enum Places<'t> {
    Outside(Strings<'t>),
    Inside(&'t [Range<usize>]),
}

impl<'t> Places<'t> {
    fn of(text: &'t str, comments: Comments<'t, '_>) -> Places<'t> {
        match comments {
            Comments::Yaml(tree) => Places::Outside(Strings::of(text, tree)),
            Comments::Hcl(ranges) => Places::Inside(ranges),
        }
    }

    /// Returns whether a comment may have its start at this byte.
    fn may_have(&self, offset: usize) -> bool {
        match self {
            Places::Outside(strings) => !strings.contain(offset),
            Places::Inside(ranges) => {
                last_from(ranges, offset).is_some_and(|range| offset < range.end)
            }
        }
    }
}

/// Returns the last range that starts at an offset or before it.
fn last_from(ranges: &[Range<usize>], offset: usize) -> Option<&Range<usize>> {
    let after = ranges.partition_point(|range| range.start <= offset);
    ranges.get(after.checked_sub(1)?)
}

/// The quoted and block scalars of a text.
struct Strings<'t> {
    text: &'t str,
    /// Their bytes, with their tags and anchors, in ascending order.
    ranges: Vec<Range<usize>>,
}

impl<'t> Strings<'t> {
    fn of(text: &'t str, tree: Option<&Tree<'_>>) -> Strings<'t> {
        let index = SourceIndex::of(text);
        let nodes = tree
            .map(|tree| tree.info.as_slice())
            .unwrap_or_default()
            .iter();
        let strings = nodes.filter(|info| info.style == Style::Quoted);
        let mut ranges: Vec<Range<usize>> =
            strings.filter_map(|info| index.range(info.span)).collect();
        ranges.sort_by_key(|range| range.start);
        Strings { text, ranges }
    }

    /// Returns whether the byte at an offset is in a string. A comment may follow the tag of a string and the `|` of a block.
    fn contain(&self, offset: usize) -> bool {
        let Some(range) = last_from(&self.ranges, offset) else {
            return false;
        };
        if offset >= range.end {
            return false;
        }
        let mut before = self.text.get(range.start..offset).unwrap_or_default();
        loop {
            before = before.trim_start();
            let end: &[char] = match before.chars().next() {
                None => return false,
                Some('!' | '&') => &[' ', '\t', '\n', '\r'],
                Some('#') => &['\n', '\r'],
                Some('|' | '>') => return before.contains(['\n', '\r']),
                Some(_) => return true,
            };
            before = before
                .find(end)
                .and_then(|at| before.get(at..))
                .unwrap_or_default();
        }
    }
}

/// Returns the indices of the first and last line of the block below a comment.
fn block(lines: &[&str], comment: usize, starts: &[&str]) -> Option<(usize, usize)> {
    let is_comment = |line: &str| {
        starts
            .iter()
            .any(|start| line.trim_start().starts_with(start))
    };
    let is_code = |line: &str| !line.trim().is_empty() && !is_comment(line);
    let mut below = lines
        .iter()
        .enumerate()
        .skip(comment.checked_add(1)?)
        .filter(|(_, line)| is_code(line));
    let (first, head) = below.next()?;
    // YAML allows the items of a list at the indentation of their key.
    let is_item = |line: &str| line.trim_start().starts_with("- ");
    let inside = |line: &str| {
        indent(line) > indent(head)
            || (indent(line) == indent(head) && is_item(line) && !is_item(head))
    };
    let last = below
        .take_while(|(_, line)| inside(line))
        .last()
        .map_or(first, |(last, _)| last);
    Some((first, last))
}

fn indent(line: &str) -> usize {
    line.len()
        .saturating_sub(line.trim_start_matches(' ').len())
}
