//! Prints failures in nested braces.

use std::collections::HashSet;
use std::fmt::Write;

use super::Paint;
use crate::eval::result::{Missing, QueryResult};
use crate::report::{BinaryCheck, ClauseReport, RenderContext, UnaryCheck};
use crate::syntax::ast::{Binary, Unary};
use crate::text;
use crate::value::{Origin, Value};

/// The width to which property names are padded.
const WIDTH: usize = "PropertyPath".len() + 4;

/// The kind of document.
pub(super) enum DocumentKind<'r> {
    /// A CloudFormation template, by lines.
    Template(Vec<&'r str>),
    /// A Terraform plan.
    Terraform,
}

/// Prints failures. Failures of single checks are printed only if they are in `clauses`.
pub(super) struct Printer<'r, 'e> {
    pub out: &'r mut String,
    pub clauses: &'r HashSet<*const ClauseReport<'e>>,
    pub document_kind: &'r DocumentKind<'r>,
    pub paint: Paint,
}

impl<'e> Printer<'_, 'e> {
    pub fn print(&mut self, report: &ClauseReport<'e>, prefix: &str) {
        match report {
            ClauseReport::Rule {
                name,
                message,
                checks,
            } => {
                self.line(prefix, format_args!("Rule = {} {{", self.paint.rule(name)));
                self.messages(&format!("{prefix}  "), message.unwrap_or_default(), "", 0);
                self.group("ALL", checks, &format!("{prefix}  "));
                self.line(prefix, format_args!("}}"));
            }
            ClauseReport::Disjunctions(checks) => self.group("ANY", checks, prefix),
            _ if !self.clauses.contains(&std::ptr::from_ref(report)) => {}
            ClauseReport::Block {
                source,
                context,
                missing,
                ..
            } => {
                self.line(
                    prefix,
                    format_args!("Check = {} {{", text::context(source.program, *context)),
                );
                self.block(*source, *missing, report, &format!("{prefix}  "));
                self.line(prefix, format_args!("}}"));
            }
            ClauseReport::Unary {
                source,
                context,
                check,
                message,
            } => {
                let context = text::context(source.program, *context);
                let UnaryCheck::Value { operator, from, .. } = check else {
                    return;
                };
                self.line(prefix, format_args!("Check = {context} {{"));
                match from {
                    QueryResult::Missing(missing) => {
                        self.required(*source, missing, message.unwrap_or_default(), prefix)
                    }
                    QueryResult::Resolved(value) | QueryResult::Literal(value) => {
                        let post = self.unary(*source, value, *operator, &format!("{prefix}    "));
                        self.comparison(report, WIDTH, &post, prefix, false);
                    }
                }
                self.line(prefix, format_args!("}}"));
            }
            ClauseReport::Binary {
                source,
                context,
                message,
                operator,
                check,
                ..
            } => {
                let context = text::context(source.program, *context);
                self.line(prefix, format_args!("Check = {context} {{"));
                let inner = format!("{prefix}    ");
                match check {
                    BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                        self.required(*source, missing, message.unwrap_or_default(), prefix);
                    }
                    BinaryCheck::One { from, to, .. } => {
                        let with = formatted(to);
                        let post = self.binary(
                            *source,
                            from,
                            Some(to.origin),
                            *operator,
                            None,
                            &with,
                            &inner,
                        );
                        self.comparison(report, WIDTH, &post, prefix, false);
                    }
                    BinaryCheck::Several { from, to } => {
                        let found: Vec<&Value<'_>> = to.iter().filter_map(resolved).collect();
                        let first: Vec<String> =
                            found.iter().take(5).map(|value| formatted(value)).collect();
                        let total = (found.len() > 5).then_some(found.len());
                        let with = format!("[{}]", first.join(", "));
                        let post =
                            self.binary(*source, from, None, *operator, total, &with, &inner);
                        self.comparison(report, WIDTH, &post, prefix, true);
                    }
                }
                self.line(prefix, format_args!("}}"));
            }
        }
    }

    fn group(&mut self, word: &str, checks: &[ClauseReport<'e>], prefix: &str) {
        self.line(prefix, format_args!("{word} {{"));
        let below = format!("{prefix}  ");
        checks.iter().for_each(|check| self.print(check, &below));
        self.line(prefix, format_args!("}}"));
    }

    /// Prints a comparison; the details are inside the braces, or after them if `details_after`.
    fn comparison(
        &mut self,
        report: &ClauseReport<'e>,
        width: usize,
        post: &str,
        prefix: &str,
        details_after: bool,
    ) {
        let prefix = format!("{prefix}  ");
        self.line(&prefix, format_args!("ComparisonError {{"));
        let messages = report.messages();
        let (custom, error) = (
            messages.custom.unwrap_or_default(),
            messages.error.unwrap_or_default(),
        );
        self.messages(&format!("{prefix}  "), &custom, &error, width);
        if details_after {
            self.line(&prefix, format_args!("}}"));
        }
        self.out.push_str(post);
        self.out.push('\n');
        if !details_after {
            self.line(&prefix, format_args!("}}"));
        }
    }

    fn required(
        &mut self,
        source: RenderContext<'_>,
        missing: &Missing<'_>,
        message: &str,
        prefix: &str,
    ) {
        let prefix = format!("{prefix}  ");
        self.messages(&prefix, message, "", 0);
        self.line(&prefix, format_args!("RequiredPropertyError {{"));
        let inner = format!("{prefix}  ");
        self.line(
            &inner,
            format_args!("PropertyPath = {}", path(source, missing.at.origin)),
        );
        self.line(
            &inner,
            format_args!("MissingProperty = {}", text::query(missing.rest)),
        );
        let why = text::why(source.doc, missing);
        if !why.is_empty() {
            self.line(&inner, format_args!("Reason = {why}"));
        }
        let code = self.code(source, missing.at.origin, &inner);
        self.out.push_str(&code);
        self.line(&prefix, format_args!("}}"));
    }

    fn block(
        &mut self,
        source: RenderContext<'_>,
        missing: Option<&Missing<'_>>,
        report: &ClauseReport<'e>,
        prefix: &str,
    ) {
        self.line(prefix, format_args!("RequiredPropertyError {{"));
        let inner = format!("{prefix}  ");
        let mut width = "Message".len() + 4;
        let mut code = String::new();
        if let Some(missing) = missing {
            let to = source.doc.path(missing.at.origin);
            if !to.is_empty() {
                width = "MissingProperty".len() + 4;
                self.line(&inner, format_args!("{:<width$}= {to}", "PropertyPath"));
                self.line(
                    &inner,
                    format_args!(
                        "{:<width$}= {}",
                        "MissingProperty",
                        text::query(missing.rest)
                    ),
                );
            }
            code = self.code(source, missing.at.origin, &inner);
        }
        let messages = report.messages();
        let (custom, error) = (
            messages.custom.unwrap_or_default(),
            messages.error.unwrap_or_default(),
        );
        self.messages(&inner, &custom, &error, width);
        self.out.push_str(&code);
        self.out.push('\n');
        self.line(prefix, format_args!("}}"));
    }

    fn unary(
        &self,
        source: RenderContext<'_>,
        value: &Value<'_>,
        operator: (Unary, bool),
        prefix: &str,
    ) -> String {
        // cfn-guard never finds the property in Terraform plans.
        let path = match self.document_kind {
            DocumentKind::Template(_) => path(source, value.origin),
            DocumentKind::Terraform => String::new(),
        };
        let mut post = format!(
            "{prefix}{:<WIDTH$}= {path}\n{prefix}{:<WIDTH$}= {}\n",
            "PropertyPath",
            "Operator",
            unary_words(operator)
        );
        post.push_str(&self.code(source, value.origin, prefix));
        post
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the fields of the block that is printed"
    )]
    fn binary(
        &self,
        source: RenderContext<'_>,
        from: &Value<'_>,
        to: Option<Origin<'_>>,
        operator: (Binary, bool),
        total: Option<usize>,
        with: &str,
        prefix: &str,
    ) -> String {
        let path = match self.document_kind {
            DocumentKind::Template(_) => path(source, from.origin),
            DocumentKind::Terraform => property(source, from.origin, to),
        };
        let mut post = String::new();
        let mut field = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(post, "{prefix}{name:<WIDTH$}= {value}");
        };
        field("PropertyPath", &path);
        field("Operator", binary_words(operator));
        if let Some(total) = total {
            field("Total", &total.to_string());
        }
        field("Value", &formatted(from));
        field("ComparedWith", with);
        post.push_str(&self.code(source, from.origin, prefix));
        post
    }

    /// Returns six lines of the template around a value.
    fn code(&self, source: RenderContext<'_>, origin: Origin<'_>, prefix: &str) -> String {
        let DocumentKind::Template(lines) = self.document_kind else {
            return String::new();
        };
        let line = source.doc.position(origin).line as usize;
        let first = line.saturating_sub(2).max(1);
        let mut out = format!("{prefix}Code:\n");
        for (number, line) in (1..).zip(lines).skip(first - 1).take(6) {
            let number: usize = number;
            let _ = writeln!(
                out,
                "{prefix}  {}",
                self.paint.code(format_args!("{number:>5}.{line}"))
            );
        }
        out
    }

    fn messages(&mut self, prefix: &str, message: &str, error: &str, width: usize) {
        let separator = if message.contains(';') { ';' } else { '\n' };
        let parts: Vec<&str> = message
            .split(separator)
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        match parts.as_slice() {
            [] => {}
            [only] => self.line(prefix, format_args!("{:<width$} = {only}", "Message")),
            several => {
                self.line(prefix, format_args!("{:<width$} {{", "Message"));
                several
                    .iter()
                    .for_each(|part| self.line(prefix, format_args!("  {part}")));
                self.line(prefix, format_args!("}}"));
            }
        }
        if !error.is_empty() {
            self.line(prefix, format_args!("{:<width$} = {error}", "Error"));
        }
    }

    fn line(&mut self, prefix: &str, what: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.out, "{prefix}{what}");
    }
}

