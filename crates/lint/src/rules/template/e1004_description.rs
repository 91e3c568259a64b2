//! Checks the `Description` section.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::limits;
use crate::schema_rule::context;
use cfn_warden_schema::{
    Check as KeywordCheck, Context, Operand, Owner, Site, Violation, Violations, Walk, keyword, message,
};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1004"),
    tags: &["description"],
    checks: Cow::Borrowed(&[Check::Value(&["Description"], check)]),
};

static LENGTH: &[(u32, KeywordCheck)] = &[(keyword::MAX_LENGTH, length)];
static OWNER: Owner = Owner { rule: RuleId::new("E1004"), by_keyword: &[(keyword::MAX_LENGTH, RuleId::new("E1003"))] };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(schema) = walk.knowledge.document("other/template/description") else { return };
    let cx = context(walk, site.cx, schema);
    let cx = Context { table: walk.table(cx.table, LENGTH), ..cx };
    let mark = out.len();
    walk.check(&cx, schema, site.instance, out);
    out.attribute(mark, &OWNER);
}

fn length<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(text), Some(most)) = (site.instance.as_str(), site.value.as_f64()) else { return };
    let length = text.chars().count();
    let share = length as f64 / most;
    if share > 1.0 {
        let operands = [Operand::Json(site.value), Operand::Count(length)];
        return site.fail(out, message!("expected maximum length: {}, found: {}", operands));
    }
    if share > limits::WARNING_SHARE {
        let operands = [Operand::Value(site.instance), Operand::Json(site.value)];
        let message = message!("{} is approaching the max length of {}", operands);
        out.push(Violation { rule: Some(RuleId::new("I1003")), ..site.violation(message) });
    }
}
