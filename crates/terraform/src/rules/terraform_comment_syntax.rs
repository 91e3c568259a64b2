//! `terraform_comment_syntax`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::{Range, Sources};

/// Comments start with #, not with // or /*.
pub static RULE: Rule = Rule {
    id: "terraform_comment_syntax",
    title: "Comment does not start with #",
    description: "Comments start with #, not with // or /*.",
    severity: Severity::Warning,
    is_recommended: false,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let comments = module.native().flat_map(|file| &file.body.comments);
    let issue = |range: &Range| {
        let text = module.text(*range);
        let issue = Issue::at(*range, "Comments should begin with #");
        let fixed =
            |text: String| issue.fixed(Safety::Safe, "start the comment with #", *range, text);
        if let Some(rest) = text.strip_prefix("//") {
            return Some(fixed(format!("#{rest}")));
        }
        // A comment within a line may be meant to be one.
        let block = text.strip_prefix("/*").filter(|rest| rest.contains('\n'))?;
        let block = block.strip_suffix("*/").unwrap_or(block);
        let (before, after) = module.with(|sources| around(*range, sources));
        // What follows in the last line would become a part of the comment.
        if !after.trim().is_empty() {
            return Some(Issue::at(*range, "Comments should begin with #"));
        }
        let indent = if before.trim().is_empty() {
            &*before
        } else {
            ""
        };
        let lines = block.split('\n').map(|line| {
            let line = line.strip_prefix(indent).unwrap_or(line);
            format!("#{}", line.trim_end())
        });
        Some(fixed(
            lines.collect::<Vec<_>>().join(&format!("\n{indent}")),
        ))
    };
    Ok(comments.filter_map(issue).collect())
}

/// Returns what is before a range in its first line, and behind it in its last line.
fn around(range: Range, sources: &Sources) -> (String, String) {
    let text = sources
        .get(range.file)
        .map(|source| &*source.text)
        .unwrap_or_default();
    let offset = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    let before = text.get(..offset(range.start)).unwrap_or("");
    let after = text.get(offset(range.end)..).unwrap_or("");
    let line_start = before.rsplit('\n').next().unwrap_or("");
    let line_end = after.split('\n').next().unwrap_or("");
    (line_start.to_owned(), line_end.to_owned())
}
