//! Checks the `RuleCondition` of a rule.

use std::borrow::Cow;

use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Context, Evaluation, Owner, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Functions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1702"),
    tags: &["rules"],
    checks: Cow::Borrowed(&[Check::Value(&["Rules/*/RuleCondition"], check)]),
};

static BOOLEAN: Inline = LazyLock::new(|| pack(r#"{"type": "boolean"}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context {
        functions: Functions::RULES,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, BOOLEAN.root(), assertion.instance, out);
    out.attribute(
        mark,
        &Owner {
            rule: RuleId::new("E1702"),
            by_keyword: &[],
        },
    );
}
