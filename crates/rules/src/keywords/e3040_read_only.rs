//! Reports read-only properties.

use std::borrow::Cow;

use super::e3002_properties;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, Json, Operand, Step, Violation, Violations, keyword, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;
use cfn_warden_template::function::{function_of, is_no_value};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3040"),
    tags: &["resources", "properties"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

/// Properties whose schemas mark them as read-only and create-only: they can be set when the resource is created.
const SETTABLE: &[(&str, &str)] = &[
    ("AWS::CodeArtifact::Domain", "EncryptionKey"),
    ("AWS::CodeArtifact::Repository", "DomainOwner"),
    ("AWS::Signer::SigningProfile", "ProfileName"),
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if evaluation.options.compat.has(Quirk::ReadOnly) {
        return;
    }
    let Some(kind) = assertion
        .instance
        .get("Type")
        .and_then(|kind| kind.as_str())
    else {
        return;
    };
    let Some(properties) = assertion.instance.entry("Properties") else {
        return;
    };
    // Some types of SAM have read-only properties that can be set: `Name` of `AWS::Serverless::StateMachine`.
    let schema = evaluation
        .knowledge
        .resource(kind)
        .filter(|_| !kind.starts_with("AWS::Serverless::"));
    let Some(read_only) = schema.and_then(|schema| schema.keyword(keyword::READ_ONLY_PROPERTIES))
    else {
        return;
    };
    let read_only_paths: Vec<&'a str> = read_only
        .items()
        .filter_map(Json::as_str)
        .filter_map(|path| path.strip_prefix("/properties/"))
        .filter(|path| !SETTABLE.contains(&(kind, path)))
        .collect();
    let is_inside = |path: &str| {
        read_only_paths.iter().any(|whole| {
            path.strip_prefix(whole)
                .is_some_and(|rest| rest.starts_with('/'))
        })
    };
    let may_be_set = |path: &str| {
        let first = path.split('/').next().unwrap_or_default();
        properties.value.entry(first).is_some() || function_of(properties.value).is_some()
    };
    let mut set = read_only_paths
        .iter()
        .filter(|path| !is_inside(path) && may_be_set(path))
        .peekable();
    if set.peek().is_none() {
        return;
    }
    let Some(cx) = e3002_properties::context(evaluation, assertion) else {
        return;
    };
    let cx = Context {
        instance_path: cx
            .instance_path
            .step(evaluation.arena, Step::Key(properties.key)),
        ..cx
    };
    for path in set {
        let steps: Vec<&'a str> = path.split('/').collect();
        for (value, cx) in evaluation.values(&cx, properties.value, &steps) {
            let Some(value) = value.filter(|value| !is_no_value(*value)) else {
                continue;
            };
            let last = steps.last().copied().unwrap_or_default();
            let message = message!(
                "Read only properties are not allowed ({})",
                [Operand::Text(last)]
            );
            out.push(Violation {
                instance_path: cx.instance_path,
                instance: value,
                ..assertion.violation(message)
            });
        }
    }
}
