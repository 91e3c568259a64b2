//! Evaluation of functions and conditions whose inputs are known.

use std::collections::{BTreeMap, BTreeSet};

use bumpalo::Bump;

use super::known::{KnownValues, text};
use crate::Mappings;
use crate::PseudoParameter;
use crate::condition::{Expression, expression};
use crate::function::{Function, function_of};
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::{Node, Tree, Value};

/// The maximum number of bytes of text created by all functions of a template.
const BYTES: usize = 16 << 20;
/// The maximum number of values visited by all functions of a template.
const STEPS: usize = 4_000_000;
/// The maximum nesting depth.
pub(super) const DEPTH: usize = 256;

/// The result of evaluating a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Evaluated<'a> {
    /// A scalar, or a list of scalars.
    To(Node<'a>),
    /// `AWS::NoValue`.
    Nothing,
    /// The value is not known.
    Unknown,
}

/// The purpose of an evaluation, which decides whether hidden values can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The value will be displayed.
    Display,
    /// The value decides a condition.
    Condition,
}

/// The parameters, conditions and mappings that a result depends on.
pub(super) type Causes = BTreeSet<String>;

pub(super) struct Evaluator<'a> {
    arena: &'a Bump,
    pub names: KnownValues<'a>,
    mappings: Mappings<'a>,
    conditions: BTreeMap<&'a str, Node<'a>>,
    /// `None` while a condition is being evaluated, or if it cannot be.
    verdicts: BTreeMap<&'a str, Option<bool>>,
    /// Parameters that a value or condition depends on.
    pub used: BTreeSet<String>,
    bytes: usize,
    steps: usize,
    pub limited: bool,
}

