//! Checks the `Description` section.

use std::borrow::Cow;

use crate::limits;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::context;
use cfn_warden_schema::{
    Assertion, Check as KeywordCheck, Context, Evaluation, Operand, Owner, Violation, Violations,
    keyword, message,
};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1004"),
    tags: &["description"],
    checks: Cow::Borrowed(&[Check::Value(&["Description"], check)]),
};

static LENGTH: &[(u32, KeywordCheck)] = &[(keyword::MAX_LENGTH, length)];
static OWNER: Owner = Owner {
    rule: RuleId::new("E1004"),
    by_keyword: &[(keyword::MAX_LENGTH, RuleId::new("E1003"))],
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = evaluation.knowledge.document("other/template/description") else {
        return;
    };
    let cx = context(evaluation, assertion.cx, schema);
    let cx = Context {
        table: evaluation.table(cx.table, LENGTH),
        ..cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, assertion.instance, out);
    out.attribute(mark, &OWNER);
}

fn length<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(text), Some(most)) = (assertion.instance.as_str(), assertion.value.as_f64()) else {
        return;
    };
    let length = text.chars().count();
    let share = length as f64 / most;
    if share > 1.0 {
        let operands = [Operand::Json(assertion.value), Operand::Count(length)];
        return assertion.fail(
            out,
            message!("expected maximum length: {}, found: {}", operands),
        );
    }
    if share > limits::WARNING_SHARE {
        let operands = [
            Operand::Value(assertion.instance),
            Operand::Json(assertion.value),
        ];
        let message = message!("{} is approaching the max length of {}", operands);
        out.push(Violation {
            rule: Some(RuleId::new("I1003")),
            ..assertion.violation(message)
        });
    }
}
