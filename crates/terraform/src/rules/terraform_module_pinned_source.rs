//! `terraform_module_pinned_source`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Operand, text};

use crate::ruleset::{Issue, Module, Options, Rule, git};
use crate::support::go::quoted;

/// A module that is read from a repository names a revision, and not the default branch.
pub static RULE: Rule = Rule {
    id: "terraform_module_pinned_source",
    title: "Source of a module is not pinned",
    description: "A module that is read from a repository names a revision, and not the default branch.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, options: &Options<'_>) -> Result<Vec<Issue>, String> {
    let style = options.text("style")?.unwrap_or("flexible");
    let branches = options
        .texts("default_branches")?
        .unwrap_or_else(|| vec!["master", "main", "default", "develop"]);
    if !matches!(style, "flexible" | "semver") {
        return Err(format!("style: expected flexible or semver, found {style}"));
    }
    let problem = |source: &str| {
        let address = git(source)?;
        if !address.has_host {
            return Some(text!(
                "Module source {} is not a valid URL",
                Operand::Name(&quoted(source))
            ));
        }
        let revision = ["ref", "rev"]
            .into_iter()
            .find_map(|key| Some((key, address.parameter(key)?)));
        let Some((key, revision)) = revision else {
            return Some(text!(
                "Module source \"{}\" is not pinned",
                Operand::Name(source)
            ));
        };
        match style {
            "semver" if !is_version(revision) => Some(text!(
                "Module source \"{}\" uses a {} which is not a semantic version string",
                Operand::Name(source),
                key
            )),
            "flexible" if branches.contains(&revision) => Some(text!(
                "Module source \"{}\" uses a default branch as {} ({})",
                Operand::Name(source),
                key,
                Operand::Name(revision)
            )),
            _ => None,
        }
    };
    let sources = module.calls().filter_map(|call| call.source);
    Ok(sources
        .filter_map(|(attribute, source)| Some(Issue::at(attribute.expr.range, problem(&source)?)))
        .collect())
}

/// Returns whether a revision is a semantic version. A `v` before it, and fewer than three numbers, are accepted.
fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (text, build) = text.split_once('+').unwrap_or((text, "0"));
    let (core, release) = text.split_once('-').unwrap_or((text, "0"));
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let numbers: Vec<&str> = core.split('.').collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.len() <= 3
        && numbers.iter().all(is_number)
        && release.split('.').all(is_part)
        && build.split('.').all(is_part)
}
