//! Parses messages, `<<text>>`, and their placeholders in the extended dialect.

use super::Dialect;
use super::ast::{Message, MessagePart, Query, QueryPart};
use super::cursor::Cursor;
use super::failure::{Context, Expected, Parse, ParseFailure, Problem};
use super::query::{name, query};

/// Parses `<<text>>`, up to the first `>>`.
pub fn message(c: &mut Cursor) -> Parse<Message> {
    let start = c.at;
    if !c.eat("<<") {
        return Err(c.soft_failure());
    }
    let Some((text, _)) = c.rest().split_once(">>") else {
        c.record_problem(start, Problem::OpenMessage);
        return Err(ParseFailure {
            fatal: true,
            context: Context::Message,
            ..c.soft_failure()
        });
    };
    let end = c.at + text.len();
    let parts = match c.language.dialect {
        Dialect::Extended if text.contains('%') => parts(c, end)?,
        _ => Vec::new(),
    };
    c.at = end + 2;
    Ok(Message {
        text: text.into(),
        parts,
    })
}

/// Parses the text up to an offset into parts. `%name` and `%{query}` are placeholders, `%%` is a percent sign, and any
/// other percent sign is literal.
fn parts(c: &mut Cursor, end: usize) -> Parse<Vec<MessagePart>> {
    let mut parts = Vec::new();
    let mut text = String::new();
    while c.at < end {
        // The text ends before the first `>>`, so this does not read beyond it.
        text.push_str(c.eat_while(|byte| byte != b'%' && byte != b'>'));
        if c.at >= end {
            break;
        }
        if c.eat(">") {
            text.push('>');
            continue;
        }
        if c.eat("%%") {
            text.push('%');
            continue;
        }
        let percent = c.at;
        c.at += 1;
        let query = match placeholder(c)? {
            Some(query) => query,
            None => {
                text.push('%');
                continue;
            }
        };
        if c.at > end {
            c.at = end;
            return Err(c.fail_expecting(Expected::CloseBrace).cut());
        }
        if !text.is_empty() {
            parts.push(MessagePart::Text(std::mem::take(&mut text).into()));
        }
        parts.push(MessagePart::Query {
            query,
            written: c.since(percent).into(),
        });
    }
    if !text.is_empty() {
        parts.push(MessagePart::Text(text.into()));
    }
    Ok(parts)
}

/// Parses a name or a query in braces after a percent sign, if present.
fn placeholder(c: &mut Cursor) -> Parse<Option<Query>> {
    let start = c.at;
    if c.eat("{") {
        c.skip();
        let query = query(c).map_err(ParseFailure::cut)?;
        c.skip();
        return if c.eat("}") {
            Ok(Some(query))
        } else {
            Err(c.fail_expecting(Expected::CloseBrace).cut())
        };
    }
    let Ok(name) = name(c, Expected::Name) else {
        c.at = start;
        return Ok(None);
    };
    Ok(Some(Query {
        some: false,
        parts: vec![QueryPart::Variable(name.into())],
        span: c.span(start),
    }))
}
