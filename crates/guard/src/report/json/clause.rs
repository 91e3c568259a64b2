//! What failed.

use super::pen::Pen;
use super::shelf::{Of, Shelf, place};
use super::stencil::Stencil;
use crate::eval::result::Res;
use crate::outcome::Context;
use crate::report::failures::FileReport;
use crate::report::model::{BinaryCheck, ClauseReport, Operator, Source, UnaryCheck};
use crate::syntax::ast::Binary;
use crate::text;

/// Writes one report.
pub(super) struct Writer<'p, 'w> {
    pub(super) pen: &'p mut Pen<'w>,
    pub(super) shelf: Shelf,
    pub(super) stencil: Stencil,
    /// The path shown last, and whose it is.
    pub(super) path: (Option<u32>, String),
    /// A string to put texts together in.
    pub(super) scratch: String,
}

impl<'p, 'w> Writer<'p, 'w> {
    pub(super) fn new(pen: &'p mut Pen<'w>) -> Writer<'p, 'w> {
        Writer {
            pen,
            shelf: Shelf::default(),
            stencil: Stencil::default(),
            path: (None, String::new()),
            scratch: String::new(),
        }
    }

    pub(super) fn report(&mut self, report: &FileReport<'_>) {
        self.pen.open(b'{');
        self.field("name", report.name);
        self.metadata();
        self.field("status", report.status.as_str());
        self.pen.field("not_compliant");
        self.clauses(&report.not_compliant);
        self.pen.field("not_applicable");
        self.names(report.not_applicable.iter());
        if !report.not_applicable_reasons.is_empty() {
            self.pen.field("not_applicable_reasons");
            self.pen.open(b'{');
            report.not_applicable_reasons.iter().for_each(|(rule, reason)| self.field(rule, reason));
            self.pen.close(b'}');
        }
        self.pen.field("compliant");
        self.names(report.compliant.iter());
        self.pen.close(b'}');
    }

    fn field(&mut self, key: &str, text: &str) {
        self.pen.key(key);
        self.pen.text(text);
    }

    /// `{}`: the reference has a place for metadata and never any.
    fn metadata(&mut self) {
        self.pen.field("metadata");
        self.pen.raw(b"{}");
    }

