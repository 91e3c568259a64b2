//! `terraform_module_version`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Operand, text};

use crate::ruleset::{Call, Issue, Module, Options, Rule, is_registry};
use crate::support::go::quoted;

/// A module of a registry has a version constraint.
pub static RULE: Rule = Rule {
    id: "terraform_module_version",
    title: "Module of a registry has no version",
    description: "A module of a registry has a version constraint.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, options: &Options<'_>) -> Result<Vec<Issue>, String> {
    let exact = options.flag("exact")? == Some(true);
    let issue = |call: Call<'_>| {
        let (_, source) = call.source.as_ref()?;
        if !is_registry(source) {
            return None;
        }
        let name = quoted(call.name);
        let Some(attribute) = call.block.body.attribute("version") else {
            return Some(Issue::at(
                call.block.range,
                text!("module {} should specify a version", Operand::Name(&name)),
            ));
        };
        let version = module.known(&attribute.expr)?;
        let Some(version) = version.str() else {
            return version.is_null().then(|| {
                Issue::at(
                    call.block.range,
                    text!("module {} should specify a version", Operand::Name(&name)),
                )
            });
        };
        let range = attribute.name_range.to(attribute.expr.range);
        let found = match version.split(',').count() {
            _ if !exact => return None,
            1 if is_exact(version) => return None,
            1 => "a range was found",
            _ => "multiple constraints were found",
        };
        Some(Issue::at(
            range,
            text!(
                "module {} should specify an exact version, but {}",
                Operand::Name(&name),
                found
            ),
        ))
    };
    Ok(module.calls().filter_map(issue).collect())
}

/// Returns whether a constraint allows one version only: `1.2.3` or `= 1.2.3`.
fn is_exact(constraint: &str) -> bool {
    let version = constraint.trim().trim_start_matches('=').trim_start();
    let core = version.split(['-', '+']).next().unwrap_or("");
    let numbers: Vec<&str> = core.split('.').collect();
    let is_number = |part: &&str| {
        part.bytes().all(|byte| byte.is_ascii_digit())
            && !part.is_empty()
            && (*part == "0" || !part.starts_with('0'))
    };
    numbers.len() == 3 && numbers.iter().all(is_number)
}
