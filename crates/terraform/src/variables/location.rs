//! Locations of values and their parts in source files.

use std::rc::Rc;

use crate::is_variable_file;
use crate::schema::Variables;
use crate::source::{Range, Source};
use crate::syntax::ast::{Body, Expr, ExprKind, Key};
use crate::syntax::{parse_body, parse_json_values};
use cfn_warden_syntax::{Span, Step};

/// Finds the locations of a module's values.
pub struct ValueLocator<'p> {
    module: &'p Variables,
}

/// A location in a report.
#[derive(Debug, Clone)]
pub struct ReportLocation {
    /// The file, or another source such as an option.
    pub file: String,
    /// The start and end in the file.
    pub span: Span,
}

impl<'p> ValueLocator<'p> {
    /// Returns a locator for a module.
    pub fn of(module: &'p Variables) -> ValueLocator<'p> {
        ValueLocator { module }
    }

    /// Converts a range to a report location.
    pub fn location(&self, range: Range, name: &dyn Fn(&str) -> String) -> ReportLocation {
        self.module.texts.with(|sources| ReportLocation {
            file: sources
                .get(range.file)
                .map_or_else(String::new, |source| name(&source.name)),
            span: sources.span(range),
        })
    }

    /// Returns the range of a part of a value. Follows the path as far as the value is written as a literal.
    pub fn part(&self, name: &str, value: Range, steps: &[Step]) -> Range {
        let body = self.body(value.file);
        let expr = body.as_ref().and_then(|body| attribute(body, name, value));
        expr.map_or(value, |expr| inside(expr, steps))
    }

    /// Returns the names and ranges of the values in all variable files, including those that later files override.
    pub fn values(&self) -> Vec<(Rc<str>, Range)> {
        let is_of_values =
            |(file, source): (u32, &Source)| is_variable_file(&source.name).then_some(file);
        let files: Vec<u32> = self
            .module
            .texts
            .with(|sources| (0..).zip(sources.iter()).filter_map(is_of_values).collect());
        let bodies = files.into_iter().filter_map(|file| self.body(file));
        let attributes = bodies.flat_map(|body| body.attributes);
        attributes
            .map(|attribute| (attribute.name, attribute.expr.range))
            .collect()
    }

    fn body(&self, file: u32) -> Option<Body> {
        self.module.texts.with(|sources| {
            let json = sources.get(file)?.name.ends_with(".json");
            let parse = if json { parse_json_values } else { parse_body };
            parse(sources, file).ok()
        })
    }

    /// Returns the text of a range.
    pub fn text(&self, range: Range) -> String {
        self.module
            .texts
            .with(|sources| sources.text(range).to_owned())
    }

    /// Returns all source files by name, with the given ranges masked.
    pub fn texts(&self, hidden: &[Range], name: &dyn Fn(&str) -> String) -> Vec<(String, String)> {
        self.module.texts.with(|sources| {
            let files = sources
                .iter()
                .enumerate()
                .filter(|(_, source)| !source.name.starts_with('<'));
            let masked = files.map(|(file, source)| {
                let mut text = source.text.to_string();
                let mut ranges: Vec<&Range> = hidden
                    .iter()
                    .filter(|range| usize::try_from(range.file) == Ok(file))
                    .collect();
                // Masks from the end, because masking can change the number of bytes and with it the offsets after it.
                ranges.sort();
                for range in ranges.into_iter().rev() {
                    text = mask(&text, *range);
                }
                (name(&source.name), text)
            });
            masked.collect()
        })
    }
}

fn attribute<'b>(body: &'b Body, name: &str, value: Range) -> Option<&'b Expr> {
    body.attribute(name)
        .map(|attribute| &*attribute.expr)
        .filter(|expr| expr.range == value)
}

fn inside(expr: &Expr, steps: &[Step]) -> Range {
    let Some((step, rest)) = steps.split_first() else {
        return expr.range;
    };
    let inner = match (&expr.kind, step) {
        (ExprKind::Parentheses(inner) | ExprKind::Wrapped(inner), _) => {
            return inside(inner, steps);
        }
        (ExprKind::Tuple(items), Step::Index(at)) => {
            items.get(usize::try_from(*at).unwrap_or(usize::MAX))
        }
        // The last of several equal keys wins.
        (ExprKind::Object(items), Step::Key(name)) => items
            .iter()
            .rev()
            .find(|(key, _)| is_key(key, name))
            .map(|(_, value)| value),
        _ => None,
    };
    inner.map_or(expr.range, |inner| inside(inner, rest))
}

fn is_key(key: &Key, name: &str) -> bool {
    match key {
        Key::Word(word) => &*word.text == name,
        Key::Expr(Expr {
            kind: ExprKind::Literal(value),
            ..
        }) => value.str() == Some(name),
        Key::Expr(_) => false,
    }
}

/// Masks a range with asterisks. Lines and columns stay the same.
fn mask(text: &str, range: Range) -> String {
    let offset = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    let (Some(before), Some(hidden), Some(after)) = (
        text.get(..offset(range.start)),
        text.get(offset(range.start)..offset(range.end)),
        text.get(offset(range.end)..),
    ) else {
        // Drops the whole text rather than showing a sensitive value.
        return String::new();
    };
    let hidden: String = hidden
        .chars()
        .map(|c| if matches!(c, '\n' | '\r') { c } else { '*' })
        .collect();
    format!("{before}{hidden}{after}")
}
