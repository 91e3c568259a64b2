//! Evaluation of an instance against a schema.
//!
//! [`Evaluation::check`] corresponds to cfn-lint's `iter_errors`: the [`filter`] selects which keywords see
//! which form of the instance, and the check of each keyword ([`Table`](super::table::Table)) adds violations. A check
//! evaluates nested instances with [`Evaluation::descend`]. Contexts are copied, and paths are lists with shared tails.
//!
//! A [`Budget`](super::budget::Budget) limits the evaluation. When a limit is reached, the evaluation stops and the budget records the limit.

use super::budget::Limit;
use super::context::Context;
use super::evaluation::{Assertion, Evaluation, Part};
use super::gathered::{self, Data};
use super::mode::AttachedRules;
use super::path::Step;
use super::schema::Schema;
use super::violation::{NO_KEYWORD, Violation, Violations};
use super::violation_kind::ViolationKind;
use super::{filter, inline, keyword};
use cfn_warden_syntax::Node;

impl<'a> Evaluation<'a> {
    /// Evaluates an instance against a schema.
    pub fn check(
        &self,
        cx: &Context<'a>,
        schema: impl Into<Schema<'a>>,
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        if !self.spend(1) {
            return;
        }
        if out.len() >= self.budget.limits().violations {
            return self.give_up(Limit::Findings);
        }
        let Some(_depth) = self.deeper() else { return };
        self.check_bounded(cx, &schema.into(), instance, out);
    }

    fn check_bounded(
        &self,
        cx: &Context<'a>,
        schema: &Schema<'a>,
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        match schema.json.as_bool() {
            Some(false) => out.push(Violation {
                keyword: NO_KEYWORD,
                kind: ViolationKind::FalseSchema { instance },
                rule: None,
                instance_path: cx.instance_path,
                shown_at: None,
                children: Vec::new(),
                branch: 0,
                related: &[],
                unknown: false,
                instance,
                schema: None,
            }),
            None if schema.keyword(keyword::ID).is_some() => {
                filter::apply(
                    self,
                    &Context {
                        base: schema.json,
                        ..*cx
                    },
                    schema,
                    instance,
                    out,
                );
            }
            None if schema.json.is_object() => filter::apply(self, cx, schema, instance, out),
            _ => {}
        }
    }

    /// Evaluates an instance one step below against a schema. `schema_path` is the step in generic form, a property
    /// name or `*`; `None` if the generic path does not change.
    pub fn descend(
        &self,
        cx: &Context<'a>,
        (step, schema_path): (Step<'a>, Option<&'a str>),
        schema: impl Into<Schema<'a>>,
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        self.check(&self.below(cx, step, schema_path), schema, instance, out);
    }

    /// Runs the checks of the keywords in one part of a schema.
    pub(super) fn run(
        &self,
        cx: &Context<'a>,
        schema: &Schema<'a>,
        part: Part,
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        let attach = part == Part::Standard
            && cx.attached_rules == AttachedRules::Run
            && schema.get(keyword::REF).is_none();
        let mut assertion = Assertion {
            cx,
            keyword: NO_KEYWORD,
            value: schema.json,
            data: None,
            instance,
            schema,
            part,
        };
        for (symbol, value) in schema.keywords() {
            let taken = match part {
                Part::Whole => !(schema.standard_only && keyword::is_grouping(symbol)),
                Part::Grouping => keyword::is_grouping(symbol),
                Part::Standard => !keyword::is_grouping(symbol),
            };
            if taken {
                (assertion.keyword, assertion.value) = (symbol, value);
                self.run_one(&assertion, out);
            }
        }
        if part != Part::Standard {
            return;
        }
        if attach && schema.get(keyword::CFN_LINT).is_none() {
            (assertion.keyword, assertion.value) = (keyword::CFN_LINT, inline::NOTHING.root());
            self.keyword(&assertion, out);
        }
        if let Some(permissive) = filter::permissive(schema, instance) {
            (assertion.keyword, assertion.value) = permissive;
            self.keyword(&assertion, out);
        }
    }

    /// Runs the check of one keyword of a schema, resolving `$data`.
    pub(super) fn run_one(&self, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
        let mark = out.len();
        match gathered::resolve(assertion.cx, assertion.keyword, assertion.value) {
            Data::Literal => self.keyword(assertion, out),
            Data::Value(data) => self.keyword(
                &Assertion {
                    data: Some(data),
                    ..*assertion
                },
                out,
            ),
            Data::Unknown => self.keyword(
                &Assertion {
                    keyword: keyword::CFN_UNRESOLVED,
                    ..*assertion
                },
                out,
            ),
            Data::Unusable => {}
        }
        if out.len() == mark {
            return;
        }
        if let Some(message) = assertion.schema.keyword(keyword::MESSAGE) {
            let text = keyword::ALL
                .get(assertion.keyword as usize)
                .and_then(|word| message.get(word)?.as_str());
            if let Some(message) = text {
                out.since(mark)
                    .iter_mut()
                    .for_each(|one| one.kind = ViolationKind::SchemaMessage { message });
            }
        }
    }

    /// Runs the check of one keyword.
    #[inline]
    pub fn keyword(&self, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
        if let Some(check) = assertion.cx.table.get(assertion.keyword) {
            check(self, assertion, out);
        }
    }
}
