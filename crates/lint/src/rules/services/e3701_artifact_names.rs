//! Checks the artifact names in a pipeline.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::cross_resource_state::Note;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;

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
    let Some(name) = assertion.instance.as_str() else { return };
    let Some(pipeline) = assertion.cx.instance_path.nth(1).and_then(|step| step.text()) else { return };
    let conditions = &evaluation.template.conditions;
    let outputs: Vec<_> =
        evaluation.cross_resource_state.of(RULE.id, pipeline).into_iter().filter(|note| note.text == name).collect();
    let is_compatible = |note: &Note<'a>| conditions.compatible(assertion.cx.conditions, note.conditions);
    let is_output = assertion.cx.instance_path.steps().iter().any(|step| step.text() == Some("OutputArtifacts"));
    if !is_output {
        if !outputs.iter().any(is_compatible) {
            assertion.fail(out, message!("{} is not previously defined as an 'OutputArtifact'", [Operand::Text(name)]));
        }
        return;
    }
    let held = |assumptions| conditions.held(assumptions);
    for note in &outputs {
        // The same branch is evaluated once per scenario.
        let is_same = held(note.conditions) == held(assertion.cx.conditions)
            && note.instance_path.steps().iter().map(key).eq(assertion.cx.instance_path.steps().iter().map(key));
        if is_same {
            return;
        }
        if is_compatible(note) {
            return assertion
                .fail(out, message!("{} is already a defined 'OutputArtifact' Name", [Operand::Text(name)]));
        }
    }
    let (conditions, instance_path) = (assertion.cx.conditions, assertion.cx.instance_path);
    evaluation.cross_resource_state.add(RULE.id, pipeline, Note { text: name, conditions, instance_path });
}

/// Returns a comparable form of a path step.
fn key<'a>(step: &Step<'a>) -> (Option<&'a str>, Option<u32>) {
    (step.text(), if let Step::Index(index) = step { Some(*index) } else { None })
}
