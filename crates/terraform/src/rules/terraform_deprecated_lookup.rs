//! `terraform_deprecated_lookup`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::eval::Frame;
use crate::number::Number;
use crate::ruleset::{Issue, Module, Options, Rule, Use};
use crate::syntax::ast::{Expr, ExprKind};
use crate::value::Type;

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
    Module::expressions(module.native(), &mut |expr, how| {
        let ExprKind::Call(call) = &expr.kind else {
            return;
        };
        let ("lookup", [map, key]) = (&*call.name.text, call.arguments.as_slice()) else {
            return;
        };
        let issue = Issue::at(expr.range, "Lookup with 2 arguments is deprecated");
        let is_movable = !call.expand && !module.loses_comment(expr.range, &[map.range, key.range]);
        let written = is_movable
            .then(|| {
                module
                    .written(map, Use::Base)
                    .zip(module.written(key, Use::Value))
            })
            .flatten();
        let Some((map_text, key_text)) = written else {
            issues.push(issue);
            return;
        };
        let mut text = format!("{map_text}[{key_text}]");
        if how == Use::Key {
            text = format!("({text})");
        }
        let safety = if is_same_as_index(module, map, key) {
            Safety::Safe
        } else {
            Safety::Unsafe
        };
        issues.push(issue.edited(
            safety,
            "access the element with square brackets",
            vec![module.replacement(expr.range, text)],
        ));
    });
    Ok(issues)
}

/// Returns whether an index has the result of `lookup` for all values. For a map it has. An index into an object loses the
/// sensitivity of its key, and one with a number also finds items of lists, which `lookup` refuses: a key that is written
/// as a text and is no number has neither problem.
fn is_same_as_index(module: &Module<'_>, map: &Expr, key: &Expr) -> bool {
    let is_name = match &key.kind {
        ExprKind::Literal(key) => key.str().is_some_and(|key| key.parse::<Number>().is_err()),
        _ => false,
    };
    is_name
        || module
            .evaluator
            .eval(map, &Frame::EMPTY)
            .is_ok_and(|map| matches!(map.ty(), Type::Map(_)))
}
