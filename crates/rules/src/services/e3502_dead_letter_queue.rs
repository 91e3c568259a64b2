//! Checks that a queue and its dead-letter queue have the same type.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule;
use cfn_warden_schema::{
    Assertion, Evaluation, KeywordValue, Message, Violation, ViolationKind, Violations,
};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3502"),
    tags: &["resources", "sqs"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::SQS::Queue/Properties"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let found = schema_rule::evaluate(evaluation, assertion, "extensions/aws_sqs_queue/queue_dlq");
    out.extend(schema_rule::all(RULE.id, found, |violation| {
        Message::text(message_for(violation)).into()
    }));
}

fn message_for(violation: &Violation<'_>) -> &'static str {
    const OTHER: &str = "Validate SQS DLQ queues are the same type";
    let ViolationKind::Const {
        expected: KeywordValue::Data(expected),
    } = violation.kind
    else {
        return OTHER;
    };
    match expected.value {
        Value::Bool(true) => {
            "Source queue type 'standard' does not match destination queue type 'FIFO'"
        }
        Value::Bool(false) => {
            "Source queue type 'FIFO' does not match destination queue type 'standard'"
        }
        Value::Str(text) if text.eq_ignore_ascii_case("true") => {
            "Source queue type 'standard' does not match destination queue type 'FIFO'"
        }
        Value::Str(text) if text.eq_ignore_ascii_case("false") => {
            "Source queue type 'FIFO' does not match destination queue type 'standard'"
        }
        _ => OTHER,
    }
}
