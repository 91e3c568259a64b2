//! Comments that turn rules off: `# tflint-ignore: RULE, RULE # reason` on the line of a finding or above it, and
//! `# tflint-ignore-file: RULE` on the first line of a file. Reference:
//! <https://github.com/terraform-linters/tflint/blob/v0.60.0/docs/user-guide/annotations.md>.

use crate::module::SourceFile;
use crate::source::{Range, Sources};

/// A comment that turns rules off.
#[derive(Debug, Clone)]
pub struct IgnoreComment {
    /// The comment.
    pub range: Range,
    /// The rules, or `all`.
    pub rules: Vec<String>,
    /// The number of problems that it hides.
    pub hidden: usize,
    /// The line of the comment; `None` for one about the whole file.
    line: Option<u32>,
}

/// Returns the comments of a file that turn rules off.
pub fn comments_of(file: &SourceFile, sources: &Sources) -> Vec<IgnoreComment> {
    let comment = |range: &Range| {
        let (text, line) = (sources.text(*range), sources.span(*range).start.line);
        let (rules, line) = match listed(text, "tflint-ignore-file:") {
            Some(rules) if line == 1 => (rules, None),
            Some(_) => return None,
            None => (listed(text, "tflint-ignore:")?, Some(line)),
        };
        Some(IgnoreComment {
            range: *range,
            rules,
            hidden: 0,
            line,
        })
    };
    file.body.comments.iter().filter_map(comment).collect()
}

impl IgnoreComment {
    /// Returns whether the comment turns a rule off at a range.
    pub fn is_about(&self, rule: &str, range: Range, sources: &Sources) -> bool {
        let line = sources.span(range).start.line;
        let is_near = |at: u32| at == line || at.saturating_add(1) == line;
        self.range.file == range.file
            && self.line.is_none_or(is_near)
            && self
                .rules
                .iter()
                .any(|other| other == rule || other == "all")
    }
}

/// Returns the rules after a keyword, without the reason.
fn listed(comment: &str, keyword: &str) -> Option<Vec<String>> {
    let (_, rest) = comment
        .trim_start_matches(['#', '/', '*', ' ', '\t'])
        .split_once(keyword)
        .filter(|(before, _)| before.is_empty())?;
    let rest = rest
        .split(['#', '\n'])
        .next()
        .unwrap_or("")
        .trim_end_matches("*/");
    Some(
        rest.split(',')
            .map(|rule| rule.trim().to_owned())
            .filter(|rule| !rule.is_empty())
            .collect(),
    )
}
