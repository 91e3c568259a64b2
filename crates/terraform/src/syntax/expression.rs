//! Parsing of expressions.

use super::ast::{Call, Expr, ExprKind, Name, Operator, Step};
use super::cursor::Cursor;
use super::{collections, heredoc, template};
use crate::diagnostic::Errors;
use crate::number::Number;
use crate::value::{Type, Value};
use cfn_warden_syntax::text;

/// The binary operators by precedence, lowest first.
const LEVELS: &[&[(&str, Operator)]] = &[
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[("==", Operator::Equal), ("!=", Operator::NotEqual)],
    &[
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[
        ("*", Operator::Multiply),
        ("/", Operator::Divide),
        ("%", Operator::Modulo),
    ],
];

/// Parses an expression. Text after it is not read.
pub fn expression(cursor: &mut Cursor<'_>) -> Result<Expr, Errors> {
    cursor.deeper(|cursor| {
        cursor.skip_space();
        let start = cursor.at;
        let condition = operation(cursor, 0)?;
        cursor.skip_space();
        if !cursor.take("?") {
            return Ok(condition);
        }
        let yes = expression(cursor)?;
        cursor.skip_space();
        if !cursor.take(":") {
            return cursor.fail(
                "Missing false expression in conditional",
                "The conditional operator (...?...:...) requires a false expression, delimited by a colon.",
            );
        }
        let no = expression(cursor)?;
        Ok(Expr { kind: ExprKind::Conditional(Box::new([condition, yes, no])), range: cursor.since(start) })
    })
}

/// Parses binary operators with a precedence of at least `least`.
fn operation(cursor: &mut Cursor<'_>, least: usize) -> Result<Expr, Errors> {
    let start = cursor.at;
    let mut left = term(cursor)?;
    let mut count = 0u32;
    loop {
        let before = cursor.at;
        cursor.skip_space();
        let Some((level, text, operator)) = operator(cursor).filter(|(level, ..)| *level >= least)
        else {
            cursor.at = before;
            return Ok(left);
        };
        cursor.take(text);
        cursor.skip_space();
        count = count.saturating_add(1);
        if count > 400 {
            return cursor.fail(
                "Too many operators",
                "There are more than 400 operators in a row here; use parentheses or a local value.",
            );
        }
        let right = cursor.deeper(|cursor| operation(cursor, level.saturating_add(1)))?;
        left = Expr {
            kind: ExprKind::Binary(operator, Box::new([left, right])),
            range: cursor.since(start),
        };
    }
}

/// Returns the next operator with its precedence and text.
fn operator(cursor: &Cursor<'_>) -> Option<(usize, &'static str, Operator)> {
    // Most operands are the last ones.
    cursor
        .peek_byte()
        .filter(|byte| b"|&=!<>+-*/%".contains(byte))?;
    LEVELS.iter().enumerate().find_map(|(level, operators)| {
        operators
            .iter()
            .find(|(text, _)| cursor.sees(text))
            .map(|(text, operator)| (level, *text, *operator))
    })
}

/// Parses an operand: unary operators, a value, and its steps.
fn term(cursor: &mut Cursor<'_>) -> Result<Expr, Errors> {
    cursor.skip_space();
    let start = cursor.at;
    if cursor.take("-") {
        let operand = cursor.deeper(term)?;
        return Ok(Expr {
            kind: ExprKind::Minus(Box::new(operand)),
            range: cursor.since(start),
        });
    }
    if cursor.sees("!") && !cursor.sees("!=") {
        cursor.take("!");
        let operand = cursor.deeper(term)?;
        return Ok(Expr {
            kind: ExprKind::Not(Box::new(operand)),
            range: cursor.since(start),
        });
    }
    let value = primary(cursor)?;
    steps(cursor, value, start)
}

fn primary(cursor: &mut Cursor<'_>) -> Result<Expr, Errors> {
    let start = cursor.at;
    let kind = match cursor.peek() {
        Some('(') => parentheses(cursor)?,
        Some('[') => collections::tuple(cursor)?,
        Some('{') => collections::object(cursor)?,
        Some('"') => return template::quoted(cursor),
        Some('<') if cursor.sees("<<") => return heredoc::heredoc(cursor),
        Some(digit) if digit.is_ascii_digit() => ExprKind::Literal(number(cursor)?),
        _ => match cursor.identifier() {
            Some(name) => named(cursor, name)?,
            None if cursor.at_end() => {
                return cursor.fail(
                    "Missing expression",
                    "Expected the start of an expression, but found the end of the file.",
                );
            }
            None => {
                return cursor.fail(
                    "Invalid expression",
                    "Expected the start of an expression, but found an invalid expression token.",
                );
            }
        },
    };
    Ok(Expr {
        kind,
        range: cursor.since(start),
    })
}

fn named(cursor: &mut Cursor<'_>, name: Name) -> Result<ExprKind, Errors> {
    let before = cursor.at;
    cursor.skip_space();
    if cursor.sees("(") || cursor.sees("::") {
        return call(cursor, name);
    }
    cursor.at = before;
    Ok(match &*name.text {
        "true" => ExprKind::Literal(true.into()),
        "false" => ExprKind::Literal(false.into()),
        "null" => ExprKind::Literal(Value::null(Type::Dynamic)),
        _ => ExprKind::Traversal(name, Vec::new()),
    })
}

fn number(cursor: &mut Cursor<'_>) -> Result<Value, Errors> {
    let start = cursor.at;
    cursor.take_while(|c| c.is_ascii_digit());
    let mut ahead = cursor.clone();
    if ahead.take(".") && !ahead.take_while(|c| c.is_ascii_digit()).is_empty() {
        *cursor = ahead;
    }
    let mut ahead = cursor.clone();
    if ahead.take("e") || ahead.take("E") {
        let _ = ahead.take("+") || ahead.take("-");
        if !ahead.take_while(|c| c.is_ascii_digit()).is_empty() {
            *cursor = ahead;
        }
    }
    let text = cursor.text.get(start..cursor.at).unwrap_or("");
    match text.parse::<Number>() {
        Ok(number) => Ok(number.into()),
        Err(error) => {
            let detail = text!(
                "Failed to recognize the value of this number literal: {}.",
                error.message()
            );
            cursor.fail("Invalid number literal", detail)
        }
    }
}

fn parentheses(cursor: &mut Cursor<'_>) -> Result<ExprKind, Errors> {
    cursor.take("(");
    let inner = cursor.within(true, |cursor| {
        let inner = expression(cursor)?;
        cursor.skip_space();
        Ok::<Expr, Errors>(inner)
    })?;
    if !cursor.take(")") {
        return cursor.fail(
            "Unbalanced parentheses",
            "Expected a closing parenthesis to terminate the expression.",
        );
    }
    Ok(ExprKind::Parentheses(Box::new(inner)))
}

fn call(cursor: &mut Cursor<'_>, name: Name) -> Result<ExprKind, Errors> {
    let mut text = name.text.to_string();
    let mut end = name.range;
    while cursor.take("::") {
        cursor.skip_space();
        let Some(part) = cursor.identifier() else {
            return cursor.fail(
                "Missing function name",
                "Function scope resolution symbol :: must be followed by a function name in this scope.",
            );
        };
        text = format!("{text}::{}", part.text);
        end = end.to(part.range);
        cursor.skip_space();
    }
    if !cursor.take("(") {
        return cursor.fail(
            "Missing open parenthesis",
            "Function selector must be followed by an open parenthesis to begin the function call.",
        );
    }
    let mut call = Call {
        name: Name {
            text: text.into(),
            range: end,
        },
        arguments: Vec::new(),
        expand: false,
    };
    cursor.within(true, |cursor| {
        loop {
            cursor.skip_space();
            if cursor.sees(")") {
                return Ok(());
            }
            call.arguments.push(expression(cursor)?);
            cursor.skip_space();
            if cursor.take("...") {
                call.expand = true;
                cursor.skip_space();
                let _ = cursor.take(",");
                cursor.skip_space();
                if !cursor.sees(")") {
                    return cursor.fail(
                        "Missing closing parenthesis",
                        "An expanded function argument (with ...) must be immediately followed by closing parentheses.",
                    );
                }
            } else if !cursor.take(",") && !cursor.sees(")") {
                return cursor.fail(
                    "Missing argument separator",
                    "A comma is required to separate each function argument from the next.",
                );
            }
        }
    })?;
    cursor.take(")");
    Ok(ExprKind::Call(Box::new(call)))
}

/// Parses the steps after a value: `.name`, `[0]`, `[*]`, ...
fn steps(cursor: &mut Cursor<'_>, mut value: Expr, start: usize) -> Result<Expr, Errors> {
    let mut count = 0u32;
    loop {
        let before = cursor.at;
        cursor.skip_space();
        let from = cursor.at;
        if cursor.sees("...") || !(cursor.sees(".") || cursor.sees("[")) {
            cursor.at = before;
            return Ok(value);
        }
        count = count.saturating_add(1);
        if count > 400 {
            return cursor.fail(
                "Too many steps",
                "There are more than 400 steps in a row here.",
            );
        }
        if cursor.take(".") {
            cursor.skip_space();
            if cursor.take("*") {
                value = attribute_splat(cursor, value, start)?;
                continue;
            }
            let step = dot(cursor, from)?;
            value = stepped(value, step, cursor, start);
            continue;
        }
        cursor.take("[");
        let mut ahead = cursor.clone();
        ahead.newlines_are_space = true;
        ahead.skip_space();
        if ahead.take("*") {
            ahead.skip_space();
            if !ahead.take("]") {
                return ahead.fail(
                    "Missing close bracket on splat index",
                    "The star for a full splat operator must be immediately followed by a closing bracket (\"]\").",
                );
            }
            cursor.at = ahead.at;
            let item = Expr {
                kind: ExprKind::Item,
                range: cursor.since(from),
            };
            let each = cursor.deeper(|cursor| steps(cursor, item, from))?;
            value = Expr {
                kind: ExprKind::Splat(Box::new(value), Box::new(each)),
                range: cursor.since(start),
            };
            continue;
        }
        let index = cursor.within(true, |cursor| {
            let index = expression(cursor)?;
            cursor.skip_space();
            Ok::<Expr, Errors>(index)
        })?;
        if !cursor.take("]") {
            return cursor.fail(
                "Missing close bracket on index",
                "The index operator must end with a closing bracket (\"]\").",
            );
        }
        value = match index.kind {
            ExprKind::Literal(key) if key.str().is_some() || key.number().is_some() => {
                let step = Step::Index(key, cursor.since(from));
                stepped(value, step, cursor, start)
            }
            kind => {
                let index = Expr {
                    kind,
                    range: index.range,
                };
                Expr {
                    kind: ExprKind::Index(Box::new(value), Box::new(index)),
                    range: cursor.since(start),
                }
            }
        };
    }
}

/// Parses the step after a dot.
fn dot(cursor: &mut Cursor<'_>, from: usize) -> Result<Step, Errors> {
    if let Some(name) = cursor.identifier() {
        return Ok(Step::Attribute(Name {
            text: name.text,
            range: cursor.since(from),
        }));
    }
    if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        return cursor.fail(
            "Invalid attribute name",
            "An attribute name is required after a dot.",
        );
    }
    let digits = cursor.at;
    let index = number(cursor)?;
    if !cursor
        .text
        .get(digits..cursor.at)
        .unwrap_or("")
        .bytes()
        .all(|byte| byte.is_ascii_digit())
    {
        return cursor.fail("Invalid legacy index syntax", "When using the legacy index syntax, chaining two indexes together is not permitted. Use the proper index syntax instead, like \"[0][0]\".");
    }
    Ok(Step::Index(index, cursor.since(from)))
}

