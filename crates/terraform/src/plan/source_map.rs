//! Locations in the configuration that the parts of a plan come from.

use std::collections::BTreeMap;

use super::instances::Instance;
use crate::module::{EvaluatedBody, EvaluatedModule};
use crate::source::Range;

/// A location in the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation {
    /// The source range.
    pub range: Range,
    /// In a called module: the calls that lead to it, the root module's first.
    pub callers: Vec<Range>,
}

/// Locations by JSON pointer.
#[derive(Debug, Default)]
pub struct SourceMap {
    locations: BTreeMap<String, SourceLocation>,
}

/// Formats a step of a JSON pointer.
fn step(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

impl SourceMap {
    /// Returns the location for a JSON pointer, or for its nearest parent that has one.
    pub fn nearest(&self, pointer: &str) -> Option<&SourceLocation> {
        let mut pointer = pointer;
        loop {
            if let Some(location) = self.locations.get(pointer) {
                return Some(location);
            }
            pointer = pointer.get(..pointer.rfind('/')?)?;
        }
    }

    /// Returns the ranges of a block at a JSON pointer: that of its header, and those of its arguments and blocks. Empty if
    /// there is no block: an item of an argument has no location of its own.
    pub fn block<'m>(&'m self, pointer: &'m str) -> impl Iterator<Item = Range> + 'm {
        let is_inside = move |name: &str| {
            name.strip_prefix(pointer)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_block = self.locations.contains_key(pointer);
        self.locations
            .range(pointer.to_owned()..)
            .take_while(move |(name, _)| is_block && name.starts_with(pointer))
            .filter(move |(name, _)| is_inside(name))
            .map(|(_, location)| location.range)
    }

    /// Adds a resource at a pointer, and its arguments and blocks below `values`.
    pub(super) fn add_instance(&mut self, pointer: &str, values: &str, instance: &Instance<'_>) {
        let callers = &instance.module.callers;
        let values = format!("{pointer}{values}");
        self.add(pointer.to_owned(), instance.resource.range, callers);
        self.add_body(&values, &instance.resource.body, callers);
    }

    fn add(&mut self, pointer: String, range: Range, callers: &[Range]) {
        self.locations.insert(
            pointer,
            SourceLocation {
                range,
                callers: callers.to_vec(),
            },
        );
    }

    fn add_body(&mut self, pointer: &str, body: &EvaluatedBody, callers: &[Range]) {
        for (name, _, range) in &body.attributes {
            self.add(format!("{pointer}{}", step(name)), *range, callers);
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for block in &body.blocks {
            let at = counts.entry(&block.kind).or_default();
            let list = format!("{pointer}{}", step(&block.kind));
            if *at == 0 {
                self.add(list.clone(), block.range, callers);
            }
            let item = format!("{list}/{at}");
            self.add(item.clone(), block.range, callers);
            self.add_body(&item, &block.body, callers);
            *at = at.saturating_add(1);
        }
    }

    /// Adds the variables and outputs of the root module.
    pub(super) fn add_declared(&mut self, root: &EvaluatedModule) {
        for (name, variable) in &root.declared.variables {
            self.add(
                format!("/variables{}", step(name)),
                variable.block.range,
                &[],
            );
        }
        for (name, block) in &root.declared.outputs {
            self.add(
                format!("/planned_values/outputs{}", step(name)),
                block.range,
                &[],
            );
            self.add(format!("/output_changes{}", step(name)), block.range, &[]);
        }
    }
}
