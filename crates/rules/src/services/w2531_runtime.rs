//! Reports deprecated Lambda runtimes by date: first as W2531, then as E2531 (functions can no longer be created), then
//! as E2533 (functions can no longer be updated).

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Json, Operand, Violation, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2531"),
    tags: &["resources", "lambda", "runtime"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::Lambda::Function/Properties/Runtime",
    "Resources/AWS::Serverless::Function/Properties/Runtime",
    "Globals/Function/Runtime",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(runtime) = assertion.instance.as_str() else {
        return;
    };
    let Some(life) = evaluation
        .knowledge
        .document("specs/LmbdRuntimeLifecycle")
        .and_then(|all| all.get(runtime))
    else {
        return;
    };
    let date = |name: &str| life.get(name).and_then(Json::as_str);
    // Some dates are not announced yet.
    let (Some(deprecated), Some(create), Some(update)) = (
        date("deprecated"),
        date("create-block"),
        date("update-block"),
    ) else {
        return;
    };
    let past = |date: &str| date <= evaluation.options.today;
    let rule = match (past(deprecated), past(create), past(update)) {
        (_, _, true) => RuleId::new("E2533"),
        (_, true, false) => RuleId::new("E2531"),
        (true, false, false) => RULE.id,
        (false, false, false) => return,
    };
    let [runtime, deprecated, create, update] =
        [runtime, deprecated, create, update].map(Operand::Text);
    let message = match life.get("successor").and_then(Json::as_str) {
        Some(successor) => message!(
            "Runtime {} was deprecated on {}. Creation was disabled on {} and update on {}. Please consider updating to {}",
            [
                runtime,
                deprecated,
                create,
                update,
                Operand::Text(successor)
            ]
        ),
        None => message!(
            "Runtime {} was deprecated on {}. Creation was disabled on {} and update on {}. Please consider updating to None",
            [runtime, deprecated, create, update]
        ),
    };
    out.push(Violation {
        rule: Some(rule),
        ..assertion.violation(message)
    });
}
