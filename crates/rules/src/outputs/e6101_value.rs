//! Checks the `Value` of an output.

use std::borrow::Cow;

use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Assertion, Context, Evaluation, Step, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;
use cfn_warden_template::condition::AssumptionKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("E6101"),
    tags: &["outputs"],
    checks: Cow::Borrowed(&[Check::Value(&["Outputs/*"], check)]),
};

static TEXT: Inline = LazyLock::new(|| pack(r#"{"type": ["string"]}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(entry) = assertion
        .instance
        .entry("Value")
        .filter(|entry| !entry.value.is_false())
    else {
        return;
    };
    let condition = assertion
        .instance
        .get("Condition")
        .and_then(|name| name.as_str());
    let assumptions = match condition.map(|name| {
        evaluation.template.conditions.pin(
            assertion.cx.conditions,
            &[(name, true)],
            AssumptionKind::Fact,
        )
    }) {
        Some(Ok(assumptions)) => assumptions,
        Some(Err(_)) => return,
        None => assertion.cx.conditions,
    };
    let cx = Context {
        functions: Functions::PROPERTIES,
        conditions: assumptions,
        types: TypeMatching::Converted,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.descend(
        &cx,
        (Step::Key(entry.key), Some("Value")),
        TEXT.root(),
        entry.value,
        out,
    );
    // As in cfn-lint, violations of nested functions belong to this rule, too.
    for violation in out
        .since(mark)
        .iter_mut()
        .filter(|violation| violation.rule.is_none())
    {
        violation.rule = Some(RuleId::new("E6101"));
    }
}
