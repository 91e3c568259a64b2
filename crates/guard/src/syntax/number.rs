//! Parses integers and floats. A letter, digit or `_` must not follow directly.

use super::cursor::Cursor;
use super::fault::{Context, Fault, Parse, Problem};
use crate::semantics::Change;

/// Parses a 64-bit integer. The digits must fit without the sign, so that the lowest integer cannot be written.
pub fn integer(c: &mut Cursor) -> Parse<i64> {
    let start = c.at;
    let negative = c.eat("-");
    let digits = c.eat_while(|byte| byte.is_ascii_digit());
    if digits.is_empty() {
        return Err(soft(start));
    }
    let Ok(magnitude) = digits.parse::<i64>() else {
        c.trouble(start, Problem::NumberTooLarge);
        return Err(soft(start));
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
        return Err(soft(start));
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
        return Err(soft(start));
    }
    if !(marked && digits(c)) {
        if !fraction {
            return Err(soft(start));
        }
        if marked {
            // cfn-guard's failure is fatal here.
            c.trouble(start, Problem::Exponent);
            return Err(Fault { fatal: true, ..soft(start) });
        }
        c.at = mantissa;
    }
    let Ok(float) = c.since(start).parse() else { return Err(soft(start)) };
    end(c, start)?;
    Ok(float)
}

fn end(c: &mut Cursor, start: usize) -> Parse<()> {
    if c.has(Change::WholeNumbers) && c.runs_on() {
        c.trouble(start, Problem::NumberRunsOn);
        return Err(soft(start));
    }
    Ok(())
}

fn soft(at: usize) -> Fault {
    Fault { fatal: false, at, context: Context::None, operands: 0 }
}
