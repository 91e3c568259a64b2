//! Checks that the validation domain of a certificate matches its domain.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::condition::objects::whole_or_parts;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3503"),
    tags: &["certificate", "certificatemanager", "domainvalidationoptions", "validationdomain"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::CertificateManager::Certificate/Properties/DomainValidationOptions/*"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    let parts = ["DomainName", "ValidationDomain"];
    let options = whole_or_parts(evaluation.arena, evaluation.template.logic(), assertion.instance, &parts);
    for option in options {
        let Some(domain) = option.object.entry("DomainName") else { continue };
        let above = option.object.get("ValidationDomain").and_then(|above| above.as_str());
        let (Some(name), Some(above)) = (domain.value.as_str(), above) else { continue };
        if name != above && !name.ends_with(&format!(".{above}")) {
            let message = message!("{} must be a superdomain of {}", [Operand::Text(above), Operand::Text(name)]);
            assertion.fail_at(evaluation, out, Step::Key(domain.key), message);
        }
    }
}
