//! Parses literals: strings, numbers, keywords, regular expressions, ranges, lists and maps.

use super::Dialect;
use super::cursor::Cursor;
use super::failure::{Context, Expected, Parse, ParseFailure, Problem};
use super::literal::{Literal, Range};
use super::number::{float, integer};
use super::pattern;
use crate::semantics::Change;

/// Parses a literal, after optional white space and comments.
pub fn value(c: &mut Cursor) -> Parse<Literal> {
    c.skip();
    c.step()?;
    // The alternatives start with different characters, so the first character decides.
    let (words, literal) = match c.peek() {
        Some(b'n' | b'N') => (["null", "NULL", "Null"], Literal::Null),
        Some(b't' | b'T') => (["true", "True", "TRUE"], Literal::Bool(true)),
        Some(b'f' | b'F') => (["false", "False", "FALSE"], Literal::Bool(false)),
        Some(b'"' | b'\'') => return string(c).map(|text| Literal::String(text.into())),
        Some(b'-' | b'0'..=b'9') => return number(c),
        Some(b'/') => return regex(c),
        Some(b'r') => return range(c),
        Some(b'[') => return c.deeper(list),
        Some(b'{') => return c.deeper(map),
        _ => return Err(c.fail_expecting(Expected::Value)),
    };
    let spellings = if c.has(Change::MoreSpellings) { 3 } else { 2 };
    if words.iter().take(spellings).any(|word| c.eat_keyword(word)) {
        Ok(literal)
    } else {
        Err(c.fail_expecting(Expected::Value))
    }
}

/// Parses a string in single or double quotes.
pub fn string(c: &mut Cursor) -> Parse<String> {
    match c.language.dialect {
        Dialect::CfnGuard => plain_string(c),
        Dialect::Extended => escaped_string(c),
    }
}

/// Parses a string with escapes. A backslash before any other character is literal.
fn escaped_string(c: &mut Cursor) -> Parse<String> {
    let start = c.at;
    let mut characters = c.rest().char_indices();
    let Some((_, quote @ ('"' | '\''))) = characters.next() else {
        return Err(c.fail_expecting(Expected::Value));
    };
    let mut text = String::new();
    while let Some((offset, character)) = characters.next() {
        if character == quote {
            c.at = start + offset + 1;
            return Ok(text);
        }
        if character != '\\' {
            text.push(character);
            continue;
        }
        let rest = characters.as_str();
        let (escaped, width) = match rest.chars().next() {
            Some('n') => ('\n', 1),
            Some('r') => ('\r', 1),
            Some('t') => ('\t', 1),
            Some(same @ ('\\' | '"' | '\'')) => (same, 1),
            Some('u') => match unicode(rest) {
                Some(character) => (character, 5),
                None => ('\\', 0),
            },
            _ => ('\\', 0),
        };
        text.push(escaped);
        (0..width).for_each(|_| {
            characters.next();
        });
    }
    c.record_problem(start, Problem::OpenString);
    Err(c.soft_failure().cut())
}

/// Decodes `uXXXX`.
fn unicode(text: &str) -> Option<char> {
    let digits = text.get(1..5)?;
    let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    char::from_u32(u32::from_str_radix(digits, 16).ok().filter(|_| all)?)
}

/// Parses a string of cfn-guard's language. Only the quote can be escaped; other backslashes are literal.
fn plain_string(c: &mut Cursor) -> Parse<String> {
    let start = c.at;
    let quote = match c.peek() {
        Some(byte @ (b'"' | b'\'')) => byte,
        _ => return Err(c.fail_expecting(Expected::Value)),
    };
    c.at += 1;
    let inner = c.at;
    let mut text = String::new();
    loop {
        let piece = c.eat_while(|byte| byte != quote);
        let closed = c.peek().is_some();
        c.at += usize::from(closed);
        if let Some(escaped) = piece.strip_suffix('\\') {
            if !closed {
                c.record_problem(start, Problem::OpenString);
                // After a single quote, cfn-guard tries double quotes next, which fails at the start of the string.
                let context = if quote == b'"' {
                    (inner, Context::String)
                } else {
                    (start, Context::None)
                };
                return Err(ParseFailure {
                    fatal: false,
                    at: context.0,
                    context: context.1,
                    operands: 0,
                });
            }
            text.push_str(escaped);
            text.push(char::from(quote));
            continue;
        }
        if !closed {
            c.record_problem(start, Problem::OpenString);
            return Err(ParseFailure {
                fatal: true,
                at: c.at,
                context: Context::None,
                operands: 0,
            });
        }
        text.push_str(piece);
        return Ok(text);
    }
}

/// Parses a number: a float if possible, otherwise an integer.
fn number(c: &mut Cursor) -> Parse<Literal> {
    let start = c.at;
    match float(c) {
        Err(failure) if !failure.fatal => {
            c.at = start;
            integer(c).map(Literal::Int)
        }
        result => result.map(Literal::Float),
    }
}

