//! Operators of custom rules.

use serde_json::Value as Json;

use cfn_warden_schema::pattern::{BUDGET, Outcome, Pattern};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

/// Right operand of a custom rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// A string.
    Text(String),
    /// A JSON value.
    Json(Json),
}

/// Comparison of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
}

/// Operator with its right operand.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// `EQUALS`, `==`
    Equals(Expected),
    /// `NOT_EQUALS`, `!=`
    NotEquals(Expected),
    /// `REGEX_MATCH`
    Matches(String),
    /// `IN`
    In(Expected),
    /// `NOT_IN`
    NotIn(Expected),
    /// `>`, `>=`, `<`, `<=`
    Compares(Order, String),
    /// `IS DEFINED`
    IsDefined,
    /// `IS NOT_DEFINED`
    IsNotDefined,
    /// An unknown operator.
    Unknown(String),
}

impl Expected {
    /// Parses the operand before `WARN` or `ERROR`: a list of strings if it is in brackets, otherwise a string. The
    /// items of a list keep their spaces and quotes, as in cfn-lint.
    pub fn before_severity(written: &str) -> Expected {
        let inner = written
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix("] ").or_else(|| rest.strip_suffix(']')));
        match inner {
            Some(inner) => Expected::Json(inner.split(',').map(Json::from).collect()),
            None => Expected::Text(written.trim().trim_matches('"').to_owned()),
        }
    }

    /// Parses an operand that takes up the rest of the line: JSON, or a string if it is not valid JSON.
    pub fn whole_line(written: &str) -> Expected {
        match serde_json::from_str(written.trim()) {
            Ok(Json::String(text)) => Expected::Text(text.trim().trim_matches('"').to_owned()),
            Ok(json) => Expected::Json(json),
            Err(_) => Expected::Text(written.trim().trim_matches('"').to_owned()),
        }
    }

    /// Formats the operand as Python's `str`.
    fn text(&self) -> String {
        match self {
            Expected::Text(text) => text.clone(),
            Expected::Json(Json::Bool(true)) => "True".to_owned(),
            Expected::Json(Json::Bool(false)) => "False".to_owned(),
            Expected::Json(Json::Null) => "None".to_owned(),
            Expected::Json(json) => json.to_string(),
        }
    }

    /// Returns whether the operand contains a value, as an item of a list or as a substring.
    fn contains(&self, value: Node<'_>) -> bool {
        match self {
            Expected::Json(Json::Array(items)) => items.iter().any(|item| is_equal(value, item)),
            expected => value
                .as_str()
                .is_some_and(|text| expected.text().contains(text)),
        }
    }
}

fn is_equal(value: Node<'_>, json: &Json) -> bool {
    match (value.value, json) {
        (Value::Str(text), Json::String(other)) => text == other,
        (Value::Bool(is), Json::Bool(other)) => is == *other,
        (Value::Int(number), Json::Number(other)) => other.as_i64() == Some(number),
        (Value::Float(number), Json::Number(other)) => other.as_f64() == Some(number),
        _ => false,
    }
}

impl Test {
    /// Parses an operator.
    pub fn of(operator: &str, expected: Expected) -> Test {
        match operator {
            "EQUALS" | "==" => Test::Equals(expected),
            "NOT_EQUALS" | "!=" => Test::NotEquals(expected),
            "REGEX_MATCH" => Test::Matches(expected.text()),
            "IN" => Test::In(expected),
            "NOT_IN" => Test::NotIn(expected),
            ">" => Test::Compares(Order::Greater, expected.text()),
            ">=" => Test::Compares(Order::GreaterOrEqual, expected.text()),
            "<" => Test::Compares(Order::Less, expected.text()),
            "<=" => Test::Compares(Order::LessOrEqual, expected.text()),
            "IS" => match expected.text().as_str() {
                "DEFINED" => Test::IsDefined,
                "NOT_DEFINED" => Test::IsNotDefined,
                other => Test::Unknown(format!("IS {other}")),
            },
            other => Test::Unknown(other.to_owned()),
        }
    }

    /// Returns whether a value that is not null passes the test.
    pub fn passes(&self, value: Node<'_>) -> bool {
        let text = || python::str(value).trim().to_owned();
        let plain = |expected: &Expected| python::lower(expected.text().trim());
        match self {
            Test::Equals(expected) => python::lower(&text()) == plain(expected),
            Test::NotEquals(expected) => python::lower(&text()) != plain(expected),
            Test::Matches(pattern) => Pattern::compile(pattern.trim())
                .is_ok_and(|pattern| pattern.matches(&text(), BUDGET) != Outcome::NoMatch),
            Test::In(expected) => expected.contains(value),
            Test::NotIn(expected) => !expected.contains(value),
            Test::Compares(order, expected) => {
                let numbers = python::int(&text()).zip(python::int(expected.trim()));
                numbers.is_some_and(|(own, other)| match order {
                    Order::Greater => own > other,
                    Order::GreaterOrEqual => own >= other,
                    Order::Less => own < other,
                    Order::LessOrEqual => own <= other,
                })
            }
            Test::IsDefined | Test::IsNotDefined | Test::Unknown(_) => true,
        }
    }

    /// Returns whether this test compares numbers and one of the operands is not an integer.
    pub fn is_not_numeric(&self, value: Node<'_>) -> bool {
        match self {
            Test::Compares(_, expected) => {
                python::int(python::str(value).trim()).is_none()
                    || python::int(expected.trim()).is_none()
            }
            _ => false,
        }
    }
}
