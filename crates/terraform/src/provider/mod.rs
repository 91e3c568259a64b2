//! Schemas and mock values of providers.

mod arguments;
mod builtin;
mod fill;
mod mocks;
mod schema;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use builtin::SOURCE as BUILTIN;
pub use mocks::Mocks;
pub use schema::Schemas;
pub(crate) use schema::{AttributeSchema, AttributeShape, BlockSchema, NestedBlocks, Nesting};

use self::arguments::convert_arguments;
use self::fill::fill;
use super::module::{EvaluatedBlock, EvaluatedBody, Resource, ResourceMode};
use super::value::{Kind, Marks, Value};

/// Information about providers.
#[derive(Debug, Default)]
pub struct Providers {
    /// The schemas of their resources.
    pub schemas: Schemas,
    /// The mock values.
    pub mocks: Mocks,
}

impl Providers {
    /// Returns the planned value of a resource that is created. Without a schema, it is an open object.
    pub fn planned(&self, resource: &Resource) -> Value {
        let mut written = written(
            &resource.body,
            &Form {
                argument: Value::clone,
                block: Value::object,
            },
        );
        self.mocks.apply(resource, &mut written);
        match self.schema(resource.mode, &resource.kind) {
            Some(schema) => builtin::apply_builtin_behavior(resource, fill(&schema, &written)),
            None => {
                convert_arguments(&resource.kind, &mut written);
                Value::open(written)
            }
        }
    }

    /// Returns what references to a resource see: the planned value, but without a schema, the provider can add attributes
    /// at every depth, and give values to arguments that are null.
    pub fn referenced(&self, resource: &Resource) -> Value {
        if self.schema(resource.mode, &resource.kind).is_some() {
            return self.planned(resource);
        }
        let mut written = written(
            &resource.body,
            &Form {
                argument: extendable,
                block: Value::open,
            },
        );
        self.mocks.apply(resource, &mut written);
        convert_arguments(&resource.kind, &mut written);
        written.retain(|_, value| !value.is_null());
        Value::open(written)
    }

    /// Returns the source address of the provider of a resource type, if it is built in or its schema is loaded.
    pub fn source_of(&self, mode: ResourceMode, kind: &str) -> Option<&str> {
        if builtin::has(mode, kind) {
            Some(builtin::SOURCE)
        } else {
            self.schemas.source_of(mode, kind)
        }
    }

    /// Returns the resource types of a provider, by its source address; `None` if they are not known.
    pub fn types(&self, mode: ResourceMode, source: &str) -> Option<Vec<&str>> {
        match source {
            builtin::SOURCE => Some(builtin::types(mode).to_vec()),
            _ => self.schemas.types(mode, source).map(Iterator::collect),
        }
    }

    /// Returns the schema version of a resource type.
    pub fn version_of(&self, mode: ResourceMode, kind: &str) -> u64 {
        self.schemas.version_of(mode, kind)
    }

    /// Returns the schema of a resource type, if it is known.
    pub fn schema(&self, mode: ResourceMode, kind: &str) -> Option<Rc<BlockSchema>> {
        builtin::schema(mode, kind).or_else(|| self.schemas.block(mode, kind))
    }
}

/// How arguments and blocks become values.
struct Form {
    argument: fn(&Value) -> Value,
    block: fn(BTreeMap<Rc<str>, Value>) -> Value,
}

/// Returns the arguments of a body, and its blocks as tuples, or as objects by label.
fn written(body: &EvaluatedBody, form: &Form) -> BTreeMap<Rc<str>, Value> {
    let mut elements: BTreeMap<Rc<str>, Value> = body
        .attributes
        .iter()
        .map(|(name, value, _)| (Rc::clone(name), (form.argument)(value)))
        .collect();
    let mut blocks: BTreeMap<Rc<str>, Vec<&EvaluatedBlock>> = BTreeMap::new();
    for block in &body.blocks {
        blocks
            .entry(Rc::clone(&block.kind))
            .or_default()
            .push(block);
    }
    for (kind, blocks) in blocks {
        let labelled = blocks.iter().all(|block| block.labels.len() == 1);
        let inner = |block: &EvaluatedBlock| (form.block)(written(&block.body, form));
        let value = if labelled {
            let named = blocks
                .iter()
                .filter_map(|block| Some((Rc::clone(block.labels.first()?), inner(block))));
            Value::object(named.collect())
        } else {
            Value::tuple(blocks.into_iter().map(inner).collect())
        };
        elements.insert(kind, value);
    }
    for kind in &body.unknown_blocks {
        elements.insert(Rc::clone(kind), Value::dynamic());
    }
    elements
}

/// Marks objects to which a provider can add attributes. They stay known, because most of them are maps such as `tags`.
fn extendable(value: &Value) -> Value {
    let changed = match value.kind() {
        Kind::Tuple(items) => Value::tuple(items.iter().map(extendable).collect()),
        Kind::List(ty, items) => Value::list(ty.clone(), items.iter().map(extendable).collect()),
        Kind::Object(elements) => {
            let elements = elements
                .iter()
                .map(|(name, value)| (Rc::clone(name), extendable(value)));
            Value::object(elements.collect()).marked(Marks::EXTENDABLE)
        }
        _ => return value.clone(),
    };
    changed.marked(value.marks())
}
