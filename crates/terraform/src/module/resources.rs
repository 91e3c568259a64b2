//! Resources of a module, evaluated on first use.

use cfn_warden_syntax::{Operand, Text, text};
use std::rc::Rc;

use super::body::{evaluate_body, is_resource_meta, printed};
use super::declarations::ResourceMode;
use super::evaluated::{EvaluatedBody, InstanceKey, Resource};
use super::expand::{Instances, instances, unknown_key};
use super::expanded::{ExpandedResource, Lazy, ResourceKey};
use super::progress::{self, Item, Outcome};
use super::scope::Scope;
use super::{References, UnknownCount};
use crate::diagnostic::{Diagnostic, Errors, fail_reference};
use crate::eval::{Frame, budget_error};
use crate::source::Range;
use crate::syntax::ast::{Block, Expr, Name, Step};
use crate::value::Value;

impl Scope<'_> {
    /// Returns the value of a resource reference and the number of steps it consumed. The resource type is `name` if
    /// `at` is 1, or the first step if it is 0.
    pub(super) fn named(
        &self,
        mode: ResourceMode,
        name: &Name,
        steps: &[Step],
        at: usize,
    ) -> Result<(Value, usize), Errors> {
        let step = |at: usize| match steps.get(at) {
            Some(Step::Attribute(name)) => Some(name),
            _ => None,
        };
        if self.run_state.settings.references == References::Unknown {
            return Ok((Value::dynamic(), steps.len()));
        }
        let kind = if at == 1 { Some(name) } else { step(0) };
        let own = if at == 1 { step(0) } else { step(1) };
        let (Some(kind), Some(own)) = (kind, own) else {
            let detail = "A reference to a resource must have its type and its name.";
            return fail_reference("Invalid reference", detail, name.range);
        };
        let value = self.resource(
            &(mode, Rc::clone(&kind.text), Rc::clone(&own.text)),
            name.range,
        )?;
        Ok((value, if at == 1 { 1 } else { 2 }))
    }

    /// Returns the value of a reference to a resource.
    pub fn resource(&self, key: &ResourceKey, range: Range) -> Result<Value, Errors> {
        match self.resources.borrow().get(key) {
            Some(Lazy::Done(expanded)) => return Ok(expanded.value.clone()),
            Some(Lazy::InProgress(at, value)) => {
                let provisional = self.run_state.progress.provisional(*at, value.clone());
                return provisional.map_or_else(|| fail_reference("Cycle", cycle(key), range), Ok);
            }
            None => {}
        }
        let Some(block) = self.declared.resources.get(key) else {
            let what = match key.0 {
                ResourceMode::Managed => "managed",
                ResourceMode::Data => "data",
                ResourceMode::Ephemeral => "ephemeral",
            };
            let (kind, name, within) = (&key.1, &key.2, self.context.name());
            let detail = text!(
                "A {} resource \"{}\" \"{}\" has not been declared in {}.",
                what,
                Operand::Name(kind),
                Operand::Name(name),
                Operand::Name(&within)
            );
            return fail_reference("Reference to undeclared resource", detail, range);
        };
        let progress = &self.run_state.progress;
        let started = progress.start(Item::Node);
        self.resources.borrow_mut().insert(
            key.clone(),
            Lazy::InProgress(started.at, progress::unknown()),
        );
        let expanded = match self
            .run_state
            .budget
            .deeper_reference(|| self.expand(key, block))
        {
            Ok(expanded) => expanded,
            Err(error) => {
                progress.end(&started, false);
                self.resources.borrow_mut().remove(key);
                return Err(budget_error(range)(error));
            }
        };
        let value = expanded.value.clone();
        let is_provisional = progress.saw_provisional() && self.is_provisional(block, &expanded);
        match progress.end(&started, is_provisional) {
            Outcome::Final => {}
            Outcome::Provisional => {
                self.resources.borrow_mut().remove(key);
                return Ok(value);
            }
            Outcome::Cycle => {
                let error = Diagnostic::error("Cycle", cycle(key), block.range);
                self.run_state.report(&self.context, None, vec![error]);
            }
        }
        self.resources
            .borrow_mut()
            .insert(key.clone(), Lazy::Done(expanded));
        Ok(value)
    }

    /// Returns whether an argument, or the number of instances, depends on what is still being evaluated.
    fn is_provisional(&self, block: &Block, expanded: &ExpandedResource) -> bool {
        let meta =
            meta_expr(block).and_then(|expr| self.evaluator().eval(expr, &Frame::EMPTY).ok());
        meta.is_some_and(|value| progress::is_provisional(&value))
            || expanded
                .instances
                .iter()
                .any(|resource| has_provisional(&resource.body))
    }

    /// Takes the instances of an evaluated resource.
    pub fn take_resources(&self, key: &ResourceKey) -> Vec<Resource> {
        match self.resources.borrow_mut().get_mut(key) {
            Some(Lazy::Done(expanded)) => std::mem::take(&mut expanded.instances),
            _ => Vec::new(),
        }
    }

    fn expand(&self, key: &ResourceKey, block: &Block) -> ExpandedResource {
        let evaluator = self.evaluator();
        let report = |expr: Option<&Expr>, errors: Errors| {
            self.run_state.report(&self.context, expr, errors)
        };
        let planned = self.run_state.settings.references == References::Planned;
        let one = |instance: Option<InstanceKey>, deferred: bool, frame: &Frame<'_>| {
            let body = if deferred && !planned {
                EvaluatedBody::default()
            } else {
                let body = evaluate_body(
                    &evaluator,
                    (&block.body, block.range),
                    frame,
                    is_resource_meta,
                    &report,
                );
                printed(&evaluator, body, block.range, &report)
            };
            let (mode, kind, name) = key.clone();
            let deferred = deferred || self.context.deferred;
            Resource {
                mode,
                kind,
                name,
                key: instance,
                deferred,
                body,
                range: block.range,
            }
        };
        let none = ExpandedResource {
            instances: Vec::new(),
            value: Value::dynamic(),
        };
        let (instances, shape) = match instances(&evaluator, &block.body) {
            Ok(Instances::One) => (vec![one(None, false, &Frame::EMPTY)], ReferenceShape::One),
            Ok(Instances::Many(word, keys)) => {
                let expanded = keys
                    .into_iter()
                    .take_while(|_| !evaluator.budget.is_exceeded())
                    .map(|(instance, value)| {
                        one(Some(instance), false, &Frame::EMPTY.with(word, &value))
                    })
                    .collect();
                (
                    expanded,
                    if word == "count" {
                        ReferenceShape::Tuple
                    } else {
                        ReferenceShape::Object
                    },
                )
            }
            Ok(Instances::Unknown) => {
                let (word, value) = unknown_key(&block.body);
                let deferred = self.run_state.settings.unknown_count == UnknownCount::Deferred;
                let expanded = one(
                    Some(InstanceKey::Unknown),
                    deferred,
                    &Frame::EMPTY.with(word, &value),
                );
                (vec![expanded], ReferenceShape::Unknown)
            }
            Err(errors) => {
                report(meta_expr(block), errors);
                return none;
            }
        };
        if !planned {
            return ExpandedResource { instances, ..none };
        }
        let values = instances
            .iter()
            .map(|resource| self.run_state.settings.providers.referenced(resource));
        let value = shape.of(instances
            .iter()
            .map(|resource| resource.key.as_ref())
            .zip(values));
        ExpandedResource { instances, value }
    }
}

