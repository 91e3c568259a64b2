//! Implements numeric ranges in resource properties. Violations in a parameter's value are located at the parameter.

use std::borrow::Cow;

use super::e3030_enum::at_source;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::keywords::{
    exclusive_maximum_check, exclusive_minimum_check, maximum_check, minimum_check,
};
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3034"),
    tags: &["resources", "property", "number", "size"],
    checks: Cow::Borrowed(&[
        Check::Keyword(keyword::MINIMUM, minimum),
        Check::Keyword(keyword::MAXIMUM, maximum),
        Check::Keyword(keyword::EXCLUSIVE_MINIMUM, exclusive_minimum),
        Check::Keyword(keyword::EXCLUSIVE_MAXIMUM, exclusive_maximum),
    ]),
};

fn minimum<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    at_source(
        RuleId::new("W3034"),
        minimum_check,
        evaluation,
        assertion,
        out,
    );
}

fn maximum<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    at_source(
        RuleId::new("W3034"),
        maximum_check,
        evaluation,
        assertion,
        out,
    );
}

fn exclusive_minimum<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    at_source(
        RuleId::new("W3034"),
        exclusive_minimum_check,
        evaluation,
        assertion,
        out,
    );
}

fn exclusive_maximum<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    at_source(
        RuleId::new("W3034"),
        exclusive_maximum_check,
        evaluation,
        assertion,
        out,
    );
}
