//! Parses conjunctions: `or` binds more tightly than juxtaposition.

use super::ast::Conjunctions;
use super::cursor::Cursor;
use super::failure::{Context, Expected, Parse, ParseFailure};

/// Parses one or more disjunctions.
pub fn conjunctions<'t, T>(
    c: &mut Cursor<'t>,
    item: impl Fn(&mut Cursor<'t>) -> Parse<T>,
) -> Parse<Conjunctions<T>> {
    let start = c.at;
    let mut all = Conjunctions::new();
    loop {
        let before = c.at;
        match disjunction(c, &item) {
            Ok(one) => all.push(one),
            Err(failure) if failure.fatal => return Err(failure),
            Err(_) if all.is_empty() => {
                return Err(ParseFailure {
                    fatal: true,
                    at: start,
                    context: Context::NoClauses(start),
                    operands: 0,
                });
            }
            Err(_) => {
                c.at = before;
                return Ok(all);
            }
        }
    }
}

/// Parses items joined by `or`. If no item follows an `or`, the disjunction ends before it, because the word may be a
/// property name.
pub fn disjunction<'t, T>(
    c: &mut Cursor<'t>,
    item: impl Fn(&mut Cursor<'t>) -> Parse<T>,
) -> Parse<Vec<T>> {
    c.skip();
    let mut any = vec![item(c)?];
    loop {
        let before = c.at;
        if !or(c) {
            c.at = before;
            return Ok(any);
        }
        match item(c) {
            Ok(one) => any.push(one),
            Err(failure) if failure.fatal => return Err(failure),
            Err(_) => {
                c.at = before;
                return Ok(any);
            }
        }
    }
}

/// Parses `or` followed by white space.
pub fn or(c: &mut Cursor) -> bool {
    c.skip();
    if !c.eat_any(&["or", "OR", "|OR|"]) {
        return false;
    }
    if c.skip() {
        return true;
    }
    c.note_expected(Expected::Space);
    false
}
