//! Parsing of string templates.

use super::ast::{Expr, ExprKind, Name, Part};
use super::cursor::Cursor;
use super::escape::{escape, escaped_sign};
use super::expression::expression;
use super::loops::header;
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::source::Range;
use crate::value::Value;
use cfn_warden_syntax::{Operand, text};

/// A token of a template, before directives are matched.
#[derive(Debug)]
pub enum Token {
    /// Literal text.
    Text(String),
    /// `${a}`
    Interpolation(Expr),
    /// `%{ if a }`
    If(Expr, Range),
    /// `%{ else }`
    Else(Range),
    /// `%{ endif }`
    EndIf(Range),
    /// `%{ for k, v in a }`
    For(Option<Name>, Name, Expr, Range),
    /// `%{ endfor }`
    EndFor(Range),
}

/// The tokens read so far, and whether leading whitespace of the next text is removed (`~`).
#[derive(Debug, Default)]
pub struct Tokens {
    /// The tokens in source order.
    pub all: Vec<Token>,
    trim_next: bool,
}

impl Tokens {
    /// Adds literal text.
    pub fn text(&mut self, text: String) {
        let trim = std::mem::take(&mut self.trim_next);
        if text.is_empty() {
            return;
        }
        self.all.push(Token::Text(if trim {
            text.trim_start().to_owned()
        } else {
            text
        }));
    }

    /// Parses an escaped sign, which is added to `text`, or an interpolation or directive, which ends `text`. Returns
    /// false if neither is next.
    pub fn special(&mut self, cursor: &mut Cursor<'_>, text: &mut String) -> Result<bool, Errors> {
        if !matches!(cursor.peek_byte(), Some(b'$' | b'%')) {
            return Ok(false);
        }
        if escaped_sign(cursor, text) {
            return Ok(true);
        }
        if !cursor.sees("${") && !cursor.sees("%{") {
            return Ok(false);
        }
        self.text(std::mem::take(text));
        self.sequence(cursor)?;
        Ok(true)
    }

    /// Parses `${...}` or `%{...}`.
    fn sequence(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Errors> {
        self.trim_next = false;
        let start = cursor.at;
        let directive = cursor.sees("%{");
        cursor.take(if directive { "%{" } else { "${" });
        if cursor.take("~")
            && let Some(Token::Text(text)) = self.all.last_mut()
        {
            text.truncate(text.trim_end().len());
        }
        let token = cursor.deeper(|cursor| {
            cursor.within(true, |cursor| {
                cursor.skip_space();
                let token = if directive {
                    self::directive(cursor, start)?
                } else {
                    Token::Interpolation(expression(cursor)?)
                };
                cursor.skip_space();
                Ok::<Token, Errors>(token)
            })
        })?;
        self.trim_next = cursor.take("~");
        if !cursor.take("}") {
            return cursor.fail(
                "Extra characters after interpolation expression",
                "Expected a closing brace to end the interpolation expression, but found extra characters.",
            );
        }
        self.all.push(token);
        Ok(())
    }
}

fn directive(cursor: &mut Cursor<'_>, start: usize) -> Result<Token, Errors> {
    let Some(word) = cursor.identifier() else {
        return cursor.fail(
            "Invalid template directive",
            "A template directive keyword (\"if\", \"for\", etc) is expected at the beginning of a %{ sequence.",
        );
    };
    Ok(match &*word.text {
        "if" => Token::If(expression(cursor)?, cursor.since(start)),
        "else" => Token::Else(cursor.since(start)),
        "endif" => Token::EndIf(cursor.since(start)),
        "for" => {
            let (key, value, source) = header(cursor)?;
            Token::For(key, value, source, cursor.since(start))
        }
        "endfor" => Token::EndFor(cursor.since(start)),
        other => {
            let detail = text!(
                "\"{}\" is not a valid template control keyword.",
                Operand::Name(other)
            );
            return fail("Invalid template control keyword", detail, word.range);
        }
    })
}

/// Parses a quoted template.
pub fn quoted(cursor: &mut Cursor<'_>) -> Result<Expr, Errors> {
    let start = cursor.at;
    cursor.take("\"");
    let mut tokens = Tokens::default();
    let mut text = String::new();
    loop {
        text.push_str(cursor.take_until(b"\"\\\n$%"));
        if tokens.special(cursor, &mut text)? {
            continue;
        }
        match cursor.bump() {
            Some('"') => break,
            Some('\\') => escape(cursor, &mut text)?,
            None | Some('\n') => {
                return cursor.fail(
                    "Invalid multi-line string",
                    "Quoted strings may not be split over multiple lines. To produce a multi-line string, either use the \\n escape to represent a newline character or use the \"heredoc\" multi-line template syntax.",
                );
            }
            Some(other) => text.push(other),
        }
    }
    tokens.text(text);
    finish(tokens.all, cursor.since(start))
}

/// Parses a whole text as a template.
pub fn whole(mut cursor: Cursor<'_>) -> Result<Expr, Errors> {
    let mut tokens = Tokens::default();
    let mut text = String::new();
    while !cursor.at_end() {
        text.push_str(cursor.take_until(b"$%\n"));
        if tokens.special(&mut cursor, &mut text)? {
            continue;
        }
        let Some(next) = cursor.bump() else { break };
        text.push(next);
        // `~` removes whitespace of one line only, so each line is a token.
        if next == '\n' {
            tokens.text(std::mem::take(&mut text));
        }
    }
    tokens.text(text);
    finish(tokens.all, cursor.since(0))
}

/// Builds an expression from tokens.
pub fn finish(tokens: Vec<Token>, range: Range) -> Result<Expr, Errors> {
    let mut tokens = tokens.into_iter().peekable();
    let mut parts = Vec::new();
    while let Some(token) = tokens.next() {
        parts.push(part(token, &mut tokens)?);
    }
    let kind = match <[Part; 1]>::try_from(parts) {
        Ok([Part::Interpolation(expr)]) => ExprKind::Wrapped(Box::new(expr)),
        Ok([Part::Text(text)]) => ExprKind::Literal(Value::from(&*text)),
        Ok(one) => ExprKind::Template(one.into()),
        Err(parts) if parts.is_empty() => ExprKind::Literal(Value::from("")),
        Err(parts) => ExprKind::Template(joined(parts)),
    };
    let kind = match kind {
        ExprKind::Template(parts) => match parts.as_slice() {
            [Part::Text(text)] => ExprKind::Literal(Value::from(&**text)),
            _ => ExprKind::Template(parts),
        },
        kind => kind,
    };
    Ok(Expr { kind, range })
}

/// Joins adjacent literal texts.
fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut merged: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match (merged.last_mut(), part) {
            (Some(Part::Text(before)), Part::Text(text)) => {
                *before = format!("{before}{text}").into()
            }
            (_, part) => merged.push(part),
        }
    }
    merged
}

