//! Parsing of arguments and blocks.

use cfn_warden_syntax::{Operand, text};
use std::collections::HashSet;
use std::rc::Rc;

use super::ast::{Attribute, Block, Body, Label, Name};
use super::cursor::Cursor;
use super::escape::quoted_literal;
use super::expression::expression;
use crate::diagnostic::{Diagnostic, Errors};
use crate::source::Range;

/// Parses a file.
pub fn file(mut cursor: Cursor<'_>) -> Result<Body, Errors> {
    let mut body = items(&mut cursor)?;
    if !cursor.at_end() {
        return cursor.fail(
            "Argument or block definition required",
            "An argument or block definition is required here.",
        );
    }
    let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let comments = cursor.comments.borrow();
    let file = cursor.file;
    body.comments = comments
        .iter()
        .map(|(start, end)| Range {
            file,
            start: byte(*start),
            end: byte(*end),
        })
        .collect();
    Ok(body)
}

/// Parses arguments and blocks up to a closing brace or the end of the file.
fn items(cursor: &mut Cursor<'_>) -> Result<Body, Errors> {
    let mut body = Body::default();
    let mut names: HashSet<Rc<str>> = HashSet::new();
    let start = cursor.at;
    loop {
        cursor.skip_lines();
        let Some(name) = cursor.identifier() else {
            break;
        };
        cursor.skip_space();
        if cursor.sees("=") && !cursor.sees("==") {
            let attribute = attribute(cursor, name)?;
            if !names.insert(Rc::clone(&attribute.name)) {
                let detail = text!(
                    "The argument \"{}\" was already set. Each argument may be set only once.",
                    Operand::Name(&attribute.name)
                );
                return Err(vec![Diagnostic::error(
                    "Attribute redefined",
                    detail,
                    attribute.name_range,
                )]);
            }
            body.attributes.push(attribute);
        } else {
            body.blocks.push(block(cursor, name)?);
        }
        if cursor.sees("}") {
            // The end of a single-line block. `one_line` checks that it has only one argument.
            break;
        }
        if !cursor.take_line_end() {
            return cursor.fail(
                "Missing newline after argument or block definition",
                "An argument or block definition must end with a newline.",
            );
        }
    }
    body.range = cursor.since(start);
    Ok(body)
}

fn attribute(cursor: &mut Cursor<'_>, name: Name) -> Result<Attribute, Errors> {
    cursor.take("=");
    let expr = cursor.within(false, |cursor| {
        cursor.skip_space();
        expression(cursor)
    })?;
    cursor.skip_space();
    Ok(Attribute {
        name: name.text,
        name_range: name.range,
        expr: Rc::new(expr),
    })
}

fn block(cursor: &mut Cursor<'_>, kind: Name) -> Result<Block, Errors> {
    let mut labels = Vec::new();
    loop {
        cursor.skip_space();
        let from = cursor.at;
        if let Some(name) = cursor.identifier() {
            labels.push(Label {
                text: name.text,
                range: name.range,
            });
        } else if cursor.take("\"") {
            let text = quoted_literal(cursor)?;
            labels.push(Label {
                text: text.into(),
                range: cursor.since(from),
            });
        } else {
            break;
        }
    }
    let range = labels
        .last()
        .map_or(kind.range, |label: &Label| kind.range.to(label.range));
    if !cursor.take("{") {
        return if labels.is_empty() {
            cursor.fail(
                "Invalid block definition",
                "A block definition must have block content delimited by \"{\" and \"}\", starting on the same line as the block header. An argument definition must have an equals sign.",
            )
        } else {
            cursor.fail(
                "Invalid block definition",
                "Either a quoted string block label or an opening brace (\"{\") is expected here.",
            )
        };
    }
    let body = cursor.deeper(inside)?;
    Ok(Block {
        kind: kind.text,
        labels,
        body,
        range,
    })
}

/// Parses the content of a block: lines, or one argument on the same line.
fn inside(cursor: &mut Cursor<'_>) -> Result<Body, Errors> {
    let start = cursor.at;
    cursor.skip_space();
    let body = if cursor.take_line_end() {
        let body = items(cursor)?;
        let last = body
            .attributes
            .iter()
            .map(|attribute| attribute.expr.range.end);
        let last = last
            .chain(body.blocks.iter().map(|block| block.body.range.end))
            .max();
        let ended = last.is_none_or(|last| {
            let last = usize::try_from(last).unwrap_or(usize::MAX);
            cursor
                .text
                .get(last..cursor.at)
                .is_none_or(|between| between.contains('\n'))
        });
        if !ended {
            return cursor.fail(
                "Missing newline after argument",
                "An argument definition must end with a newline.",
            );
        }
        body
    } else if cursor.sees("}") {
        Body {
            range: cursor.since(start),
            ..Body::default()
        }
    } else {
        one_line(cursor)?
    };
    if !cursor.take("}") {
        return cursor.fail(
            "Unclosed configuration block",
            "There is no closing brace for this block before the end of the file.",
        );
    }
    Ok(body)
}

fn one_line(cursor: &mut Cursor<'_>) -> Result<Body, Errors> {
    let start = cursor.at;
    let single = "A single-line block definition can contain only a single argument. If you meant to define argument values on separate lines, then add a newline after the opening brace.";
    let Some(name) = cursor.identifier() else {
        return cursor.fail(
            "Argument or block definition required",
            "An argument or block definition is required here.",
        );
    };
    cursor.skip_space();
    if !cursor.sees("=") {
        return cursor.fail("Invalid single-argument block definition", single);
    }
    let attribute = attribute(cursor, name)?;
    if !cursor.sees("}") {
        return cursor.fail("Invalid single-argument block definition", single);
    }
    Ok(Body {
        attributes: vec![attribute],
        range: cursor.since(start),
        ..Body::default()
    })
}
