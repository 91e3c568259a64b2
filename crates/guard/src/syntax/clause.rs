//! Parses clauses: comparisons, references to rules, and calls of rules.

use super::Dialect;
use super::ast::{
    Binary, Clause, Comparison, Condition, Message, Operand, Query, QueryPart, RuleCall,
    RuleReference, Test, Unary,
};
use super::block::{query_block, when_block};
use super::call::{arguments, function_call};
use super::conjunction::or;
use super::cursor::Cursor;
use super::failure::{Context, Expected, Parse, ParseFailure};
use super::message::message;
use super::query::{name, query};
use super::value::value;

/// Parses a clause of a body that cannot refer to rules; see [`clause_or_reference`].
pub fn clause(c: &mut Cursor) -> Parse<Clause> {
    c.step()?;
    let start = c.at;
    match when_block(c, clause) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result.map(Clause::When),
    }
    let query = match query(c) {
        Err(failure) if failure.fatal => return Err(failure),
        result => result.ok().map(|query| (query, c.at)),
    };
    let query = match query {
        None => None,
        Some((query, end)) => match query_block(c, query, start) {
            Ok(block) => return Ok(Clause::Block(block)),
            Err((_, failure)) if failure.fatal => return Err(failure),
            Err((query, _)) => Some((query, end)),
        },
    };
    c.at = start;
    if c.language.dialect == Dialect::Extended {
        // Otherwise a function call followed by an operator would be parsed as a call of a rule.
        match comparison(c, query.clone()) {
            Err(failure) if !failure.fatal => c.at = start,
            result => return result.map(Clause::Comparison),
        }
    }
    if query
        .as_ref()
        .is_none_or(|(query, _)| may_be_call(c, query))
    {
        match rule_call(c) {
            Err(failure) if !failure.fatal => c.at = start,
            result => return result.map(Clause::Call),
        }
    }
    comparison(c, query).map(Clause::Comparison)
}

/// Whether the text at the cursor may be a call of a rule: not, if the name that a query starts with has no arguments.
fn may_be_call(c: &Cursor, query: &Query) -> bool {
    match query.parts.first() {
        Some(QueryPart::Key(name)) if !matches!(&**name, "not" | "NOT") => c
            .rest()
            .strip_prefix(&**name)
            .is_none_or(|rest| rest.starts_with('(')),
        _ => true,
    }
}

/// Parses a clause or a reference to a rule.
pub fn clause_or_reference(c: &mut Cursor) -> Parse<Clause> {
    let start = c.at;
    match clause(c) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result,
    }
    rule_reference(c).map(Clause::Reference)
}

/// Parses a clause in the conditions of `when`.
pub fn condition(c: &mut Cursor) -> Parse<Condition> {
    c.step()?;
    let start = c.at;
    match comparison(c, None) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result.map(Condition::Comparison),
    }
    match rule_call(c) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result.map(Condition::Call),
    }
    rule_reference(c).map(Condition::Reference)
}

/// Parses `not` followed by white space on the same line, or `!`.
pub fn not(c: &mut Cursor) -> bool {
    let start = c.at;
    if c.eat_any(&["not", "NOT"]) && c.skip_blanks() {
        return true;
    }
    c.at = start;
    c.eat("!")
}

/// Parses a comparison. `known` is the query at this position and its end, if it was parsed before.
fn comparison(c: &mut Cursor, known: Option<(Query, usize)>) -> Parse<Comparison> {
    let start = c.at;
    let negated = not(c);
    let query = match known {
        Some((query, end)) if !negated => {
            c.at = end;
            query
        }
        _ => query(c)?,
    };
    c.skip();
    let test = test(c)?;
    let (test, message) = match test {
        Operator::Unary(operator, negated) => {
            let end = c.at;
            (Test::Unary { operator, negated }, message_after(c, end)?)
        }
        Operator::Binary(operator, negated) => {
            let at = c.at;
            let (right, message) = right_side(c).map_err(|failure| failure.cut().in_operand(at))?;
            (
                Test::Binary {
                    operator,
                    negated,
                    right,
                },
                message,
            )
        }
    };
    Ok(Comparison {
        negated,
        query,
        test,
        message,
        span: c.span(start),
        location: c.position(start),
    })
}

/// Parses a right side and the message after it.
fn right_side(c: &mut Cursor) -> Parse<(Operand, Option<Message>)> {
    let right = operand(c)?;
    let end = c.at;
    Ok((right, message_after(c, end)?))
}

