//! Checks that the scaling configuration of a DB cluster fits its engine mode.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule;
use cfn_warden_schema::violation::NO_KEYWORD;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3686"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::RDS::DBCluster/Properties"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let found = schema_rule::evaluate(
        evaluation,
        assertion,
        "extensions/aws_rds_dbcluster/serverless_exclusive",
    );
    out.extend(schema_rule::best(RULE.id, found, |violation| {
        if violation.keyword != NO_KEYWORD {
            return violation.kind;
        }
        let name = violation
            .instance_path
            .nth(assertion.cx.instance_path.len())
            .and_then(|step| step.text())
            .unwrap_or_default();
        let mode = assertion
            .instance
            .get("EngineMode")
            .and_then(|mode| mode.as_str());
        match mode.filter(|mode| matches!(*mode, "serverless" | "provisioned")) {
            // The double space is cfn-lint's.
            Some(mode) => {
                const MESSAGE: &str = "EngineMode {}  doesn't allow additional properties {}";
                message!(MESSAGE, [Operand::Text(mode), Operand::Text(name)]).into()
            }
            None => message!(
                "Additional properties are not allowed ({})",
                [Operand::Text(name)]
            )
            .into(),
        }
    }));
}
