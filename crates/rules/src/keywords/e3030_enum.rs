//! Implements `enum` and `enumCaseInsensitive` in resource properties. Violations in a parameter's value are located at
//! the parameter.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::keywords::{enum_case_insensitive_check, enum_check};
use cfn_warden_schema::{Assertion, Check as KeywordCheck, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3030"),
    tags: &["resources", "property", "allowed value"],
    checks: Cow::Borrowed(&[
        Check::Keyword(keyword::ENUM, one_of),
        Check::Keyword(keyword::ENUM_CASE_INSENSITIVE, one_of_in_any_case),
    ]),
};

fn one_of<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    at_source(RuleId::new("W2030"), enum_check, evaluation, assertion, out);
}

fn one_of_in_any_case<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    at_source(
        RuleId::new("W2030"),
        enum_case_insensitive_check,
        evaluation,
        assertion,
        out,
    );
}

/// Runs a check. Violations in a parameter's value are located at the parameter and reported under a warning's ID.
pub fn at_source<'a>(
    warning: RuleId,
    check: KeywordCheck,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let source = assertion
        .cx
        .source
        .filter(|source| source.nth(0).and_then(|step| step.text()) == Some("Parameters"));
    let Some(source) = source else {
        return check(evaluation, assertion, out);
    };
    let mut found = Violations::new();
    check(evaluation, assertion, &mut found);
    for mut violation in found.into_list() {
        violation.rule = Some(warning);
        violation.shown_at = Some(source);
        out.push(violation);
    }
}
