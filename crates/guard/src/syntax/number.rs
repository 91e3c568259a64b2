//! Parses integers and floats. A letter, digit or `_` must not follow directly.

use super::cursor::Cursor;
use super::failure::{Context, Parse, ParseFailure, Problem};
use crate::semantics::Change;

/// Parses a 64-bit integer. The digits must fit without the sign, so that the lowest integer cannot be written.
pub fn integer(c: &mut Cursor) -> Parse<i64> {
    let start = c.at;
    // Most parts of queries are names.
    if !matches!(c.peek(), Some(b'-' | b'0'..=b'9')) {
        return Err(soft_failure(start));
    }
    let negative = c.eat("-");
    let digits = c.eat_while(|byte| byte.is_ascii_digit());
    if digits.is_empty() {
        return Err(soft_failure(start));
    }
    let Ok(magnitude) = digits.parse::<i64>() else {
        c.record_problem(start, Problem::NumberTooLarge);
        return Err(soft_failure(start));
    };
    end(c, start)?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// Parses a float: digits with a fraction, an exponent or both.
pub fn float(c: &mut Cursor) -> Parse<f64> {
    let start = c.at;
    let digits = |c: &mut Cursor| !c.eat_while(|byte| byte.is_ascii_digit()).is_empty();
    if c.has(Change::SignedFloats) {
        c.eat("-");
    }
    if !digits(c) {
        return Err(soft_failure(start));
    }
    let whole = c.at;
    let fraction = c.eat(".") && digits(c);
    if !fraction {
        c.at = whole;
    }
    let mantissa = c.at;
    let marked = c.eat_any(&["e", "E"]);
    let signed = marked && c.eat_any(&["+", "-"]);
    if !fraction && !signed && !c.has(Change::SignedFloats) {
        return Err(soft_failure(start));
    }
    if !(marked && digits(c)) {
        if !fraction {
            return Err(soft_failure(start));
        }
        if marked {
            // cfn-guard's failure is fatal here.
            c.record_problem(start, Problem::Exponent);
            return Err(ParseFailure {
                fatal: true,
                ..soft_failure(start)
            });
        }
        c.at = mantissa;
    }
    let Ok(float) = c.since(start).parse() else {
        return Err(soft_failure(start));
    };
    end(c, start)?;
    Ok(float)
}

fn end(c: &mut Cursor, start: usize) -> Parse<()> {
    if c.has(Change::WholeNumbers) && c.at_word_character() {
        c.record_problem(start, Problem::NumberRunsOn);
        return Err(soft_failure(start));
    }
    Ok(())
}

fn soft_failure(at: usize) -> ParseFailure {
    ParseFailure {
        fatal: false,
        at,
        context: Context::None,
        operands: 0,
    }
}
