//! Parses queries.

use super::Dialect;
use super::ast::{KeyFilter, KeyOperator, Operand, Query, QueryPart};
use super::call::function_call;
use super::clause::{clause, not};
use super::conjunction::conjunctions;
use super::cursor::{Cursor, is_word};
use super::failure::{Expected, Parse, ParseFailure};
use super::number::integer;
use super::signature::find;
use super::value::{string, value};
use crate::semantics::Change;

/// Parses a name: an ASCII letter, followed by letters and digits of any script and `_`.
pub fn name<'t>(c: &mut Cursor<'t>, expected: Expected) -> Parse<&'t str> {
    let start = c.at;
    if let Some((_, end)) = c.named.filter(|(from, _)| *from == start) {
        c.at = end;
        return Ok(c.since(start));
    }
    if !c.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return Err(c.fail_expecting(expected));
    }
    c.eat_while(is_word);
    while c.at_word_character() {
        c.at += c.rest().chars().next().map_or(1, char::len_utf8);
    }
    c.named = Some((start, c.at));
    Ok(c.since(start))
}

/// Parses a query, after optional white space.
pub fn query(c: &mut Cursor) -> Parse<Query> {
    c.step()?;
    let start = c.at;
    let some = some(c);
    let head = head(c)?;
    let mut parts = Vec::with_capacity(4);
    parts.push(head);
    let mut end = c.at;
    loop {
        match part(c) {
            Ok(part) => parts.push(part),
            Err(failure) if failure.fatal => return Err(failure),
            Err(_) => break,
        }
        end = c.at;
    }
    c.at = end;
    if let [QueryPart::Variable(_), second, ..] = parts.as_slice()
        && !matches!(second, QueryPart::AllIndices(_))
    {
        parts.insert(1, QueryPart::AllIndices(None));
    }
    Ok(Query {
        some,
        parts,
        span: c.span(start),
    })
}

/// Parses `some`, which requires white space after it.
fn some(c: &mut Cursor) -> bool {
    let start = c.at;
    c.skip();
    let found = c.eat_any(&["SOME", "some"]) && c.skip();
    if !found {
        c.at = start;
    }
    found
}

fn head(c: &mut Cursor) -> Parse<QueryPart> {
    let start = c.at;
    c.skip();
    if c.eat_keyword("this") || c.eat_keyword("THIS") {
        return Ok(QueryPart::This);
    }
    c.at = start;
    if c.language.dialect == Dialect::Extended
        && name(c, Expected::Query).is_ok_and(|name| find(name).is_some())
    {
        c.at = start;
        match function_call(c) {
            Err(failure) if !failure.fatal => c.at = start,
            result => return result.map(|call| QueryPart::Call(Box::new(call))),
        }
    }
    c.at = start;
    if let Some(variable) = variable(c) {
        return Ok(variable);
    }
    property(c, Expected::Query)
}

/// Parses `%name`.
fn variable(c: &mut Cursor) -> Option<QueryPart> {
    let start = c.at;
    if c.eat("%")
        && let Ok(name) = name(c, Expected::Name)
    {
        return Some(QueryPart::Variable(name.into()));
    }
    c.at = start;
    None
}

/// Parses a key with or without quotes.
fn property(c: &mut Cursor, expected: Expected) -> Parse<QueryPart> {
    match c.peek() {
        Some(byte) if byte.is_ascii_alphabetic() => {
            name(c, expected).map(|name| QueryPart::Key(name.into()))
        }
        Some(b'"' | b'\'') => string(c).map(key),
        _ => Err(c.fail_expecting(expected)),
    }
}

/// Converts a quoted key; a text that starts with `%` is a variable also in quotes.
fn key(text: String) -> QueryPart {
    match text.strip_prefix('%') {
        Some(name) => QueryPart::Variable(name.into()),
        None => QueryPart::Key(text.into()),
    }
}

/// Parses `.name` or `[...]`, after optional white space.
fn part(c: &mut Cursor) -> Parse<QueryPart> {
    c.skip();
    if c.eat(".") {
        return dotted(c);
    }
    if c.eat("[") {
        return c.deeper(bracket);
    }
    Err(c.soft_failure())
}

/// Parses the part after a dot; no white space is allowed before it.
fn dotted(c: &mut Cursor) -> Parse<QueryPart> {
    let start = c.at;
    if let Ok(index) = integer(c) {
        return Ok(QueryPart::Index(narrowed(c, index)));
    }
    c.at = start;
    match property(c, Expected::Part) {
        Err(failure) if !failure.fatal => {}
        result => return result,
    }
    c.at = start;
    if let Some(variable) = variable(c) {
        return Ok(variable);
    }
    if c.eat("*") {
        return Ok(QueryPart::AllValues(None));
    }
    Err(c.fail_expecting(Expected::Part))
}

