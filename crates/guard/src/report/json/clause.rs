//! Writes failures as JSON.

use super::fragment_cache::{FragmentCache, FragmentKey, address};
use super::json_writer::JsonWriter;
use super::repeated_template::{RepeatedTemplate, shared_parts};
use crate::eval::result::QueryResult;
use crate::outcome::Context;
use crate::report::failures::FileReport;
use crate::report::model::{BinaryCheck, ClauseReport, Operator, RenderContext, UnaryCheck};
use crate::syntax::ast::Binary;
use crate::text;
use crate::value::Ref;

/// A writer of one report.
pub(super) struct Writer<'p, 'w> {
    pub(super) json_writer: &'p mut JsonWriter<'w>,
    pub(super) fragment_cache: FragmentCache,
    pub(super) repeated_template: RepeatedTemplate,
    /// The path written last and its node.
    pub(super) path: (Option<u32>, String),
    /// A reusable buffer.
    pub(super) scratch: String,
}

impl<'p, 'w> Writer<'p, 'w> {
    pub(super) fn new(json_writer: &'p mut JsonWriter<'w>) -> Writer<'p, 'w> {
        Writer {
            json_writer,
            fragment_cache: FragmentCache::default(),
            repeated_template: RepeatedTemplate::default(),
            path: (None, String::new()),
            scratch: String::new(),
        }
    }

    pub(super) fn report(&mut self, report: &FileReport<'_>) {
        self.json_writer.open(b'{');
        self.field("name", report.name);
        self.metadata();
        self.field("status", report.status.as_str());
        self.json_writer.field("not_compliant");
        self.clauses(&report.not_compliant);
        self.json_writer.field("not_applicable");
        self.names(report.not_applicable.iter());
        if !report.not_applicable_reasons.is_empty() {
            self.json_writer.field("not_applicable_reasons");
            self.json_writer.open(b'{');
            report
                .not_applicable_reasons
                .iter()
                .for_each(|(rule, reason)| self.field(rule, reason));
            self.json_writer.close(b'}');
        }
        self.json_writer.field("compliant");
        self.names(report.compliant.iter());
        self.json_writer.close(b'}');
    }

    fn field(&mut self, key: &str, text: &str) {
        self.json_writer.key(key);
        self.json_writer.text(text);
    }

    /// Writes `metadata`, which is always `{}` in cfn-guard.
    fn metadata(&mut self) {
        self.json_writer.field("metadata");
        self.json_writer.raw(b"{}");
    }

