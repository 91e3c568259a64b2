//! Checks that the scaling configuration of a DB cluster fits its engine mode.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::schema_rule;
use cfn_warden_schema::violation::NO_KEYWORD;
use cfn_warden_schema::{Operand, Site, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule =
    Rule { id: RuleId::new("E3686"), tags: &["resources"], checks: Cow::Borrowed(&[Check::Value(PATHS, check)]) };

const PATHS: &[&str] = &["Resources/AWS::RDS::DBCluster/Properties"];

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let found = schema_rule::evaluate(walk, site, "extensions/aws_rds_dbcluster/serverless_exclusive");
    out.extend(schema_rule::best(RULE.id, found, |violation| {
        if violation.keyword != NO_KEYWORD {
            return violation.kind;
        }
        let name = violation.trail.nth(site.cx.trail.len()).and_then(|step| step.text()).unwrap_or_default();
        let mode = site.instance.get("EngineMode").and_then(|mode| mode.as_str());
        match mode.filter(|mode| matches!(*mode, "serverless" | "provisioned")) {
            // The double space is cfn-lint's.
            Some(mode) => {
                const MESSAGE: &str = "EngineMode {}  doesn't allow additional properties {}";
                message!(MESSAGE, [Operand::Text(mode), Operand::Text(name)]).into()
            }
            None => message!("Additional properties are not allowed ({})", [Operand::Text(name)]).into(),
        }
    }));
}
