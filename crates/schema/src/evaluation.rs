//! The types of an evaluation: what stays constant throughout ([`Evaluation`]), and the input of a keyword's check
//! ([`Assertion`]).

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use bumpalo::Bump;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::budget::{Budget, Deeper, Limit};
use super::context::Context;
use super::cross_resource_state::Notes;
use super::equal;
use super::knowledge::Knowledge;
use super::options::Options;
use super::pack::Json;
use super::path::Step;
use super::pattern::{self, Pattern, PatternCache};
use super::place::Places;
use super::schema::Schema;
use super::table::{Check, RuleChecks, Table};
use super::violation::{Owner, Violation, Violations};
use super::violation_kind::{KeywordValue, ViolationKind};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_syntax::{Entry, Node, Tree};
use cfn_warden_template::{PseudoParameter, Region, Template};

/// Compiled patterns, shared by all templates because the patterns of schemas recur.
static PATTERNS: LazyLock<PatternCache> = LazyLock::new(PatternCache::new);

/// The evaluation of one template: its inputs, as fields of their own through `Deref`, and what it records.
pub struct Evaluation<'a> {
    inputs: Inputs<'a>,
    /// Values that rules recorded to compare them with later ones.
    pub cross_resource_state: Notes<'a>,
    /// By the table that they derive from, and the address of the checks or of the owner, which are static.
    tables: Made<(&'a Table, *const ()), &'a Table>,
    /// By the schema.
    attributes: Made<Json<'a>, Rc<Attributes<'a>>>,
    /// By the value of `cfnContext` and the document that its `$ref` points into.
    allowed: Made<[Json<'a>; 2], Allowed>,
    /// By the address of the function's name, which is static.
    arguments: Made<&'static str, Option<Json<'a>>>,
    /// By the name of the type.
    parameter_types: Made<&'a str, ListedType>,
    /// The values of the pseudo parameters in a region.
    pseudo_values: Made<Region, &'a [(PseudoParameter, Node<'a>)]>,
    /// The last lookup.
    looked_up: RefCell<Option<Lookup<'a>>>,
    /// Texts without violations, and the contexts in which they were checked.
    valid: RefCell<HashMap<&'a str, Vec<Context<'a>>>>,
}

/// The positions of an object's keys in an object of schemas.
struct Lookup<'a> {
    schemas: Json<'a>,
    entries: &'a [Entry<'a>],
    positions: Rc<[Option<u32>]>,
}

/// Texts are kept with so many contexts at most, which are compared one by one.
const MOST_CONTEXTS: usize = 4;

impl<'a> Deref for Evaluation<'a> {
    type Target = Inputs<'a>;

    fn deref(&self) -> &Inputs<'a> {
        &self.inputs
    }
}

/// The inputs of an evaluation: the data that stays constant throughout.
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
    /// The checks of rules that other rules run.
    pub rules: &'a RuleChecks,
    /// The template's resource limits.
    pub budget: &'a Budget<'a>,
}

/// How the knowledge base lists a type of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedType {
    /// Its values are lists.
    List,
    /// Its values are not lists.
    Scalar,
    /// It does not.
    Unlisted,
}

/// What was made before, by key. There are few keys, so they are compared one by one.
struct Made<K, V>(RefCell<Vec<(K, V)>>);

impl<K, V> Default for Made<K, V> {
    fn default() -> Made<K, V> {
        Made(RefCell::default())
    }
}

impl<K, V: Clone> Made<K, V> {
    /// Returns the value of a key, which is made unless there is one of an equal key.
    fn get(&self, key: K, are_equal: impl Fn(&K, &K) -> bool, make: impl FnOnce() -> V) -> V {
        if let Some((_, value)) = self.0.borrow().iter().find(|(one, _)| are_equal(one, &key)) {
            return value.clone();
        }
        let value = make();
        self.0.borrow_mut().push((key, value.clone()));
        value
    }
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
pub struct Assertion<'a, 'w> {
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
    pub schema: &'w Schema<'a>,
    /// The part of the schema that is being evaluated.
    pub part: Part,
}

impl<'a, 'w> Assertion<'a, 'w> {
    /// Adds a violation of this keyword by the instance.
    #[cold]
    pub fn fail(&self, out: &mut Violations<'a>, kind: impl Into<ViolationKind<'a>>) {
        out.push(self.violation(kind));
    }

