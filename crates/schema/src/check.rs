//! The walk: a schema and a value, side by side.
//!
//! [`Walk::check`] is the reference's `iter_errors`: the [`filter`](super::filter) decides which keywords see which form of
//! the value, and each keyword's check ([`Table`](super::table::Table)) adds what is violated. A check goes deeper with
//! [`Walk::descend`]. Nothing is generated on the way; contexts are copied, paths are lists with shared tails.
//!
//! The walk is bounded by a [`Budget`]. When a limit is reached it goes no further, and the budget says so.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use bumpalo::Bump;

use super::added::Types;
use super::budget::{Budget, Deeper, Limit};
use super::context::{Context, Step};
use super::cross_resource_state::Notes;
use super::fault::{Fault, Operand};
use super::gathered::{self, Data};
use super::keyword;
use super::options::Options;
use super::pack::{Json, JsonKind};
use super::pattern::{self, Pattern, PatternCache};
use super::place::Places;
use super::table::{Check, Table};
use super::violation::{NO_KEYWORD, Violation, Violations};
use super::{equal, filter, inline};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Node, Tree};
use cfn_warden_template::Template;

/// Patterns that were met, compiled: those of schemas come again with every template.
static PATTERNS: LazyLock<PatternCache> = LazyLock::new(PatternCache::new);

/// One walk over one template: what does not change on the way.
pub struct Walk<'a> {
    /// Where derived values are made.
    pub arena: &'a Bump,
    /// The document.
    pub tree: &'a Tree<'a>,
    /// What it declares.
    pub template: &'a Template<'a>,
    /// What the user set.
    pub options: &'a Options<'a>,
    /// What types there are.
    pub types: &'a Types,
    /// Which rules are attached where.
    pub places: &'a Places,
    /// What rules noted of values that the walk passed, to compare later ones with.
    pub cross_resource_state: Notes<'a>,
    /// What the template may take.
    pub budget: &'a Budget<'a>,
    tables: RefCell<Vec<Derived<'a>>>,
}

/// A table and what it was made of.
struct Derived<'a> {
    base: &'a Table,
    checks: &'static [(u32, Check)],
    table: &'a Table,
}

/// A schema, or what remains of it once the keywords that see a value per scenario are set apart.
#[derive(Debug, Clone, Copy)]
pub struct Schema<'a> {
    /// The schema.
    pub json: Json<'a>,
    /// Whether the grouping keywords ([`filter::is_grouping`]) are left out.
    pub standard_only: bool,
}

/// Which keywords of a schema are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All, on the value as it stands.
    Whole,
    /// Those that count or compare what a value contains: on the value as it is in one scenario.
    Grouping,
    /// The others, on the value as it stands.
    Standard,
}

/// What a keyword's check sees.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a, 'w> {
    /// Where it stands.
    pub cx: &'w Context<'a>,
    /// The keyword's number.
    pub keyword: u32,
    /// The keyword's value in the schema.
    pub value: Json<'a>,
    /// The keyword's value, where the schema takes it from the object that was gathered (`$data`).
    pub data: Option<Node<'a>>,
    /// The value that is checked.
    pub instance: Node<'a>,
    /// The schema that the keyword stands in. For the check of a function: what the function's value should fit.
    pub schema: Schema<'a>,
    /// Which part of the schema is being checked.
    pub part: Part,
}

impl<'a> From<Json<'a>> for Schema<'a> {
    fn from(json: Json<'a>) -> Schema<'a> {
        Schema { json, standard_only: false }
    }
}

impl<'a> Schema<'a> {
    /// The value of one of its keywords.
    #[inline]
    pub fn get(self, symbol: u32) -> Option<Json<'a>> {
        if self.standard_only && filter::is_grouping(symbol) {
            return None;
        }
        self.json.keyword(symbol)
    }
}

impl<'a, 'w> Site<'a, 'w> {
    /// Adds a violation of this keyword at this value.
    pub fn fail(&self, out: &mut Violations<'a>, fault: Fault<'a>) {
        out.push(self.violation(fault));
    }

    /// Adds a violation of this keyword one step below this value.
    pub fn fail_at(&self, walk: &Walk<'a>, out: &mut Violations<'a>, step: Step<'a>, fault: Fault<'a>) {
        out.push(Violation { trail: self.cx.trail.step(walk.arena, step), ..self.violation(fault) });
    }

    /// Notes that the answer is not known.
    pub fn unknown(&self, out: &mut Violations<'a>) {
        out.push(Violation { unknown: true, ..self.violation(Fault::plain("cannot be determined")) });
    }

    /// A violation of this keyword at this value.
    pub fn violation(&self, fault: Fault<'a>) -> Violation<'a> {
        Violation {
            keyword: self.keyword,
            fault,
            rule: None,
            trail: self.cx.trail,
            shown_at: None,
            children: Vec::new(),
            unknown: false,
            instance: self.instance,
            schema: (self.part != Part::Grouping).then_some(self.schema.json),
        }
    }

    /// The number that is the keyword's value.
    pub fn bound(&self) -> Option<f64> {
        self.data.map_or_else(|| self.value.as_f64(), equal::number)
    }

    /// The value of another keyword of the same schema.
    pub fn sibling(&self, symbol: u32) -> Option<Json<'a>> {
        self.schema.json.keyword(symbol)
    }
}

