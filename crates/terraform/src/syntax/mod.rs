//! Parser for HCL's native syntax and its JSON syntax.

pub mod ast;
mod body;
mod collections;
mod cursor;
mod escape;
mod expression;
mod heredoc;
mod json;
mod json_text;
mod loops;
mod references;
mod template;

pub use cursor::TOO_DEEP;
pub use json::{parse_json_body, parse_json_values};
pub use json_text::{Json, JsonKind};
pub use references::{Reference, references};

use self::ast::{Body, Expr};
use self::cursor::Cursor;
use super::diagnostic::Errors;
use super::source::Sources;

/// Parses a file in native syntax.
pub fn parse_body(sources: &Sources, file: u32) -> Result<Body, Errors> {
    let Some(source) = sources.get(file) else {
        return Ok(Body::default());
    };
    body::file(Cursor::new(&source.text, file))
}

/// Parses a text that is a single expression.
pub fn parse_expression(sources: &Sources, file: u32) -> Result<Expr, Errors> {
    let Some(source) = sources.get(file) else {
        return Err(Errors::new());
    };
    let mut cursor = Cursor::new(&source.text, file);
    cursor.newlines_are_space = true;
    let expr = expression::expression(&mut cursor)?;
    cursor.skip_space();
    if !cursor.at_end() {
        return cursor.fail(
            "Extra characters after expression",
            "An expression was successfully parsed, but extra characters were found after it.",
        );
    }
    Ok(expr)
}

/// Parses a text that is a template.
pub fn parse_template(sources: &Sources, file: u32) -> Result<Expr, Errors> {
    let Some(source) = sources.get(file) else {
        return Err(Errors::new());
    };
    template::whole(Cursor::new(&source.text, file))
}

/// Parses a JSON text.
pub fn json_value(text: &str) -> Result<Json, Errors> {
    json_text::parse(&mut Cursor::new(text, 0))
}
