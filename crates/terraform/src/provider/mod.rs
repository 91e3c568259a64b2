//! Schemas and mock values of providers.

mod builtin;
mod fill;
mod mocks;
mod schema;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use builtin::SOURCE as BUILTIN;
pub use mocks::Mocks;
pub use schema::Schemas;

use self::fill::fill;
use self::schema::BlockSchema;
use super::module::{EvaluatedBlock, EvaluatedBody, Resource, ResourceMode};
use super::value::Value;

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
        let mut written = written(&resource.body);
        self.mocks.apply(resource, &mut written);
        match self.schema(resource.mode, &resource.kind) {
            Some(schema) => builtin::apply_builtin_behavior(resource, fill(&schema, &written)),
            None => Value::open(written),
        }
    }

    /// Returns the source address of the provider of a resource type, if it is built in or its schema is loaded.
    pub fn source_of(&self, mode: ResourceMode, kind: &str) -> Option<&str> {
        if builtin::has(mode, kind) { Some(builtin::SOURCE) } else { self.schemas.source_of(mode, kind) }
    }

    /// Returns the schema version of a resource type.
    pub fn version_of(&self, mode: ResourceMode, kind: &str) -> u64 {
        self.schemas.version_of(mode, kind)
    }

    fn schema(&self, mode: ResourceMode, kind: &str) -> Option<Rc<BlockSchema>> {
        builtin::schema(mode, kind).or_else(|| self.schemas.block(mode, kind))
    }
}

/// Returns the arguments of a body, and its blocks as tuples, or as objects by label.
fn written(body: &EvaluatedBody) -> BTreeMap<Rc<str>, Value> {
    let mut elements: BTreeMap<Rc<str>, Value> =
        body.attributes.iter().map(|(name, value, _)| (Rc::clone(name), value.clone())).collect();
    let mut blocks: BTreeMap<Rc<str>, Vec<&EvaluatedBlock>> = BTreeMap::new();
    for block in &body.blocks {
        blocks.entry(Rc::clone(&block.kind)).or_default().push(block);
    }
    for (kind, blocks) in blocks {
        let labelled = blocks.iter().all(|block| block.labels.len() == 1);
        let inner = |block: &EvaluatedBlock| Value::object(written(&block.body));
        let value = if labelled {
            let named = blocks.iter().filter_map(|block| Some((Rc::clone(block.labels.first()?), inner(block))));
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
