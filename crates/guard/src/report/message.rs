//! The error messages of reports.

use std::borrow::Cow;

use super::model::{BinaryCheck, ClauseReport, RenderContext, UnaryCheck};
use crate::eval::result::{Missing, QueryResult};
use crate::outcome::{Context, Note};
use crate::syntax::ast::{Binary, Unary};
use crate::text;
use crate::value::{Origin, Ref, ZeroBasedPosition};

/// The messages of a failure.
#[derive(Debug, Default)]
pub struct Messages {
    /// The message in the rules file.
    pub custom: Option<String>,
    /// The generated message.
    pub error: Option<String>,
    /// The 0-based position that cfn-guard reports with the messages.
    pub position: Option<ZeroBasedPosition>,
}

/// A writer of messages.
pub(super) trait MessageWriter {
    /// Appends a text.
    fn text(&mut self, text: &str);
    /// Appends a value with its path.
    fn shown(&mut self, source: RenderContext<'_>, value: Ref<'_>);
    /// Appends the results of a query.
    fn results(&mut self, source: RenderContext<'_>, results: &[QueryResult<'_>]);
}

impl MessageWriter for String {
    fn text(&mut self, text: &str) {
        self.push_str(text);
    }

    fn shown(&mut self, source: RenderContext<'_>, value: Ref<'_>) {
        text::push_display(source.doc, value, self);
    }

    fn results(&mut self, source: RenderContext<'_>, all: &[QueryResult<'_>]) {
        self.push_str(&results(source, all, usize::MAX));
    }
}

impl ClauseReport<'_> {
    /// Returns the messages of this failure, without those of nested failures.
    pub fn messages(&self) -> Messages {
        let error = self.has_error().then(|| {
            let mut error = String::new();
            self.error(&mut error);
            error
        });
        Messages {
            custom: self.custom().map(Cow::into_owned),
            error,
            position: self.position(),
        }
    }

    /// Returns the message in the rules file.
    pub(super) fn custom(&self) -> Option<Cow<'_, str>> {
        match self {
            ClauseReport::Rule { message, .. } => message.map(Cow::Borrowed),
            ClauseReport::Block {
                missing: Some(_), ..
            } => Some(Cow::Borrowed("")),
            ClauseReport::Disjunctions(_) | ClauseReport::Block { .. } => None,
            ClauseReport::Unary {
                message,
                check: UnaryCheck::NothingFound,
                ..
            } => Some(Cow::Owned(message.unwrap_or_default().replace('\n', ";"))),
            ClauseReport::Binary {
                message,
                check: BinaryCheck::Several { .. },
                ..
            } => message.map(Cow::Borrowed),
            ClauseReport::Unary { message, .. } | ClauseReport::Binary { message, .. } => {
                Some(Cow::Borrowed(message.unwrap_or_default()))
            }
        }
    }

    /// Whether [`ClauseReport::error`] writes a message.
    pub(super) fn has_error(&self) -> bool {
        match self {
            ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => false,
            ClauseReport::Block {
                missing: None,
                note,
                ..
            } => !matches!(note, Note::None),
            _ => true,
        }
    }

    /// Writes the generated message.
    pub(super) fn error(&self, writer: &mut impl MessageWriter) {
        match self {
            ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => {}
            ClauseReport::Block {
                source,
                missing: None,
                note,
                ..
            } => {
                writer.text(&text::note(source.doc, *note).unwrap_or_default());
            }
            ClauseReport::Block {
                source,
                missing: Some(missing),
                ..
            } => {
                missing_property(*source, missing, "", writer);
            }
            ClauseReport::Unary {
                source,
                context,
                check,
                ..
            } => unary(*source, *context, check, writer),
            ClauseReport::Binary {
                source,
                operator,
                check,
                ..
            } => binary(*source, *operator, check, writer),
        }
    }

    fn position(&self) -> Option<ZeroBasedPosition> {
        let (source, origin) = match self {
            ClauseReport::Unary {
                source,
                check: UnaryCheck::Value { from, .. },
                ..
            } => match from {
                QueryResult::Missing(missing) => (source, missing.at.origin),
                QueryResult::Resolved(_) | QueryResult::Literal(_) => {
                    return Some(ZeroBasedPosition::default());
                }
            },
            ClauseReport::Binary { source, check, .. } => match check {
                BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                    (source, missing.at.origin)
                }
                BinaryCheck::One { to, .. } => (source, to.origin),
                BinaryCheck::Several { from, .. } => (source, from.origin),
            },
            _ => return None,
        };
        Some(source.doc.position(origin))
    }
}

/// Writes that the property of a query is missing; `purpose` is inserted after the property.
fn missing_property(
    source: RenderContext<'_>,
    missing: &Missing<'_>,
    purpose: &str,
    writer: &mut impl MessageWriter,
) {
    writer.text("Check was not compliant as property [");
    writer.text(&text::query(missing.rest));
    writer.text("]");
    writer.text(purpose);
    writer.text(" is missing. Value traversed to [");
    writer.shown(source, missing.at);
    writer.text("]");
}