impl<'a> Evaluator<'a> {
    pub fn new(arena: &'a Bump, tree: &Tree<'a>, names: KnownValues<'a>) -> Evaluator<'a> {
        let conditions = tree.root.get("Conditions").and_then(|section| section.as_map()).unwrap_or_default();
        Evaluator {
            arena,
            names,
            mappings: Mappings::of(tree.root.get("Mappings")),
            conditions: conditions.iter().filter_map(|one| Some((one.key.as_str()?, one.value))).collect(),
            verdicts: BTreeMap::new(),
            used: BTreeSet::new(),
            bytes: BYTES,
            steps: STEPS,
            limited: false,
        }
    }

    /// Evaluates a function for display; returns the value and its causes.
    pub fn function(&mut self, node: Node<'a>) -> (Evaluated<'a>, Causes) {
        let mut causes = Causes::new();
        let result = self.value(node, Purpose::Display, &mut causes, 0);
        if !matches!(result, Evaluated::Unknown) {
            self.used.extend(causes.iter().cloned());
        }
        (result, causes)
    }

    /// Returns whether a condition is true, if known.
    pub fn condition(&mut self, name: &str) -> Option<bool> {
        self.decide(name, 0)
    }

    /// Returns the decided conditions, by name.
    pub fn decided(&self) -> Vec<(String, bool)> {
        let decided = self.verdicts.iter().filter_map(|(name, holds)| Some(((*name).to_owned(), (*holds)?)));
        decided.collect()
    }

    fn decide(&mut self, name: &str, depth: usize) -> Option<bool> {
        let (name, node) = self.conditions.get_key_value(name).map(|(name, node)| (*name, *node))?;
        if let Some(verdict) = self.verdicts.get(name) {
            return *verdict;
        }
        // A condition that depends on itself stays undecided.
        self.verdicts.insert(name, None);
        let mut causes = Causes::new();
        let verdict = self.holds(&expression(node)?, &mut causes, depth.saturating_add(1));
        if verdict.is_some() {
            self.used.extend(causes);
        }
        self.verdicts.insert(name, verdict);
        verdict
    }

    fn holds(&mut self, expression: &Expression<'a>, causes: &mut Causes, depth: usize) -> Option<bool> {
        if !self.step(depth) {
            return None;
        }
        let below = depth.saturating_add(1);
        match expression {
            Expression::Named(name) => self.decide(name, below),
            Expression::Not(inner) => self.holds(inner, causes, below).map(|holds| !holds),
            Expression::All(parts) => self.any(parts, false, causes, below).map(|found| !found),
            Expression::Any(parts) => self.any(parts, true, causes, below),
            Expression::Equals(one, other) => {
                let one = self.compared(*one, causes, below)?;
                Some(one == self.compared(*other, causes, below)?)
            }
        }
    }

    /// Whether any condition equals `so`. One that does decides the result, even if others are unknown.
    fn any(&mut self, parts: &[Expression<'a>], so: bool, causes: &mut Causes, depth: usize) -> Option<bool> {
        let mut all_known = true;
        for part in parts {
            match self.holds(part, causes, depth) {
                Some(holds) if holds == so => return Some(true),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(false)
    }

    /// Returns one side of a comparison: its text, or the texts of its items.
    fn compared(&mut self, side: Node<'a>, causes: &mut Causes, depth: usize) -> Option<Vec<String>> {
        match self.value(side, Purpose::Condition, causes, depth) {
            Evaluated::To(Node { value: Value::List(items), .. }) => items.iter().map(|item| text(*item)).collect(),
            Evaluated::To(scalar) => Some(vec![text(scalar)?]),
            Evaluated::Nothing | Evaluated::Unknown => None,
        }
    }

    fn value(&mut self, node: Node<'a>, purpose: Purpose, causes: &mut Causes, depth: usize) -> Evaluated<'a> {
        if !self.step(depth) {
            return Evaluated::Unknown;
        }
        let below = depth.saturating_add(1);
        match node.value {
            Value::Map(_) => match function_of(node) {
                Some((function, argument)) => self.call(function, argument, purpose, causes, below),
                None => Evaluated::Unknown,
            },
            Value::List(items) => match self.items(items, purpose, causes, below) {
                Some(items) => self.list(&items),
                None => Evaluated::Unknown,
            },
            Value::Null => Evaluated::Unknown,
            _ => Evaluated::To(node),
        }
    }

    /// Evaluates the items of a list and omits `AWS::NoValue`; returns `None` if one is not known.
    fn items(
        &mut self,
        items: &[Node<'a>],
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Vec<Node<'a>>> {
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            match self.value(*item, purpose, causes, depth) {
                Evaluated::To(value) => all.push(value),
                Evaluated::Nothing => {}
                Evaluated::Unknown => return None,
            }
        }
        Some(all)
    }

    fn call(
        &mut self,
        function: Function,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Evaluated<'a> {
        let result = match function {
            Function::Ref => return self.reference(argument, purpose, causes),
            Function::If => return self.choice(argument, purpose, causes, depth),
            Function::Sub => self.substitute(argument, purpose, causes, depth),
            Function::Join => self.join(argument, purpose, causes, depth),
            Function::Split => self.split(argument, purpose, causes, depth),
            Function::Select => self.select(argument, purpose, causes, depth),
            Function::FindInMap => self.find(argument, purpose, causes, depth),
            _ => None,
        };
        result.map_or(Evaluated::Unknown, Evaluated::To)
    }

    fn reference(&mut self, name: Node<'a>, purpose: Purpose, causes: &mut Causes) -> Evaluated<'a> {
        let Some(name) = name.as_str() else { return Evaluated::Unknown };
        if name == PseudoParameter::NoValue.name() {
            return Evaluated::Nothing;
        }
        match self.names.known.get(name) {
            Some(known_value) if purpose == Purpose::Condition || !known_value.hidden => {
                causes.insert(name.to_owned());
                Evaluated::To(known_value.value)
            }
            _ => Evaluated::Unknown,
        }
    }

    fn choice(&mut self, argument: Node<'a>, purpose: Purpose, causes: &mut Causes, depth: usize) -> Evaluated<'a> {
        let Value::List([condition, then, other]) = argument.value else { return Evaluated::Unknown };
        let Some(name) = condition.as_str() else { return Evaluated::Unknown };
        let Some(holds) = self.decide(name, depth) else { return Evaluated::Unknown };
        causes.insert(name.to_owned());
        self.value(if holds { *then } else { *other }, purpose, causes, depth)
    }

    fn scalar(&mut self, node: Node<'a>, purpose: Purpose, causes: &mut Causes, depth: usize) -> Option<String> {
        match self.value(node, purpose, causes, depth) {
            Evaluated::To(value) => text(value),
            Evaluated::Nothing | Evaluated::Unknown => None,
        }
    }

    fn substitute(
        &mut self,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<Node<'a>> {
        let (text, own) = match argument.value {
            Value::Str(text) => (text, None),
            Value::List([text, own]) => (text.as_str()?, Some(*own)),
            _ => return None,
        };
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            out.push_str(before);
            let (name, tail) = after.split_once('}')?;
            match name.strip_prefix('!') {
                Some(literal) => out.extend(["${", literal, "}"]),
                None => {
                    let name = name.trim();
                    let value = match own.and_then(|own| own.get(name)) {
                        Some(value) => self.scalar(value, purpose, causes, depth)?,
                        None => {
                            let name = Node { id: SYNTHETIC, value: Value::Str(self.arena.alloc_str(name)) };
                            match self.reference(name, purpose, causes) {
                                Evaluated::To(value) => super::known::text(value)?,
                                Evaluated::Nothing | Evaluated::Unknown => return None,
                            }
                        }
                    };
                    out.push_str(&value);
                }
            }
            if out.len() > self.bytes {
                self.limited = true;
                return None;
            }
            rest = tail;
        }
        out.push_str(rest);
        self.text(&out)
    }

    fn join(&mut self, argument: Node<'a>, purpose: Purpose, causes: &mut Causes, depth: usize) -> Option<Node<'a>> {
        let Value::List([between, parts]) = argument.value else { return None };
        let between = between.as_str()?;
        let Evaluated::To(list) = self.value(*parts, purpose, causes, depth) else { return None };
        let parts: Option<Vec<String>> = list.as_list()?.iter().map(|part| text(*part)).collect();
        self.text(&parts?.join(between))
    }

    fn split(&mut self, argument: Node<'a>, purpose: Purpose, causes: &mut Causes, depth: usize) -> Option<Node<'a>> {
        let Value::List([between, whole]) = argument.value else { return None };
        let between = between.as_str().filter(|between| !between.is_empty())?;
        let whole = self.scalar(*whole, purpose, causes, depth)?;
        let parts: Option<Vec<Node<'a>>> = whole.split(between).map(|part| self.text(part)).collect();
        match self.list(&parts?) {
            Evaluated::To(list) => Some(list),
            _ => None,
        }
    }

    fn select(&mut self, argument: Node<'a>, purpose: Purpose, causes: &mut Causes, depth: usize) -> Option<Node<'a>> {
        let Value::List([index, list]) = argument.value else { return None };
        let index: usize = self.scalar(*index, purpose, causes, depth)?.trim().parse().ok()?;
        let items = match list.value {
            // An item that is `AWS::NoValue` would shift the indices.
            Value::List(items) => items,
            _ => match self.value(*list, purpose, causes, depth) {
                Evaluated::To(list) => list.as_list()?,
                Evaluated::Nothing | Evaluated::Unknown => return None,
            },
        };
        match self.value(*items.get(index)?, purpose, causes, depth) {
            Evaluated::To(value) => Some(value),
            Evaluated::Nothing | Evaluated::Unknown => None,
        }
    }

    fn find(&mut self, argument: Node<'a>, purpose: Purpose, causes: &mut Causes, depth: usize) -> Option<Node<'a>> {
        let (keys, options) = match argument.value {
            Value::List([map, top, second]) => ([*map, *top, *second], None),
            Value::List([map, top, second, options]) => ([*map, *top, *second], Some(*options)),
            _ => return None,
        };
        let [map, top, second] = keys.map(|key| self.scalar(key, purpose, causes, depth));
        let (map, top, second) = (map?, top?, second?);
        let mappings = self.mappings;
        let declared = mappings.get(&map);
        let keys = declared.and_then(|keys| keys.get(&top));
        let found = keys.and_then(|keys| keys.values().find(|(key, _)| *key == second));
        if let Some((_, value)) = found {
            causes.insert(format!("Mappings/{map}/{top}/{second}"));
            return match self.value(value, purpose, causes, depth) {
                Evaluated::To(value) => Some(value),
                Evaluated::Nothing | Evaluated::Unknown => None,
            };
        }
        let open = mappings.is_transform()
            || declared.is_some_and(|keys| keys.is_transform())
            || keys.is_some_and(|keys| keys.is_transform());
        let default = options.filter(|_| !open)?.get("DefaultValue")?;
        match self.value(default, purpose, causes, depth) {
            Evaluated::To(value) => Some(value),
            Evaluated::Nothing | Evaluated::Unknown => None,
        }
    }

    /// Allocates a text within the limit.
    fn text(&mut self, text: &str) -> Option<Node<'a>> {
        let Some(left) = self.bytes.checked_sub(text.len()) else {
            self.limited = true;
            return None;
        };
        self.bytes = left;
        Some(Node { id: SYNTHETIC, value: Value::Str(self.arena.alloc_str(text)) })
    }

    fn list(&mut self, items: &[Node<'a>]) -> Evaluated<'a> {
        if items.iter().any(|item| matches!(item.value, Value::List(_) | Value::Map(_))) {
            return Evaluated::Unknown;
        }
        Evaluated::To(Node { id: SYNTHETIC, value: Value::List(self.arena.alloc_slice_copy(items)) })
    }

    fn step(&mut self, depth: usize) -> bool {
        let left = self.steps.checked_sub(1).filter(|_| depth < DEPTH);
        self.limited |= left.is_none();
        self.steps = left.unwrap_or(self.steps);
        left.is_some()
    }
}
