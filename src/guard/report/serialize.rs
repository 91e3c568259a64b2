//! Reports on the wire: field for field those of cfn-guard 3.2.1.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use super::failures::FileReport;
use super::message::Messages;
use super::model::{BinaryCheck, ClauseReport, Operator, Source, UnaryCheck};
use super::value::{Shown, ShownMissing};
use crate::guard::eval::result::{Missing, Res};
use crate::guard::outcome::{Context, Status};
use crate::guard::syntax::ast::Binary;
use crate::guard::text;

/// `{}`: the reference has a place for metadata and never any.
struct Metadata;

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_map(Some(0))?.end()
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for FileReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("FileReport", 7)?;
        report.serialize_field("name", self.name)?;
        report.serialize_field("metadata", &Metadata)?;
        report.serialize_field("status", &self.status)?;
        report.serialize_field("not_compliant", &self.not_compliant)?;
        report.serialize_field("not_applicable", &self.not_applicable)?;
        if !self.not_applicable_reasons.is_empty() {
            report.serialize_field("not_applicable_reasons", &self.not_applicable_reasons)?;
        }
        report.serialize_field("compliant", &self.compliant)?;
        report.end()
    }
}

impl Serialize for Messages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut messages = serializer.serialize_struct("Messages", 2)?;
        messages.serialize_field("custom_message", &self.custom)?;
        messages.serialize_field("error_message", &self.error)?;
        messages.end()
    }
}

impl Serialize for Operator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, negated) = match self {
            Operator::Binary(operator, negated) => (operator.name(), negated),
            Operator::Unary(operator, negated) => (operator.name(), negated),
        };
        (name, negated).serialize(serializer)
    }
}

/// `{NAME: content}`
struct Variant<T>(&'static str, T);

impl<T: Serialize> Serialize for Variant<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut variant = serializer.serialize_map(Some(1))?;
        variant.serialize_entry(self.0, &self.1)?;
        variant.end()
    }
}

impl Serialize for ClauseReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ClauseReport::Rule { .. } => Variant("Rule", Inner(self)).serialize(serializer),
            ClauseReport::Disjunctions(_) => Variant("Disjunctions", Inner(self)).serialize(serializer),
            ClauseReport::Block { .. } => Variant("Block", Inner(self)).serialize(serializer),
            ClauseReport::Unary { .. } => Variant("Clause", Variant("Unary", Inner(self))).serialize(serializer),
            ClauseReport::Binary { .. } => Variant("Clause", Variant("Binary", Inner(self))).serialize(serializer),
        }
    }
}

/// A report without the name of its kind.
struct Inner<'r, 'e>(&'r ClauseReport<'e>);

impl Serialize for Inner<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let messages = self.0.messages();
        match self.0 {
            ClauseReport::Rule { name, checks, .. } => {
                let mut rule = serializer.serialize_struct("RuleReport", 4)?;
                rule.serialize_field("name", name)?;
                rule.serialize_field("metadata", &Metadata)?;
                rule.serialize_field("messages", &messages)?;
                rule.serialize_field("checks", checks)?;
                rule.end()
            }
            ClauseReport::Disjunctions(checks) => {
                let mut disjunctions = serializer.serialize_struct("DisjunctionsReport", 1)?;
                disjunctions.serialize_field("checks", checks)?;
                disjunctions.end()
            }
            ClauseReport::Block { source, context, missing, .. } => {
                let mut block = serializer.serialize_struct("GuardBlockReport", 3)?;
                block.serialize_field("context", &text::context(source.program, *context))?;
                block.serialize_field("messages", &messages)?;
                let missing = missing.as_ref().map(|missing| ShownMissing(source.doc, missing));
                block.serialize_field("unresolved", &missing)?;
                block.end()
            }
            ClauseReport::Unary { source, context, check, .. } => {
                let mut unary = serializer.serialize_struct("UnaryReport", 3)?;
                let context = text::context(source.program, *context);
                unary.serialize_field("check", &Unaries(*source, &context, check))?;
                unary.serialize_field("context", &context)?;
                unary.serialize_field("messages", &messages)?;
                unary.end()
            }
            ClauseReport::Binary { source, context, operator, check, .. } => {
                let mut binary = serializer.serialize_struct("BinaryReport", 3)?;
                binary.serialize_field("context", &text::context(source.program, *context))?;
                binary.serialize_field("messages", &messages)?;
                binary.serialize_field("check", &Binaries(*source, *operator, check))?;
                binary.end()
            }
        }
    }
}

struct Unaries<'r, 'e>(Source<'e>, &'r str, &'r UnaryCheck<'e>);

impl Serialize for Unaries<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(source, context, check) = self;
        match check {
            UnaryCheck::NothingFound => Variant("UnResolvedContext", context).serialize(serializer),
            UnaryCheck::Rule(rule) => Variant("UnResolvedContext", rule).serialize(serializer),
            UnaryCheck::Value { operator: (operator, negated), from, .. } => {
                let comparison = Operator::Unary(*operator, *negated);
                match from {
                    Res::Missing(missing) => {
                        Variant("UnResolved", Unresolved(*source, missing, comparison)).serialize(serializer)
                    }
                    Res::Resolved(value) | Res::Literal(value) => {
                        let value = Shown(source.doc, value);
                        Variant("Resolved", Compared { value: Some(value), from: None, to: None, comparison })
                            .serialize(serializer)
                    }
                }
            }
        }
    }
}

struct Binaries<'r, 'e>(Source<'e>, (Binary, bool), &'r BinaryCheck<'e>);

impl Serialize for Binaries<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(source, (operator, negated), check) = self;
        let comparison = Operator::Binary(*operator, *negated);
        match check {
            BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                Variant("UnResolved", Unresolved(*source, missing, comparison)).serialize(serializer)
            }
            BinaryCheck::One { from, to, .. } => {
                let (from, to) = (Some(Shown(source.doc, from)), Some(Shown(source.doc, to)));
                Variant("Resolved", Compared { value: None, from, to, comparison }).serialize(serializer)
            }
            BinaryCheck::Several { from, to } => {
                let from = Shown(source.doc, from);
                let to = to.iter().filter_map(|result| match result {
                    Res::Resolved(value) => Some(Shown(source.doc, value)),
                    _ => None,
                });
                Variant("InResolved", Among { from, to: to.collect(), comparison }).serialize(serializer)
            }
        }
    }
}

#[derive(serde::Serialize)]
struct Compared<'r, 'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Shown<'r, 'e>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Shown<'r, 'e>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Shown<'r, 'e>>,
    comparison: Operator,
}

#[derive(serde::Serialize)]
struct Among<'r, 'e> {
    from: Shown<'r, 'e>,
    to: Vec<Shown<'r, 'e>>,
    comparison: Operator,
}

struct Unresolved<'r, 'e>(Source<'e>, &'r Missing<'e>, Operator);

impl Serialize for Unresolved<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut shown = serializer.serialize_struct("ValueUnResolved", 2)?;
        shown.serialize_field("value", &ShownMissing(self.0.doc, self.1))?;
        shown.serialize_field("comparison", &self.2)?;
        shown.end()
    }
}

/// Where a report stands in the rules, for those who show it.
impl<'e> ClauseReport<'e> {
    /// What it is about.
    pub fn context(&self) -> Option<Context<'e>> {
        match self {
            ClauseReport::Block { context, .. }
            | ClauseReport::Unary { context, .. }
            | ClauseReport::Binary { context, .. } => Some(*context),
            ClauseReport::Rule { .. } | ClauseReport::Disjunctions(_) => None,
        }
    }
}
