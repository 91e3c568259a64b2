//! `terraform_empty_list_equality`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::ruleset::{Issue, Module, Options, Rule, Use};
use crate::syntax::ast::{Expr, ExprKind, Operator};

/// Whether a collection is empty is found with length, because a collection never equals [].
pub static RULE: Rule = Rule {
    id: "terraform_empty_list_equality",
    title: "Collection is compared with an empty list",
    description: "Whether a collection is empty is found with length, because a collection never equals [].",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut issues = Vec::new();
    Module::expressions(module.native(), &mut |expr, _| {
        let ExprKind::Binary(operator @ (Operator::Equal | Operator::NotEqual), sides) = &expr.kind
        else {
            return;
        };
        let is_empty =
            |side: &Expr| matches!(&side.kind, ExprKind::Tuple(items) if items.is_empty());
        let other = match &**sides {
            [left, right] if is_empty(left) => right,
            [left, right] if is_empty(right) => left,
            _ => return,
        };
        let sign = if *operator == Operator::Equal {
            "=="
        } else {
            "!="
        };
        let message = "Comparing a collection with an empty list is invalid. To detect an empty collection, check its length.";
        let issue = Issue::at(expr.range, message);
        let text = module
            .written(other, Use::Value)
            .filter(|_| has_length(other) && !module.loses_comment(expr.range, &[other.range]));
        issues.push(match text {
            // The comparison with [] is always false for a list, and does not fail for null.
            Some(text) => issue.fixed(
                Safety::Unsafe,
                "compare the length with 0",
                expr.range,
                format!("length({text}) {sign} 0"),
            ),
            None => issue,
        });
    });
    Ok(issues)
}

/// Returns whether an expression may be a collection.
fn has_length(expr: &Expr) -> bool {
    !matches!(
        &expr.kind,
        ExprKind::Literal(_)
            | ExprKind::Template(_)
            | ExprKind::Binary(..)
            | ExprKind::Not(_)
            | ExprKind::Minus(_)
    )
}
