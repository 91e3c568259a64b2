//! `terraform_required_providers`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;
use cfn_warden_syntax::{Operand, text};

use crate::eval::constant_value;
use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::Range;
use crate::support::go::quoted;
use crate::syntax::ast::{Expr, ExprKind, Key};
use crate::value::Value;

/// Each provider that a module uses has a source and a version constraint in required_providers.
pub static RULE: Rule = Rule {
    id: "terraform_required_providers",
    title: "Provider is not declared",
    description: "Each provider that a module uses has a source and a version constraint in required_providers.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, options: &Options<'_>) -> Result<Vec<Issue>, String> {
    let wants = |name: &str| options.flag(name).map(|flag| flag != Some(false));
    let (wants_source, wants_version) = (wants("source")?, wants("version")?);
    let mut issues: Vec<Issue> = module
        .blocks("provider")
        .filter(|block| block.body.attribute("version").is_some())
        .map(|block| {
            Issue::at(
                block.range,
                "provider version constraint should be specified via `required_providers`",
            )
        })
        .collect();
    let required = module.required_providers();
    for (name, range) in module
        .providers()
        .iter()
        .filter(|(name, _)| *name != "terraform")
    {
        let missing = text!(
            "Missing version constraint for provider {} in `required_providers`",
            Operand::Name(&quoted(name))
        );
        let Some(attribute) = required.get(name.as_str()) else {
            issues.push(Issue::at(*range, missing));
            continue;
        };
        let range = attribute.expr.range;
        match &attribute.expr.kind {
            ExprKind::Object(items) => {
                let source = member(items, "source");
                if source
                    .and_then(|source| constant_value(source).ok())
                    .is_some_and(|source| is_builtin(&source))
                {
                    continue;
                }
                if source.is_none() && wants_source {
                    let message = text!(
                        "Missing `source` for provider {} in `required_providers`",
                        Operand::Name(&quoted(name))
                    );
                    issues.push(with_source(
                        module,
                        Issue::at(range, message),
                        items,
                        name,
                        range,
                    ));
                }
                if member(items, "version").is_none() && wants_version {
                    issues.push(Issue::at(range, missing));
                }
            }
            _ => {
                let message = text!(
                    "Legacy version constraint for provider {} in `required_providers`",
                    Operand::Name(&quoted(name))
                );
                let text = format!(
                    "{{\n  source = \"hashicorp/{name}\"\n  version = {}\n}}",
                    module.text(range)
                );
                issues.push(fixed(module, Issue::at(range, message), range, text));
            }
        }
    }
    Ok(issues)
}

fn member<'i>(items: &'i [(Key, Expr)], name: &str) -> Option<&'i Expr> {
    let is_name = |key: &Key| match key {
        Key::Word(word) => &*word.text == name,
        Key::Expr(expr) => constant_value(expr).is_ok_and(|value| value.str() == Some(name)),
    };
    items
        .iter()
        .find(|(key, _)| is_name(key))
        .map(|(_, value)| value)
}

fn is_builtin(source: &Value) -> bool {
    source
        .str()
        .is_some_and(|source| source.starts_with("terraform.io/builtin/"))
}

/// Adds the fix that inserts a source before the first member.
fn with_source(
    module: &Module<'_>,
    issue: Issue,
    items: &[(Key, Expr)],
    name: &str,
    range: Range,
) -> Issue {
    let source = format!("source = \"hashicorp/{name}\"");
    let first = items.first().map(|(key, _)| match key {
        Key::Word(word) => word.range,
        Key::Expr(expr) => expr.range,
    });
    match first {
        Some(first) => fixed(
            module,
            issue,
            Range {
                end: first.start,
                ..first
            },
            source + "\n",
        ),
        None => fixed(module, issue, range, format!("{{\n  {source}\n}}")),
    }
}

fn fixed(module: &Module<'_>, issue: Issue, range: Range, text: String) -> Issue {
    if module.file_name(range).ends_with(".json") {
        return issue;
    }
    issue.fixed(
        Safety::Unsafe,
        "add the source of HashiCorp's provider of that name",
        range,
        text,
    )
}
