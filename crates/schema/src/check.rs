//! Evaluation of an instance against a schema.
//!
//! [`Walk::check`] corresponds to cfn-lint's `iter_errors`: the [`filter`] selects which keywords see
//! which form of the instance, and the check of each keyword ([`Table`]) adds violations. A check
//! evaluates nested instances with [`Walk::descend`]. Contexts are copied, and paths are lists with shared tails.
//!
//! A [`Budget`] limits the evaluation. When a limit is reached, the evaluation stops and the budget records the limit.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use bumpalo::Bump;

use super::budget::{Budget, Deeper, Limit};
use super::context::{Context, Step};
use super::cross_resource_state::Notes;
use super::gathered::{self, Data};
use super::keyword;
use super::knowledge::Knowledge;
use super::mode::AttachedRules;
use super::options::Options;
use super::pack::{Json, JsonKind};
use super::pattern::{self, Pattern, PatternCache};
use super::place::Places;
use super::table::{Check, Table};
use super::violation::{NO_KEYWORD, Violation, Violations};
use super::violation_kind::{KeywordValue, ViolationKind};
use super::{equal, filter, inline};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Node, Tree};
use cfn_warden_template::Template;

/// Compiled patterns, shared by all templates because the patterns of schemas recur.
static PATTERNS: LazyLock<PatternCache> = LazyLock::new(PatternCache::new);

/// The evaluation of one template: the data that stays constant throughout.
pub struct Walk<'a> {
    /// The arena for derived values.
    pub arena: &'a Bump,
    /// The document.
    pub tree: &'a Tree<'a>,
    /// The template's declarations.
    pub template: &'a Template<'a>,
    /// The user's settings.
    pub options: &'a Options<'a>,
    /// The resource types and rule schemas.
    pub knowledge: &'a Knowledge,
    /// The rules attached to template paths.
    pub places: &'a Places,
    /// Values that rules recorded to compare them with later ones.
    pub cross_resource_state: Notes<'a>,
    /// The template's resource limits.
    pub budget: &'a Budget<'a>,
    tables: RefCell<Vec<Derived<'a>>>,
}

/// The inputs of an evaluation; see the fields of [`Walk`].
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// The arena for derived values.
    pub arena: &'a Bump,
    /// The document.
    pub tree: &'a Tree<'a>,
    /// The template's declarations.
    pub template: &'a Template<'a>,
    /// The user's settings.
    pub options: &'a Options<'a>,
    /// The resource types and rule schemas.
    pub knowledge: &'a Knowledge,
    /// The rules attached to template paths.
    pub places: &'a Places,
    /// The template's resource limits.
    pub budget: &'a Budget<'a>,
}

/// A table and the inputs it was derived from.
struct Derived<'a> {
    base: &'a Table,
    checks: &'static [(u32, Check)],
    table: &'a Table,
}

/// A schema, optionally without the keywords that are evaluated per scenario.
#[derive(Debug, Clone, Copy)]
pub struct Schema<'a> {
    /// The schema.
    pub json: Json<'a>,
    /// Whether to skip the grouping keywords ([`filter::is_grouping`]).
    pub standard_only: bool,
}

/// The keywords of a schema to evaluate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All keywords, on the unmodified instance.
    Whole,
    /// Keywords that count or compare the contents of an instance, on the instance as it is in one scenario.
    Grouping,
    /// The remaining keywords, on the unmodified instance.
    Standard,
}

/// The input of a keyword's check.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a, 'w> {
    /// The context of the instance.
    pub cx: &'w Context<'a>,
    /// The keyword's symbol.
    pub keyword: u32,
    /// The keyword's value in the schema.
    pub value: Json<'a>,
    /// The keyword's value if the schema takes it from the gathered object (`$data`).
    pub data: Option<Node<'a>>,
    /// The instance that the schema is evaluated on.
    pub instance: Node<'a>,
    /// The schema that contains the keyword. For the check of a function: the schema for the function's value.
    pub schema: Schema<'a>,
    /// The part of the schema that is being evaluated.
    pub part: Part,
}

impl<'a> From<Json<'a>> for Schema<'a> {
    fn from(json: Json<'a>) -> Schema<'a> {
        Schema { json, standard_only: false }
    }
}

