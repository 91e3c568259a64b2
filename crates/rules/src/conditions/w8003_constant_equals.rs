//! Reports `Fn::Equals` with a constant result.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_schema::{Assertion, Message, MessageFormat, Operand, Violation, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("W8003"),
    tags: &["functions", "equals"],
    checks: Cow::Borrowed(&[]),
};

/// Reports a well-formed `Fn::Equals` with a constant result.
pub(super) fn check<'a>(assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some([entry]) = assertion.instance.as_map() else {
        return;
    };
    let Value::List([first, second]) = entry.value.value else {
        return;
    };
    let mut report = |format: MessageFormat<1>| {
        let message = Message::new(format, [Operand::Value(entry.value)]);
        out.push(Violation {
            rule: Some(RuleId::new("W8003")),
            ..assertion.violation(message)
        });
    };
    if python::repr(*first) == python::repr(*second) {
        return report(const { MessageFormat::new("{} will always return True or False") });
    }
    // cfn-lint converts the first operand to a string twice and the second operand never.
    let lowered = match (first.value, second.value) {
        (Value::Bool(value), _) => (if value || is_bool(*second) {
            "true"
        } else {
            "false"
        })
        .to_owned(),
        (_, Value::Bool(_)) => (if is_true(*first) { "true" } else { "false" }).to_owned(),
        _ => python::str(*first),
    };
    let equal = lowered == python::str(*second);
    if equal {
        report(const { MessageFormat::new("{} will always return True") });
    } else if is_scalar(*first) && is_scalar(*second) {
        report(const { MessageFormat::new("{} will always return False") });
    }
}

fn is_bool(node: Node<'_>) -> bool {
    matches!(node.value, Value::Bool(_))
}

fn is_true(node: Node<'_>) -> bool {
    match node.value {
        Value::Null | Value::Int(0) | Value::Str("") => false,
        Value::Float(number) => number != 0.0,
        Value::List(items) => !items.is_empty(),
        Value::Map(entries) => !entries.is_empty(),
        _ => true,
    }
}

fn is_scalar(node: Node<'_>) -> bool {
    matches!(
        node.value,
        Value::Str(_) | Value::Float(_) | Value::Int(_) | Value::BigInt(_) | Value::Bool(_)
    )
}
