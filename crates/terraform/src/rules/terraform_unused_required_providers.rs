//! `terraform_unused_required_providers`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Operand, text};

use crate::ruleset::{Issue, Module, Options, Rule};

/// Every provider in required_providers is used by the module.
pub static RULE: Rule = Rule {
    id: "terraform_unused_required_providers",
    title: "Required provider is not used",
    description: "Every provider in required_providers is used by the module.",
    severity: Severity::Warning,
    is_recommended: false,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let used = module.providers();
    let unused = module
        .required_providers()
        .into_iter()
        .filter(|(name, _)| !used.contains_key(*name));
    Ok(unused
        .map(|(name, attribute)| {
            let message = text!(
                "provider '{}' is declared in required_providers but not used by the module",
                Operand::Name(name)
            );
            Issue::at(attribute.name_range.to(attribute.expr.range), message)
        })
        .collect())
}
