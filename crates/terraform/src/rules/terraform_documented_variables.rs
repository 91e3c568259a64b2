//! `terraform_documented_variables`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Operand, text};

use crate::eval::constant_value;
use crate::ruleset::{Issue, Module, Options, Rule};
use crate::syntax::ast::Block;

/// Every variable has a description.
pub static RULE: Rule = Rule {
    id: "terraform_documented_variables",
    title: "Variable has no description",
    description: "Every variable has a description.",
    severity: Severity::Informational,
    is_recommended: false,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let variables = module
        .declared
        .variables
        .iter()
        .map(|(name, variable)| (name, &variable.block));
    let is_described = |block: &Block| {
        let description = block
            .body
            .attribute("description")
            .map(|attribute| constant_value(&attribute.expr));
        description.is_some_and(|value| value.is_ok_and(|value| value.str() != Some("")))
    };
    let without = variables.filter(|(_, block)| !is_described(block));
    Ok(without
        .map(|(name, block)| {
            Issue::at(
                block.range,
                text!("`{}` variable has no description", Operand::Name(name)),
            )
        })
        .collect())
}
