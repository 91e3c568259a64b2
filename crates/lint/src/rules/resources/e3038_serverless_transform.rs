//! Reports SAM resources in templates without the SAM transform.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Operand, Site, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::template::SERVERLESS;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3038"),
    tags: &["resources", "transform"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/Type"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(kind) = site.instance.as_str().filter(|_| !walk.template.is_serverless()) else { return };
    if kind.starts_with("AWS::Serverless::") {
        let operands = [Operand::Value(site.instance), Operand::Text(SERVERLESS)];
        site.fail(out, message!("{} type used without the serverless transform {}", operands));
    }
}