/// Parses `/expression/`, which must not be empty and must compile.
fn regex(c: &mut Cursor) -> Parse<Literal> {
    let start = c.at;
    c.at += 1;
    let mut text = String::new();
    loop {
        let piece = c.eat_while(|byte| byte != b'/');
        if c.peek().is_none() {
            c.record_problem(start, Problem::OpenRegex);
            return Err(c.fail_expecting(Expected::Value));
        }
        if piece.is_empty() {
            return Err(c.fail_expecting(Expected::Value));
        }
        c.at += 1;
        match piece.strip_suffix('\\') {
            Some(escaped) => {
                text.push_str(escaped);
                text.push('/');
            }
            None => {
                text.push_str(piece);
                break;
            }
        }
    }
    // Compiling an expression can take milliseconds, and a file can contain thousands.
    if c.cancel.is_set() {
        c.record_problem(start, Problem::Cancelled);
        return Err(c.fail_expecting(Expected::Value).cut());
    }
    if let Err(why) = pattern::check(&text) {
        c.record_problem(start, Problem::Regex(why));
        return Err(c.fail_expecting(Expected::Value));
    }
    Ok(Literal::Regex(text.into()))
}

enum Bound {
    Int(i64),
    Float(f64),
    Char(char),
}

/// Parses a range such as `r[1, 5)`.
fn range(c: &mut Cursor) -> Parse<Literal> {
    let start = c.at;
    c.at += 1;
    let with_lower = c.looking_at("[");
    if !c.eat_any(&["(", "["]) {
        c.at = start;
        return Err(c.fail_expecting(Expected::Value));
    }
    let lower = bound(c)?;
    if !c.eat(",") {
        return Err(c.fail_expecting(Expected::Comma));
    }
    let upper = bound(c)?;
    let with_upper = c.looking_at("]");
    if !c.eat_any(&[")", "]"]) {
        return Err(c.fail_expecting(Expected::CloseBracket));
    }
    Ok(match (lower, upper) {
        (Bound::Int(lower), Bound::Int(upper)) => Literal::IntRange(Range {
            lower,
            upper,
            with_lower,
            with_upper,
        }),
        (Bound::Float(lower), Bound::Float(upper)) => Literal::FloatRange(Range {
            lower,
            upper,
            with_lower,
            with_upper,
        }),
        (Bound::Char(lower), Bound::Char(upper)) => Literal::CharRange(Range {
            lower,
            upper,
            with_lower,
            with_upper,
        }),
        _ => {
            c.record_problem(start, Problem::MixedRange);
            return Err(ParseFailure {
                fatal: true,
                at: c.at,
                context: Context::Range,
                operands: 0,
            });
        }
    })
}

/// Parses a bound of a range: a number, otherwise any character.
fn bound(c: &mut Cursor) -> Parse<Bound> {
    c.skip_blanks();
    let start = c.at;
    let bound = match number(c) {
        Ok(Literal::Float(float)) => Bound::Float(float),
        Ok(Literal::Int(int)) => Bound::Int(int),
        Err(failure) if failure.fatal => return Err(failure),
        _ => {
            c.at = start;
            let Some(character) = c.rest().chars().next() else {
                return Err(c.fail_expecting(Expected::Bound));
            };
            c.at += character.len_utf8();
            Bound::Char(character)
        }
    };
    c.skip_blanks();
    Ok(bound)
}

fn list(c: &mut Cursor) -> Parse<Literal> {
    c.at += 1;
    let items = separated(c, value)?;
    c.skip();
    if !c.eat("]") {
        return Err(c.fail_expecting(Expected::CloseBracket));
    }
    Ok(Literal::List(items))
}

fn map(c: &mut Cursor) -> Parse<Literal> {
    c.at += 1;
    let entries = separated(c, entry)?;
    c.skip();
    if !c.eat("}") {
        return Err(c.fail_expecting(Expected::CloseBrace));
    }
    Ok(Literal::Map(last_of_each(entries)))
}

fn entry(c: &mut Cursor) -> Parse<(Box<str>, Literal)> {
    c.skip();
    let key = key(c)?;
    c.skip();
    if !c.eat(":") {
        return Err(c.fail_expecting(Expected::Colon));
    }
    Ok((key, value(c)?))
}

fn key(c: &mut Cursor) -> Parse<Box<str>> {
    let start = c.at;
    while c.at_word_character() || c.looking_at("-") {
        c.at += c.rest().chars().next().map_or(1, char::len_utf8);
    }
    if c.at > start {
        return Ok(c.since(start).into());
    }
    match c.peek() {
        Some(b'"' | b'\'') => string(c).map(Into::into),
        _ => Err(c.fail_expecting(Expected::Key)),
    }
}

/// Removes repeated keys: the first position is kept, with the last value.
fn last_of_each(entries: Vec<(Box<str>, Literal)>) -> Vec<(Box<str>, Literal)> {
    let mut indices = std::collections::HashMap::with_capacity(entries.len());
    let mut kept: Vec<(Box<str>, Literal)> = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        match indices
            .get(&key)
            .and_then(|index: &usize| kept.get_mut(*index))
        {
            Some(earlier) => earlier.1 = value,
            None => {
                indices.insert(key.clone(), kept.len());
                kept.push((key, value));
            }
        }
    }
    kept
}

/// Parses items separated by commas, possibly none; stops before a comma without a following item.
fn separated<T>(c: &mut Cursor, item: impl Fn(&mut Cursor) -> Parse<T>) -> Parse<Vec<T>> {
    let mut items = Vec::new();
    loop {
        let before = c.at;
        if !items.is_empty() {
            c.skip();
            if !c.eat(",") {
                c.note_expected(Expected::Comma);
                c.at = before;
                return Ok(items);
            }
        }
        match item(c) {
            Ok(item) => items.push(item),
            Err(failure) if failure.fatal => return Err(failure),
            Err(_) => {
                c.at = before;
                return Ok(items);
            }
        }
    }
}
