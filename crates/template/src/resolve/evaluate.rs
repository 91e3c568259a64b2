//! Evaluation of functions whose inputs are known.

use std::collections::BTreeSet;

use bumpalo::Bump;

use super::facts::{Facts, Lookup};
use crate::DerivationLimits;
use crate::Mappings;
use crate::PseudoParameter;
use crate::function::{Function, function_of};
use crate::scalar_text::ScalarTexts;
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::{Node, Tree, Value};

/// The maximum number of values visited by all functions of a template, each 64 bytes of text counted as one.
const STEPS: usize = 4_000_000;
/// The maximum nesting depth.
pub(crate) const DEPTH: usize = 256;

/// The result of evaluating a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Evaluated<'a> {
    /// A scalar, or a list of scalars.
    To(Node<'a>),
    /// `AWS::NoValue`.
    Nothing,
    /// The value of this parameter, which is only known to differ from some values.
    Other(&'a str),
    /// The value is not known.
    Unknown,
}

/// The purpose of an evaluation, which decides whether hidden values can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// The value will be displayed.
    Display,
    /// The value decides a condition.
    Condition,
}

/// The parameters, conditions and mappings that a result depends on.
pub(crate) type Causes = BTreeSet<String>;

/// Evaluates functions, given what is known of a deployment.
pub(crate) struct Evaluator<'a, F> {
    pub arena: &'a Bump,
    pub facts: F,
    pub(super) mappings: Mappings<'a>,
    pub texts: ScalarTexts<'a>,
    /// The bytes of text and lists that functions may still create.
    bytes: usize,
    steps: usize,
    pub limited: bool,
}

impl<'a, F: Facts<'a>> Evaluator<'a, F> {
    pub fn new(
        arena: &'a Bump,
        tree: &Tree<'a>,
        facts: F,
        limits: DerivationLimits<'_>,
    ) -> Evaluator<'a, F> {
        let mappings = Mappings::of(tree.root.get("Mappings"));
        Evaluator {
            arena,
            facts,
            mappings,
            texts: ScalarTexts::of(tree),
            bytes: limits.functions,
            steps: STEPS,
            limited: false,
        }
    }

    /// Evaluates a function for display; returns the value and its causes.
    pub fn function(&mut self, node: Node<'a>) -> (Evaluated<'a>, Causes) {
        let mut causes = Causes::new();
        let result = self.value(node, Purpose::Display, &mut causes, 0);
        if !matches!(result, Evaluated::Unknown) {
            self.facts.use_all(&causes);
        }
        (result, causes)
    }

    /// Returns whether a condition is true, if known.
    pub fn condition(&mut self, name: &str) -> Option<bool> {
        F::decide(self, name, 0)
    }

    /// Evaluates one side of a comparison.
    pub fn compared(&mut self, side: Node<'a>, causes: &mut Causes, depth: usize) -> Evaluated<'a> {
        match self.value(side, Purpose::Condition, causes, depth) {
            Evaluated::To(value) => self
                .texts
                .compared(self.arena, value)
                .map_or(Evaluated::Unknown, Evaluated::To),
            other => other,
        }
    }

    pub fn value(
        &mut self,
        node: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Evaluated<'a> {
        if !self.step(depth) {
            return Evaluated::Unknown;
        }
        let below = depth.saturating_add(1);
        match node.value {
            Value::Map(_) => match function_of(node) {
                Some((function, argument)) => match F::argument(self, node, purpose, depth) {
                    Some(known) => known,
                    None => self.call(function, argument, purpose, causes, below),
                },
                None => Evaluated::Unknown,
            },
            Value::List(items) => match self.items(items, purpose, causes, below) {
                Some(items) => self.list(&items),
                None => Evaluated::Unknown,
            },
            Value::Null => Evaluated::Unknown,
            // CloudFormation has no dates: they are the texts that are written.
            Value::Date(_) => match self.texts.compared(self.arena, node) {
                Some(text) => Evaluated::To(text),
                None => Evaluated::To(node),
            },
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
                Evaluated::Other(_) | Evaluated::Unknown => return None,
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

    pub(super) fn reference(
        &mut self,
        name: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
    ) -> Evaluated<'a> {
        let Some(name) = name.as_str() else {
            return Evaluated::Unknown;
        };
        if name == PseudoParameter::NoValue.name() {
            return Evaluated::Nothing;
        }
        match self.facts.look_up(name, purpose) {
            Lookup::Value(value) => {
                causes.insert(name.to_owned());
                Evaluated::To(value)
            }
            Lookup::Other(name) => Evaluated::Other(name),
            Lookup::Unknown => Evaluated::Unknown,
        }
    }

    fn choice(
        &mut self,
        argument: Node<'a>,
        purpose: Purpose,
        causes: &mut Causes,
        depth: usize,
    ) -> Evaluated<'a> {
        let Value::List([condition, then, other]) = argument.value else {
            return Evaluated::Unknown;
        };
        let Some(name) = condition.as_str() else {
            return Evaluated::Unknown;
        };
        let Some(holds) = F::decide(self, name, depth) else {
            return Evaluated::Unknown;
        };
        causes.insert(name.to_owned());
        self.value(if holds { *then } else { *other }, purpose, causes, depth)
    }

    /// Returns whether this number of bytes can still be created; counts the steps of writing them.
    pub(super) fn fits(&mut self, bytes: usize) -> bool {
        const BYTES_PER_STEP: usize = 64;
        let steps = self.steps.checked_sub(bytes / BYTES_PER_STEP);
        self.steps = steps.unwrap_or_default();
        let fits = steps.is_some() && bytes <= self.bytes;
        self.limited |= !fits;
        fits
    }

    /// Takes bytes for a text or list before it is created; returns `false` if it exceeds the limit.
    pub fn charge(&mut self, bytes: usize) -> bool {
        let fits = self.fits(bytes);
        if fits {
            self.bytes = self.bytes.saturating_sub(bytes);
        }
        fits
    }

    /// Appends to a text that is not charged yet; `None` if it exceeds the limit.
    pub(super) fn append(&mut self, text: &mut String, added: &str) -> Option<()> {
        let total = text.len().saturating_add(added.len());
        if total > self.bytes || !self.fits(added.len()) {
            self.limited = true;
            return None;
        }
        text.push_str(added);
        Some(())
    }

    /// Allocates a text within the limit.
    pub(super) fn text(&mut self, text: &str) -> Option<Node<'a>> {
        if !self.charge(text.len()) {
            return None;
        }
        Some(Node {
            id: SYNTHETIC,
            value: Value::Str(self.arena.alloc_str(text)),
        })
    }

    pub(super) fn list(&mut self, items: &[Node<'a>]) -> Evaluated<'a> {
        if items
            .iter()
            .any(|item| matches!(item.value, Value::List(_) | Value::Map(_)))
        {
            return Evaluated::Unknown;
        }
        if !self.charge(size_of_val(items)) {
            return Evaluated::Unknown;
        }
        Evaluated::To(Node {
            id: SYNTHETIC,
            value: Value::List(self.arena.alloc_slice_copy(items)),
        })
    }

    pub fn step(&mut self, depth: usize) -> bool {
        let left = self.steps.checked_sub(1).filter(|_| depth < DEPTH);
        self.limited |= left.is_none();
        self.steps = left.unwrap_or(self.steps);
        left.is_some()
    }
}
