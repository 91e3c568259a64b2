//! What a report says in words.

use super::model::{BinaryCheck, ClauseReport, Source, UnaryCheck};
use crate::guard::eval::result::Res;
use crate::guard::outcome::Context;
use crate::guard::syntax::ast::{Binary, Unary};
use crate::guard::text;
use crate::guard::value::{Origin, Place};

/// The messages of one failure.
#[derive(Debug, Default)]
pub struct Messages {
    /// The author's.
    pub custom: Option<String>,
    /// Ours.
    pub error: Option<String>,
    /// The place that the reference gives with them, from 0.
    pub place: Option<Place>,
}

impl<'e> ClauseReport<'e> {
    /// The messages of this failure alone.
    pub fn messages(&self) -> Messages {
        match self {
            ClauseReport::Rule { message, .. } => {
                Messages { custom: message.map(str::to_owned), ..Messages::default() }
            }
            ClauseReport::Disjunctions(_) => Messages::default(),
            ClauseReport::Block { source, missing: None, note, .. } => {
                Messages { error: text::note(source.doc, *note), ..Messages::default() }
            }
            ClauseReport::Block { source, missing: Some(missing), .. } => {
                let property = text::query(missing.rest);
                let far = text::display(source.doc, missing.at);
                let error =
                    format!("Check was not compliant as property [{property}] is missing. Value traversed to [{far}]");
                Messages { custom: Some(String::new()), error: Some(error), place: None }
            }
            ClauseReport::Unary { source, context, message, check } => unary(*source, *context, *message, check),
            ClauseReport::Binary { source, message, operator, check, .. } => {
                binary(*source, *message, *operator, check)
            }
        }
    }
}

fn unary(source: Source<'_>, context: Context<'_>, message: Option<&str>, check: &UnaryCheck<'_>) -> Messages {
    let custom = message.unwrap_or_default();
    match check {
        UnaryCheck::NothingFound => Messages {
            custom: Some(custom.replace('\n', ";")),
            error: Some(format!(
                "Check was not compliant as variable in context [{}] was not empty",
                text::context(source.program, context)
            )),
            place: None,
        },
        UnaryCheck::Rule(rule) => Messages {
            custom: Some(custom.to_owned()),
            error: Some(format!(
                "Check was not compliant as dependent rule [{rule}] did not PASS. Context [{}]",
                text::context(source.program, context)
            )),
            place: None,
        },
        UnaryCheck::Value { operator, from, why } => {
            let why = why.map(|why| format!("Error = [{why}]")).unwrap_or_default();
            let (error, place) = match from {
                Res::Missing(missing) => {
                    let (rest, at) = (text::query(missing.rest), text::display(source.doc, missing.at));
                    let error = format!(
                        "Check was not compliant as property [{rest}] is missing. Value traversed to [{at}].{why}"
                    );
                    (error, source.doc.place(missing.at.origin))
                }
                Res::Resolved(value) | Res::Literal(value) => {
                    let path = path(source, value.origin);
                    let was = was(*operator);
                    (format!("Check was not compliant as property [{path}] {was}.{why}"), Place::default())
                }
            };
            Messages { custom: Some(custom.to_owned()), error: Some(error), place: Some(place) }
        }
    }
}

fn binary(source: Source<'_>, message: Option<&str>, operator: (Binary, bool), check: &BinaryCheck<'_>) -> Messages {
    let doc = source.doc;
    let (error, origin) = match check {
        BinaryCheck::FromMissing(missing) => {
            let (rest, at) = (text::query(missing.rest), text::display(doc, missing.at));
            let error = format!(
                "Check was not compliant as property [{rest}] to compare from is missing. Value traversed to [{at}]."
            );
            (error, missing.at.origin)
        }
        BinaryCheck::ToMissing(missing) => {
            let (rest, at) = (text::query(missing.rest), text::display(doc, missing.at));
            let error = format!(
                "Check was not compliant as property [{rest}] to compare to is missing. Value traversed to [{at}]."
            );
            (error, missing.at.origin)
        }
        BinaryCheck::One { from, to, why } => {
            let (shown, other) = (text::display(doc, from), text::display(doc, to));
            let compared = compared(operator);
            let why = why.map(|why| format!(" Error = [{}]", text::incomparable(doc, why))).unwrap_or_default();
            let error = format!("Check was not compliant as property value [{shown}] {compared} value [{other}].{why}");
            (error, to.origin)
        }
        BinaryCheck::Several { from, to } => {
            let error = format!(
                "Check was not compliant as property [{}] was not present in [{}]",
                path(source, from.origin),
                results(source, to)
            );
            let place = Some(doc.place(from.origin));
            return Messages { custom: message.map(str::to_owned), error: Some(error), place };
        }
    };
    let custom = Some(message.unwrap_or_default().to_owned());
    Messages { custom, error: Some(error), place: Some(doc.place(origin)) }
}

pub(super) fn results(source: Source<'_>, results: &[Res<'_>]) -> String {
    let shown = results.iter().map(|result| match result {
        Res::Literal(value) => format!("literal, {}", text::display(source.doc, value)),
        Res::Resolved(value) => format!("(resolved, {})", text::display(source.doc, value)),
        Res::Missing(missing) => format!("(unresolved, {})", text::display(source.doc, missing.at)),
    });
    shown.collect::<Vec<_>>().join(".").replace(".[", "[")
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
