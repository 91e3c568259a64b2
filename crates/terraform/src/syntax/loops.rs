//! Parsing of `for` expressions.

use super::ast::{Expr, ExprKind, For, Name};
use super::cursor::Cursor;
use super::expression::expression;
use crate::diagnostic::Errors;

/// Parses `for x in y : z if w`, up to the bracket.
pub fn tuple(cursor: &mut Cursor<'_>) -> Result<ExprKind, Errors> {
    let (key_name, value_name, source) = intro(cursor)?;
    let value = expression(cursor)?;
    cursor.skip_space();
    if cursor.sees("=>") || cursor.sees("...") {
        return cursor.fail(
            "Invalid 'for' expression",
            "Key expression and grouping ellipsis are not valid when building a tuple.",
        );
    }
    let condition = condition(cursor, "]")?;
    Ok(ExprKind::For(Box::new(For {
        key_name,
        value_name,
        source,
        key: None,
        value,
        condition,
    })))
}

/// Parses `for k, v in x : k => v... if w`, up to the brace.
pub fn object(cursor: &mut Cursor<'_>) -> Result<ExprKind, Errors> {
    let (key_name, value_name, source) = intro(cursor)?;
    let key = expression(cursor)?;
    cursor.skip_space();
    if !cursor.take("=>") {
        return cursor.fail(
            "Invalid 'for' expression",
            "Key expression is required when building an object.",
        );
    }
    let value = expression(cursor)?;
    cursor.skip_space();
    let grouped = cursor.take("...");
    let condition = condition(cursor, "}")?;
    Ok(ExprKind::For(Box::new(For {
        key_name,
        value_name,
        source,
        key: Some((key, grouped)),
        value,
        condition,
    })))
}

/// Parses `for k, v in x :`.
fn intro(cursor: &mut Cursor<'_>) -> Result<(Option<Name>, Name, Expr), Errors> {
    cursor.take_word("for");
    let (key, value, source) = header(cursor)?;
    cursor.skip_space();
    if !cursor.take(":") {
        return cursor.fail(
            "Invalid 'for' expression",
            "For expression requires a colon after the collection expression.",
        );
    }
    Ok((key, value, source))
}

/// Parses `k, v in x`.
pub fn header(cursor: &mut Cursor<'_>) -> Result<(Option<Name>, Name, Expr), Errors> {
    cursor.skip_space();
    let Some(first) = cursor.identifier() else {
        return cursor.fail(
            "Invalid 'for' expression",
            "For expression requires variable name after 'for'.",
        );
    };
    cursor.skip_space();
    let (key, value) = if cursor.take(",") {
        cursor.skip_space();
        match cursor.identifier() {
            Some(second) => (Some(first), second),
            None => {
                return cursor.fail(
                    "Invalid 'for' expression",
                    "For expression requires value variable name after comma.",
                );
            }
        }
    } else {
        (None, first)
    };
    cursor.skip_space();
    if !cursor.take_word("in") {
        return cursor.fail(
            "Invalid 'for' expression",
            "For expression requires the 'in' keyword after its name declarations.",
        );
    }
    Ok((key, value, expression(cursor)?))
}

fn condition(cursor: &mut Cursor<'_>, close: &str) -> Result<Option<Expr>, Errors> {
    cursor.skip_space();
    let condition = if cursor.take_word("if") {
        Some(expression(cursor)?)
    } else {
        None
    };
    cursor.skip_space();
    if !cursor.sees(close) {
        return cursor.fail(
            "Invalid 'for' expression",
            "Extra characters after the end of the 'for' expression.",
        );
    }
    Ok(condition)
}
