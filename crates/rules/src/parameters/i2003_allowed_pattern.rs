//! Checks that `AllowedPattern` is a valid regular expression in Python's syntax, as in cfn-lint. CloudFormation uses
//! Java's syntax.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::pattern::PatternError;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("I2003"),
    tags: &["parameters", "allowed pattern"],
    checks: Cow::Borrowed(&[Check::Value(&["Parameters/*/AllowedPattern"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(pattern) = assertion.instance.as_str() else {
        return;
    };
    if let Err(PatternError::Refused(reason) | PatternError::Raised(reason)) =
        evaluation.pattern(pattern)
    {
        let operands = [
            Operand::Value(assertion.instance),
            Operand::Plain(evaluation.arena.alloc_str(&reason)),
        ];
        assertion.fail(out, message!("{} could not be compiled ({})", operands));
    }
}
