//! `terraform_deprecated_index`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::Range;
use crate::syntax::ast::{ExprKind, Step};

/// Items of lists are accessed with square brackets, not with a dot and a number or a star.
pub static RULE: Rule = Rule {
    id: "terraform_deprecated_index",
    title: "Index is written with a dot",
    description: "Items of lists are accessed with square brackets, not with a dot and a number or a star.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut issues = Vec::new();
    let mut add = |range: Range, text: String| {
        let issue = Issue::at(range, "List items should be accessed using square brackets");
        issues.push(issue.fixed(
            Safety::Safe,
            "write the index in square brackets",
            range,
            text,
        ));
    };
    Module::expressions(
        module.declared.files.iter(),
        &mut |expr, _| match &expr.kind {
            ExprKind::Traversal(_, steps) | ExprKind::Relative(_, steps) => {
                for step in steps {
                    let Step::Index(_, range) = step else {
                        continue;
                    };
                    if let Some(number) = module.text(*range).strip_prefix('.') {
                        add(*range, format!("[{}]", number.trim()));
                    }
                }
            }
            ExprKind::Splat(source, _) => {
                let marker = Range {
                    start: source.range.end,
                    end: source.range.end.saturating_add(2),
                    ..source.range
                };
                if module.text(marker) == ".*" {
                    add(marker, "[*]".to_owned());
                }
            }
            _ => {}
        },
    );
    Ok(issues)
}
