//! Reports `ReplicaMode` on database engines that ignore it.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python::lower;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3699"),
    tags: &["resources", "rds"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::RDS::DBInstance/Properties"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(mode) = assertion.instance.entry("ReplicaMode") else {
        return;
    };
    let Some(engine) = assertion
        .instance
        .get("Engine")
        .and_then(|engine| engine.as_str())
    else {
        return;
    };
    let name = lower(engine);
    if !["oracle", "custom-oracle", "db2"]
        .iter()
        .any(|known| name.starts_with(known))
    {
        // The engine is shown in lower case: in cfn-lint, other rules about instances have converted it in place.
        let engine = Operand::Text(evaluation.arena.alloc_str(&name));
        let message = message!("'ReplicaMode' is ignored when 'Engine' is {}", [engine]);
        assertion.fail_at(evaluation, out, Step::Key(mode.key), message);
    }
}
