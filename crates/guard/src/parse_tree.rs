//! The syntax tree in the form that cfn-guard's `parse-tree` prints.

use serde_json::{Map, Number, Value, json};

use super::syntax::ast::{
    Block, Clause, Comparison, Condition, Conjunctions, FunctionCall, KeyFilter, KeyOperator, Let,
    Literal, Message, Operand, Query, QueryPart, Range, Rule, RuleCall, RuleClause, RuleReference,
    RulesFile, Test, TypeBlock, WhenBlock,
};
use cfn_warden_syntax::Position;

/// Converts a rules file to cfn-guard's JSON; `null` if the file has no items.
pub fn parse_tree(file: &RulesFile) -> Value {
    if file.assignments.is_empty() && file.rules.is_empty() && file.parameterized.is_empty() {
        return Value::Null;
    }
    let parameterized = file
        .parameterized
        .iter()
        .map(|one| json!({ "parameter_names": one.parameters, "rule": rule(&one.rule) }));
    json!({
        "assignments": assignments(&file.assignments),
        "guard_rules": list(&file.rules, rule),
        "parameterized_rules": parameterized.collect::<Vec<_>>(),
    })
}

fn list<T>(items: &[T], render: impl Fn(&T) -> Value) -> Value {
    Value::Array(items.iter().map(render).collect())
}

/// Converts an enum variant to a map with one entry, as serde does.
fn variant(name: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value)]))
}

fn rule(rule: &Rule) -> Value {
    json!({
        "rule_name": rule.name,
        "conditions": rule.conditions.as_ref().map(conditions),
        "block": block(&rule.block, rule_clause),
    })
}

fn assignments(all: &[Let]) -> Value {
    list(
        all,
        |one| json!({ "var": one.name, "value": operand(&one.value) }),
    )
}

fn block<T>(block: &Block<T>, render: impl Fn(&T) -> Value) -> Value {
    json!({
        "assignments": assignments(&block.assignments),
        "conjunctions": conjunctions(&block.conjunctions, render),
    })
}

fn conjunctions<T>(all: &Conjunctions<T>, render: impl Fn(&T) -> Value) -> Value {
    list(all, |any| list(any, &render))
}

fn conditions(all: &Conjunctions<Condition>) -> Value {
    conjunctions(all, |one| match one {
        Condition::Comparison(one) => variant("Clause", comparison(one)),
        Condition::Reference(one) => variant("NamedRule", reference(one)),
        Condition::Call(one) => variant("ParameterizedNamedRule", call(one)),
    })
}

fn rule_clause(one: &RuleClause) -> Value {
    match one {
        RuleClause::Clause(one) => variant("Clause", clause(one)),
        RuleClause::When(one) => variant("WhenBlock", when(one)),
        RuleClause::Type(one) => variant("TypeBlock", type_block(one)),
    }
}

fn clause(one: &Clause) -> Value {
    match one {
        Clause::Comparison(one) => variant("Clause", comparison(one)),
        Clause::Reference(one) => variant("NamedRule", reference(one)),
        Clause::Call(one) => variant("ParameterizedNamedRule", call(one)),
        Clause::Block(one) => variant(
            "BlockClause",
            json!({
                "query": query(&one.query),
                "block": block(&one.block, clause),
                "location": location(one.location),
                "not_empty": one.not_empty,
            }),
        ),
        Clause::When(one) => variant("WhenBlock", when(one)),
    }
}

fn when(one: &WhenBlock) -> Value {
    json!([conditions(&one.conditions), block(&one.block, clause)])
}

fn comparison(one: &Comparison) -> Value {
    let (comparator, right) = match &one.test {
        Test::Unary { operator, negated } => (json!([operator.name(), negated]), Value::Null),
        Test::Binary {
            operator,
            negated,
            right,
        } => (json!([operator.name(), negated]), operand(right)),
    };
    json!({
        "access_clause": access(query(&one.query), comparator, right, text(one.message.as_ref()), one.location),
        "negation": one.negated,
    })
}

fn text(message: Option<&Message>) -> Option<&str> {
    message.map(|message| &*message.text)
}

fn access(
    query: Value,
    comparator: Value,
    right: Value,
    message: Option<&str>,
    position: Position,
) -> Value {
    json!({
        "query": query,
        "comparator": comparator,
        "compare_with": right,
        "custom_message": message,
        "location": location(position),
    })
}