type Rest = std::iter::Peekable<std::vec::IntoIter<Token>>;

fn part(token: Token, rest: &mut Rest) -> Result<Part, Errors> {
    let stray = |word: &str, range: Range| {
        fail(
            "Unexpected directive",
            text!(
                "The \"{}\" directive has no matching opening directive.",
                Operand::Name(word)
            ),
            range,
        )
    };
    match token {
        Token::Text(text) => Ok(Part::Text(text.into())),
        Token::Interpolation(expr) => Ok(Part::Interpolation(expr)),
        Token::If(condition, range) => {
            let (yes, end) = branch(rest, range)?;
            let no = match end {
                Token::Else(_) => match branch(rest, range)? {
                    (no, Token::EndIf(_)) => no,
                    _ => return Err(unclosed("if", range)),
                },
                Token::EndIf(_) => Vec::new(),
                _ => return Err(unclosed("if", range)),
            };
            Ok(Part::If(condition, yes, no, range))
        }
        Token::For(key, value, source, range) => match branch(rest, range)? {
            (body, Token::EndFor(_)) => Ok(Part::For(key, value, source, body, range)),
            _ => Err(unclosed("for", range)),
        },
        Token::Else(range) => stray("else", range),
        Token::EndIf(range) => stray("endif", range),
        Token::EndFor(range) => stray("endfor", range),
    }
}

/// Collects the parts up to the directive that ends a branch.
fn branch(rest: &mut Rest, range: Range) -> Result<(Vec<Part>, Token), Errors> {
    let mut parts = Vec::new();
    while let Some(token) = rest.next() {
        if matches!(token, Token::Else(_) | Token::EndIf(_) | Token::EndFor(_)) {
            return Ok((joined(parts), token));
        }
        parts.push(part(token, rest)?);
    }
    Err(unclosed("if or for", range))
}

fn unclosed(word: &str, range: Range) -> Errors {
    vec![Diagnostic::error(
        "Unexpected end of template",
        text!("The {} directive is not closed.", Operand::Name(word)),
        range,
    )]
}
