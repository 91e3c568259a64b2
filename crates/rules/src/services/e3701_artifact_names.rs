//! Checks the artifact names in a pipeline.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::cross_resource_state::Note;
use cfn_warden_schema::equal::numeric;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3701"),
    tags: &["resources", "codepipeline"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::CodePipeline::Pipeline/Properties/Stages/*/Actions/*/InputArtifacts/*/Name",
    "Resources/AWS::CodePipeline::Pipeline/Properties/Stages/*/Actions/*/OutputArtifacts/*/Name",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = assertion.instance.as_str() else {
        return;
    };
    let Some(pipeline) = assertion
        .cx
        .instance_path
        .nth(1)
        .and_then(|step| step.text())
    else {
        return;
    };
    let conditions = &evaluation.template.conditions;
    let outputs: Vec<_> = evaluation
        .cross_resource_state
        .of(RULE.id, pipeline)
        .into_iter()
        .filter(|note| note.text == name)
        .collect();
    let is_compatible =
        |note: &Note<'a>| conditions.compatible(assertion.cx.conditions, note.conditions);
    let is_output = assertion
        .cx
        .instance_path
        .steps()
        .iter()
        .any(|step| step.text() == Some("OutputArtifacts"));
    if !is_output {
        let is_earlier = || {
            !evaluation.options.compat.has(Quirk::RunOrder)
                && is_earlier_output(evaluation, assertion, pipeline, name)
        };
        if !outputs.iter().any(is_compatible) && !is_earlier() {
            assertion.fail(
                out,
                message!(
                    "{} is not previously defined as an 'OutputArtifact'",
                    [Operand::Text(name)]
                ),
            );
        }
        return;
    }
    let held = |assumptions| conditions.held(assumptions);
    for note in &outputs {
        // The same branch is evaluated once per scenario.
        let is_same = held(note.conditions) == held(assertion.cx.conditions)
            && note.instance_path.steps().iter().map(key).eq(assertion
                .cx
                .instance_path
                .steps()
                .iter()
                .map(key));
        if is_same {
            return;
        }
        if is_compatible(note) {
            return assertion.fail(
                out,
                message!(
                    "{} is already a defined 'OutputArtifact' Name",
                    [Operand::Text(name)]
                ),
            );
        }
    }
    let (conditions, instance_path) = (assertion.cx.conditions, assertion.cx.instance_path);
    evaluation.cross_resource_state.add(
        RULE.id,
        pipeline,
        Note {
            text: name,
            conditions,
            instance_path,
        },
    );
}

/// Returns a comparable form of a path step.
fn key<'a>(step: &Step<'a>) -> (Option<&'a str>, Option<u32>) {
    (
        step.text(),
        if let Step::Index(index) = step {
            Some(*index)
        } else {
            None
        },
    )
}

/// Returns whether an action of the same stage with a lower `RunOrder` produces the artifact. Actions of a stage run in
/// this order, whatever their order in the template.
fn is_earlier_output(
    evaluation: &Evaluation<'_>,
    assertion: &Assertion<'_, '_>,
    pipeline: &str,
    name: &str,
) -> bool {
    let Some(resource) = evaluation.template.resource(pipeline) else {
        return false;
    };
    let mut indices =
        assertion
            .cx
            .instance_path
            .steps()
            .into_iter()
            .filter_map(|step| match step {
                Step::Index(index) => usize::try_from(index).ok(),
                _ => None,
            });
    let (Some(stage), Some(action)) = (indices.next(), indices.next()) else {
        return false;
    };
    let stages = resource
        .node
        .get("Properties")
        .and_then(|properties| properties.get("Stages"));
    let stage = stages.and_then(|stages| stages.as_list()?.get(stage)?.get("Actions")?.as_list());
    let Some(actions) = stage else { return false };
    let order = |action: &Node<'_>| action.get("RunOrder").map_or(Some(1.0), numeric);
    let Some(own) = actions.get(action).and_then(order) else {
        return false;
    };
    let produces = |action: &Node<'_>| {
        let outputs = action
            .get("OutputArtifacts")
            .and_then(|outputs| outputs.as_list())
            .unwrap_or_default();
        outputs
            .iter()
            .any(|output| output.get("Name").and_then(|output| output.as_str()) == Some(name))
    };
    actions
        .iter()
        .any(|action| produces(action) && order(action).is_some_and(|order| order < own))
}
