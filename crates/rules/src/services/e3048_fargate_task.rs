//! Checks the task definitions of Fargate tasks.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule;
use cfn_warden_schema::{Assertion, Evaluation, Step, Violation, Violations, keyword, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3048"),
    tags: &["properties", "ecs", "service", "container", "fargate"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::ECS::TaskDefinition/Properties"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let found = schema_rule::evaluate(
        evaluation,
        assertion,
        "extensions/aws_ecs_taskdefinition/fargate_properties",
    );
    for violation in schema_rule::all(RULE.id, found, |violation| violation.kind).into_list() {
        if violation.keyword != keyword::NOT {
            out.push(violation);
            continue;
        }
        let constraints = assertion.instance.entry("PlacementConstraints");
        let step = constraints.map_or(Step::Name("PlacementConstraints"), |entry| {
            Step::Key(entry.key)
        });
        let instance_path = assertion.cx.instance_path.step(evaluation.arena, step);
        let kind = message!("'PlacementConstraints' isn't supported for Fargate tasks").into();
        out.push(Violation {
            kind,
            instance_path,
            ..violation
        });
    }
}
