//! Checks the aliases of CloudFront distributions.

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::filter::is_dynamic_reference;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::{Assertion, Context, Evaluation, Violation, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3013"),
    tags: &["properties", "cloudfront"],
    checks: Cow::Borrowed(&[Check::Value(&[PATHS], check)]),
};

const PATHS: &str =
    "Resources/AWS::CloudFront::Distribution/Properties/DistributionConfig/Aliases/*";

static WILDCARD: Inline = LazyLock::new(|| pack(r#"{"pattern": "^(?!.*(?:\\.\\*\\.)).*"}"#));
static DOMAIN: Inline = LazyLock::new(|| {
    pack(
        r#"{"pattern": "^(?:[a-z0-9\\*](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$"}"#,
    )
});

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_str().is_none_or(is_dynamic_reference) {
        return;
    }
    for schema in [&WILDCARD, &DOMAIN] {
        let mut found = Violations::new();
        evaluation.check(
            &Context {
                attached_rules: AttachedRules::Skip,
                ..*assertion.cx
            },
            schema.root(),
            assertion.instance,
            &mut found,
        );
        for violation in found.into_list() {
            out.push(Violation {
                rule: Some(RULE.id),
                ..violation
            });
        }
    }
}
