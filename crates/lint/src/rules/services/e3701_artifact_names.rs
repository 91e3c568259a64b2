//! Checks the artifact names in a pipeline.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::cross_resource_state::Note;
use cfn_warden_schema::{Operand, Site, Step, Violations, Walk, message};
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

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = site.instance.as_str() else { return };
    let Some(pipeline) = site.cx.trail.nth(1).and_then(|step| step.text()) else { return };
    let conditions = &walk.template.conditions;
    let outputs: Vec<_> =
        walk.cross_resource_state.of(RULE.id, pipeline).into_iter().filter(|note| note.text == name).collect();
    let is_compatible = |note: &Note<'a>| conditions.compatible(site.cx.conditions, note.conditions);
    let is_output = site.cx.trail.steps().iter().any(|step| step.text() == Some("OutputArtifacts"));
    if !is_output {
        if !outputs.iter().any(is_compatible) {
            site.fail(out, message!("{} is not previously defined as an 'OutputArtifact'", [Operand::Text(name)]));
        }
        return;
    }
    let held = |assumptions| conditions.held(assumptions);
    for note in &outputs {
        // The same branch is evaluated once per scenario.
        let is_same = held(note.conditions) == held(site.cx.conditions)
            && note.trail.steps().iter().map(key).eq(site.cx.trail.steps().iter().map(key));
        if is_same {
            return;
        }
        if is_compatible(note) {
            return site.fail(out, message!("{} is already a defined 'OutputArtifact' Name", [Operand::Text(name)]));
        }
    }
    let (conditions, trail) = (site.cx.conditions, site.cx.trail);
    walk.cross_resource_state.add(RULE.id, pipeline, Note { text: name, conditions, trail });
}

/// Returns a comparable form of a path step.
fn key<'a>(step: &Step<'a>) -> (Option<&'a str>, Option<u32>) {
    (step.text(), if let Step::Index(index) = step { Some(*index) } else { None })
}