fn reference(one: &RuleReference) -> Value {
    json!({
        "dependent_rule": one.rule,
        "negation": one.negated,
        "custom_message": text(one.message.as_ref()),
        "location": location(one.location),
    })
}

fn call(one: &RuleCall) -> Value {
    json!({ "parameters": list(&one.arguments, operand), "named_rule": reference(&one.rule) })
}

/// cfn-guard's tree contains the query that selects resources by type.
fn type_block(one: &TypeBlock) -> Value {
    let key = json!({ "query": [{ "Key": "Type" }], "match_all": true });
    let name = variant("Value", json!({ "path": "", "value": one.type_name }));
    let selection = access(key, json!(["Eq", false]), name, None, one.location);
    let selection = variant(
        "Clause",
        json!({ "access_clause": selection, "negation": false }),
    );
    json!({
        "type_name": one.type_name,
        "conditions": one.conditions.as_ref().map(conditions),
        "block": block(&one.block, clause),
        "query": [{ "Key": "Resources" }, { "AllValues": null }, { "Filter": [null, [[selection]]] }],
    })
}

fn operand(one: &Operand) -> Value {
    match one {
        Operand::Literal(one, _) => variant("Value", json!({ "path": "", "value": literal(one) })),
        Operand::Query(one) => variant("AccessClause", query(one)),
        Operand::Call(one) => variant("FunctionCall", function(one)),
    }
}

fn function(one: &FunctionCall) -> Value {
    json!({
        "parameters": list(&one.arguments, operand),
        "name": one.function.name,
        "location": location(one.location),
    })
}

fn query(one: &Query) -> Value {
    json!({ "query": list(&one.parts, part), "match_all": !one.some })
}

fn part(one: &QueryPart) -> Value {
    match one {
        QueryPart::This => "This".into(),
        QueryPart::Key(key) => variant("Key", key.as_ref().into()),
        QueryPart::Variable(name) => variant("Key", format!("%{name}").into()),
        QueryPart::AllValues(capture) => variant("AllValues", json!(capture)),
        QueryPart::AllIndices(capture) => variant("AllIndices", json!(capture)),
        QueryPart::Index(index) => variant("Index", (*index).into()),
        QueryPart::Filter { capture, clauses } => {
            variant("Filter", json!([capture, conjunctions(clauses, clause)]))
        }
        QueryPart::KeyFilter(filter) => {
            variant("MapKeyFilter", json!([filter.capture, key_filter(filter)]))
        }
        QueryPart::Call(call) => variant("FunctionCall", function(call)),
    }
}

fn key_filter(one: &KeyFilter) -> Value {
    let comparator = match (one.operator, one.negated) {
        (KeyOperator::Equals, false) => "Eq",
        (KeyOperator::Equals, true) => "NotEq",
        (KeyOperator::In, false) => "In",
        (KeyOperator::In, true) => "NotIn",
    };
    json!({ "comparator": comparator, "compare_with": operand(&one.right) })
}

fn location(position: Position) -> Value {
    json!({ "line": position.line, "column": position.column })
}

/// Regular expressions and ranges are strings. A float that JSON cannot represent is `null`; cfn-guard fails on it.
fn literal(one: &Literal) -> Value {
    match one {
        Literal::Null => Value::Null,
        Literal::String(text) => text.as_ref().into(),
        Literal::Regex(text) => format!("/{text}/").into(),
        Literal::Bool(value) => (*value).into(),
        Literal::Int(value) => (*value).into(),
        Literal::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        Literal::List(items) => list(items, literal),
        Literal::Map(entries) => Value::Object(
            entries
                .iter()
                .map(|(key, value)| (key.to_string(), literal(value)))
                .collect(),
        ),
        Literal::IntRange(one) => range(one).into(),
        Literal::FloatRange(one) => range(one).into(),
        Literal::CharRange(one) => range(one).into(),
    }
}

fn range<T: std::fmt::Display>(one: &Range<T>) -> String {
    let (open, close) = (
        if one.with_lower { '[' } else { '(' },
        if one.with_upper { ']' } else { ')' },
    );
    format!("{open}{},{}{close}", one.lower, one.upper)
}
