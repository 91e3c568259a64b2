//! Functions of a template that rules read as they are written, in place of their values.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::value::{Kind, Map, Origin, Ref};

/// The functions that a query read as a map.
#[derive(Debug, Default)]
pub struct ReadFunctions(RefCell<BTreeSet<u32>>);

/// How deep a clause looks into a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// At the value, or the items of a list.
    Items,
    /// At the values of maps, too.
    All,
}

impl ReadFunctions {
    /// Marks the functions among the values that a clause or function reads.
    pub fn mark<'v>(&self, values: impl Iterator<Item = Ref<'v>>, depth: Depth) {
        values.for_each(|value| self.visit(value, depth));
    }

    // The recursion is limited by the maximum depth of a document.
    fn visit(&self, value: Ref<'_>, depth: Depth) {
        match value.kind {
            Kind::List(items) => items.iter().for_each(|item| self.visit(item, depth)),
            Kind::Map(map) if is_function(map) => self.add(value),
            Kind::Map(map) if depth == Depth::All => {
                let values = map.entries.iter().map(|entry| &entry.value);
                values.for_each(|value| self.visit(value, depth));
            }
            _ => {}
        }
    }

    /// Marks a value whose parts a query selects, if it is a function.
    pub fn mark_parent(&self, value: Ref<'_>) {
        if let Kind::Map(map) = value.kind
            && is_function(map)
        {
            self.add(value);
        }
    }

    fn add(&self, function: Ref<'_>) {
        if let Origin::Node(id) = function.origin {
            self.0.borrow_mut().insert(id);
        }
    }

    /// Returns the node IDs of the functions, ascending.
    pub fn ids(&self) -> Vec<u32> {
        self.0.borrow().iter().copied().collect()
    }
}

/// Returns whether a map is a function that has a value at deployment. Macros and loops are not.
#[inline]
fn is_function(map: &Map<'_>) -> bool {
    let [entry] = map.entries else { return false };
    is_function_key(entry.key)
}

/// Returns whether a key is the name of a function that has a value at deployment.
#[inline]
pub fn is_function_key(key: &str) -> bool {
    key == "Ref"
        || key.strip_prefix("Fn::").is_some_and(|name| {
            name != "Transform" && !name.starts_with("ForEach") && !name.is_empty()
        })
}