impl<'a> Walk<'a> {
    /// A walk that has not begun.
    pub fn new(
        arena: &'a Bump,
        tree: &'a Tree<'a>,
        template: &'a Template<'a>,
        (options, types, places): (&'a Options<'a>, &'a Types, &'a Places),
        budget: &'a Budget<'a>,
    ) -> Walk<'a> {
        let (cross_resource_state, tables) = (Notes::default(), RefCell::default());
        Walk { arena, tree, template, options, types, places, cross_resource_state, budget, tables }
    }

    /// Says that something was left unchecked, and why.
    pub fn give_up(&self, limit: Limit) {
        self.budget.reach(limit);
    }

    /// A table with other checks for some keywords; made once for each pair.
    pub fn table(&self, base: &'a Table, checks: &'static [(u32, Check)]) -> &'a Table {
        let mut tables = self.tables.borrow_mut();
        let is = |made: &&Derived<'a>| std::ptr::eq(made.base, base) && std::ptr::eq(made.checks, checks);
        if let Some(made) = tables.iter().find(is) {
            return made.table;
        }
        let table = self.arena.keep(base.with(checks.iter().copied()));
        tables.push(Derived { base, checks, table });
        table
    }

    /// A pattern compiled, or why it cannot be used.
    pub fn pattern(&self, pattern: &str) -> pattern::Compiled {
        PATTERNS.get(pattern)
    }

    /// Whether a pattern matches anywhere in a text; one that the matcher cannot use is taken to.
    pub fn search(&self, pattern: &str, text: &str) -> bool {
        self.pattern(pattern).map_or(true, |pattern| self.matches(&pattern, text))
    }

    /// Whether a pattern matches anywhere in a text. Where that takes too many steps it is taken to match, and the walk
    /// is not complete.
    pub fn matches(&self, pattern: &Pattern, text: &str) -> bool {
        self.budget.matches(|steps| pattern.search(text, steps))
    }

    /// Whether a pattern matches a text from its beginning; see [`search`](Self::search).
    pub fn begins(&self, pattern: &str, text: &str) -> bool {
        let attempt = |pattern: Arc<Pattern>| self.budget.matches(|steps| pattern.matches(text, steps));
        self.pattern(pattern).map_or(true, attempt)
    }

    /// Goes one level deeper for as long as the guard lives; `None` where that is too deep.
    #[inline]
    pub fn deeper(&self) -> Option<Deeper<'_>> {
        self.budget.deeper()
    }

    /// Counts work; false where there may be no more of it.
    #[inline]
    pub fn spend(&self, steps: u64) -> bool {
        self.budget.spend(steps)
    }

    /// Checks a value against a schema.
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
                fault: Fault::new("False schema does not allow {}", [Operand::Value(instance)]),
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

    /// Checks a value one step below against a schema. `schema_path` is the step in generic form: a property's name or `*`;
    /// `None` where the place does not count as another one.
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

    /// The context one step below.
    pub fn below(&self, cx: &Context<'a>, step: Step<'a>, schema_path: Option<&'a str>) -> Context<'a> {
        Context {
            trail: cx.trail.step(self.arena, step),
            schema_path: schema_path
                .map_or(cx.schema_path, |schema_path| cx.schema_path.step(self.arena, self.places, schema_path)),
            ..*cx
        }
    }

    /// Runs the checks of the keywords of a part of a schema.
    pub(super) fn run(
        &self,
        cx: &Context<'a>,
        schema: Schema<'a>,
        part: Part,
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        let attach = part == Part::Standard && cx.attached_rules && schema.get(keyword::REF).is_none();
        for (symbol, value) in schema.json.keywords() {
            let taken = match part {
                Part::Whole => !(schema.standard_only && filter::is_grouping(symbol)),
                Part::Grouping => filter::is_grouping(symbol),
                Part::Standard => !filter::is_grouping(symbol),
            };
            if taken {
                self.run_one(cx, schema, part, (symbol, value), instance, out);
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

    /// Runs the check of one keyword of a schema, whose value may be gathered.
    pub(super) fn run_one(
        &self,
        cx: &Context<'a>,
        schema: Schema<'a>,
        part: Part,
        (symbol, value): (u32, Json<'a>),
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        let site = Site { cx, keyword: symbol, value, data: None, instance, schema, part };
        let mark = out.len();
        match gathered::resolve(cx, symbol, value) {
            Data::Literal => self.keyword(&site, out),
            Data::Value(data) => self.keyword(&Site { data: Some(data), ..site }, out),
            Data::Unknown => self.keyword(&Site { keyword: keyword::CFN_UNRESOLVED, ..site }, out),
            Data::Unusable => {}
        }
        if let Some(message) = schema.json.keyword(keyword::MESSAGE) {
            let words = keyword::ALL.get(symbol as usize).and_then(|word| message.get(word)?.as_str());
            words
                .into_iter()
                .for_each(|words| out.since(mark).iter_mut().for_each(|one| one.fault = Fault::plain(words)));
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
