//! Checks the number of input and output artifacts of pipeline actions.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::render;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Context, Evaluation, Message, Violation, Violations, keyword};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3702"),
    tags: &["resources", "codepipeline"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::CodePipeline::Pipeline/Properties/Stages/*/Actions/*"],
        check,
    )]),
};

/// Owner, category and provider of actions, with the minimum and maximum number of input and output artifacts.
#[rustfmt::skip]
const COUNTS: &[(&str, [u8; 2], [u8; 2])] = &[
    ("AWS/Source/S3", [0, 0], [1, 1]),
    ("AWS/Source/CodeCommit", [0, 0], [1, 1]),
    ("AWS/Source/ECR", [0, 0], [1, 1]),
    ("AWS/Test/CodeBuild", [1, 5], [0, 5]),
    ("AWS/Test/DeviceFarm", [1, 1], [0, 0]),
    ("AWS/Build/CodeBuild", [1, 5], [0, 5]),
    ("AWS/Approval/Manual", [0, 0], [0, 0]),
    ("AWS/Deploy/S3", [1, 1], [0, 0]),
    ("AWS/Deploy/CloudFormation", [0, 10], [0, 1]),
    ("AWS/Deploy/CodeDeploy", [1, 1], [0, 0]),
    ("AWS/Deploy/ElasticBeanstalk", [1, 1], [0, 0]),
    ("AWS/Deploy/OpsWorks", [1, 1], [0, 0]),
    ("AWS/Deploy/ECS", [1, 1], [0, 0]),
    ("AWS/Deploy/ServiceCatalog", [1, 1], [0, 0]),
    ("AWS/Invoke/Lambda", [0, 5], [0, 5]),
    ("ThirdParty/Source/GitHub", [0, 0], [1, 1]),
    ("ThirdParty/Deploy/AlexaSkillsKit", [0, 2], [0, 0]),
    ("Custom/Build/Jenkins", [0, 5], [0, 5]),
    ("Custom/Test/Jenkins", [0, 5], [0, 5]),
];

/// Schemas of actions by the same keys.
static SCHEMAS: Inline = LazyLock::new(|| {
    let mut text = String::from("{");
    for (index, (kind, inputs, outputs)) in COUNTS.iter().enumerate() {
        let sides = [("InputArtifacts", inputs), ("OutputArtifacts", outputs)];
        let counts = sides.map(|(name, [min, max])| {
            format!(r#""{name}": {{"minItems": {min}, "maxItems": {max}}}"#)
        });
        let required: Vec<_> = sides
            .iter()
            .filter(|(_, [min, _])| *min > 0)
            .map(|(name, _)| format!("\"{name}\""))
            .collect();
        let comma = if index == 0 { "" } else { "," };
        let (counts, required) = (counts.join(","), required.join(","));
        let _ = write!(
            text,
            r#"{comma}"{kind}": {{"properties": {{{counts}}}, "required": [{required}]}}"#
        );
    }
    text.push('}');
    pack(&text)
});

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    let texts = |cx: &Context<'a>, action: Node<'a>, key| {
        let found = evaluation.values(cx, action, &[key]).into_iter();
        found.filter_map(|(value, cx)| Some((value?.as_str()?, cx)))
    };
    for (action, cx) in evaluation.values(assertion.cx, assertion.instance, &["ActionTypeId"]) {
        let Some(action) = action else { continue };
        for (owner, cx) in texts(&cx, action, "Owner") {
            for (category, cx) in texts(&cx, action, "Category") {
                for (provider, cx) in texts(&cx, action, "Provider") {
                    check_counts(evaluation, assertion, &cx, [owner, category, provider], out);
                }
            }
        }
    }
}

fn check_counts<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    cx: &Context<'a>,
    kind: [&'a str; 3],
    out: &mut Violations<'a>,
) {
    let Some(schema) = SCHEMAS.root().get(&kind.join("/")) else {
        return;
    };
    let mut found = Violations::new();
    evaluation.check(
        &Context {
            conditions: cx.conditions,
            ..*assertion.cx
        },
        schema,
        assertion.instance,
        &mut found,
    );
    let [owner, category, provider] = kind.map(python::repr_str);
    let keeps_unreachable = evaluation.options.compat.has(Quirk::UnreachableArtifacts);
    for violation in found.into_list() {
        if violation.keyword == keyword::FN_IF && !keeps_unreachable {
            continue;
        }
        let violated = render(&violation.kind);
        let message = format!(
            "{violated} when using {{'Owner': {owner}, 'Category': {category}, 'Provider': {provider}}}"
        );
        let kind = Message::text(evaluation.arena.alloc_str(&message)).into();
        out.push(Violation {
            rule: Some(RULE.id),
            kind,
            ..violation
        });
    }
}
