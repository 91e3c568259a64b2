//! Checks `UpdatePolicy`.

use std::borrow::Cow;

use super::e3055_creation_policy::is_bare_select;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, Operand, Owner, Step, Violations, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;
use cfn_warden_template::function::lone_function;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3016"),
    tags: &["resources", "updatepolicy"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let policy = assertion.instance.entry("UpdatePolicy");
    // The schema only checks the policy, in an evaluation for each type that has one.
    if policy.is_none()
        && assertion.instance.as_map().is_some()
        && lone_function(assertion.instance).is_none()
    {
        return;
    }
    if let Some(policy) = policy.filter(|entry| is_bare_select(evaluation, entry.value)) {
        let message = message!("{} is not of type 'object'", [Operand::Value(policy.value)]);
        return assertion.fail_at(evaluation, out, Step::Key(policy.key), message);
    }
    let Some(schema) = evaluation
        .knowledge
        .document("other/resources/update_policy")
    else {
        return;
    };
    let cx = Context {
        base: schema,
        functions: Functions::PROPERTIES,
        types: TypeMatching::Converted,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(
        mark,
        &Owner {
            rule: RuleId::new("E3016"),
            by_keyword: &[],
        },
    );
}
