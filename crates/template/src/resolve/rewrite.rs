//! Rewriting of the tree: replaces functions by their values and removes what conditions exclude.

use std::collections::HashSet;

use bumpalo::Bump;

use super::evaluate::{Causes, DEPTH, Evaluated, Evaluator};
use super::facts::OneDeployment;
use super::known;
use super::{Inputs, ReplacedFunction, Resolution, Resolved, UsedParameter};
use crate::Functions;
use crate::derivation::bytes_of_items;
use crate::function::{Function, function_of, is_no_value};
use cfn_warden_syntax::derive::derive_with;
use cfn_warden_syntax::{Entry, Node, NodeId, Path, Step, Tree, Value};

/// The maximum number of replaced functions that are recorded.
const REMEMBERED: usize = 20_000;

/// Resolves a template with these inputs.
pub fn resolve<'a>(arena: &'a Bump, tree: &Tree<'a>, inputs: &Inputs<'_>) -> Resolved<'a> {
    let evaluator = super::evaluator(arena, tree, inputs);
    let mut rewrite = Rewrite {
        arena,
        evaluator,
        path: Vec::new(),
        values: HashSet::new(),
        replaced: Vec::new(),
        removed: Vec::new(),
        changed: false,
    };
    let root = rewrite.document(tree.root);
    let changed = rewrite.changed;
    let values = std::mem::take(&mut rewrite.values);
    let resolution = rewrite.resolution();
    Resolved {
        tree: changed.then(|| derive_with(arena, tree, root, &values)),
        resolution,
    }
}

struct Rewrite<'a> {
    arena: &'a Bump,
    evaluator: Evaluator<'a, OneDeployment<'a>>,
    path: Vec<Step>,
    /// IDs of nodes that are values of replaced functions.
    values: HashSet<NodeId>,
    replaced: Vec<ReplacedFunction>,
    removed: Vec<(Path, String)>,
    changed: bool,
}

/// Whether `AWS::NoValue` can be removed at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoValueRemoval {
    /// It can be removed.
    Allowed,
    /// Not here, because the arguments are counted; it can be removed below.
    AllowedBelow,
    /// Neither here nor below.
    Forbidden,
}

impl NoValueRemoval {
    pub fn below(self) -> NoValueRemoval {
        if self == NoValueRemoval::Forbidden {
            NoValueRemoval::Forbidden
        } else {
            NoValueRemoval::Allowed
        }
    }
}

impl<'a> Rewrite<'a> {
    fn document(&mut self, root: Node<'a>) -> Node<'a> {
        let Some(sections) = root.as_map() else {
            return root;
        };
        let section =
            |this: &mut Self, entry: &Entry<'a>| match (entry.key.as_str(), entry.value.as_map()) {
                (Some("Resources" | "Outputs"), Some(members)) => {
                    this.members(entry.value, members)
                }
                _ => entry.value,
            };
        let entries: Vec<_> = sections
            .iter()
            .map(|entry| {
                self.path.push(step(entry));
                let value = section(self, entry);
                self.path.pop();
                Entry {
                    key: entry.key,
                    value,
                }
            })
            .collect();
        Node {
            value: Value::Map(self.arena.alloc_slice_copy(&entries)),
            ..root
        }
    }

