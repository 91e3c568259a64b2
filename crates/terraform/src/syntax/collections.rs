//! Parsing of tuples and objects.

use super::ast::{ExprKind, Key};
use super::cursor::Cursor;
use super::expression::expression;
use super::loops;
use crate::diagnostic::Errors;

/// Parses `[a, b]`, starting at the bracket.
pub fn tuple(cursor: &mut Cursor<'_>) -> Result<ExprKind, Errors> {
    cursor.take("[");
    let kind = cursor.within(true, |cursor| {
        cursor.skip_space();
        if cursor.sees_word("for") {
            return loops::tuple(cursor);
        }
        let mut items = Vec::new();
        loop {
            cursor.skip_space();
            if cursor.sees("]") {
                return Ok(ExprKind::Tuple(items));
            }
            items.push(expression(cursor)?);
            cursor.skip_space();
            if !cursor.take(",") && !cursor.sees("]") {
                return cursor.fail(
                    "Missing item separator",
                    "Expected a comma to mark the beginning of the next item.",
                );
            }
        }
    })?;
    cursor.take("]");
    Ok(kind)
}

/// Parses `{a = b}`, starting at the brace.
pub fn object(cursor: &mut Cursor<'_>) -> Result<ExprKind, Errors> {
    cursor.take("{");
    let mut ahead = cursor.clone();
    ahead.skip_lines();
    if ahead.sees_word("for") {
        *cursor = ahead;
        let kind = cursor.within(true, loops::object)?;
        cursor.take("}");
        return Ok(kind);
    }
    let mut items = Vec::new();
    cursor.within(false, |cursor| {
        loop {
            cursor.skip_lines();
            if cursor.sees("}") {
                return Ok(());
            }
            let key = key(cursor)?;
            cursor.skip_space();
            if !cursor.take("=") && !cursor.take(":") {
                return cursor.fail(
                    "Missing attribute value",
                    "Expected an attribute value, introduced by an equals sign (\"=\").",
                );
            }
            items.push((key, expression(cursor)?));
            cursor.skip_space();
            if !cursor.take(",") && !cursor.sees("}") && !cursor.take_line_end() {
                return cursor.fail(
                    "Missing attribute separator",
                    "Expected a newline or comma to mark the beginning of the next attribute.",
                );
            }
            if cursor.at_end() {
                return cursor.fail(
                    "Unclosed object",
                    "There is no closing brace for this object before the end of the file.",
                );
            }
        }
    })?;
    cursor.take("}");
    Ok(ExprKind::Object(items))
}

/// Parses the key of an object element.
fn key(cursor: &mut Cursor<'_>) -> Result<Key, Errors> {
    let mut ahead = cursor.clone();
    if let Some(name) = ahead.identifier() {
        let mut after = ahead.clone();
        after.skip_space();
        if (after.sees("=") && !after.sees("==")) || after.sees(":") && !after.sees("::") {
            *cursor = ahead;
            return Ok(Key::Word(name));
        }
    }
    Ok(Key::Expr(expression(cursor)?))
}
