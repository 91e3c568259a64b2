//! Parses function calls and assignments.

use super::ast::{FunctionCall, Let, Operand};
use super::clause::operand;
use super::cursor::Cursor;
use super::failure::{Expected, Parse, Problem};
use super::query::{name, query};
use super::signature::find;
use super::value::value;

/// Parses `name(arguments)`. The function must exist, and the number of arguments must be valid.
pub fn function_call(c: &mut Cursor) -> Parse<FunctionCall> {
    let start = c.at;
    let name = name(c, Expected::Function)?;
    let arguments = arguments(c)?;
    let Some(function) = find(name) else {
        c.record_problem(start, Problem::Function(name.to_owned()));
        return Err(c.soft_failure());
    };
    if arguments.len() != function.arity {
        let (name, takes, given) = (function.name, function.arity, arguments.len());
        c.record_problem(start, Problem::Arity { name, takes, given });
        return Err(c.soft_failure());
    }
    let location = c.lines.byte_position(start);
    Ok(FunctionCall {
        function,
        arguments,
        span: c.span(start),
        location,
    })
}

/// Parses `(a, b)` directly after a name. Comments are allowed only before arguments.
pub fn arguments(c: &mut Cursor) -> Parse<Vec<Operand>> {
    if !c.eat("(") {
        return Err(c.soft_failure());
    }
    c.deeper(|c| {
        let mut arguments = Vec::new();
        loop {
            let before = c.at;
            if !arguments.is_empty() && !c.eat(",") {
                break;
            }
            match operand(c) {
                Ok(argument) => arguments.push(argument),
                Err(failure) if failure.fatal => return Err(failure),
                Err(_) => {
                    c.at = before;
                    break;
                }
            }
            c.skip_space();
        }
        if !c.eat(")") {
            if !arguments.is_empty() {
                c.note_expected(Expected::Comma);
            }
            return Err(c.fail_expecting(Expected::CloseParen));
        }
        Ok(arguments)
    })
}

/// Parses `let name = value`. After the name, failures are fatal.
pub fn assignment(c: &mut Cursor) -> Parse<Let> {
    let start = c.at;
    if !(c.eat("let") && c.skip()) {
        c.at = start;
        return Err(c.soft_failure());
    }
    let variable = name(c, Expected::Name)?;
    c.skip();
    if !c.eat_any(&["=", ":="]) {
        return Err(c.fail_expecting(Expected::Assign).cut());
    }
    let value = assigned(c)?;
    Ok(Let {
        name: variable.into(),
        value,
        span: c.span(start),
    })
}

fn assigned(c: &mut Cursor) -> Parse<Operand> {
    c.skip();
    let start = c.at;
    match value(c) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result.map(|literal| Operand::Literal(literal, c.span(start))),
    }
    // If the call fails, even fatally, a query is tried next.
    if let Ok(call) = function_call(c) {
        return Ok(Operand::Call(call));
    }
    c.at = start;
    query(c)
        .map(Operand::Query)
        .map_err(|failure| failure.cut())
}
