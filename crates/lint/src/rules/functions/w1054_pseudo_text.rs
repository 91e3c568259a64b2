//! Reports strings that are the name of a pseudo parameter.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Operand, Site, Violation, Violations, Walk, keyword, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1054"),
    tags: &["functions", "pseudo-parameter"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::RAW_PSEUDO_PARAMETER, check)]),
};

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let name = site.instance.as_str().unwrap_or_default();
    const MESSAGE: &str = "{} is a pseudo-parameter and should probably be used as 'Ref: {}' instead of a plain string";
    let message = message!(MESSAGE, [Operand::Value(site.instance), Operand::Plain(name)]);
    out.push(Violation { rule: Some(RULE.id), ..site.violation(message) });
}
