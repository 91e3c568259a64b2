//! Implements string lengths in resource properties. The length of an object is that of its JSON.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::Type;
use cfn_warden_schema::{
    Assertion, Evaluation, Message, MessageFormat, Operand, Violations, filter, json_length,
    keyword,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::{Function, function_of};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3033"),
    tags: &["resources", "property", "string", "size"],
    checks: Cow::Borrowed(&[
        Check::Keyword(keyword::MIN_LENGTH, min_length),
        Check::Keyword(keyword::MAX_LENGTH, max_length),
    ]),
};

/// A length limit and its messages.
#[derive(Clone, Copy)]
struct Bound {
    holds: fn(i64, i64) -> bool,
    text: MessageFormat<2>,
    object: &'static str,
}

const MIN: Bound = Bound {
    holds: |length, bound| length >= bound,
    text: MessageFormat::new("{} is shorter than {}"),
    object: "Item is too short",
};
const MAX: Bound = Bound {
    holds: |length, bound| length <= bound,
    text: MessageFormat::new("{} is longer than {}"),
    object: "Item is too long",
};

fn min_length<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    check(MIN, evaluation, assertion, out);
}

fn max_length<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    check(MAX, evaluation, assertion, out);
}

fn check<'a>(
    bound: Bound,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    match (assertion.instance.as_str(), function_of(assertion.instance)) {
        (Some(text), _) => check_text(bound, assertion, assertion.instance, text, out),
        (None, Some((Function::Sub, argument))) => {
            let pattern = match argument.value {
                Value::List([pattern, _]) => pattern.as_str(),
                _ => argument.as_str(),
            };
            if let Some(text) = pattern {
                let text = evaluation
                    .arena
                    .alloc_str(&json_length::without_variables(text));
                check_text(
                    bound,
                    assertion,
                    Node {
                        value: Value::Str(text),
                        ..assertion.instance
                    },
                    text,
                    out,
                );
            }
        }
        (None, _) if filter::has_type(assertion.schema, Type::Object) => {
            check_object(bound, assertion, assertion.instance, out)
        }
        _ => {}
    }
}

fn check_text<'a>(
    bound: Bound,
    assertion: &Assertion<'a, '_>,
    instance: Node<'a>,
    text: &'a str,
    out: &mut Violations<'a>,
) {
    let Some(limit) = assertion.value.as_i64() else {
        return;
    };
    if assertion
        .sibling(keyword::FORMAT)
        .and_then(|format| format.as_str())
        == Some("json")
    {
        if json_length::of_text(text).is_some_and(|length| !(bound.holds)(length, limit)) {
            assertion.fail(out, Message::text(bound.object));
        }
        return;
    }
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    if !(bound.holds)(length, limit) {
        assertion.fail(
            out,
            Message::new(
                bound.text,
                [Operand::Value(instance), Operand::Json(assertion.value)],
            ),
        );
    }
}

fn check_object<'a>(
    bound: Bound,
    assertion: &Assertion<'a, '_>,
    instance: Node<'a>,
    out: &mut Violations<'a>,
) {
    if assertion
        .value
        .as_i64()
        .is_some_and(|limit| !(bound.holds)(json_length::of(instance), limit))
    {
        assertion.fail(out, Message::text(bound.object));
    }
}