    /// Rewrites resources or outputs, and removes those whose condition is false.
    fn members(&mut self, section: Node<'a>, members: &'a [Entry<'a>]) -> Node<'a> {
        let mut kept = Vec::with_capacity(members.len());
        for entry in members {
            self.path.push(step(entry));
            let condition = entry.value.get("Condition").and_then(|name| name.as_str());
            match condition.filter(|name| self.evaluator.condition(name) == Some(false)) {
                Some(condition) => {
                    self.changed = true;
                    self.removed
                        .push((Path(self.path.clone()), condition.to_owned()));
                }
                None => kept.push(Entry {
                    key: entry.key,
                    value: self.opaque_or(entry, 0),
                }),
            }
            self.path.pop();
        }
        Node {
            value: Value::Map(self.arena.alloc_slice_copy(&kept)),
            ..section
        }
    }

    /// Rewrites an entry, except one that a transform unrolls or fetches.
    fn opaque_or(&mut self, entry: &Entry<'a>, depth: usize) -> Node<'a> {
        if entry.key.as_str().is_some_and(is_opaque) {
            return entry.value;
        }
        self.node(entry.value, NoValueRemoval::AllowedBelow, depth)
            .unwrap_or(entry.value)
    }

    /// Rewrites a value; returns `None` if it is removed.
    fn node(&mut self, node: Node<'a>, removal: NoValueRemoval, depth: usize) -> Option<Node<'a>> {
        if depth >= DEPTH {
            self.evaluator.limited = true;
            return Some(node);
        }
        let below = depth.saturating_add(1);
        match node.value {
            Value::List(items) => Some(self.list(node, items, removal.below(), below)),
            Value::Map(entries) => match function_of(node) {
                Some((function, argument)) if Functions::PROPERTIES.has(function) => {
                    self.function(node, function, argument, removal, below)
                }
                _ => Some(self.map(node, entries, removal.below(), below)),
            },
            _ => Some(node),
        }
    }

    fn list(
        &mut self,
        node: Node<'a>,
        items: &'a [Node<'a>],
        removal: NoValueRemoval,
        depth: usize,
    ) -> Node<'a> {
        let mut kept = Vec::with_capacity(items.len());
        for item in items {
            self.path
                .push(Step::Index(u32::try_from(kept.len()).unwrap_or(u32::MAX)));
            kept.extend(self.node(*item, removal, depth));
            self.path.pop();
        }
        Node {
            value: Value::List(self.arena.alloc_slice_copy(&kept)),
            ..node
        }
    }

    fn map(
        &mut self,
        node: Node<'a>,
        entries: &'a [Entry<'a>],
        removal: NoValueRemoval,
        depth: usize,
    ) -> Node<'a> {
        let mut kept = Vec::with_capacity(entries.len());
        for entry in entries {
            self.path.push(step(entry));
            let value = match entry.key.as_str().is_some_and(is_opaque) {
                true => Some(entry.value),
                false => self.node(entry.value, removal, depth),
            };
            kept.extend(value.map(|value| Entry {
                key: entry.key,
                value,
            }));
            self.path.pop();
        }
        Node {
            value: Value::Map(self.arena.alloc_slice_copy(&kept)),
            ..node
        }
    }