/// Parses `.*`, which applies to attributes only: an index after them applies to the result.
fn attribute_splat(cursor: &mut Cursor<'_>, source: Expr, start: usize) -> Result<Expr, Errors> {
    let from = cursor.at;
    let mut each = Expr {
        kind: ExprKind::Item,
        range: cursor.since(from),
    };
    loop {
        let before = cursor.at;
        cursor.skip_space();
        let at = cursor.at;
        if cursor.sees("...") || !cursor.take(".") {
            cursor.at = before;
            break;
        }
        cursor.skip_space();
        if cursor.sees("*") {
            return cursor.fail(
                "Nested splat expression not allowed",
                "A splat expression (*) cannot be used inside another attribute-only splat expression.",
            );
        }
        let step = dot(cursor, at)?;
        each = stepped(each, step, cursor, from);
    }
    Ok(Expr {
        kind: ExprKind::Splat(Box::new(source), Box::new(each)),
        range: cursor.since(start),
    })
}

/// Appends a step to an expression.
fn stepped(value: Expr, step: Step, cursor: &Cursor<'_>, start: usize) -> Expr {
    let kind = match value.kind {
        ExprKind::Traversal(name, mut steps) => {
            steps.push(step);
            ExprKind::Traversal(name, steps)
        }
        ExprKind::Relative(from, mut steps) => {
            steps.push(step);
            ExprKind::Relative(from, steps)
        }
        kind => ExprKind::Relative(
            Box::new(Expr {
                kind,
                range: value.range,
            }),
            vec![step],
        ),
    };
    Expr {
        kind,
        range: cursor.since(start),
    }
}
