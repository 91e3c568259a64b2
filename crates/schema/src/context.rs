//! Where a check stands and what holds there.
//!
//! A [`Context`] is a small `Copy` value handed down the walk; to change something for what lies below is to copy it and
//! set a field. What grows along the walk (the path, values that references are taken to have) are lists in the arena
//! that share their tails, so a context can be kept, too: the resolver keeps one beside every value it finds.

use bumpalo::Bump;

use super::pack::Json;
use super::place::{Place, Places};
use super::table::Table;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::tree::At;
use cfn_warden_syntax::{Node, NodeId, Tree, Value};
use cfn_warden_template::{Assumptions, Function, Functions, ParameterSet, PseudoParameters, Regions};

/// What holds at a place of the walk.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// How each keyword is checked.
    pub table: &'a Table,
    /// The schema document that `$ref` points into.
    pub base: Json<'a>,
    /// Other schema documents that `$ref` may name, by their `$id`.
    pub documents: &'a [(&'static str, Json<'a>)],
    /// The way from the document's root.
    pub trail: InstancePath<'a>,
    /// The same way in generic steps: logical ids as types, indexes as `*`.
    pub schema_path: SchemaPath<'a>,
    /// Where a resolved value came from, when that is another place than where it is used.
    pub source: Option<InstancePath<'a>>,
    /// Functions that may stand here.
    pub functions: Functions,
    /// Pseudo parameters that may be referred to here.
    pub pseudos: PseudoParameters,
    /// Whether resources may be referred to here.
    pub resources: bool,
    /// Conditions that hold here.
    pub conditions: Assumptions,
    /// Regions that are looked at here.
    pub regions: Regions,
    /// Values that references are taken to have here.
    pub refs: Option<&'a RefValue<'a>>,
    /// What parameters may be, where deployments say so; none once one of them is settled on.
    pub deployments: &'a [Deployment<'a>],
    /// The object whose parts stand for `$data` in the schema.
    pub gathered: Option<Node<'a>>,
    /// Whether a value must have the very type, not one that CloudFormation turns into it.
    pub strict_types: bool,
    /// Whether a function is "unknown" instead of checked: within `anyOf`, `if` and their kin.
    pub composite: bool,
    /// Whether an `if` about properties that are not there does not hold; in JSON Schema it does.
    pub sure_choices: bool,
    /// Whether a rule's configured exceptions apply.
    pub exceptions: bool,
    /// Whether the value came out of resolving a function.
    pub resolved: bool,
    /// Whether a parameter's value went into it: a deployer may choose another.
    pub from_parameter: bool,
    /// Whether pseudo parameters have values.
    pub resolve_pseudos: bool,
    /// Whether rules attached to a place run where the walk passes it.
    pub attached_rules: bool,
    /// Whether texts are looked through for `{{resolve:...}}`.
    pub dynamic_references: bool,
}

/// A value that a reference is taken to have.
#[derive(Debug, Clone, Copy)]
pub struct RefValue<'a> {
    /// The name referred to.
    pub name: &'a str,
    /// Its value.
    pub value: Node<'a>,
    /// Further names.
    pub rest: Option<&'a RefValue<'a>>,
}

/// The parameter values of one deployment.
#[derive(Debug, Clone, Copy)]
pub struct Deployment<'a> {
    /// The file that they come from.
    pub source: Option<&'a str>,
    /// What parameters are in it.
    pub refs: Option<&'a RefValue<'a>>,
}

impl<'a> Deployment<'a> {
    /// The values given, as the walk takes them.
    pub fn of(arena: &'a Bump, set: &ParameterSet, place: NodeId) -> Deployment<'a> {
        let refs = set.values.iter().rev().fold(None, |rest, given| {
            let (name, value) = (arena.alloc_str(&given.name), given.value.node(arena, place));
            Some(arena.keep(RefValue { name, value, rest }))
        });
        Deployment { source: set.source.as_deref().map(|source| &*arena.alloc_str(source)), refs }
    }

    /// The value it gives a parameter.
    pub fn value(&self, name: &str) -> Option<Node<'a>> {
        self.values().find(|value| value.name == name).map(|value| value.value)
    }