/// Returns the expression of `count` or `for_each`.
pub fn meta_expr(block: &Block) -> Option<&Expr> {
    block
        .body
        .attribute("count")
        .or_else(|| block.body.attribute("for_each"))
        .map(|attribute| &*attribute.expr)
}

/// How instances are combined into the value of a reference.
#[derive(Debug, Clone, Copy)]
pub enum ReferenceShape {
    /// The value of the only instance.
    One,
    /// A tuple of instances (`count`).
    Tuple,
    /// An object of instances (`for_each`).
    Object,
    /// Unknown.
    Unknown,
}

impl ReferenceShape {
    /// Combines the values of instances.
    pub fn of<'k>(
        self,
        mut values: impl Iterator<Item = (Option<&'k InstanceKey>, Value)>,
    ) -> Value {
        match self {
            ReferenceShape::One => values
                .next()
                .map_or_else(Value::dynamic, |(_, value)| value),
            ReferenceShape::Tuple => Value::tuple(values.map(|(_, value)| value).collect()),
            ReferenceShape::Object => Value::object(
                values
                    .filter_map(|(key, value)| match key {
                        Some(InstanceKey::Name(name)) => Some((Rc::clone(name), value)),
                        _ => None,
                    })
                    .collect(),
            ),
            ReferenceShape::Unknown => Value::dynamic(),
        }
    }
}

fn has_provisional(body: &EvaluatedBody) -> bool {
    body.attributes
        .iter()
        .any(|(_, value, _)| progress::is_provisional(value))
        || body.blocks.iter().any(|block| has_provisional(&block.body))
}

fn cycle(key: &ResourceKey) -> Text {
    text!(
        "The configuration of {} depends on itself.",
        Operand::Value(&address(key))
    )
}

fn address(key: &ResourceKey) -> String {
    format!("{}{}.{}", key.0.prefix(), key.1, key.2)
}
