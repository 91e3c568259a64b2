//! Reports unknown parameters in `AWS::CloudFormation::Interface`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, ViolationKind, Violations};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;

pub static RULE: Rule = Rule {
    id: RuleId::new("W4001"),
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Value(&["cfnParameter"], check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let names: Vec<&str> = evaluation
        .template
        .parameters
        .iter()
        .map(|parameter| parameter.name)
        .collect();
    let known = match assertion.instance.value {
        Value::Map(_) | Value::List(_) | Value::Null => false,
        _ => names.contains(&python::str(assertion.instance).as_str()),
    };
    if !known {
        let declared = evaluation.arena.alloc_slice_copy(&names);
        assertion.fail(
            out,
            ViolationKind::Undeclared {
                instance: assertion.instance,
                declared,
            },
        );
    }
}
