//! Parsing of heredocs: `<<EOT` and, with indentation removed, `<<-EOT`.

use super::ast::Expr;
use super::cursor::Cursor;
use super::template::{Token, Tokens, finish};
use crate::diagnostic::{Errors, fail};
use unicode_segmentation::UnicodeSegmentation;

/// Parses a heredoc from `<<` to its closing marker.
pub fn heredoc(cursor: &mut Cursor<'_>) -> Result<Expr, Errors> {
    let start = cursor.at;
    cursor.take("<<");
    let flush = cursor.take("-");
    let word = cursor.identifier();
    let newline = cursor.take("\n") || cursor.take("\r\n");
    let Some(word) = word.filter(|_| newline) else {
        return cursor.fail(
            "Invalid expression",
            "A heredoc begins with \"<<\", a word, and a newline.",
        );
    };
    let opening = cursor.since(start);
    let mut tokens = Tokens::default();
    loop {
        if closed(cursor, &word.text) {
            break;
        }
        if cursor.at_end() {
            return fail(
                "Unterminated template string",
                "No closing marker was found for the string.",
                opening,
            );
        }
        line(cursor, &mut tokens)?;
    }
    let mut tokens = tokens.all;
    if flush {
        unindent(&mut tokens);
    }
    finish(tokens, cursor.since(start))
}

/// Reads the closing marker if it is alone on its line, perhaps between spaces. The newline is not read.
fn closed(cursor: &mut Cursor<'_>, word: &str) -> bool {
    let is_space = |c: char| c.is_whitespace() && c != '\n' && c != '\r';
    let mut ahead = cursor.clone();
    ahead.take_while(is_space);
    let found = ahead.take(word) && {
        ahead.take_while(is_space);
        ahead.sees("\n") || ahead.sees("\r\n")
    };
    if found {
        cursor.at = ahead.at;
    }
    found
}

/// Parses a line. An interpolation in it may span several lines.
fn line(cursor: &mut Cursor<'_>, tokens: &mut Tokens) -> Result<(), Errors> {
    let mut text = String::new();
    loop {
        if tokens.special(cursor, &mut text)? {
            continue;
        }
        match cursor.bump() {
            Some('\n') => {
                text.push('\n');
                break;
            }
            Some(other) => text.push(other),
            None => break,
        }
    }
    tokens.text(text);
    Ok(())
}

/// Removes the common indentation. Blank lines are ignored.
fn unindent(tokens: &mut [Token]) {
    let mut least = usize::MAX;
    let mut line_starts = true;
    let mut starts = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if std::mem::take(&mut line_starts) {
            let spaces = match token {
                Token::Text(text) if text.trim_start().is_empty() && text.ends_with('\n') => {
                    usize::MAX
                }
                Token::Text(text) => {
                    starts.push(at);
                    let spaces = text.len().saturating_sub(text.trim_start().len());
                    text.get(..spaces).unwrap_or("").graphemes(true).count()
                }
                _ => 0,
            };
            least = least.min(spaces);
        }
        line_starts = matches!(token, Token::Text(text) if text.ends_with('\n'));
    }
    for at in starts {
        if let Some(Token::Text(text)) = tokens.get_mut(at) {
            *text = text.graphemes(true).skip(least).collect();
        }
    }
}
