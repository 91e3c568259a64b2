//! Schemas that are made from the documents of a knowledge base.

use std::sync::OnceLock;

use crate::pack::Pack;

/// A list of packs by name that only grows, so that its packs can be borrowed. There are a few.
#[derive(Default)]
pub(super) struct Derived(OnceLock<Box<Entry>>);

struct Entry {
    name: &'static str,
    pack: Pack,
    rest: Derived,
}

impl Derived {
    /// Returns the pack with a name, and makes it if it is missing.
    pub(super) fn get(&self, name: &'static str, make: impl FnOnce() -> Pack) -> &Pack {
        let mut make = Some(make);
        let mut list = self;
        loop {
            let entry = list.0.get_or_init(|| {
                let pack = make.take().map(|make| make()).unwrap_or_default();
                Box::new(Entry {
                    name,
                    pack,
                    rest: Derived::default(),
                })
            });
            if entry.name == name {
                return &entry.pack;
            }
            list = &entry.rest;
        }
    }
}