    fn names<'n>(&mut self, names: impl Iterator<Item = &'n &'n str>) {
        self.pen.open(b'[');
        for name in names {
            self.pen.item();
            self.pen.text(name);
        }
        self.pen.close(b']');
    }

    fn clauses(&mut self, clauses: &[ClauseReport<'_>]) {
        self.pen.open(b'[');
        for clause in clauses {
            if self.pen.is_full() {
                break;
            }
            self.pen.breathe();
            self.pen.item();
            self.clause(clause);
        }
        self.pen.close(b']');
    }

    pub(super) fn whole(&mut self, clause: &ClauseReport<'_>) {
        let names: &[&'static str] = match clause {
            ClauseReport::Rule { .. } => &["Rule"],
            ClauseReport::Disjunctions(_) => &["Disjunctions"],
            ClauseReport::Block { .. } => &["Block"],
            ClauseReport::Unary { .. } => &["Clause", "Unary"],
            ClauseReport::Binary { .. } => &["Clause", "Binary"],
        };
        for name in names {
            self.pen.open(b'{');
            self.pen.field(name);
        }
        self.pen.open(b'{');
        self.fields(clause);
        self.pen.close(b'}');
        names.iter().for_each(|_| self.pen.close(b'}'));
    }

    fn fields(&mut self, clause: &ClauseReport<'_>) {
        match clause {
            ClauseReport::Rule { name, checks, .. } => {
                self.field("name", name);
                self.metadata();
                self.messages(clause);
                self.pen.field("checks");
                self.clauses(checks);
            }
            ClauseReport::Disjunctions(checks) => {
                self.pen.field("checks");
                self.clauses(checks);
            }
            ClauseReport::Block { source, context, missing, .. } => {
                self.pen.field("context");
                self.context(*source, *context);
                self.messages(clause);
                self.pen.field("unresolved");
                match missing {
                    Some(missing) => self.missing(*source, missing),
                    None => self.pen.raw(b"null"),
                }
            }
            ClauseReport::Unary { source, context, check, .. } => {
                self.pen.field("check");
                self.unary(*source, *context, check);
                self.pen.field("context");
                self.context(*source, *context);
                self.messages(clause);
            }
            ClauseReport::Binary { source, context, operator, check, .. } => {
                self.pen.field("context");
                self.context(*source, *context);
                self.messages(clause);
                self.pen.field("check");
                self.binary(*source, *operator, check);
            }
        }
    }

    fn context(&mut self, source: Source<'_>, context: Context<'_>) {
        let write = |writer: &mut Self| writer.pen.text(&text::context(source.program, context));
        match context {
            Context::Value(clause) => self.once(Of::Context(place(clause)), write),
            Context::BlockValue(block) => self.once(Of::Context(place(block)), write),
            _ => write(self),
        }
    }

    fn messages(&mut self, clause: &ClauseReport<'_>) {
        self.pen.field("messages");
        self.pen.open(b'{');
        self.pen.field("custom_message");
        match clause.custom() {
            Some(custom) => self.pen.text(&custom),
            None => self.pen.raw(b"null"),
        }
        self.pen.field("error_message");
        if clause.has_error() {
            self.pen.raw(b"\"");
            clause.error(self);
            self.pen.raw(b"\"");
        } else {
            self.pen.raw(b"null");
        }
        self.pen.close(b'}');
    }

    fn unary(&mut self, source: Source<'_>, context: Context<'_>, check: &UnaryCheck<'_>) {
        self.pen.open(b'{');
        match check {
            UnaryCheck::NothingFound => {
                self.pen.field("UnResolvedContext");
                self.context(source, context);
            }
            UnaryCheck::Rule(rule) => self.field("UnResolvedContext", rule),
            UnaryCheck::Value { operator: (operator, negated), from, .. } => {
                let comparison = Operator::Unary(*operator, *negated);
                match from {
                    Res::Missing(missing) => {
                        self.pen.field("UnResolved");
                        self.pen.open(b'{');
                        self.pen.field("value");
                        self.missing(source, missing);
                        self.compared_by(comparison);
                    }
                    Res::Resolved(value) | Res::Literal(value) => {
                        self.pen.field("Resolved");
                        self.pen.open(b'{');
                        self.pen.field("value");
                        self.located(source, value);
                        self.compared_by(comparison);
                    }
                }
            }
        }
        self.pen.close(b'}');
    }

    fn binary(&mut self, source: Source<'_>, (operator, negated): (Binary, bool), check: &BinaryCheck<'_>) {
        self.pen.open(b'{');
        match check {
            BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                self.pen.field("UnResolved");
                self.pen.open(b'{');
                self.pen.field("value");
                self.missing(source, missing);
            }
            BinaryCheck::One { from, to, .. } => {
                self.pen.field("Resolved");
                self.pen.open(b'{');
                self.pen.field("from");
                self.located(source, from);
                self.pen.field("to");
                // Mostly a literal, the same for all values.
                self.once(Of::Located(place(*to), self.pen.depth()), |writer| writer.located(source, to));
            }
            BinaryCheck::Several { from, to } => {
                self.pen.field("InResolved");
                self.pen.open(b'{');
                self.pen.field("from");
                self.located(source, from);
                self.pen.field("to");
                self.pen.open(b'[');
                for result in *to {
                    if self.pen.is_full() {
                        break;
                    }
                    if let Res::Resolved(value) = result {
                        self.pen.item();
                        self.located(source, value);
                    }
                }
                self.pen.close(b']');
            }
        }
        self.compared_by(Operator::Binary(operator, negated));
        self.pen.close(b'}');
    }

    /// The last field of a check: `[operator, negated]`.
    fn compared_by(&mut self, operator: Operator) {
        let (name, negated) = match operator {
            Operator::Binary(operator, negated) => (operator.name(), negated),
            Operator::Unary(operator, negated) => (operator.name(), negated),
        };
        self.pen.field("comparison");
        self.pen.open(b'[');
        self.pen.item();
        self.pen.text(name);
        self.pen.item();
        self.pen.raw(if negated { b"true" } else { b"false" });
        self.pen.close(b']');
        self.pen.close(b'}');
    }
}
