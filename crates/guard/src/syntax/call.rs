//! Parses function calls and assignments.

use super::ast::{FunctionCall, Let, Operand};
use super::clause::operand;
use super::cursor::Cursor;
use super::fault::{Expected, Parse, Problem};
use super::query::{name, query};
use super::signature::find;
use super::value::value;

/// Parses `name(arguments)`. The function must exist, and the number of arguments must be valid.
pub fn function_call(c: &mut Cursor) -> Parse<FunctionCall> {
    let start = c.at;
    let name = name(c, Expected::Function)?;
    let arguments = arguments(c)?;
    let Some(function) = find(name) else {
        c.trouble(start, Problem::Function(name.to_owned()));
        return Err(c.soft());
    };
    if arguments.len() != function.arity {
        let (name, takes, given) = (function.name, function.arity, arguments.len());
        c.trouble(start, Problem::Arity { name, takes, given });
        return Err(c.soft());
    }
    let location = c.places.byte_position(start);
    Ok(FunctionCall { function, arguments, span: c.span(start), location })
}

/// Parses `(a, b)` directly after a name. Comments are allowed only before arguments.
pub fn arguments(c: &mut Cursor) -> Parse<Vec<Operand>> {
    if !c.eat("(") {
        return Err(c.soft());
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
                Err(fault) if fault.fatal => return Err(fault),
                Err(_) => {
                    c.at = before;
                    break;
                }
            }
            c.skip_space();
        }
        if !c.eat(")") {
            if !arguments.is_empty() {
                c.note(Expected::Comma);
            }
            return Err(c.miss(Expected::CloseParen));
        }
        Ok(arguments)
    })
}

/// Parses `let name = value`. After the name, failures are fatal.
pub fn assignment(c: &mut Cursor) -> Parse<Let> {
    let start = c.at;
    if !(c.eat("let") && c.skip()) {
        c.at = start;
        return Err(c.soft());
    }
    let variable = name(c, Expected::Name)?;
    c.skip();
    if !c.eat_any(&["=", ":="]) {
        return Err(c.miss(Expected::Assign).cut());
    }
    let value = assigned(c)?;
    Ok(Let { name: variable.into(), value, span: c.span(start) })
}

fn assigned(c: &mut Cursor) -> Parse<Operand> {
    c.skip();
    let start = c.at;
    match value(c) {
        Err(fault) if !fault.fatal => c.at = start,
        result => return result.map(|literal| Operand::Literal(literal, c.span(start))),
    }
    // If the call fails, even fatally, a query is tried next.
    if let Ok(call) = function_call(c) {
        return Ok(Operand::Call(call));
    }
    c.at = start;
    query(c).map(Operand::Query).map_err(|fault| fault.cut())
}