impl<'a> Schema<'a> {
    /// Returns the value of a keyword of the schema.
    #[inline]
    pub fn get(self, symbol: u32) -> Option<Json<'a>> {
        if self.standard_only && filter::is_grouping(symbol) {
            return None;
        }
        self.json.keyword(symbol)
    }
}

impl<'a, 'w> Site<'a, 'w> {
    /// Adds a violation of this keyword by the instance.
    pub fn fail(&self, out: &mut Violations<'a>, kind: impl Into<ViolationKind<'a>>) {
        out.push(self.violation(kind));
    }

    /// Adds a violation of this keyword one step below the instance.
    pub fn fail_at(
        &self,
        walk: &Walk<'a>,
        out: &mut Violations<'a>,
        step: Step<'a>,
        kind: impl Into<ViolationKind<'a>>,
    ) {
        out.push(Violation { trail: self.cx.trail.step(walk.arena, step), ..self.violation(kind) });
    }

    /// Records that the result is unknown.
    pub fn unknown(&self, out: &mut Violations<'a>) {
        out.push(Violation { unknown: true, ..self.violation(ViolationKind::Unknown) });
    }

    /// Creates a violation of this keyword by the instance.
    pub fn violation(&self, kind: impl Into<ViolationKind<'a>>) -> Violation<'a> {
        Violation {
            keyword: self.keyword,
            kind: kind.into(),
            rule: None,
            trail: self.cx.trail,
            shown_at: None,
            children: Vec::new(),
            unknown: false,
            instance: self.instance,
            schema: (self.part != Part::Grouping).then_some(self.schema.json),
        }
    }

    /// Returns the keyword's value, literal or gathered.
    pub fn expected(&self) -> KeywordValue<'a> {
        self.data.map_or(KeywordValue::Schema(self.value), KeywordValue::Data)
    }

    /// Returns the keyword's value as a number.
    pub fn bound(&self) -> Option<f64> {
        self.data.map_or_else(|| self.value.as_f64(), equal::number)
    }

    /// Returns the value of another keyword in the same schema.
    pub fn sibling(&self, symbol: u32) -> Option<Json<'a>> {
        self.schema.json.keyword(symbol)
    }
}

impl<'a> Walk<'a> {
    /// Creates an evaluation.
    pub fn new(inputs: Inputs<'a>) -> Walk<'a> {
        let Inputs { arena, tree, template, options, knowledge, places, budget } = inputs;
        let (cross_resource_state, tables) = (Notes::default(), RefCell::default());
        Walk { arena, tree, template, options, knowledge, places, cross_resource_state, budget, tables }
    }

    /// Records that a check was not completed because of a limit.
    pub fn give_up(&self, limit: Limit) {
        self.budget.reach(limit);
    }

    /// Returns a table with other checks for some keywords; built once per pair of arguments.
    pub fn table(&self, base: &'a Table, checks: &'static [(u32, Check)]) -> &'a Table {
        let mut tables = self.tables.borrow_mut();
        let is = |derived: &&Derived<'a>| std::ptr::eq(derived.base, base) && std::ptr::eq(derived.checks, checks);
        if let Some(derived) = tables.iter().find(is) {
            return derived.table;
        }
        let table = self.arena.keep(base.with(checks.iter().copied()));
        tables.push(Derived { base, checks, table });
        table
    }

    /// Returns a compiled pattern, or the reason why it cannot be used.
    pub fn pattern(&self, pattern: &str) -> pattern::Compiled {
        PATTERNS.get(pattern)
    }

    /// Returns whether a pattern matches anywhere in a text. A pattern that the matcher cannot use counts as a match.
    pub fn search(&self, pattern: &str, text: &str) -> bool {
        self.pattern(pattern).map_or(true, |pattern| self.matches(&pattern, text))
    }

    /// Returns whether a pattern matches anywhere in a text. If the match takes too many steps, it counts as a match
    /// and the limit is recorded.
    pub fn matches(&self, pattern: &Pattern, text: &str) -> bool {
        self.budget.matches(|steps| pattern.search(text, steps))
    }

    /// Returns whether a pattern matches at the start of a text; see [`search`](Self::search).
    pub fn begins(&self, pattern: &str, text: &str) -> bool {
        let attempt = |pattern: Arc<Pattern>| self.budget.matches(|steps| pattern.matches(text, steps));
        self.pattern(pattern).map_or(true, attempt)
    }