/// Parses a literal, a call or a query, in this order.
pub fn operand(c: &mut Cursor) -> Parse<Operand> {
    c.skip();
    let start = c.at;
    match value(c) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result.map(|literal| Operand::Literal(literal, c.span(start))),
    }
    match function_call(c) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result.map(Operand::Call),
    }
    query(c).map(Operand::Query)
}

enum Operator {
    Unary(Unary, bool),
    Binary(Binary, bool),
}

/// Parses an operator.
fn test(c: &mut Cursor) -> Parse<Operator> {
    let start = c.at;
    if c.looking_at("<<") {
        c.note_expected(Expected::Operator);
        return Err(ParseFailure {
            context: Context::OperatorMessage,
            ..c.soft_failure()
        });
    }
    let symbols = [
        ("==", Binary::Equals, false),
        ("!=", Binary::Equals, true),
        (">=", Binary::GreaterOrEqual, false),
        ("<=", Binary::LessOrEqual, false),
        (">", Binary::Greater, false),
        ("<", Binary::Less, false),
    ];
    for (symbol, operator, negated) in symbols {
        if c.eat(symbol) {
            return Ok(Operator::Binary(operator, negated));
        }
    }
    let negated = not(c);
    if c.eat_any(&["in", "IN"]) {
        return Ok(Operator::Binary(Binary::In, negated));
    }
    let words = [
        ("EXISTS", "exists", Unary::Exists),
        ("EMPTY", "empty", Unary::Empty),
    ];
    for (upper, lower, operator) in words {
        if c.eat_keyword(upper) || c.eat_keyword(lower) {
            return Ok(Operator::Unary(operator, negated));
        }
    }
    let kinds = [
        ("IS_STRING", "is_string", Unary::IsString),
        ("IS_LIST", "is_list", Unary::IsList),
        ("IS_STRUCT", "is_struct", Unary::IsStruct),
        ("IS_BOOL", "is_bool", Unary::IsBool),
        ("IS_INT", "is_int", Unary::IsInt),
        ("IS_NULL", "is_null", Unary::IsNull),
        ("IS_FLOAT", "is_float", Unary::IsFloat),
    ];
    for (upper, lower, operator) in kinds {
        if c.eat(upper) || c.eat(lower) {
            return Ok(Operator::Unary(operator, negated));
        }
    }
    c.at = start;
    c.note_expected(Expected::Operator);
    Err(ParseFailure {
        context: Context::Operator,
        ..c.soft_failure()
    })
}

/// Parses `not empty` before the brace of a query block.
pub fn not_empty(c: &mut Cursor) -> bool {
    let start = c.at;
    c.skip();
    let found = not(c) && (c.eat_keyword("EMPTY") || c.eat_keyword("empty"));
    if !found {
        c.at = start;
    }
    found
}

/// Parses a message after white space and comments; returns to `end` if there is none.
fn message_after(c: &mut Cursor, end: usize) -> Parse<Option<Message>> {
    c.skip();
    if c.looking_at("<<") {
        return message(c).map(Some);
    }
    c.at = end;
    Ok(None)
}

/// Parses `not name(arguments) <<message>>`.
fn rule_call(c: &mut Cursor) -> Parse<RuleCall> {
    let start = c.at;
    let negated = not(c);
    let rule = name(c, Expected::Clause)?;
    let arguments = arguments(c)?;
    let end = c.at;
    let message = message_after(c, end)?;
    let rule = RuleReference {
        negated,
        rule: rule.into(),
        message,
        span: c.span(start),
        location: c.position(start),
    };
    Ok(RuleCall { rule, arguments })
}

/// Parses `not name`. A line break, a comment, `or` or `{` must follow; otherwise, a message is required.
fn rule_reference(c: &mut Cursor) -> Parse<RuleReference> {
    let start = c.at;
    let negated = not(c);
    let rule = name(c, Expected::Clause)?;
    let end = c.at;
    let message = if ends_reference(c) {
        c.at = end;
        None
    } else {
        c.at = end;
        c.skip_blanks();
        c.note_expected(Expected::EndOfReference);
        Some(message(c).map_err(ParseFailure::cut)?)
    };
    Ok(RuleReference {
        negated,
        rule: rule.into(),
        message,
        span: c.span(start),
        location: c.position(start),
    })
}

fn ends_reference(c: &mut Cursor) -> bool {
    let end = c.at;
    c.skip_blanks();
    if c.peek().is_none() && c.at == end {
        return true;
    }
    if c.looking_at("\n") || c.looking_at("\r\n") || c.looking_at("#") || c.looking_at("{") {
        return true;
    }
    c.at = end;
    or(c)
}
