//! Checks that the validation domain of a certificate matches its domain.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;
use cfn_warden_template::condition::objects::whole_or_parts;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3503"),
    tags: &[
        "certificate",
        "certificatemanager",
        "domainvalidationoptions",
        "validationdomain",
    ],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] =
    &["Resources/AWS::CertificateManager::Certificate/Properties/DomainValidationOptions/*"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    let parts = ["DomainName", "ValidationDomain"];
    let options = whole_or_parts(
        evaluation.arena,
        evaluation.template.logic(),
        assertion.instance,
        &parts,
    );
    for option in options {
        let Some(domain) = option.object.entry("DomainName") else {
            continue;
        };
        let above = option
            .object
            .get("ValidationDomain")
            .and_then(|above| above.as_str());
        let (Some(name), Some(above)) = (domain.value.as_str(), above) else {
            continue;
        };
        // Domain names are not case-sensitive (RFC 4343).
        let fold = |text: &str| match evaluation.options.compat.has(Quirk::DomainCase) {
            true => text.to_owned(),
            false => text.to_ascii_lowercase(),
        };
        let (domain_name, parent) = (fold(name), fold(above));
        if domain_name != parent && !domain_name.ends_with(&format!(".{parent}")) {
            let message = message!(
                "{} must be a superdomain of {}",
                [Operand::Text(above), Operand::Text(name)]
            );
            assertion.fail_at(evaluation, out, Step::Key(domain.key), message);
        }
    }
}