    /// Enters one level of nesting until the guard is dropped; returns `None` if the limit is exceeded.
    #[inline]
    pub fn deeper(&self) -> Option<Deeper<'_>> {
        self.budget.deeper()
    }

    /// Counts steps; returns false if the limit is exceeded.
    #[inline]
    pub fn spend(&self, steps: u64) -> bool {
        self.budget.spend(steps)
    }

    /// Evaluates an instance against a schema.
    pub fn check(&self, cx: &Context<'a>, schema: impl Into<Schema<'a>>, instance: Node<'a>, out: &mut Violations<'a>) {
        if !self.spend(1) {
            return;
        }
        if out.len() >= self.budget.limits().violations {
            return self.give_up(Limit::Findings);
        }
        let Some(_depth) = self.deeper() else { return };
        self.check_bounded(cx, schema.into(), instance, out);
    }

    fn check_bounded(&self, cx: &Context<'a>, schema: Schema<'a>, instance: Node<'a>, out: &mut Violations<'a>) {
        match schema.json.kind() {
            JsonKind::Bool(false) => out.push(Violation {
                keyword: NO_KEYWORD,
                kind: ViolationKind::FalseSchema { instance },
                rule: None,
                trail: cx.trail,
                shown_at: None,
                children: Vec::new(),
                unknown: false,
                instance,
                schema: None,
            }),
            JsonKind::Object(_) if schema.json.keyword(keyword::ID).is_some() => {
                filter::apply(self, &Context { base: schema.json, ..*cx }, schema, instance, out);
            }
            JsonKind::Object(_) => filter::apply(self, cx, schema, instance, out),
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

    /// Returns the context one step below.
    pub fn below(&self, cx: &Context<'a>, step: Step<'a>, schema_path: Option<&'a str>) -> Context<'a> {
        Context {
            trail: cx.trail.step(self.arena, step),
            schema_path: schema_path
                .map_or(cx.schema_path, |schema_path| cx.schema_path.step(self.arena, self.places, schema_path)),
            ..*cx
        }
    }

    /// Runs the checks of the keywords in one part of a schema.
    pub(super) fn run(
        &self,
        cx: &Context<'a>,
        schema: Schema<'a>,
        part: Part,
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        let attach =
            part == Part::Standard && cx.attached_rules == AttachedRules::Run && schema.get(keyword::REF).is_none();
        for (symbol, value) in schema.json.keywords() {
            let taken = match part {
                Part::Whole => !(schema.standard_only && filter::is_grouping(symbol)),
                Part::Grouping => filter::is_grouping(symbol),
                Part::Standard => !filter::is_grouping(symbol),
            };
            if taken {
                self.run_one(&Site { cx, keyword: symbol, value, data: None, instance, schema, part }, out);
            }
        }
        if part != Part::Standard {
            return;
        }
        if attach && schema.get(keyword::CFN_LINT).is_none() {
            let value = inline::NOTHING.root();
            self.keyword(&Site { cx, keyword: keyword::CFN_LINT, value, data: None, instance, schema, part }, out);
        }
        if let Some((keyword, value)) = filter::permissive(schema, instance) {
            self.keyword(&Site { cx, keyword, value, data: None, instance, schema, part }, out);
        }
    }

    /// Runs the check of one keyword of a schema, resolving `$data`.
    pub(super) fn run_one(&self, site: &Site<'a, '_>, out: &mut Violations<'a>) {
        let mark = out.len();
        match gathered::resolve(site.cx, site.keyword, site.value) {
            Data::Literal => self.keyword(site, out),
            Data::Value(data) => self.keyword(&Site { data: Some(data), ..*site }, out),
            Data::Unknown => self.keyword(&Site { keyword: keyword::CFN_UNRESOLVED, ..*site }, out),
            Data::Unusable => {}
        }
        if let Some(message) = site.schema.json.keyword(keyword::MESSAGE) {
            let text = keyword::ALL.get(site.keyword as usize).and_then(|word| message.get(word)?.as_str());
            if let Some(message) = text {
                out.since(mark).iter_mut().for_each(|one| one.kind = ViolationKind::SchemaMessage { message });
            }
        }
    }

    /// Runs the check of one keyword.
    #[inline]
    pub fn keyword(&self, site: &Site<'a, '_>, out: &mut Violations<'a>) {
        if let Some(check) = site.cx.table.get(site.keyword) {
            check(self, site, out);
        }
    }
}
