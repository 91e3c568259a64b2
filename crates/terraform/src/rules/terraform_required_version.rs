//! `terraform_required_version`

use cfn_warden_syntax::finding::Severity;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::support::path;

/// A module says which versions of Terraform it works with.
pub static RULE: Rule = Rule {
    id: "terraform_required_version",
    title: "Module has no version constraint",
    description: "A module says which versions of Terraform it works with.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let blocks = || {
        module
            .declared
            .others
            .iter()
            .filter(|block| &*block.kind == "terraform")
    };
    if module.declared.files.is_empty()
        || blocks().any(|block| block.body.attribute("required_version").is_some())
    {
        return Ok(Vec::new());
    }
    let message = "terraform \"required_version\" attribute is required";
    if let Some(block) = blocks().next() {
        return Ok(vec![Issue::at(block.range, message)]);
    }
    let names = module.file_names();
    let file = match names.first() {
        Some(only) if names.len() == 1 => only,
        _ => ["terraform.tf", "main.tf"]
            .into_iter()
            .find(|name| names.contains(name))
            .unwrap_or("terraform.tf"),
    };
    Ok(vec![Issue::of_file(
        path::join(module.folder, file),
        message,
    )])
}
