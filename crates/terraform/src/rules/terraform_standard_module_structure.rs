//! `terraform_standard_module_structure`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Operand, Text, text};

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::support::go::quoted;
use crate::support::path;

/// A module has the files main.tf, variables.tf and outputs.tf, with its variables and outputs in the last two.
pub static RULE: Rule = Rule {
    id: "terraform_standard_module_structure",
    title: "Module does not have the standard files",
    description: "A module has the files main.tf, variables.tf and outputs.tf, with its variables and outputs in the last two.",
    severity: Severity::Warning,
    is_recommended: false,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut issues = Vec::new();
    if module.native().next().is_some() {
        let names = module.file_names();
        let has = |kind: &'static str| module.blocks(kind).next().is_some();
        let mut missing = |name: &'static str, is_needed: bool, message: Text| {
            if is_needed && !names.contains(name) {
                issues.push(Issue::of_file(path::join(module.folder, name), message));
            }
        };
        missing(
            "main.tf",
            true,
            "Module should include a main.tf file as the primary entrypoint".into(),
        );
        for (name, kind) in [("variables.tf", "variable"), ("outputs.tf", "output")] {
            missing(
                name,
                !has(kind),
                text!("Module should include an empty {} file", name),
            );
        }
    }
    for (kind, expected) in [("variable", "variables.tf"), ("output", "outputs.tf")] {
        for block in module.blocks(kind) {
            let file = module.file_name(block.range);
            let base = file
                .rsplit_once('/')
                .map_or(file.as_str(), |(_, base)| base);
            if base != expected && !base.ends_with(".json") {
                let name = block.label(0).map(|name| quoted(name)).unwrap_or_default();
                issues.push(Issue::at(
                    block.range,
                    text!(
                        "{} {} should be moved from {} to {}",
                        kind,
                        Operand::Name(&name),
                        Operand::Name(&file),
                        expected
                    ),
                ));
            }
        }
    }
    Ok(issues)
}
