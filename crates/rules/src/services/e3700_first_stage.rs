//! Checks that source actions are in the first stage of a pipeline, and only there.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, InstancePath, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::function::Function;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3700"),
    tags: &["resources", "codepipeline"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] =
    &["Resources/AWS::CodePipeline::Pipeline/Properties/Stages/*/Actions/*/ActionTypeId/Category"];

const LATER: &[&str] = &["Build", "Approval", "Deploy", "Test", "Invoke", "Compute"];

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(category), Some(stage)) = (
        assertion.instance.as_str(),
        stage(assertion.cx.instance_path),
    ) else {
        return;
    };
    let allowed = if stage == 0 { &["Source"] } else { LATER };
    if !allowed.contains(&category) {
        assertion.fail(
            out,
            message!(
                "{} is not one of {}",
                [Operand::Text(category), Operand::Names(allowed)]
            ),
        );
    }
}

/// Returns the index of the stage that contains a value; `None` if the stage is optional, so that its index can change.
fn stage(instance_path: InstancePath<'_>) -> Option<u32> {
    let is_if = |step: &Step<'_>| step.text() == Some(Function::If.name());
    let mut steps = instance_path
        .steps()
        .into_iter()
        .skip(3)
        .skip_while(|step| step.text() != Some("Stages"))
        .peekable();
    while let Some(step) = steps.next() {
        match step {
            // The next index selects a branch, not a stage.
            step if is_if(&step) => drop(steps.next()),
            Step::Index(stage) => {
                return steps
                    .peek()
                    .is_none_or(|next| !is_if(next))
                    .then_some(stage);
            }
            _ => {}
        }
    }
    None
}
