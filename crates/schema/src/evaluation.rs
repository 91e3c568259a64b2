//! The types of an evaluation: what stays constant throughout ([`Evaluation`]), and the input of a keyword's check
//! ([`Assertion`]).

use std::cell::{Cell, RefCell};
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
use super::memo::{ListedType, Lookup, Made};
use super::options::Options;
use super::pack::Json;
use super::path::Step;
use super::pattern::{self, Pattern, PatternCache};
use super::place::{Place, Places};
use super::schema::Schema;
use super::table::{RuleChecks, Table};
use super::violation::{Violation, Violations};
use super::violation_kind::{KeywordValue, ViolationKind};
use cfn_warden_syntax::hash::{HashMap, Text};
use cfn_warden_syntax::{Node, Tree};
use cfn_warden_template::{PseudoParameter, Region, Template};

/// Compiled patterns, shared by all templates because the patterns of schemas recur.
static PATTERNS: LazyLock<PatternCache> = LazyLock::new(PatternCache::new);

/// The evaluation of one template: its inputs, as fields of their own through `Deref`, and what it records.
pub struct Evaluation<'a> {
    inputs: Inputs<'a>,
    /// Values that rules recorded to compare them with later ones.
    pub cross_resource_state: Notes<'a>,
    /// By the table that they derive from, and the address of the checks or of the owner, which are static.
    pub(super) tables: Made<(&'a Table, *const ()), &'a Table>,
    /// By the schema.
    pub(super) attributes: Made<Json<'a>, Rc<Attributes<'a>>>,
    /// By the value of `cfnContext` and the document that its `$ref` points into.
    pub(super) allowed: Made<[Json<'a>; 2], Allowed>,
    /// By the value of `cfnLint`.
    pub(super) listed_places: Made<Json<'a>, Rc<[Place]>>,
    /// By the address of the function's name, which is static.
    pub(super) arguments: Made<&'static str, Option<Json<'a>>>,
    /// By the name of the type.
    pub(super) parameter_types: Made<&'a str, ListedType>,
    /// The values of the pseudo parameters in a region.
    pub(super) pseudo_values: Made<Region, &'a [(PseudoParameter, Node<'a>)]>,
    /// The last lookup.
    pub(super) looked_up: Cell<Option<Lookup<'a>>>,
    /// Texts without violations, and the contexts in which they were checked.
    pub(super) valid: RefCell<HashMap<Text<'a>, Vec<Context<'a>>>>,
}

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
        out.push(Violation {
            unknown: true,
            ..self.violation(ViolationKind::Unknown)
        });
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
        self.data
            .map_or(KeywordValue::Schema(self.value), KeywordValue::Data)
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
            listed_places: Made::default(),
            arguments: Made::default(),
            parameter_types: Made::default(),
            pseudo_values: Made::default(),
            looked_up: Cell::default(),
            valid: RefCell::default(),
        }
    }

    /// Records that a check was not completed because of a limit.
    pub fn give_up(&self, limit: Limit) {
        self.budget.reach(limit);
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
        pattern
            .as_ref()
            .map_or(true, |pattern| self.matches(pattern, text))
    }

    /// Returns whether a pattern matches anywhere in a text. If the match takes too many steps, it counts as a match
    /// and the limit is recorded.
    pub fn matches(&self, pattern: &Pattern, text: &str) -> bool {
        self.budget.matches(|steps| pattern.try_search(text, steps))
    }

    /// Returns whether a pattern matches at the start of a text; see [`search`](Self::search).
    pub fn begins(&self, pattern: &str, text: &str) -> bool {
        let attempt = |pattern: Arc<Pattern>| {
            self.budget
                .matches(|steps| pattern.try_matches(text, steps))
        };
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
    pub fn below(
        &self,
        cx: &Context<'a>,
        step: Step<'a>,
        schema_path: Option<&'a str>,
    ) -> Context<'a> {
        Context {
            instance_path: cx.instance_path.step(self.arena, step),
            schema_path: schema_path.map_or(cx.schema_path, |schema_path| {
                cx.schema_path.step(self.arena, self.places, schema_path)
            }),
            ..*cx
        }
    }
}
