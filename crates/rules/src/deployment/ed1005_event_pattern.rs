//! Reports event patterns that EventBridge rejects.
//!
//! Source: <https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html>

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::inline::node_of_text;
use cfn_warden_schema::values::instance_path;
use cfn_warden_schema::{Message, Step};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::names;
use cfn_warden_syntax::{Entry, Node, Value, python};
use cfn_warden_template::function::lone_function;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1005"),
    tags: &["resources", "events", "lambda", "pipes"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

const OPERATORS: &[&str] = &[
    "anything-but",
    "cidr",
    "equals-ignore-case",
    "exists",
    "numeric",
    "prefix",
    "suffix",
    "wildcard",
];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|section| section.as_map())
        .unwrap_or_default()
    {
        let kind = entry
            .value
            .get("Type")
            .and_then(|kind| kind.as_str())
            .unwrap_or_default();
        let Some(properties) = entry.value.entry("Properties") else {
            continue;
        };
        let path = vec![
            Step::Name("Resources"),
            Step::Key(entry.key),
            Step::Key(properties.key),
        ];
        match kind {
            "AWS::Events::Rule" | "AWS::Events::Archive" => {
                check_pattern(lint, sink, path, properties.value.entry("EventPattern"));
            }
            "AWS::Lambda::EventSourceMapping" => check_filters(lint, sink, path, properties.value),
            "AWS::Pipes::Pipe" => {
                let Some(source) = properties.value.entry("SourceParameters") else {
                    continue;
                };
                let mut path = path;
                path.push(Step::Key(source.key));
                check_filters(lint, sink, path, source.value);
            }
            _ => {}
        }
    }
}

/// Checks the patterns in `FilterCriteria`.
fn check_filters<'a>(
    lint: &Lint<'a, '_>,
    sink: &mut Sink<'a>,
    mut path: Vec<Step<'a>>,
    owner: Node<'a>,
) {
    let Some(criteria) = owner.entry("FilterCriteria") else {
        return;
    };
    let Some(filters) = criteria.value.entry("Filters") else {
        return;
    };
    path.extend([Step::Key(criteria.key), Step::Key(filters.key)]);
    for (index, filter) in (0..).zip(filters.value.as_list().unwrap_or_default()) {
        let mut path = path.clone();
        path.push(Step::Index(index));
        check_pattern(lint, sink, path, filter.entry("Pattern"));
    }
}

/// Checks a pattern, written as an object or as JSON in a string.
fn check_pattern<'a>(
    lint: &Lint<'a, '_>,
    sink: &mut Sink<'a>,
    mut path: Vec<Step<'a>>,
    pattern: Option<Entry<'a>>,
) {
    let Some(pattern) = pattern else { return };
    path.push(Step::Key(pattern.key));
    let (node, is_text) = match pattern.value.value {
        Value::Str(text) if !text.contains("{{resolve:") => {
            match node_of_text(lint.arena, pattern.value.id, text) {
                Some(node) => (node, true),
                None => {
                    return report(
                        lint,
                        sink,
                        &path,
                        pattern.value,
                        "the event pattern is not valid JSON",
                    );
                }
            }
        }
        _ => (pattern.value, false),
    };
    let mut errors = Vec::new();
    match node.as_map() {
        Some(_) if lone_function(node).is_some() => {}
        Some(fields) => check_fields(fields, &mut path.clone(), &mut errors),
        None => errors.push((
            path.clone(),
            node,
            "An event pattern must be an object".to_owned(),
        )),
    }
    for (at, node, message) in errors {
        // Positions within a string are not known.
        let at = if is_text { &path } else { &at };
        report(
            lint,
            sink,
            at,
            if is_text { pattern.value } else { node },
            &message,
        );
    }
}

fn report<'a>(
    lint: &Lint<'a, '_>,
    sink: &mut Sink<'a>,
    path: &[Step<'a>],
    node: Node<'a>,
    message: &str,
) {
    sink.report(
        instance_path(lint.arena, path),
        node,
        Message::text(lint.arena.alloc_str(message)),
    );
}