fn unary(
    source: RenderContext<'_>,
    context: Context<'_>,
    check: &UnaryCheck<'_>,
    writer: &mut impl MessageWriter,
) {
    match check {
        UnaryCheck::NothingFound => {
            writer.text("Check was not compliant as variable in context [");
            writer.text(&text::context(source.program, context));
            writer.text("] was not empty");
        }
        UnaryCheck::Rule(rule) => {
            writer.text("Check was not compliant as dependent rule [");
            writer.text(rule);
            writer.text("] did not PASS. Context [");
            writer.text(&text::context(source.program, context));
            writer.text("]");
        }
        UnaryCheck::Value {
            operator,
            from,
            why,
        } => {
            match from {
                QueryResult::Missing(missing) => missing_property(source, missing, "", writer),
                QueryResult::Resolved(value) | QueryResult::Literal(value) => {
                    writer.text("Check was not compliant as property [");
                    writer.text(&path(source, value.origin));
                    writer.text("] ");
                    writer.text(was(*operator));
                }
            }
            writer.text(".");
            if let Some(why) = why {
                writer.text("Error = [");
                writer.text(why);
                writer.text("]");
            }
        }
    }
}

fn binary(
    source: RenderContext<'_>,
    operator: (Binary, bool),
    check: &BinaryCheck<'_>,
    writer: &mut impl MessageWriter,
) {
    match check {
        BinaryCheck::FromMissing(missing) => {
            missing_property(source, missing, " to compare from", writer)
        }
        BinaryCheck::ToMissing(missing) => {
            missing_property(source, missing, " to compare to", writer)
        }
        BinaryCheck::One { from, to, .. } => {
            writer.text("Check was not compliant as property value [");
            writer.shown(source, from);
            writer.text("] ");
            writer.text(compared(operator));
            writer.text(" value [");
            writer.shown(source, to);
            writer.text("]");
        }
        BinaryCheck::Several { from, to } => {
            writer.text("Check was not compliant as property [");
            writer.text(&path(source, from.origin));
            writer.text("] was not present in [");
            writer.results(source, to);
            writer.text("]");
            return;
        }
    }
    writer.text(".");
    if let BinaryCheck::One { why: Some(why), .. } = check {
        writer.text(" Error = [");
        writer.text(&text::incomparable(source.doc, **why));
        writer.text("]");
    }
}

/// Appends a query result and whether it was resolved.
pub(super) fn push_result(source: RenderContext<'_>, result: &QueryResult<'_>, out: &mut String) {
    let (before, value, after) = match result {
        QueryResult::Literal(value) => ("literal, ", *value, ""),
        QueryResult::Resolved(value) => ("(resolved, ", *value, ")"),
        QueryResult::Missing(missing) => ("(unresolved, ", missing.at, ")"),
    };
    out.push_str(before);
    text::push_display(source.doc, value, out);
    out.push_str(after);
}

/// Formats query results as cfn-guard does, which joins them like query parts: a dot before a bracket is removed, also
/// within values. No further result is added once there are more than `most` bytes.
pub(super) fn results(
    source: RenderContext<'_>,
    results: &[QueryResult<'_>],
    most: usize,
) -> String {
    let mut all = String::new();
    for (at, result) in results.iter().enumerate() {
        if all.len() > most {
            break;
        }
        all.push_str(if at > 0 { "." } else { "" });
        push_result(source, result, &mut all);
    }
    if all.contains(".[") {
        all.replace(".[", "[")
    } else {
        all
    }
}

fn path(source: RenderContext<'_>, origin: Origin<'_>) -> String {
    let mut path = String::new();
    text::path_and_position(source.doc, origin, &mut path);
    path
}

fn was((operator, negated): (Unary, bool)) -> &'static str {
    match (operator, negated) {
        (Unary::Exists, true) => "existed",
        (Unary::Exists, false) => "did not exist",
        (Unary::Empty, true) => "was empty",
        (Unary::Empty, false) => "was not empty",
        (Unary::IsList, true) => "was a list ",
        (Unary::IsList, false) => "was not list",
        (Unary::IsStruct, true) => "was a struct",
        (Unary::IsStruct, false) => "was not struct",
        (Unary::IsString, true) => "was a string ",
        (Unary::IsString, false) => "was not string",
        (Unary::IsInt, true) => "was int",
        (Unary::IsInt, false) => "was not int",
        (Unary::IsBool, true) => "was bool",
        (Unary::IsBool, false) => "was not bool",
        (Unary::IsNull, true) => "was null",
        (Unary::IsNull, false) => "was not null",
        (Unary::IsFloat, true) => "was float",
        (Unary::IsFloat, false) => "was not float",
    }
}

fn compared((operator, negated): (Binary, bool)) -> &'static str {
    match (operator, negated) {
        (Binary::Equals, true) => "equal to",
        (Binary::Equals, false) => "not equal to",
        (Binary::LessOrEqual, true) => "less than equal to",
        (Binary::LessOrEqual, false) => "not less than equal to",
        (Binary::Less, true) => "less than",
        (Binary::Less, false) => "not less than",
        (Binary::GreaterOrEqual, true) => "greater than equal to",
        (Binary::GreaterOrEqual, false) => "not greater than equal",
        (Binary::Greater, true) => "greater than",
        (Binary::Greater, false) => "not greater than",
        (Binary::In, true) => "in",
        (Binary::In, false) => "not in",
    }
}
