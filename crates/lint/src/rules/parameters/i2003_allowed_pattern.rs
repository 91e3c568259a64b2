//! Checks that `AllowedPattern` is a valid regular expression in Python's syntax, as in cfn-lint. CloudFormation uses
//! Java's syntax.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::pattern::PatternError;
use cfn_warden_schema::{Operand, Site, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("I2003"),
    tags: &["parameters", "allowed pattern"],
    checks: Cow::Borrowed(&[Check::Value(&["Parameters/*/AllowedPattern"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(pattern) = site.instance.as_str() else { return };
    if let Err(PatternError::Refused(reason) | PatternError::Raised(reason)) = walk.pattern(pattern) {
        let operands = [Operand::Value(site.instance), Operand::Plain(walk.arena.alloc_str(&reason))];
        site.fail(out, message!("{} could not be compiled ({})", operands));
    }
}
