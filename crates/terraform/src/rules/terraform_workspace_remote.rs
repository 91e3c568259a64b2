//! `terraform_workspace_remote`

use cfn_warden_syntax::finding::Severity;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::syntax::ast::{Block, ExprKind, Step};

/// A module with the remote backend does not use terraform.workspace, which is always default there before Terraform 1.1.
pub static RULE: Rule = Rule {
    id: "terraform_workspace_remote",
    title: "terraform.workspace is used with a remote backend",
    description: "A module with the remote backend does not use terraform.workspace, which is always default there before Terraform 1.1.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let settings = || module.declared.others.iter().filter(|block| &*block.kind == "terraform");
    let is_remote = |block: &Block| block.label(0).is_some_and(|label| &**label == "remote");
    let remote = settings().any(|block| block.body.blocks("backend").any(is_remote));
    let constraints = settings().filter_map(|block| block.body.attribute("required_version"));
    let constraints: Vec<String> = constraints
        .filter_map(|attribute| module.known(&attribute.expr)?.str().map(str::to_owned))
        .flat_map(|text| text.split(',').map(|part| part.trim().to_owned()).collect::<Vec<_>>())
        .collect();
    // The releases of Terraform 1.0.
    let allows_1_0 = !constraints.is_empty()
        && (0..=11).any(|patch| constraints.iter().all(|one| allows(one, [1, 0, patch]).unwrap_or(false)));
    if !remote || !allows_1_0 {
        return Ok(Vec::new());
    }
    let mut issues = Vec::new();
    Module::expressions(module.declared.files.iter(), &mut |expr, _| {
        let ExprKind::Traversal(name, steps) = &expr.kind else { return };
        let is_workspace = matches!(steps.first(), Some(Step::Attribute(step)) if &*step.text == "workspace");
        if &*name.text == "terraform" && is_workspace {
            issues.push(Issue::at(expr.range, "terraform.workspace should not be used with a 'remote' backend"));
        }
    });
    Ok(issues)
}

/// Returns whether a constraint such as `~> 1.0` allows a release; `None` if it cannot be read.
fn allows(constraint: &str, release: [u32; 3]) -> Option<bool> {
    let version = constraint.trim_start_matches(['=', '!', '<', '>', '~']);
    let operator = constraint.strip_suffix(version)?;
    let version = version.trim();
    let core = version.split(['-', '+']).next()?.trim_start_matches('v');
    let parts: Vec<u32> = core.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let part = |at: usize| parts.get(at).copied().unwrap_or(0);
    let wanted = [part(0), part(1), part(2)];
    // A prerelease is only allowed by constraints that name one, so it comes before its release.
    let is_prerelease = version.contains('-');
    Some(match operator {
        "" | "=" => release == wanted && !is_prerelease,
        "!=" => release != wanted || is_prerelease,
        "<" => release < wanted,
        "<=" => release <= wanted && !(release == wanted && is_prerelease),
        ">" => release > wanted || (release == wanted && is_prerelease),
        ">=" => release >= wanted,
        "~>" => {
            let kept = parts.len().saturating_sub(1);
            release >= wanted && release.iter().zip(&parts).take(kept).all(|(a, b)| a == b)
        }
        _ => return None,
    })
}
