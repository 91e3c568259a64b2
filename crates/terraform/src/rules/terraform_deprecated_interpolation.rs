//! `terraform_deprecated_interpolation`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::syntax::ast::ExprKind;

/// An expression is written as it is, not within quotes and braces.
pub static RULE: Rule = Rule {
    id: "terraform_deprecated_interpolation",
    title: "Template is only an interpolation",
    description: "An expression is written as it is, not within quotes and braces.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut issues = Vec::new();
    Module::expressions(module.native(), &mut |expr, how| {
        let ExprKind::Wrapped(inner) = &expr.kind else {
            return;
        };
        let issue = Issue::at(
            expr.range,
            "Interpolation-only expressions are deprecated in Terraform v0.12.14",
        );
        let text = module
            .written(inner, how)
            .filter(|_| !module.loses_comment(expr.range, &[inner.range]));
        issues.push(match text {
            Some(text) => issue.edited(
                Safety::Safe,
                "write the expression without quotes and braces",
                vec![module.replacement(expr.range, text)],
            ),
            None => issue,
        });
    });
    Ok(issues)
}
