//! `terraform_map_duplicate_keys`

use cfn_warden_syntax::{Known, Operand, text};
use std::collections::BTreeMap;

use cfn_warden_syntax::finding::Severity;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::Range;
use crate::support::go::quoted;
use crate::syntax::ast::{Expr, ExprKind, Key};
use crate::value::Type;
use crate::value::convert::convert;

/// An object has each key once.
pub static RULE: Rule = Rule {
    id: "terraform_map_duplicate_keys",
    title: "Object has a key twice",
    description: "An object has each key once.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut issues = Vec::new();
    Module::expressions(module.native(), &mut |expr, _| {
        let ExprKind::Object(items) = &expr.kind else {
            return;
        };
        let mut first: BTreeMap<String, Range> = BTreeMap::new();
        for (key, _) in items {
            let (name, range) = match key {
                Key::Word(name) => (Some(name.text.to_string()), name.range),
                Key::Expr(expr) => (text(module, expr), expr.range),
            };
            let Some(name) = name else { continue };
            match first.get(&name) {
                None => {
                    first.insert(name, range);
                }
                Some(known) => {
                    let at = module.with(|sources| sources.location(*known));
                    let message = text!(
                        "Duplicate key: {}, first defined at {}",
                        Operand::Name(&quoted(&name)),
                        Known(&at)
                    );
                    issues.push(Issue::at(range, message));
                }
            }
        }
    });
    Ok(issues)
}

/// Returns the text of a key; `None` if it is not known here.
fn text(module: &Module<'_>, expr: &Expr) -> Option<String> {
    let key = module.known(expr)?;
    convert(&key, &Type::String).ok()?.str().map(str::to_owned)
}