fn resolved<'e>(result: &QueryResult<'e>) -> Option<&'e Value<'e>> {
    match result {
        QueryResult::Resolved(value) => Some(value),
        _ => None,
    }
}

fn formatted(value: &Value<'_>) -> String {
    let mut out = String::new();
    text::value_only(value, &mut out);
    out
}

fn path(source: RenderContext<'_>, origin: Origin<'_>) -> String {
    let mut path = String::new();
    text::path_and_position(source.doc, origin, &mut path);
    path
}

/// Returns the property path of a planned resource, separated by dots.
fn property(source: RenderContext<'_>, from: Origin<'_>, to: Option<Origin<'_>>) -> String {
    let from = source.doc.path(from);
    let path = match to {
        Some(to) if !from.starts_with("/resource_changes") => source.doc.path(to),
        _ => from,
    };
    path.split_once("change/after/")
        .map(|(_, property)| property.replace('/', "."))
        .unwrap_or_default()
}

fn unary_words((operator, negated): (Unary, bool)) -> &'static str {
    match (operator, negated) {
        (Unary::Exists, false) => "EXISTS",
        (Unary::Exists, true) => "NOT EXISTS",
        (Unary::Empty, false) => "EMPTY",
        (Unary::Empty, true) => "NOT EMPTY",
        (Unary::IsList, false) => "IS LIST",
        (Unary::IsList, true) => "NOT LIST",
        (Unary::IsStruct, false) => "IS STRUCT",
        (Unary::IsStruct, true) => "NOT STRUCT",
        (Unary::IsString, false) => "IS STRING",
        (Unary::IsString, true) => "NOT STRING",
        (Unary::IsFloat, false) => "IS FLOAT",
        (Unary::IsFloat, true) => "NOT FLOAT",
        (Unary::IsNull, false) => "IS NULL",
        (Unary::IsNull, true) => "NOT NULL",
        // The misspelling is cfn-guard's.
        (Unary::IsBool, false) => "IS BOOl",
        (Unary::IsBool, true) => "NOT BOOL",
        (Unary::IsInt, false) => "IS INT",
        (Unary::IsInt, true) => "NOT INT",
    }
}

fn binary_words((operator, negated): (Binary, bool)) -> &'static str {
    match (operator, negated) {
        (Binary::Equals, false) => "EQUAL",
        (Binary::Equals, true) => "NOT EQUAL",
        (Binary::LessOrEqual, false) => "LESS THAN EQUAL",
        (Binary::LessOrEqual, true) => "NOT LESS THAN EQUAL",
        (Binary::Less, false) => "LESS THAN",
        (Binary::Less, true) => "NOT LESS THAN",
        (Binary::GreaterOrEqual, false) => "GREATER THAN EQUAL",
        (Binary::GreaterOrEqual, true) => "NOT GREATER THAN EQUAL",
        (Binary::Greater, false) => "GREATER THAN",
        (Binary::Greater, true) => "NOT GREATER THAN",
        (Binary::In, false) => "IN",
        (Binary::In, true) => "NOT IN",
    }
}
