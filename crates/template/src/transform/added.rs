//! The resources that a transform adds to a template.

use bumpalo::Bump;

use crate::Resource;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_syntax::{Entry, Node, Value};

/// Resources with a type but no properties, each name once.
pub(super) struct Added<'a> {
    arena: &'a Bump,
    /// The names of the resources, and those that cannot be added.
    pub names: HashSet<&'a str>,
    pub found: Vec<Resource<'a>>,
}

impl<'a> Added<'a> {
    /// Returns no resources, and the names that cannot be added.
    pub fn except(arena: &'a Bump, names: impl Iterator<Item = &'a str>) -> Added<'a> {
        Added {
            arena,
            names: names.collect(),
            found: Vec::new(),
        }
    }

    /// Adds a resource, whose name is the parts together.
    pub fn add(&mut self, parts: &[&str], kind: &'static str) {
        let name = &*self.arena.alloc_str(&parts.concat());
        if self.names.insert(name) {
            let node = |value| Node {
                id: SYNTHETIC,
                value,
            };
            let entry = Entry {
                key: node(Value::Str("Type")),
                value: node(Value::Str(kind)),
            };
            let node = node(Value::Map(self.arena.keep_all([entry])));
            self.found.push(Resource { name, node, kind });
        }
    }
}
