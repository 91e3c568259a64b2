//! `terraform_comment_syntax`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::Range;

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
        Some(fixed(
            block
                .split('\n')
                .map(|line| format!("#{line}"))
                .collect::<Vec<_>>()
                .join("\n"),
        ))
    };
    Ok(comments.filter_map(issue).collect())
}
