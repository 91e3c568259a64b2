//! Implements `pattern` in resource properties, with the exceptions that the user configures.

use std::borrow::Cow;

use super::e3030_enum::at_source;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::keywords::pattern_check;
use cfn_warden_schema::mode::Purpose;
use cfn_warden_schema::{Assertion, Evaluation, Violations, equal, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Parameter;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3031"),
    tags: &["resources", "property", "allowed pattern", "regex"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::PATTERN, check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    // In a SAM template, the value of an SSM parameter is unknown: the string is the parameter's path. cfn-lint uses an
    // empty string for a path that is not set.
    let is_path = |parameter: &Parameter<'a>| match parameter.node.get("Default") {
        Some(path) => equal::equals(path, assertion.instance),
        None => assertion.instance.as_str() == Some(""),
    };
    if evaluation.template.is_serverless()
        && evaluation
            .template
            .parameters
            .iter()
            .any(|one| one.is_ssm() && is_path(one))
    {
        return;
    }
    let mut found = out.alike();
    at_source(
        RuleId::new("W2031"),
        pattern_check,
        evaluation,
        assertion,
        &mut found,
    );
    if found.is_empty() || is_exception(evaluation, assertion) {
        return;
    }
    out.extend(found);
}

fn is_exception<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>) -> bool {
    let Some(text) = assertion
        .instance
        .as_str()
        .filter(|_| assertion.cx.purpose != Purpose::Condition)
    else {
        return false;
    };
    evaluation
        .options
        .pattern_exceptions
        .iter()
        .any(|exception| evaluation.search(&format!("^(?:{exception})"), text))
}
