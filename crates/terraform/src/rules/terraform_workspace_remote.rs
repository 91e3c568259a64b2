//! `terraform_workspace_remote`

use cfn_warden_syntax::finding::Severity;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::{Range, Sources};
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
    let settings = || {
        module
            .declared
            .others
            .iter()
            .filter(|block| &*block.kind == "terraform")
    };
    let is_remote = |block: &Block| block.label(0).is_some_and(|label| &**label == "remote");
    let remote = settings().any(|block| block.body.blocks("backend").any(is_remote));
    let constraints = settings().filter_map(|block| block.body.attribute("required_version"));
    let constraints: Vec<String> = constraints
        .filter_map(|attribute| module.known(&attribute.expr)?.str().map(str::to_owned))
        .flat_map(|text| {
            text.split(',')
                .map(|part| part.trim().to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    // The releases of Terraform 1.0.
    let allows_1_0 = !constraints.is_empty()
        && (0..=11).any(|patch| {
            constraints
                .iter()
                .all(|one| allows(one, [1, 0, patch]).unwrap_or(false))
        });
    if !remote || !allows_1_0 {
        return Ok(Vec::new());
    }
    let mut issues = Vec::new();
    Module::expressions(module.declared.files.iter(), &mut |expr, _| {
        let ExprKind::Traversal(name, steps) = &expr.kind else {
            return;
        };
        let is_workspace =
            matches!(steps.first(), Some(Step::Attribute(step)) if &*step.text == "workspace");
        if &*name.text == "terraform" && is_workspace {
            let range = module.with(|sources| place(expr.range, sources));
            issues.push(Issue::at(
                range,
                "terraform.workspace should not be used with a 'remote' backend",
            ));
        }
    });
    Ok(issues)
}

/// Returns the place of an expression; in JSON, as TFLint has it, the value of the member at the top of the file that it is in.
fn place(range: Range, sources: &Sources) -> Range {
    let json = sources
        .get(range.file)
        .filter(|source| source.name.ends_with(".json"));
    let text = json.map_or("", |source| &source.text);
    let at = usize::try_from(range.start).unwrap_or(usize::MAX);
    let (mut depth, mut is_text, mut is_escaped, mut start) = (0_u32, false, false, None);
    for (index, byte) in text.bytes().enumerate() {
        if is_text {
            is_text = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            continue;
        }
        if matches!(byte, b'}' | b']') {
            depth = depth.saturating_sub(1);
        }
        match (depth, byte) {
            (1, b':') => start = None,
            (1, b',') | (0, b'}') if index > at => {
                return start.map_or(range, |start| Range {
                    start,
                    end: end_of(text, index),
                    ..range
                });
            }
            (1, b'{' | b'[') | (1, b'"') if start.is_none() => start = u32::try_from(index).ok(),
            _ => {}
        }
        match byte {
            b'"' => is_text = true,
            b'{' | b'[' => depth = depth.saturating_add(1),
            b',' if depth == 1 => start = None,
            _ => {}
        }
    }
    range
}

/// Returns the end of the value before an offset.
fn end_of(text: &str, offset: usize) -> u32 {
    let value = text.get(..offset).unwrap_or_default().trim_end();
    u32::try_from(value.len()).unwrap_or(u32::MAX)
}

/// Returns whether a constraint such as `~> 1.0` allows a release; `None` if it cannot be read.
fn allows(constraint: &str, release: [u32; 3]) -> Option<bool> {
    let version = constraint.trim_start_matches(['=', '!', '<', '>', '~']);
    let operator = constraint.strip_suffix(version)?;
    let version = version.trim();
    let core = version.split(['-', '+']).next()?.trim_start_matches('v');
    let parts: Vec<u32> = core
        .split('.')
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
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