type Errors<'a> = Vec<(Vec<Step<'a>>, Node<'a>, String)>;

fn check_fields<'a>(fields: &'a [Entry<'a>], path: &mut Vec<Step<'a>>, errors: &mut Errors<'a>) {
    for field in fields {
        path.push(Step::Key(field.key));
        let name = field.key.as_str().unwrap_or_default();
        match field.value.value {
            Value::Map(_) if lone_function(field.value).is_some() => {}
            Value::Map([]) => errors.push((
                path.clone(),
                field.value,
                format!("`{name}` must not be an empty object"),
            )),
            Value::Map(inner) => check_fields(inner, path, errors),
            Value::List([]) => errors.push((
                path.clone(),
                field.value,
                format!("`{name}` must not be an empty list"),
            )),
            Value::List(items) => {
                for (index, item) in (0..).zip(items) {
                    path.push(Step::Index(index));
                    check_item(name, *item, path, errors);
                    path.pop();
                }
            }
            _ => {
                let value = python::str(field.value);
                let message =
                    format!("`{name}` must be a list of values or an object: write `[{value}]`");
                errors.push((path.clone(), field.value, message));
            }
        }
        path.pop();
    }
}

/// Checks an item of a field's list: a value, an operator, or an alternative of `$or`.
fn check_item<'a>(field: &str, item: Node<'a>, path: &mut Vec<Step<'a>>, errors: &mut Errors<'a>) {
    let entries = match item.value {
        Value::Map(_) if lone_function(item).is_some() => return,
        Value::Map(entries) => entries,
        Value::List(_) => {
            return errors.push((
                path.clone(),
                item,
                format!("`{field}` must not contain a list"),
            ));
        }
        _ => return,
    };
    if field == "$or" {
        return check_fields(entries, path, errors);
    }
    let [only] = entries else {
        let message = "a match expression must have exactly one operator".to_owned();
        return errors.push((path.clone(), item, message));
    };
    let name = only.key.as_str().unwrap_or_default();
    if !OPERATORS.contains(&name) {
        path.push(Step::Key(only.key));
        let expected = names::one_of(name, OPERATORS);
        errors.push((
            path.clone(),
            only.value,
            format!("`{name}` is not an operator of event patterns; {expected}"),
        ));
        path.pop();
        return;
    }
    if let Some(expected) = wrong_operand(name, only.value) {
        path.push(Step::Key(only.key));
        errors.push((
            path.clone(),
            only.value,
            format!("`{name}` needs {expected}"),
        ));
        path.pop();
    }
}

/// Returns what an operator needs, if its operand is something else.
fn wrong_operand(operator: &str, operand: Node<'_>) -> Option<&'static str> {
    if lone_function(operand).is_some() {
        return None;
    }
    let is_text = matches!(operand.value, Value::Str(_));
    let is_object = matches!(operand.value, Value::Map(_));
    match operator {
        "exists" => (!matches!(operand.value, Value::Bool(_) | Value::Str("true" | "false")))
            .then_some("true or false"),
        "prefix" | "suffix" => (!is_text && !is_object).then_some("a string"),
        "wildcard" | "cidr" | "equals-ignore-case" => (!is_text).then_some("a string"),
        "numeric" => (!is_comparison(operand)).then_some("a list such as [\">\", 0, \"<=\", 5]"),
        _ => None,
    }
}

/// Returns whether a node is a list of one or two pairs of a comparison operator and a number.
fn is_comparison(operand: Node<'_>) -> bool {
    let Some(items) = operand.as_list() else {
        return false;
    };
    let is_pair = |pair: &[Node<'_>]| match pair {
        [operator, number] => {
            let known = operator
                .as_str()
                .is_none_or(|text| matches!(text, "=" | "<" | "<=" | ">" | ">="));
            known && !matches!(number.value, Value::List(_) | Value::Bool(_) | Value::Null)
        }
        _ => false,
    };
    matches!(items.len(), 2 | 4) && items.chunks(2).all(is_pair)
}