    fn function(
        &mut self,
        node: Node<'a>,
        function: Function,
        argument: Node<'a>,
        removal: NoValueRemoval,
        depth: usize,
    ) -> Option<Node<'a>> {
        if is_no_value(node) {
            self.changed |= removal == NoValueRemoval::Allowed;
            return (removal != NoValueRemoval::Allowed).then_some(node);
        }
        if function == Function::Transform {
            return Some(node);
        }
        if let Some((name, branch)) = self.branch(function, argument) {
            self.replace(function, argument, Causes::from([name]));
            return self.node(branch, removal, depth);
        }
        match self.evaluator.function(node) {
            (Evaluated::To(value), causes)
                if self
                    .evaluator
                    .charge(bytes_of_items(value).saturating_mul(2)) =>
            {
                self.replace(function, argument, causes);
                self.values.insert(node.id);
                let value = match function {
                    Function::Ref => self.number(argument, value),
                    _ => value,
                };
                Some(self.placed(value, node.id))
            }
            _ => match self.selected(function, argument) {
                Some((item, causes)) => {
                    self.replace(function, argument, causes);
                    self.node(item, removal, depth)
                }
                None => Some(self.arguments(node, function, depth)),
            },
        }
    }

    /// Returns the condition and the selected branch of an `Fn::If` whose condition is decided.
    fn branch(&mut self, function: Function, argument: Node<'a>) -> Option<(String, Node<'a>)> {
        let (Function::If, Value::List([condition, then, other])) = (function, argument.value)
        else {
            return None;
        };
        let name = condition.as_str()?;
        let branch = if self.evaluator.condition(name)? {
            then
        } else {
            other
        };
        Some((name.to_owned(), *branch))
    }

    /// Returns the item that an `Fn::Select` selects from a literal list, if the item itself is not a known value.
    fn selected(&mut self, function: Function, argument: Node<'a>) -> Option<(Node<'a>, Causes)> {
        let (Function::Select, Value::List([index, list])) = (function, argument.value) else {
            return None;
        };
        let items = list.as_list()?;
        let (Evaluated::To(index), causes) = self.evaluator.function(*index) else {
            return None;
        };
        let item = items.get(
            self.evaluator
                .texts
                .text(index)?
                .trim()
                .parse::<usize>()
                .ok()?,
        )?;
        (!is_no_value(*item)).then_some((*item, causes))
    }

    /// Rewrites the arguments of a function that remains. Names in them are kept.
    fn arguments(&mut self, node: Node<'a>, function: Function, depth: usize) -> Node<'a> {
        let Some([entry]) = node.as_map() else {
            return node;
        };
        self.path.push(step(entry));
        let value = match (function, entry.value.value) {
            (Function::If, Value::List(items)) => {
                self.list(entry.value, items, NoValueRemoval::AllowedBelow, depth)
            }
            // The text stays, because a value inserted into it would be interpreted again.
            (Function::Sub, Value::List([text, variables])) => {
                self.path.push(Step::Index(1));
                let variables = self
                    .node(*variables, NoValueRemoval::Forbidden, depth)
                    .unwrap_or(*variables);
                self.path.pop();
                Node {
                    value: Value::List(self.arena.alloc_slice_copy(&[*text, variables])),
                    ..entry.value
                }
            }
            _ => self
                .node(entry.value, NoValueRemoval::Forbidden, depth)
                .unwrap_or(entry.value),
        };
        self.path.pop();
        Node {
            value: Value::Map(self.arena.alloc_slice_copy(&[Entry {
                key: entry.key,
                value,
            }])),
            ..node
        }
    }

    /// Converts the value of a numeric parameter to numbers, as properties expect.
    fn number(&self, name: Node<'a>, value: Node<'a>) -> Node<'a> {
        let known_value = name
            .as_str()
            .and_then(|name| self.evaluator.facts.names.known.get(name));
        match known_value.is_some_and(|known_value| known_value.number) {
            true => known::numbers(self.arena, value),
            false => value,
        }
    }

    /// Returns a value in place of a node.
    fn placed(&self, value: Node<'a>, id: NodeId) -> Node<'a> {
        let value = match value.value {
            Value::List(items) => {
                let items: Vec<_> = items.iter().map(|item| self.placed(*item, id)).collect();
                Value::List(self.arena.alloc_slice_copy(&items))
            }
            other => other,
        };
        Node { id, value }
    }

    fn replace(&mut self, function: Function, argument: Node<'a>, causes: Causes) {
        self.changed = true;
        if self.replaced.len() >= REMEMBERED {
            return;
        }
        let function = match (function, argument.as_str()) {
            (Function::Ref, Some(name)) => format!("Ref {name}"),
            _ => function.name().to_owned(),
        };
        let path = Path(self.path.clone());
        self.replaced.push(ReplacedFunction {
            path,
            function,
            causes: causes.into_iter().collect(),
        });
    }

    fn resolution(mut self) -> Resolution {
        self.replaced
            .sort_by(|one, other| one.path.0.cmp(&other.path.0));
        let Evaluator { facts, limited, .. } = &self.evaluator;
        let OneDeployment { names, used, .. } = facts;
        let parameters = names
            .known
            .iter()
            .filter(|(name, _)| used.contains(**name))
            .map(|(name, known_value)| UsedParameter {
                name: (*name).to_owned(),
                value: if known_value.hidden {
                    "****".to_owned()
                } else {
                    shown(known_value.value)
                },
                origin: known_value.origin.clone(),
            });
        Resolution {
            parameters: parameters.collect(),
            conditions: facts.decided(),
            removed: self.removed,
            unknown: names.unknown.clone(),
            limited: *limited,
            replaced: self.replaced,
        }
    }
}

/// Whether a key is that of a function that a transform unrolls or fetches.
#[inline]
pub(crate) fn is_opaque(key: &str) -> bool {
    key.starts_with("Fn::ForEach") || key == "Fn::Transform"
}

fn shown(value: Node<'_>) -> String {
    match value.value {
        Value::List(items) => items
            .iter()
            .filter_map(|item| known::text(*item))
            .collect::<Vec<_>>()
            .join(","),
        _ => known::text(value).unwrap_or_default(),
    }
}

fn step(entry: &Entry<'_>) -> Step {
    Step::Key(entry.key.as_str().unwrap_or_default().to_owned())
}
