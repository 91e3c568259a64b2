//! `terraform_deprecated_lookup`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::syntax::ast::ExprKind;

/// An element of a map is accessed with square brackets, not with lookup without a default.
pub static RULE: Rule = Rule {
    id: "terraform_deprecated_lookup",
    title: "lookup has no default",
    description: "An element of a map is accessed with square brackets, not with lookup without a default.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut issues = Vec::new();
    Module::expressions(module.native(), &mut |expr, _| {
        let ExprKind::Call(call) = &expr.kind else {
            return;
        };
        let ("lookup", [map, key]) = (&*call.name.text, call.arguments.as_slice()) else {
            return;
        };
        let text = format!("{}[{}]", module.text(map.range), module.text(key.range));
        let issue = Issue::at(expr.range, "Lookup with 2 arguments is deprecated");
        issues.push(issue.fixed(
            Safety::Safe,
            "access the element with square brackets",
            expr.range,
            text,
        ));
    });
    Ok(issues)
}
