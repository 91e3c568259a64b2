//! Reports dynamic references with spaces, which CloudFormation does not resolve.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Operand, Site, Violation, Violations, Walk, keyword, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1053"),
    tags: &["functions", "dynamic reference"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::DYNAMIC_REFERENCE_SPACES, check)]),
};

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    const MESSAGE: &str =
        "{} has spaces and will not be resolved as a dynamic reference. Remove spaces from '{{resolve:...}}'";
    let message = message!(MESSAGE, [Operand::Value(site.instance)]);
    out.push(Violation { rule: Some(RULE.id), ..site.violation(message) });
}