    /// Adds a violation of this keyword one step below the instance.
    #[cold]
    pub fn fail_at(
        &self,
        evaluation: &Evaluation<'a>,
        out: &mut Violations<'a>,
        step: Step<'a>,
        kind: impl Into<ViolationKind<'a>>,
    ) {
        out.push(Violation {
            instance_path: self.cx.instance_path.step(evaluation.arena, step),
            ..self.violation(kind)
        });
    }

    /// Records that the result is unknown.
    #[cold]
    pub fn unknown(&self, out: &mut Violations<'a>) {
        out.push(Violation { unknown: true, ..self.violation(ViolationKind::Unknown) });
    }

    /// Creates a violation of this keyword by the instance.
    #[cold]
    pub fn violation(&self, kind: impl Into<ViolationKind<'a>>) -> Violation<'a> {
        Violation {
            keyword: self.keyword,
            kind: kind.into(),
            rule: None,
            instance_path: self.cx.instance_path,
            shown_at: None,
            children: Vec::new(),
            branch: 0,
            related: &[],
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
        self.schema.keyword(symbol)
    }
}

impl<'a> Evaluation<'a> {
    /// Creates an evaluation.
    pub fn new(inputs: Inputs<'a>) -> Evaluation<'a> {
        Evaluation {
            inputs,
            cross_resource_state: Notes::default(),
            tables: Made::default(),
            attributes: Made::default(),
            allowed: Made::default(),
            arguments: Made::default(),
            parameter_types: Made::default(),
            pseudo_values: Made::default(),
            looked_up: RefCell::default(),
            valid: RefCell::default(),
        }
    }

    /// Returns the position of the key of each entry in an object of schemas; `None` if it is not there. Two keywords of a
    /// schema ask for the same keys, one after the other.
    pub(super) fn positions(&self, schemas: Json<'a>, entries: &'a [Entry<'a>]) -> Rc<[Option<u32>]> {
        let mut last = self.looked_up.borrow_mut();
        if let Some(Lookup { positions, .. }) =
            last.as_ref().filter(|last| last.schemas.is_same(schemas) && std::ptr::eq(last.entries, entries))
        {
            return Rc::clone(positions);
        }
        let object = schemas.as_object();
        let position = |entry: &Entry<'_>| object?.position(entry.key.as_str()?)?.try_into().ok();
        let positions: Rc<[_]> = entries.iter().map(position).collect();
        *last = Some(Lookup { schemas, entries, positions: Rc::clone(&positions) });
        positions
    }

    /// Evaluates a text against the document of the context. Functions refer to few names many times: a text without
    /// violations is not evaluated again in a context that only differs in the place.
    pub fn check_text(&self, cx: &Context<'a>, text: &'a str, instance: Node<'a>, out: &mut Violations<'a>) {
        let is_known = |valid: &Vec<Context<'_>>| valid.iter().any(|known| known.is_alike(cx));
        if self.valid.borrow().get(text).is_some_and(is_known) {
            return;
        }
        let mark = out.len();
        self.check(cx, cx.base, instance, out);
        if out.len() == mark {
            let mut valid = self.valid.borrow_mut();
            let contexts = valid.entry(text).or_default();
            if contexts.len() < MOST_CONTEXTS {
                contexts.push(*cx);
            }
        }
    }

    /// Records that a check was not completed because of a limit.
    pub fn give_up(&self, limit: Limit) {
        self.budget.reach(limit);
    }

    /// Returns a table with other checks for some keywords; built once per pair of arguments.
    pub fn table(&self, base: &'a Table, checks: &'static [(u32, Check)]) -> &'a Table {
        self.derived_table(base, checks.as_ptr().cast(), || base.with(checks.iter().copied()))
    }

    /// Returns a table with the checks that an owner and its rules have for some keywords; built once per pair of
    /// arguments. The rules' checks replace `own`.
    pub fn owner_table(&self, base: &'a Table, owner: &'static Owner, own: &'static [(u32, Check)]) -> &'a Table {
        let checks = || own.iter().copied().chain(self.rules.of_owner(owner));
        self.derived_table(base, std::ptr::from_ref(owner).cast(), || base.with(checks()))
    }

    fn derived_table(&self, base: &'a Table, source: *const (), derive: impl FnOnce() -> Table) -> &'a Table {
        let are_equal =
            |one: &(&Table, *const ()), two: &(&Table, *const ())| std::ptr::eq(one.0, two.0) && one.1 == two.1;
        self.tables.get((base, source), are_equal, || self.arena.keep(derive()))
    }

    /// Returns what a `cfnContext` allows; read once per value and document.
    pub(super) fn allowed(&self, value: Json<'a>, base: Json<'a>, read: impl FnOnce() -> Allowed) -> Allowed {
        let are_equal =
            |one: &[Json<'a>; 2], two: &[Json<'a>; 2]| one.iter().zip(two).all(|(one, two)| one.is_same(*two));
        self.allowed.get([value, base], are_equal, read)
    }

    /// Returns the attributes that a resource schema defines; collected once per schema.
    pub fn attributes(&self, schema: Json<'a>) -> Rc<Attributes<'a>> {
        let make = || Rc::new(Attributes::of(self.inputs.knowledge, schema));
        self.attributes.get(schema, |one, two| one.is_same(*two), make)
    }

    /// Returns the schema of a function's arguments, which is found once per name.
    pub fn arguments(&self, name: &'static str, find: impl FnOnce() -> Option<Json<'a>>) -> Option<Json<'a>> {
        self.arguments.get(name, |one, two| std::ptr::eq(*one, *two), find)
    }

    /// Returns how the knowledge base lists a type of parameters; found once per type.
    pub fn parameter_type(&self, name: &'a str) -> ListedType {
        self.parameter_types.get(
            name,
            |one, two| one == two,
            || {
                let constants = self.knowledge.document("constants/helpers");
                let lists = |list: &str| {
                    let list = constants.and_then(|constants| constants.get(list));
                    list.is_some_and(|list| list.items().any(|listed| listed.is_text(name)))
                };
                match () {
                    () if lists("VALID_PARAMETER_TYPES_LIST") => ListedType::List,
                    () if lists("VALID_PARAMETER_TYPES") => ListedType::Scalar,
                    () => ListedType::Unlisted,
                }
            },
        )
    }

    /// Returns the values of the pseudo parameters that a region determines; made once per region.
    pub(super) fn pseudo_values(
        &self,
        region: Region,
        make: impl FnOnce() -> &'a [(PseudoParameter, Node<'a>)],
    ) -> &'a [(PseudoParameter, Node<'a>)] {
        self.pseudo_values.get(region, Region::eq, make)
    }

    /// Returns a compiled pattern, or the reason why it cannot be used.
    pub fn pattern(&self, pattern: &str) -> pattern::Compiled {
        PATTERNS.get(pattern)
    }

    /// Returns whether a pattern matches anywhere in a text. A pattern that the matcher cannot use counts as a match.
    pub fn search(&self, pattern: &str, text: &str) -> bool {
        self.finds(&self.pattern(pattern), text)
    }

    /// Like [`search`](Self::search), for a pattern that was compiled before.
    pub fn finds(&self, pattern: &pattern::Compiled, text: &str) -> bool {
        pattern.as_ref().map_or(true, |pattern| self.matches(pattern, text))
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

    /// Returns the context one step below.
    pub fn below(&self, cx: &Context<'a>, step: Step<'a>, schema_path: Option<&'a str>) -> Context<'a> {
        Context {
            instance_path: cx.instance_path.step(self.arena, step),
            schema_path: schema_path
                .map_or(cx.schema_path, |schema_path| cx.schema_path.step(self.arena, self.places, schema_path)),
            ..*cx
        }
    }
}
