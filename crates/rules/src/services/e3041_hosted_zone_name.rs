//! Checks that the name of a record set is in its hosted zone.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::condition::objects::without_conditions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3041"),
    tags: &["resource", "properties", "route53"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::Route53::RecordSet/Properties"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let keys = ["Name", "HostedZoneName"];
    let sets = without_conditions(
        evaluation.arena,
        evaluation.template.logic(),
        assertion.instance,
        &keys,
    );
    for set in sets {
        let text = |key| set.object.get(key).and_then(|value| value.as_str());
        let (Some(name), Some(zone)) = (text("Name"), text("HostedZoneName")) else {
            continue;
        };
        let Some(domain) = zone.strip_suffix('.') else {
            let message = message!("{} must end in a dot", [Operand::Text(zone)]);
            assertion.fail_at(evaluation, out, Step::Name("HostedZoneName"), message);
            check_name(evaluation, assertion, out, name, (zone, zone));
            continue;
        };
        check_name(evaluation, assertion, out, name, (zone, domain));
    }
}

fn check_name<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
    name: &'a str,
    (zone, domain): (&'a str, &str),
) {
    let bare = name.strip_suffix('.').unwrap_or(name);
    if bare != domain && !bare.ends_with(&format!(".{domain}")) {
        let message = message!(
            "{} must be a subdomain of or equal to {}",
            [Operand::Text(name), Operand::Text(zone)]
        );
        assertion.fail_at(evaluation, out, Step::Name("Name"), message);
    }
}
