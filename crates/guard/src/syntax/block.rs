//! Parses query blocks, `when` blocks, type blocks and their bodies.

use super::ast::{
    Block, Clause, Condition, Conjunctions, Let, Query, QueryBlock, TypeBlock, WhenBlock,
};
use super::call::assignment;
use super::clause::{clause, condition, not_empty};
use super::conjunction::{conjunctions, disjunction};
use super::cursor::Cursor;
use super::failure::{Context, Expected, Parse, ParseFailure, Problem};
use super::query::name;
use crate::semantics::Change;

/// Parses `{ ... }` with at least one item.
pub fn block<'t, T>(
    c: &mut Cursor<'t>,
    item: impl Fn(&mut Cursor<'t>) -> Parse<T>,
) -> Parse<Block<T>> {
    c.skip();
    if !c.eat("{") {
        return Err(c.fail_expecting(Expected::OpenBrace));
    }
    c.deeper(|c| body(c, item))
}

fn body<'t, T>(c: &mut Cursor<'t>, item: impl Fn(&mut Cursor<'t>) -> Parse<T>) -> Parse<Block<T>> {
    let start = c.at;
    let mut block = Block {
        assignments: Vec::new(),
        conjunctions: Vec::new(),
    };
    loop {
        let before = c.at;
        c.skip();
        match assignment(c) {
            Ok(assignment) => {
                add(c, assignment, &mut block.assignments)?;
                continue;
            }
            Err(failure) if failure.fatal => return Err(failure),
            Err(_) => c.at = before,
        }
        match disjunction(c, &item) {
            Ok(disjunction) => block.conjunctions.push(disjunction),
            Err(failure) if failure.fatal => return Err(failure),
            Err(_) => {
                c.at = before;
                break;
            }
        }
    }
    if block.assignments.is_empty() && block.conjunctions.is_empty() {
        c.skip();
        c.note_expected(Expected::Clause);
        return Err(ParseFailure {
            fatal: false,
            at: start,
            context: Context::None,
            operands: 0,
        });
    }
    c.skip();
    if !c.eat("}") {
        c.note_expected(Expected::Clause);
        return Err(c.fail_expecting(Expected::CloseBrace).cut());
    }
    Ok(block)
}

/// Adds an assignment to those of its block.
pub fn add(c: &mut Cursor, assignment: Let, all: &mut Vec<Let>) -> Parse<()> {
    if c.has(Change::OneAssignment) && all.iter().any(|other| other.name == assignment.name) {
        c.record_problem(
            assignment.span.start as usize,
            Problem::AssignedTwice(assignment.name.to_string()),
        );
        return Err(c.soft_failure().cut());
    }
    all.push(assignment);
    Ok(())
}

/// Parses the block after a query; returns the query if there is no block.
pub fn query_block(
    c: &mut Cursor,
    query: Query,
    start: usize,
) -> Result<QueryBlock, (Query, ParseFailure)> {
    let not_empty = not_empty(c);
    match block(c, clause) {
        Ok(block) => Ok(QueryBlock {
            query,
            not_empty,
            block,
            span: c.span(start),
            location: c.position(start),
        }),
        Err(failure) => Err((query, failure)),
    }
}

/// Parses `when CONDITIONS`. After the keyword, failures are fatal.
pub fn when(c: &mut Cursor) -> Parse<Conjunctions<Condition>> {
    c.skip();
    let found = match c.has(Change::WholeWhen) {
        true => c.eat_keyword("when") || c.eat_keyword("WHEN"),
        false => c.eat_any(&["when", "WHEN"]),
    };
    if !found {
        return Err(c.soft_failure());
    }
    if !c.skip() {
        return Err(c.fail_expecting(Expected::Space).cut());
    }
    conjunctions(c, condition).map_err(ParseFailure::cut)
}

/// Parses `when CONDITIONS { ... }`.
pub fn when_block<'t>(
    c: &mut Cursor<'t>,
    item: impl Fn(&mut Cursor<'t>) -> Parse<Clause>,
) -> Parse<WhenBlock> {
    c.skip();
    let start = c.at;
    let conditions = when(c)?;
    let block = block(c, item)?;
    Ok(WhenBlock {
        conditions,
        block,
        span: c.span(start),
        location: c.position(start),
    })
}

/// Parses `when CONDITIONS` if present.
pub fn optional_when(c: &mut Cursor) -> Parse<Option<Conjunctions<Condition>>> {
    let start = c.at;
    match when(c) {
        Err(failure) if !failure.fatal => {
            c.at = start;
            Ok(None)
        }
        result => result.map(Some),
    }
}

/// Parses `AWS::S3::Bucket when CONDITIONS { ... }`, or a single clause without braces. After the type name, failures
/// are fatal.
pub fn type_block(c: &mut Cursor) -> Parse<TypeBlock> {
    let start = c.at;
    let type_name = type_name(c)?;
    if !c.skip() {
        return Err(c.fail_expecting(Expected::Space).cut());
    }
    let conditions = optional_when(c)?;
    let before = c.at;
    let block = match block(c, clause) {
        Ok(block) => block,
        Err(failure) if failure.fatal || conditions.is_some() => return Err(failure.cut()),
        Err(_) => {
            c.at = before;
            c.skip();
            let one = clause(c).map_err(ParseFailure::cut)?;
            Block {
                assignments: Vec::new(),
                conjunctions: vec![vec![one]],
            }
        }
    };
    Ok(TypeBlock {
        type_name,
        conditions,
        block,
        span: c.span(start),
        location: c.position(start),
    })
}

/// Parses `A::B::C` or `A::B`; a trailing `::MODULE` is dropped.
fn type_name(c: &mut Cursor) -> Parse<Box<str>> {
    let start = c.at;
    let part = |c: &mut Cursor| name(c, Expected::TypeName).is_ok();
    if !(part(c) && c.eat("::") && part(c)) {
        return Err(c.soft_failure());
    }
    let two = c.at;
    if c.eat("::") && part(c) {
        let three = c.since(start).into();
        c.eat("::MODULE");
        return Ok(three);
    }
    c.at = two;
    Ok(c.since(start).into())
}
