//! Checks the configuration of pipeline actions.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::related;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violation, Violations, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3703"),
    tags: &["resources", "codepipeline"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::CodePipeline::Pipeline/Properties/Stages/*/Actions/*"],
        check,
    )]),
};

static ROLE: Inline = LazyLock::new(|| pack(r#"{"format": "AWS::IAM::Role.Arn"}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    for (path, cx) in evaluation.values(
        assertion.cx,
        assertion.instance,
        &["Configuration", "TemplatePath"],
    ) {
        let Some(path) = path.and_then(|path| path.as_str()) else {
            continue;
        };
        let mut names: Vec<&'a str> = Vec::new();
        for (name, _) in
            evaluation.values(&cx, assertion.instance, &["InputArtifacts", "*", "Name"])
        {
            names.extend(
                name.and_then(|name| name.as_str())
                    .filter(|name| !names.contains(name)),
            );
        }
        if names.iter().any(|name| {
            path.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with("::"))
        }) {
            continue;
        }
        let artifact = path.split("::").next().unwrap_or(path);
        let names = Operand::Names(evaluation.arena.alloc_slice_copy(&names));
        related::fail_at(
            assertion,
            out,
            cx.instance_path,
            message!("{} is not one of {}", [Operand::Text(artifact), names]),
        );
    }
    for (role, cx) in evaluation.values(
        assertion.cx,
        assertion.instance,
        &["Configuration", "RoleArn"],
    ) {
        let Some(role) = role.filter(|role| !matches!(role.value, Value::Null)) else {
            continue;
        };
        let mut found = Violations::new();
        evaluation.check(&cx, ROLE.root(), role, &mut found);
        for violation in found.into_list() {
            out.push(Violation {
                rule: Some(RULE.id),
                shown_at: Some(cx.instance_path),
                ..violation
            });
        }
    }
}
