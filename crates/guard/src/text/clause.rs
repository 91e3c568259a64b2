//! The texts of queries, clauses and event contexts.

use super::value;
use crate::compile::program::{
    Call, Comparison, Literal, Location, Operand, Part, Program, Reference, Test,
};
use crate::outcome::{Context, Level};
use crate::syntax::ast::{Binary, Unary};

/// Formats a query, as in `Resources.*.Properties[*].Name`.
pub fn query(parts: &[Part]) -> String {
    let mut out = String::with_capacity(16 * parts.len());
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push('.');
        }
        push_part(part, &mut out);
    }
    if out.contains('[') {
        out.replace(".[", "[")
    } else {
        out
    }
}

/// Formats one part of a query.
pub fn part(part: &Part) -> String {
    let mut out = String::new();
    push_part(part, &mut out);
    out
}

fn push_part(part: &Part, out: &mut String) {
    match part {
        Part::This => out.push('_'),
        Part::Key(key) => out.push_str(&key.text),
        Part::Number(_, text) => out.push_str(text),
        Part::Variable(_, name) => {
            out.push('%');
            out.push_str(name);
        }
        Part::AllValues(_) => out.push('*'),
        Part::AllIndices(_) => out.push_str("[*]"),
        Part::Index(index) => out.push_str(&index.to_string()),
        Part::Filter(filter) => {
            out.push_str(filter.capture.as_ref().map_or("", |(_, name)| name));
            out.push_str(" (filter-clauses)");
        }
        Part::KeyFilter(filter) => {
            out.push_str(filter.capture.as_deref().unwrap_or_default());
            out.push_str(" (map-key-filter-clauses)");
        }
        Part::Call(call) => {
            out.push_str(call.signature.name);
            out.push_str("(...)");
        }
    }
}

/// Formats a comparison with the spaces of cfn-guard: ` Resources EXISTS  `.
pub fn comparison(program: &Program, comparison: &Comparison) -> String {
    let negated = if comparison.negated { "not" } else { "" };
    let left = query(&comparison.query.parts);
    let (operator, not, right) = match &comparison.test {
        Test::Unary(operator, not) => (unary_name(*operator), not, String::new()),
        Test::Binary(operator, not, right) => {
            (binary_name(*operator), not, operand(program, right))
        }
    };
    let not = if *not { "not " } else { "" };
    format!("{negated} {left} {not}{operator}  {right}")
}

fn operand(program: &Program, operand: &Operand) -> String {
    match operand {
        Operand::Query(found) => query(&found.parts),
        Operand::Call(made) => call(program, made),
        Operand::Literal(id) => {
            let mut out = String::new();
            value::literal(
                program
                    .literals
                    .get(id.0 as usize)
                    .unwrap_or(&Literal::Null),
                &mut out,
            );
            out
        }
    }
}

fn call(program: &Program, call: &Call) -> String {
    let arguments: Vec<String> = call
        .arguments
        .iter()
        .map(|argument| operand(program, argument))
        .collect();
    format!("{}({})", call.signature.name, arguments.join(", "))
}

/// Formats the context of an event.
pub fn context(program: &Program, context: Context<'_>) -> String {
    let at = |location: &Location| {
        let start = location.start;
        format!(
            "Location[file:{}, line:{}, column:{}]",
            program.name, start.line, start.column
        )
    };
    match context {
        Context::File => format!("File(rules={})", program.rules.len()),
        Context::Rule(rule) => rule.name.to_string(),
        Context::RuleWhen(rule) => format!("Rule#{}/When", rule.name),
        Context::Any(level) => {
            format!("cfn_guard::rules::exprs::{}#disjunction", level_name(level))
        }
        Context::Comparison(clause) => {
            format!("GuardAccessClause#block{}", comparison(program, clause))
        }
        Context::Value(clause) => comparison(program, clause),
        Context::Key => String::new(),
        Context::Reference(Reference {
            rule, at: location, ..
        }) => format!("Rule({rule}@{})", at(location)),
        Context::Block(block) => format!("BlockGuardClause#{}", at(&block.at)),
        Context::BlockValue(block) => format!("GuardBlockAccessClause#{}", at(&block.at)),
        Context::When(when) => when_name(when.in_rule).to_owned(),
        Context::WhenWhen(when) => format!("{}/When", when_name(when.in_rule)),
        Context::Type(block) => format!("TypeBlock#{}", block.type_name),
        Context::Resource(block, index) => format!("TypeBlock#{}/{index}", block.type_name),
        Context::TypeWhen(block) => format!("TypeBlock#{}/When", block.type_name),
        Context::ResourceWhen(block, index) => {
            format!("TypeBlock#{}/{index}/When", block.type_name)
        }
        Context::MapFilter(count) => format!("Filter/Map#{count}"),
        Context::ListFilter(count) => format!("Filter/List#{count}"),
    }
}

/// The names of cfn-guard's Rust types, which its reports contain.
fn level_name(level: Level) -> &'static str {
    match level {
        Level::Rule => "RuleClause",
        Level::Block => "GuardClause",
        Level::Condition => "WhenGuardClause",
    }
}

fn when_name(in_rule: bool) -> &'static str {
    if in_rule {
        "RuleClause"
    } else {
        "GuardConditionClause"
    }
}

/// The name of a binary operator in clauses.
pub fn binary_name(operator: Binary) -> &'static str {
    match operator {
        Binary::Equals => "EQUALS",
        Binary::In => "IN",
        Binary::Greater => "GREATER THAN",
        Binary::Less => "LESS THAN",
        Binary::GreaterOrEqual => "GREATER THAN EQUALS",
        Binary::LessOrEqual => "LESS THAN EQUALS",
    }
}

/// The name of a unary operator in clauses.
pub fn unary_name(operator: Unary) -> &'static str {
    match operator {
        Unary::Exists => "EXISTS",
        Unary::Empty => "EMPTY",
        Unary::IsString => "IS STRING",
        Unary::IsBool => "IS BOOL",
        Unary::IsInt => "IS INT",
        Unary::IsList => "IS LIST",
        Unary::IsStruct => "IS MAP",
        Unary::IsNull => "IS NULL",
        Unary::IsFloat => "IS FLOAT",
    }
}