/// Parses the part after `[`. The alternatives are tried in cfn-guard's order, which decides the meaning of `[name]`,
/// `[ name ]` and `[ name | ...]`.
fn bracket(c: &mut Cursor) -> Parse<QueryPart> {
    let start = c.at;
    let alternatives = [all_indices, index, lookup, key_filter];
    for alternative in alternatives {
        match alternative(c) {
            Err(failure) if !failure.fatal => c.at = start,
            result => return result,
        }
    }
    filter(c)
}

fn close(c: &mut Cursor) -> Parse<()> {
    c.skip();
    if c.eat("]") {
        Ok(())
    } else {
        Err(c.fail_expecting(Expected::CloseBracket))
    }
}

/// Parses `*`, or a name without white space before it.
fn all_indices(c: &mut Cursor) -> Parse<QueryPart> {
    let start = c.at;
    c.skip();
    let capture = if c.eat("*") {
        None
    } else {
        if !c.has(Change::BlanksInBrackets) {
            c.at = start;
        }
        Some(name(c, Expected::Bracket)?.into())
    };
    close(c)?;
    Ok(QueryPart::AllIndices(capture))
}

/// Parses an integer without white space before it. After it, a missing `]` is fatal.
fn index(c: &mut Cursor) -> Parse<QueryPart> {
    let index = integer(c)?;
    close(c).map_err(ParseFailure::cut)?;
    Ok(QueryPart::Index(narrowed(c, index)))
}

/// Truncates an index to the integer width of the language version.
fn narrowed(c: &Cursor, index: i64) -> i64 {
    if c.has(Change::WideIndexes) {
        index
    } else {
        i64::from(index as i32)
    }
}

/// Parses a quoted key, or a name with white space before it.
fn lookup(c: &mut Cursor) -> Parse<QueryPart> {
    let part = match c.peek() {
        Some(b'"' | b'\'') => key(string(c)?),
        _ => {
            c.skip();
            let name = name(c, Expected::Bracket)?;
            QueryPart::AllValues(Some(name.into()))
        }
    };
    close(c)?;
    Ok(part)
}

/// Parses `name |`, which captures keys.
fn capture(c: &mut Cursor) -> Option<Box<str>> {
    let start = c.at;
    c.skip();
    if let Ok(name) = name(c, Expected::Bracket) {
        c.skip_blanks();
        if c.eat("|") {
            return Some(name.into());
        }
    }
    c.at = start;
    None
}

/// Parses `keys == ...`. After `keys`, a missing operator is fatal.
fn key_filter(c: &mut Cursor) -> Parse<QueryPart> {
    let capture = capture(c);
    c.skip();
    if !(c.eat_keyword("KEYS") || c.eat_keyword("keys")) {
        return Err(c.soft_failure());
    }
    c.skip();
    let (operator, negated) = key_operator(c)?;
    let right = key_operand(c).map_err(ParseFailure::cut)?;
    close(c)?;
    Ok(QueryPart::KeyFilter(Box::new(KeyFilter {
        capture,
        operator,
        negated,
        right,
    })))
}

fn key_operator(c: &mut Cursor) -> Parse<(KeyOperator, bool)> {
    if c.eat("==") {
        return Ok((KeyOperator::Equals, false));
    }
    if c.eat("!=") {
        return Ok((KeyOperator::Equals, true));
    }
    let start = c.at;
    let negated = not(c);
    if c.eat_any(&["in", "IN"]) {
        return Ok((KeyOperator::In, negated));
    }
    let failure = c.soft_failure().cut();
    c.at = start;
    c.note_expected(Expected::KeyOperator);
    Err(failure)
}

/// Parses a literal or a query; calls are not allowed.
fn key_operand(c: &mut Cursor) -> Parse<Operand> {
    c.skip();
    let start = c.at;
    match value(c) {
        Err(failure) if !failure.fatal => c.at = start,
        result => return result.map(|literal| Operand::Literal(literal, c.span(start))),
    }
    query(c).map(Operand::Query)
}

/// Parses the clauses of a filter, at least one.
fn filter(c: &mut Cursor) -> Parse<QueryPart> {
    let capture = capture(c);
    let clauses = conjunctions(c, clause)?;
    close(c).map_err(ParseFailure::cut)?;
    Ok(QueryPart::Filter { capture, clauses })
}
