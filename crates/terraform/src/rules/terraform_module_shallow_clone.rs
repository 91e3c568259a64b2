//! `terraform_module_shallow_clone`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;
use cfn_warden_syntax::{Operand, text};

use crate::ruleset::{Issue, Module, Options, Rule, git};
use crate::source::Range;
use crate::support::go::quoted;
use crate::syntax::ast::{Attribute, ExprKind};

/// A module that Git reads at a tag or branch is cloned with depth=1.
pub static RULE: Rule = Rule {
    id: "terraform_module_shallow_clone",
    title: "Module is cloned with its history",
    description: "A module that Git reads at a tag or branch is cloned with depth=1.",
    severity: Severity::Warning,
    is_recommended: false,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let is_commit = |text: &str| {
        (4..=64).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    let issue = |(attribute, source): (&Attribute, String)| {
        let address = git(&source).filter(|address| address.is_git && address.has_host)?;
        let revision = address.parameter("ref")?;
        if is_commit(revision) || address.parameter("depth") == Some("1") {
            return None;
        }
        let range = attribute.expr.range;
        let message = text!(
            "Module source {} should enable shallow cloning by adding \"depth=1\" parameter",
            Operand::Name(&quoted(&source))
        );
        let issue = Issue::at(range, message);
        let before = source
            .find("ref=")
            .and_then(|at| u32::try_from(at).ok())
            .filter(|_| matches!(attribute.expr.kind, ExprKind::Literal(_)));
        Some(match before {
            Some(before) => {
                let at = range.start.saturating_add(1).saturating_add(before);
                issue.fixed(
                    Safety::Unsafe,
                    "clone only one revision",
                    Range {
                        start: at,
                        end: at,
                        ..range
                    },
                    "depth=1&",
                )
            }
            None => issue,
        })
    };
    Ok(module
        .calls()
        .filter_map(|call| call.source)
        .filter_map(issue)
        .collect())
}
