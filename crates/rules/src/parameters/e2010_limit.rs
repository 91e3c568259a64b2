//! Checks the number of parameters in a template.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::limits;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Evaluation, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule {
    id: RuleId::new("E2010"),
    tags: &["parameters", "limits"],
    checks: Cow::Borrowed(&[Check::Value(&["Parameters"], check)]),
};

static LIMIT: Inline = LazyLock::new(|| pack("200"));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if !evaluation.options.compat.has(Quirk::ParameterLimit) {
        limits::max_properties(
            RuleId::new("I2010"),
            evaluation,
            &Assertion {
                value: LIMIT.root(),
                ..*assertion
            },
            out,
        );
    }
}
