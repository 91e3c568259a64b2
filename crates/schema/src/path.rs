//! The paths of an evaluation: lists in the arena with shared tails.

use bumpalo::Bump;

use super::place::{Place, Places};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::tree::At;
use cfn_warden_syntax::{Node, NodeId, Tree, Value};
use cfn_warden_template::{Function, Functions};

/// One step of an instance path.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// A map entry, by a key node of the document.
    Key(Node<'a>),
    /// A map entry, by a name that has no position in the document.
    Name(&'a str),
    /// A list item.
    Index(u32),
}

/// An instance path: a linked list that begins with the last step and shares its tail.
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
    /// Returns the key's text, or `None` for an index and for keys other than strings.
    pub fn text(&self) -> Option<&'a str> {
        match self {
            Step::Key(key) => key.as_str(),
            Step::Name(name) => Some(name),
            Step::Index(_) => None,
        }
    }

    /// Returns the key's node, if it is part of the document.
    pub fn key(&self) -> Option<NodeId> {
        match self {
            Step::Key(key) => Some(key.id),
            _ => None,
        }
    }
}

impl<'a> InstancePath<'a> {
    /// The document root.
    pub const ROOT: InstancePath<'static> = InstancePath(None);

    /// Appends one step.
    #[must_use]
    pub fn step(self, arena: &'a Bump, step: Step<'a>) -> InstancePath<'a> {
        let function = step
            .text()
            .and_then(Function::named)
            .filter(|function| Functions::PROPERTIES.has(*function));
        let inside = function.is_some_and(|function| function != Function::If);
        InstancePath(Some(arena.keep(Link {
            step,
            up: self,
            len: self.len().saturating_add(1),
            in_function: inside || self.in_function(),
            under_ref: function == Some(Function::Ref) || self.under_ref(),
        })))
    }

    /// Appends several steps, given as names or, for indices, digits.
    #[must_use]
    pub fn names(
        self,
        arena: &'a Bump,
        names: impl IntoIterator<Item = &'a str>,
    ) -> InstancePath<'a> {
        names.into_iter().fold(self, |instance_path, name| {
            instance_path.step(arena, Step::Name(name))
        })
    }

    /// Returns the path to a node.
    pub fn of(arena: &'a Bump, tree: &Tree<'a>, node: NodeId) -> InstancePath<'a> {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some(info) = tree.info(at) {
            match info.at {
                At::Root => break,
                At::Value(text, key) => steps.push(Step::Key(Node {
                    id: key,
                    value: Value::Str(text),
                })),
                At::Index(index) => steps.push(Step::Index(index)),
                At::Key => {}
            }
            at = info.parent;
        }
        steps
            .into_iter()
            .rev()
            .fold(InstancePath::ROOT, |instance_path, step| {
                instance_path.step(arena, step)
            })
    }

    /// Returns the number of steps.
    pub fn len(self) -> u32 {
        self.0.map_or(0, |link| link.len)
    }

    /// Returns whether this is the document root.
    pub fn is_empty(self) -> bool {
        self.0.is_none()
    }

    /// Returns the last step.
    pub fn last(self) -> Option<Step<'a>> {
        self.0.map(|link| link.step)
    }

    /// Returns the path without its last step.
    pub fn up(self) -> Option<InstancePath<'a>> {
        self.0.map(|link| link.up)
    }

    /// Returns whether the path contains a function other than `Fn::If`.
    pub fn in_function(self) -> bool {
        self.0.is_some_and(|link| link.in_function)
    }

    /// Returns whether the path contains a function, including `Fn::If`.
    pub fn under_function(self) -> bool {
        let is_function = |step: Step<'a>| {
            step.text()
                .and_then(Function::named)
                .is_some_and(|f| Functions::PROPERTIES.has(f))
        };
        std::iter::successors(Some(self), |instance_path| instance_path.up())
            .filter_map(InstancePath::last)
            .any(is_function)
    }

    /// Returns whether the path contains `Ref`.
    pub fn under_ref(self) -> bool {
        self.0.is_some_and(|link| link.under_ref)
    }

    /// Returns whether both paths contain a function, and a `Ref`, or neither does.
    pub(super) fn is_alike(self, other: InstancePath<'_>) -> bool {
        self.in_function() == other.in_function() && self.under_ref() == other.under_ref()
    }

    /// Returns the steps, starting at the root.
    pub fn steps(self) -> Vec<Step<'a>> {
        let mut steps: Vec<_> =
            std::iter::successors(Some(self), |instance_path| instance_path.up())
                .filter_map(InstancePath::last)
                .collect();
        steps.reverse();
        steps
    }

    /// Returns the step at an index counted from the root.
    pub fn nth(self, place: u32) -> Option<Step<'a>> {
        let back = self.len().checked_sub(place)?.checked_sub(1)?;
        std::iter::successors(Some(self), |instance_path| instance_path.up())
            .nth(back as usize)?
            .last()
    }
}

/// Joins the steps with `/`.
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

/// A generic path and the [`Place`] it leads to.
#[derive(Debug, Clone, Copy)]
pub struct SchemaPath<'a> {
    link: Option<&'a SchemaLink<'a>>,
    /// The rules attached to this path.
    pub place: Place,
}

#[derive(Debug)]
struct SchemaLink<'a> {
    step: &'a str,
    up: Option<&'a SchemaLink<'a>>,
    len: u32,
}

impl<'a> SchemaPath<'a> {
    /// The document root.
    pub const ROOT: SchemaPath<'static> = SchemaPath {
        link: None,
        place: Place::ROOT,
    };

    /// Appends one step.
    #[must_use]
    pub fn step(self, arena: &'a Bump, places: &Places, step: &'a str) -> SchemaPath<'a> {
        let link = arena.keep(SchemaLink {
            step,
            up: self.link,
            len: self.len().saturating_add(1),
        });
        SchemaPath {
            link: Some(link),
            place: places.step(self.place, step),
        }
    }

    /// Returns the number of steps.
    pub fn len(self) -> u32 {
        self.link.map_or(0, |link| link.len)
    }

    /// Returns whether this is the document root.
    pub fn is_empty(self) -> bool {
        self.link.is_none()
    }

    /// Returns the steps, starting with the last one.
    pub fn back(self) -> impl Iterator<Item = &'a str> + Clone {
        std::iter::successors(self.link, |link| link.up).map(|link| link.step)
    }

    /// Returns the step at an index counted from the root.
    pub fn nth(self, place: usize) -> Option<&'a str> {
        let back = (self.len() as usize).checked_sub(place)?.checked_sub(1)?;
        self.back().nth(back)
    }

    /// Returns whether the steps after the first `skip` equal `path`, which is separated by `/`.
    pub fn ends_with(self, path: &str, skip: usize) -> bool {
        self.len() as usize == path.split('/').count().saturating_add(skip)
            && self
                .back()
                .zip(path.rsplit('/'))
                .all(|(one, two)| one == two)
    }

    /// Returns whether the path equals `path`, which is separated by `/`.
    pub fn is(self, path: &str) -> bool {
        self.back().eq(path.rsplit('/'))
    }
}
