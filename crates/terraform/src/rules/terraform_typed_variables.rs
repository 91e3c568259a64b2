//! `terraform_typed_variables`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Operand, text};

use crate::ruleset::{Issue, Module, Options, Rule};

/// Every variable has a type.
pub static RULE: Rule = Rule {
    id: "terraform_typed_variables",
    title: "Variable has no type",
    description: "Every variable has a type.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let untyped = module
        .declared
        .variables
        .iter()
        .filter(|(_, variable)| !variable.typed);
    Ok(untyped
        .map(|(name, variable)| {
            Issue::at(
                variable.block.range,
                text!("`{}` variable has no type", Operand::Name(name)),
            )
        })
        .collect())
}