    fn names<'n>(&mut self, names: impl Iterator<Item = &'n &'n str>) {
        self.json_writer.open(b'[');
        for name in names {
            self.json_writer.item();
            self.json_writer.text(name);
        }
        self.json_writer.close(b']');
    }

    fn clauses(&mut self, clauses: &[ClauseReport<'_>]) {
        self.json_writer.open(b'[');
        for clause in clauses {
            if self.json_writer.is_full() {
                break;
            }
            self.json_writer.flush_if_full();
            self.json_writer.item();
            self.clause(clause);
        }
        self.json_writer.close(b']');
    }

    /// Writes a failure, using the template of the previous one if possible.
    fn clause(&mut self, clause: &ClauseReport<'_>) {
        let Some((shared_parts, source, from)) = shared_parts(clause, self.json_writer.depth())
        else {
            return self.clause_in_full(clause);
        };
        if !self.repeated_template.is_of(shared_parts) {
            return self.clause_in_full(clause);
        }
        if !self.repeated_template.is_recorded() {
            return self.record_template(clause, from);
        }
        self.fill_template(source, from);
    }

    /// Records the start or end of a gap, if a template is being recorded for this value.
    pub(super) fn mark_gap(&mut self, value: Ref<'_>) {
        self.repeated_template
            .mark_gap(value, self.json_writer.buffered_len());
    }

    fn record_template(&mut self, clause: &ClauseReport<'_>, from: Ref<'_>) {
        let start = self.json_writer.mark();
        self.repeated_template.record(from);
        self.clause_in_full(clause);
        self.json_writer.release();
        self.repeated_template
            .finish(start, self.json_writer.since(start));
    }

    fn fill_template(&mut self, source: RenderContext<'_>, from: Ref<'_>) {
        let template = std::mem::take(&mut self.repeated_template);
        let (before_gaps, rest) = template.texts();
        for (gap, text) in before_gaps {
            self.json_writer.raw(text);
            match gap {
                0 => self.position_and_value(source, from),
                _ => self.value(from),
            }
        }
        self.json_writer.raw(rest);
        self.repeated_template = template;
    }

    fn clause_in_full(&mut self, clause: &ClauseReport<'_>) {
        let names: &[&'static str] = match clause {
            ClauseReport::Rule { .. } => &["Rule"],
            ClauseReport::Disjunctions(_) => &["Disjunctions"],
            ClauseReport::Block { .. } => &["Block"],
            ClauseReport::Unary { .. } => &["Clause", "Unary"],
            ClauseReport::Binary { .. } => &["Clause", "Binary"],
        };
        for name in names {
            self.json_writer.open(b'{');
            self.json_writer.field(name);
        }
        self.json_writer.open(b'{');
        self.fields(clause);
        self.json_writer.close(b'}');
        names.iter().for_each(|_| self.json_writer.close(b'}'));
    }

    fn fields(&mut self, clause: &ClauseReport<'_>) {
        match clause {
            ClauseReport::Rule { name, checks, .. } => {
                self.field("name", name);
                self.metadata();
                self.messages(clause);
                self.json_writer.field("checks");
                self.clauses(checks);
            }
            ClauseReport::Disjunctions(checks) => {
                self.json_writer.field("checks");
                self.clauses(checks);
            }
            ClauseReport::Block {
                source,
                context,
                missing,
                ..
            } => {
                self.json_writer.field("context");
                self.context(*source, *context);
                self.messages(clause);
                self.json_writer.field("unresolved");
                match missing {
                    Some(missing) => self.missing(*source, missing),
                    None => self.json_writer.raw(b"null"),
                }
            }
            ClauseReport::Unary {
                source,
                context,
                check,
                ..
            } => {
                self.json_writer.field("check");
                self.unary(*source, *context, check);
                self.json_writer.field("context");
                self.context(*source, *context);
                self.messages(clause);
            }
            ClauseReport::Binary {
                source,
                context,
                operator,
                check,
                ..
            } => {
                self.json_writer.field("context");
                self.context(*source, *context);
                self.messages(clause);
                self.json_writer.field("check");
                self.binary(*source, *operator, check);
            }
        }
    }

    fn context(&mut self, source: RenderContext<'_>, context: Context<'_>) {
        let write = |writer: &mut Self| {
            writer
                .json_writer
                .text(&text::context(source.program, context))
        };
        match context {
            Context::Value(clause) => self.cached(FragmentKey::Context(address(clause)), write),
            Context::BlockValue(block) => self.cached(FragmentKey::Context(address(block)), write),
            _ => write(self),
        }
    }

    fn messages(&mut self, clause: &ClauseReport<'_>) {
        self.json_writer.field("messages");
        self.json_writer.open(b'{');
        self.json_writer.field("custom_message");
        match clause.custom() {
            Some(custom) => self.json_writer.text(&custom),
            None => self.json_writer.raw(b"null"),
        }
        self.json_writer.field("error_message");
        if clause.has_error() {
            self.json_writer.raw(b"\"");
            clause.error(self);
            self.json_writer.raw(b"\"");
        } else {
            self.json_writer.raw(b"null");
        }
        self.json_writer.close(b'}');
    }

    fn unary(&mut self, source: RenderContext<'_>, context: Context<'_>, check: &UnaryCheck<'_>) {
        self.json_writer.open(b'{');
        match check {
            UnaryCheck::NothingFound => {
                self.json_writer.field("UnResolvedContext");
                self.context(source, context);
            }
            UnaryCheck::Rule(rule) => self.field("UnResolvedContext", rule),
            UnaryCheck::Value {
                operator: (operator, negated),
                from,
                ..
            } => {
                let comparison = Operator::Unary(*operator, *negated);
                match from {
                    QueryResult::Missing(missing) => {
                        self.json_writer.field("UnResolved");
                        self.json_writer.open(b'{');
                        self.json_writer.field("value");
                        self.missing(source, missing);
                        self.compared_by(comparison);
                    }
                    QueryResult::Resolved(value) | QueryResult::Literal(value) => {
                        self.json_writer.field("Resolved");
                        self.json_writer.open(b'{');
                        self.json_writer.field("value");
                        self.located(source, value);
                        self.compared_by(comparison);
                    }
                }
            }
        }
        self.json_writer.close(b'}');
    }

    fn binary(
        &mut self,
        source: RenderContext<'_>,
        (operator, negated): (Binary, bool),
        check: &BinaryCheck<'_>,
    ) {
        self.json_writer.open(b'{');
        match check {
            BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                self.json_writer.field("UnResolved");
                self.json_writer.open(b'{');
                self.json_writer.field("value");
                self.missing(source, missing);
            }
            BinaryCheck::One { from, to, .. } => {
                self.json_writer.field("Resolved");
                self.json_writer.open(b'{');
                self.json_writer.field("from");
                self.located(source, from);
                self.json_writer.field("to");
                // Usually a literal, which is the same for all values.
                self.cached(
                    FragmentKey::Located(address(*to), self.json_writer.depth()),
                    |writer| writer.located(source, to),
                );
            }
            BinaryCheck::Several { from, to } => {
                self.json_writer.field("InResolved");
                self.json_writer.open(b'{');
                self.json_writer.field("from");
                self.located(source, from);
                self.json_writer.field("to");
                self.json_writer.open(b'[');
                for result in *to {
                    if self.json_writer.is_full() {
                        break;
                    }
                    if let QueryResult::Resolved(value) = result {
                        self.json_writer.item();
                        self.located(source, value);
                    }
                }
                self.json_writer.close(b']');
            }
        }
        self.compared_by(Operator::Binary(operator, negated));
        self.json_writer.close(b'}');
    }

    /// Writes the last field of a check: `[operator, negated]`.
    fn compared_by(&mut self, operator: Operator) {
        let (name, negated) = match operator {
            Operator::Binary(operator, negated) => (operator.name(), negated),
            Operator::Unary(operator, negated) => (operator.name(), negated),
        };
        self.json_writer.field("comparison");
        self.json_writer.open(b'[');
        self.json_writer.item();
        self.json_writer.text(name);
        self.json_writer.item();
        self.json_writer
            .raw(if negated { b"true" } else { b"false" });
        self.json_writer.close(b']');
        self.json_writer.close(b'}');
    }
}
