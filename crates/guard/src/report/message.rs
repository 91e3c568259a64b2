//! The error messages of reports.

use std::borrow::Cow;

use super::model::{BinaryCheck, ClauseReport, Source, UnaryCheck};
use crate::eval::result::{Missing, Res};
use crate::outcome::{Context, Note};
use crate::syntax::ast::{Binary, Unary};
use crate::text;
use crate::value::{Origin, Place, Ref};

/// The messages of a failure.
#[derive(Debug, Default)]
pub struct Messages {
    /// The message in the rules file.
    pub custom: Option<String>,
    /// The generated message.
    pub error: Option<String>,
    /// The 0-based position that cfn-guard reports with the messages.
    pub place: Option<Place>,
}

/// A writer of messages.
pub(super) trait Words {
    /// Appends a text.
    fn text(&mut self, text: &str);
    /// Appends a value with its path.
    fn shown(&mut self, source: Source<'_>, value: Ref<'_>);
    /// Appends the results of a query.
    fn results(&mut self, source: Source<'_>, results: &[Res<'_>]);
}

impl Words for String {
    fn text(&mut self, text: &str) {
        self.push_str(text);
    }

    fn shown(&mut self, source: Source<'_>, value: Ref<'_>) {
        text::push_display(source.doc, value, self);
    }

    fn results(&mut self, source: Source<'_>, all: &[Res<'_>]) {
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
        Messages { custom: self.custom().map(Cow::into_owned), error, place: self.place() }
    }

    /// Returns the message in the rules file.
    pub(super) fn custom(&self) -> Option<Cow<'_, str>> {
        match self {
            ClauseReport::Rule { message, .. } => message.map(Cow::Borrowed),
            ClauseReport::Block { missing: Some(_), .. } => Some(Cow::Borrowed("")),
            ClauseReport::Disjunctions(_) | ClauseReport::Block { .. } => None,
            ClauseReport::Unary { message, check: UnaryCheck::NothingFound, .. } => {
                Some(Cow::Owned(message.unwrap_or_default().replace('\n', ";")))
            }
            ClauseReport::Binary { message, check: BinaryCheck::Several { .. }, .. } => message.map(Cow::Borrowed),
            ClauseReport::Unary { message, .. } | ClauseReport::Binary { message, .. } => {
                Some(Cow::Borrowed(message.unwrap_or_default()))
            }
        }
    }

    /// Whether [`ClauseReport::error`] writes a message.
    pub(super) fn has_error(&self) -> bool {
        match self {
            ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => false,
            ClauseReport::Block { missing: None, note, .. } => !matches!(note, Note::None),
            _ => true,
        }
    }

    /// Writes the generated message.
    pub(super) fn error(&self, words: &mut impl Words) {
        match self {
            ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => {}
            ClauseReport::Block { source, missing: None, note, .. } => {
                words.text(&text::note(source.doc, *note).unwrap_or_default());
            }
            ClauseReport::Block { source, missing: Some(missing), .. } => {
                missing_property(*source, missing, "", words);
            }
            ClauseReport::Unary { source, context, check, .. } => unary(*source, *context, check, words),
            ClauseReport::Binary { source, operator, check, .. } => binary(*source, *operator, check, words),
        }
    }

    fn place(&self) -> Option<Place> {
        let (source, origin) = match self {
            ClauseReport::Unary { source, check: UnaryCheck::Value { from, .. }, .. } => match from {
                Res::Missing(missing) => (source, missing.at.origin),
                Res::Resolved(_) | Res::Literal(_) => return Some(Place::default()),
            },
            ClauseReport::Binary { source, check, .. } => match check {
                BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => (source, missing.at.origin),
                BinaryCheck::One { to, .. } => (source, to.origin),
                BinaryCheck::Several { from, .. } => (source, from.origin),
            },
            _ => return None,
        };
        Some(source.doc.place(origin))
    }
}

/// Writes that the property of a query is missing; `purpose` is inserted after the property.
fn missing_property(source: Source<'_>, missing: &Missing<'_>, purpose: &str, words: &mut impl Words) {
    words.text("Check was not compliant as property [");
    words.text(&text::query(missing.rest));
    words.text("]");
    words.text(purpose);
    words.text(" is missing. Value traversed to [");
    words.shown(source, missing.at);
    words.text("]");
}

fn unary(source: Source<'_>, context: Context<'_>, check: &UnaryCheck<'_>, words: &mut impl Words) {
    match check {
        UnaryCheck::NothingFound => {
            words.text("Check was not compliant as variable in context [");
            words.text(&text::context(source.program, context));
            words.text("] was not empty");
        }
        UnaryCheck::Rule(rule) => {
            words.text("Check was not compliant as dependent rule [");
            words.text(rule);
            words.text("] did not PASS. Context [");
            words.text(&text::context(source.program, context));
            words.text("]");
        }
        UnaryCheck::Value { operator, from, why } => {
            match from {
                Res::Missing(missing) => missing_property(source, missing, "", words),
                Res::Resolved(value) | Res::Literal(value) => {
                    words.text("Check was not compliant as property [");
                    words.text(&path(source, value.origin));
                    words.text("] ");
                    words.text(was(*operator));
                }
            }
            words.text(".");
            if let Some(why) = why {
                words.text("Error = [");
                words.text(why);
                words.text("]");
            }
        }
    }
}

fn binary(source: Source<'_>, operator: (Binary, bool), check: &BinaryCheck<'_>, words: &mut impl Words) {
    match check {
        BinaryCheck::FromMissing(missing) => missing_property(source, missing, " to compare from", words),
        BinaryCheck::ToMissing(missing) => missing_property(source, missing, " to compare to", words),
        BinaryCheck::One { from, to, .. } => {
            words.text("Check was not compliant as property value [");
            words.shown(source, from);
            words.text("] ");
            words.text(compared(operator));
            words.text(" value [");
            words.shown(source, to);
            words.text("]");
        }
        BinaryCheck::Several { from, to } => {
            words.text("Check was not compliant as property [");
            words.text(&path(source, from.origin));
            words.text("] was not present in [");
            words.results(source, to);
            words.text("]");
            return;
        }
    }
    words.text(".");
    if let BinaryCheck::One { why: Some(why), .. } = check {
        words.text(" Error = [");
        words.text(&text::incomparable(source.doc, **why));
        words.text("]");
    }
}

/// Appends a query result and whether it was resolved.
pub(super) fn push_result(source: Source<'_>, result: &Res<'_>, out: &mut String) {
    let (before, value, after) = match result {
        Res::Literal(value) => ("literal, ", *value, ""),
        Res::Resolved(value) => ("(resolved, ", *value, ")"),
        Res::Missing(missing) => ("(unresolved, ", missing.at, ")"),
    };
    out.push_str(before);
    text::push_display(source.doc, value, out);
    out.push_str(after);
}

/// Formats query results as cfn-guard does, which joins them like query parts: a dot before a bracket is removed, also
/// within values. No further result is added once there are more than `most` bytes.
pub(super) fn results(source: Source<'_>, results: &[Res<'_>], most: usize) -> String {
    let mut all = String::new();
    for (at, result) in results.iter().enumerate() {
        if all.len() > most {
            break;
        }
        all.push_str(if at > 0 { "." } else { "" });
        push_result(source, result, &mut all);
    }
    if all.contains(".[") { all.replace(".[", "[") } else { all }
}

fn path(source: Source<'_>, origin: Origin<'_>) -> String {
    let mut path = String::new();
    text::path_and_place(source.doc, origin, &mut path);
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