    /// The values it gives.
    pub fn values(&self) -> impl Iterator<Item = &'a RefValue<'a>> {
        std::iter::successors(self.refs, |value| value.rest)
    }
}

impl<'a> Context<'a> {
    /// Where JSON Schema alone is meant: nothing of CloudFormation's holds.
    pub fn of_json_schema(table: &'a Table, base: Json<'a>) -> Context<'a> {
        Context {
            table,
            base,
            documents: &[],
            trail: InstancePath::ROOT,
            schema_path: SchemaPath::ROOT,
            source: None,
            functions: Functions::NONE,
            pseudos: PseudoParameters::named([]),
            resources: false,
            conditions: Assumptions::default(),
            regions: Regions::NONE,
            refs: None,
            deployments: &[],
            gathered: None,
            strict_types: true,
            composite: false,
            sure_choices: false,
            exceptions: false,
            resolved: false,
            from_parameter: false,
            resolve_pseudos: false,
            attached_rules: false,
            dynamic_references: false,
        }
    }

    /// The value that a reference is taken to have.
    pub fn ref_value(&self, name: &str) -> Option<Node<'a>> {
        self.ref_values().find(|value| value.name == name).map(|value| value.value)
    }

    /// The values that references are taken to have, the latest first.
    pub fn ref_values(&self) -> impl Iterator<Item = &'a RefValue<'a>> {
        std::iter::successors(self.refs, |value| value.rest)
    }
}

/// A step down a document.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// Into a map, by a key of it.
    Key(Node<'a>),
    /// Into a map, by a name that is not taken from the document: it has no place of its own.
    Name(&'a str),
    /// Into a list.
    Index(u32),
}

/// The way from a document's root to a value: a list from the end, whose tails are shared.
#[derive(Debug, Clone, Copy, Default)]
pub struct InstancePath<'a>(Option<&'a Link<'a>>);

#[derive(Debug)]
struct Link<'a> {
    step: Step<'a>,
    up: InstancePath<'a>,
    len: u32,
    in_function: bool,
    under_ref: bool,
}

impl<'a> Step<'a> {
    /// The key's text; `None` for an index and for keys that are no text.
    pub fn text(&self) -> Option<&'a str> {
        match self {
            Step::Key(key) => key.as_str(),
            Step::Name(name) => Some(name),
            Step::Index(_) => None,
        }
    }

    /// The key, where it stands in the document.
    pub fn key(&self) -> Option<NodeId> {
        match self {
            Step::Key(key) => Some(key.id),
            _ => None,
        }
    }
}

impl<'a> InstancePath<'a> {
    /// The document itself.
    pub const ROOT: InstancePath<'static> = InstancePath(None);

