//! Clauses side by side: `or` binds tighter than standing next to each other.

use super::ast::Conjunctions;
use super::cursor::Cursor;
use super::fault::{Context, Expected, Fault, Parse};

/// At least one disjunction; stops where no further one can be read.
pub fn conjunctions<'t, T>(c: &mut Cursor<'t>, item: impl Fn(&mut Cursor<'t>) -> Parse<T>) -> Parse<Conjunctions<T>> {
    let start = c.at;
    let mut all = Conjunctions::new();
    loop {
        let before = c.at;
        match disjunction(c, &item) {
            Ok(one) => all.push(one),
            Err(fault) if fault.fatal => return Err(fault),
            Err(_) if all.is_empty() => {
                return Err(Fault { fatal: true, at: start, context: Context::NoClauses(start), operands: 0 });
            }
            Err(_) => {
                c.at = before;
                return Ok(all);
            }
        }
    }
}

/// Items with `or` between them. Where no item follows an `or`, the disjunction ends before it: the word may be the
/// name of a property.
pub fn disjunction<'t, T>(c: &mut Cursor<'t>, item: impl Fn(&mut Cursor<'t>) -> Parse<T>) -> Parse<Vec<T>> {
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
            Err(fault) if fault.fatal => return Err(fault),
            Err(_) => {
                c.at = before;
                return Ok(any);
            }
        }
    }
}

/// `or` with a blank after it.
pub fn or(c: &mut Cursor) -> bool {
    c.skip();
    if !c.eat_any(&["or", "OR", "|OR|"]) {
        return false;
    }
    if c.skip() {
        return true;
    }
    c.note(Expected::Space);
    false
}
