//! Checks that the principal of a Lambda permission matches its source ARN.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule;
use cfn_warden_schema::{
    Assertion, Evaluation, Operand, ViolationKind, Violations, keyword, message,
};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3664"),
    tags: &["resources", "lambda", "permission"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::Lambda::Permission/Properties"];

const SERVICES: &[&str] = &[
    "apigateway.amazonaws.com",
    "cognito-idp.amazonaws.com",
    "config.amazonaws.com",
    "elasticloadbalancing.amazonaws.com",
    "events.amazonaws.com",
    "iot.amazonaws.com",
    "s3.amazonaws.com",
    "sns.amazonaws.com",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let found = schema_rule::evaluate(
        evaluation,
        assertion,
        "extensions/aws_lambda_permission/permission_principal",
    );
    out.extend(schema_rule::best(RULE.id, found, |violation| {
        let service = match violation.kind {
            ViolationKind::Pattern { pattern, .. } => pattern.as_str().and_then(service),
            _ => None,
        };
        let Some(service) = service.filter(|_| violation.keyword == keyword::PATTERN) else {
            return violation.kind;
        };
        const MESSAGE: &str = "Principal {} does not match expected service principal {}";
        message!(
            MESSAGE,
            [Operand::Value(violation.instance), Operand::Text(service)]
        )
        .into()
    }));
}

/// Returns the service that a pattern in the schema is about.
fn service(pattern: &str) -> Option<&'static str> {
    let known = SERVICES
        .iter()
        .find(|service| pattern == format!("^{}$", service.replace('.', "\\.")));
    match known {
        Some(service) => Some(service),
        None if pattern.starts_with("^logs(") => {
            Some("logs.amazonaws.com or logs.<region>.amazonaws.com")
        }
        None => None,
    }
}