    /// One step further.
    #[must_use]
    pub fn step(self, arena: &'a Bump, step: Step<'a>) -> InstancePath<'a> {
        let function = step.text().and_then(Function::named).filter(|function| Functions::PROPERTIES.has(*function));
        let inside = function.is_some_and(|function| function != Function::If);
        InstancePath(Some(arena.keep(Link {
            step,
            up: self,
            len: self.len().saturating_add(1),
            in_function: inside || self.in_function(),
            under_ref: function == Some(Function::Ref) || self.under_ref(),
        })))
    }

    /// Several steps further, by names and by digits for indexes.
    #[must_use]
    pub fn names(self, arena: &'a Bump, names: impl IntoIterator<Item = &'a str>) -> InstancePath<'a> {
        names.into_iter().fold(self, |trail, name| trail.step(arena, Step::Name(name)))
    }

    /// The way to a node.
    pub fn of(arena: &'a Bump, tree: &Tree<'a>, node: NodeId) -> InstancePath<'a> {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some(info) = tree.info(at) {
            match info.at {
                At::Root => break,
                At::Value(text, key) => steps.push(Step::Key(Node { id: key, value: Value::Str(text) })),
                At::Index(index) => steps.push(Step::Index(index)),
                At::Key => {}
            }
            at = info.parent;
        }
        steps.into_iter().rev().fold(InstancePath::ROOT, |trail, step| trail.step(arena, step))
    }

    /// How many steps.
    pub fn len(self) -> u32 {
        self.0.map_or(0, |link| link.len)
    }

    /// Whether it is the document itself.
    pub fn is_empty(self) -> bool {
        self.0.is_none()
    }

    /// The last step.
    pub fn last(self) -> Option<Step<'a>> {
        self.0.map(|link| link.step)
    }

    /// The way without its last step.
    pub fn up(self) -> Option<InstancePath<'a>> {
        self.0.map(|link| link.up)
    }

    /// Whether a function other than `Fn::If` stands on the way.
    pub fn in_function(self) -> bool {
        self.0.is_some_and(|link| link.in_function)
    }

    /// Whether a function stands on the way, `Fn::If` among them.
    pub fn under_function(self) -> bool {
        let is_function =
            |step: Step<'a>| step.text().and_then(Function::named).is_some_and(|f| Functions::PROPERTIES.has(f));
        std::iter::successors(Some(self), |trail| trail.up()).filter_map(InstancePath::last).any(is_function)
    }

    /// Whether `Ref` stands on the way.
    pub fn under_ref(self) -> bool {
        self.0.is_some_and(|link| link.under_ref)
    }

    /// The steps from the root.
    pub fn steps(self) -> Vec<Step<'a>> {
        let mut steps: Vec<_> =
            std::iter::successors(Some(self), |trail| trail.up()).filter_map(InstancePath::last).collect();
        steps.reverse();
        steps
    }

    /// The step at a place counted from the root.
    pub fn nth(self, place: u32) -> Option<Step<'a>> {
        let back = self.len().checked_sub(place)?.checked_sub(1)?;
        std::iter::successors(Some(self), |trail| trail.up()).nth(back as usize)?.last()
    }
}

/// Steps joined by `/`.
impl std::fmt::Display for InstancePath<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, step) in self.steps().into_iter().enumerate() {
            f.write_str(if place == 0 { "" } else { "/" })?;
            match step {
                Step::Index(index) => write!(f, "{index}")?,
                Step::Name(name) => f.write_str(name)?,
                Step::Key(key) => f.write_str(&cfn_warden_syntax::python::str(key))?,
            }
        }
        Ok(())
    }
}

/// A way in generic steps, and the [`Place`] it leads to.
#[derive(Debug, Clone, Copy)]
pub struct SchemaPath<'a> {
    link: Option<&'a SchemaLink<'a>>,
    /// What rules are attached here.
    pub place: Place,
}

#[derive(Debug)]
struct SchemaLink<'a> {
    step: &'a str,
    up: Option<&'a SchemaLink<'a>>,
    len: u32,
}

impl<'a> SchemaPath<'a> {
    /// The document itself.
    pub const ROOT: SchemaPath<'static> = SchemaPath { link: None, place: Place::ROOT };

    /// One step further.
    #[must_use]
    pub fn step(self, arena: &'a Bump, places: &Places, step: &'a str) -> SchemaPath<'a> {
        let link = arena.keep(SchemaLink { step, up: self.link, len: self.len().saturating_add(1) });
        SchemaPath { link: Some(link), place: places.step(self.place, step) }
    }

    /// How many steps.
    pub fn len(self) -> u32 {
        self.link.map_or(0, |link| link.len)
    }

    /// Whether it is the document itself.
    pub fn is_empty(self) -> bool {
        self.link.is_none()
    }

    /// The steps from the last one.
    pub fn back(self) -> impl Iterator<Item = &'a str> + Clone {
        std::iter::successors(self.link, |link| link.up).map(|link| link.step)
    }

    /// The step at a place counted from the root.
    pub fn nth(self, place: usize) -> Option<&'a str> {
        let back = (self.len() as usize).checked_sub(place)?.checked_sub(1)?;
        self.back().nth(back)
    }

    /// Whether the steps after the first `skip` are these, written with `/`.
    pub fn ends_with(self, path: &str, skip: usize) -> bool {
        self.len() as usize == path.split('/').count().saturating_add(skip)
            && self.back().zip(path.rsplit('/')).all(|(one, two)| one == two)
    }

    /// Whether the path is this one, written with `/`.
    pub fn is(self, path: &str) -> bool {
        self.back().eq(path.rsplit('/'))
    }
}
