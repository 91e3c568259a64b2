//! What an evaluation finds or makes once, however often it is needed.

use std::rc::Rc;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::context::Context;
use super::evaluation::Evaluation;
use super::memo::{ListedType, Lookup};
use super::pack::Json;
use super::place::Place;
use super::table::{Check, Table};
use super::violation::{Owner, Violations};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::hash::Text;
use cfn_warden_syntax::{Entry, Node};
use cfn_warden_template::{PseudoParameter, Region};

/// Texts are kept with so many contexts at most, which are compared one by one.
const MOST_CONTEXTS: usize = 4;

impl<'a> Evaluation<'a> {
    /// Returns a table with other checks for some keywords; built once per pair of arguments.
    pub fn table(&self, base: &'a Table, checks: &'static [(u32, Check)]) -> &'a Table {
        self.derived_table(base, checks.as_ptr().cast(), || {
            base.with(checks.iter().copied())
        })
    }

    /// Returns a table with the checks that an owner and its rules have for some keywords; built once per pair of
    /// arguments. The rules' checks replace `own`.
    pub fn owner_table(
        &self,
        base: &'a Table,
        owner: &'static Owner,
        own: &'static [(u32, Check)],
    ) -> &'a Table {
        let checks = || own.iter().copied().chain(self.rules.of_owner(owner));
        self.derived_table(base, std::ptr::from_ref(owner).cast(), || {
            base.with(checks())
        })
    }

    fn derived_table(
        &self,
        base: &'a Table,
        source: *const (),
        derive: impl FnOnce() -> Table,
    ) -> &'a Table {
        let are_equal = |one: &(&Table, *const ()), two: &(&Table, *const ())| {
            std::ptr::eq(one.0, two.0) && one.1 == two.1
        };
        self.tables
            .get((base, source), are_equal, || self.arena.keep(derive()))
    }

    /// Returns what a `cfnContext` allows; read once per value and document.
    pub(super) fn allowed(
        &self,
        value: Json<'a>,
        base: Json<'a>,
        read: impl FnOnce() -> Allowed,
    ) -> Allowed {
        let are_equal = |one: &[Json<'a>; 2], two: &[Json<'a>; 2]| {
            one.iter().zip(two).all(|(one, two)| one.is_same(*two))
        };
        self.allowed.get([value, base], are_equal, read)
    }

    /// Returns the attributes that a resource schema defines; collected once per schema.
    pub fn attributes(&self, schema: Json<'a>) -> Rc<Attributes<'a>> {
        let make = || Rc::new(Attributes::of(self.knowledge, schema));
        self.attributes
            .get(schema, |one, two| one.is_same(*two), make)
    }

    /// Returns the places of the paths that a `cfnLint` lists, each once; found once per value.
    pub fn listed_places(&self, paths: Json<'a>) -> Rc<[Place]> {
        let find = || {
            let mut places = Vec::new();
            for path in paths.items().filter_map(Json::as_str) {
                let place = self.places.find(path);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            places.into()
        };
        self.listed_places
            .get(paths, |one, two| one.is_same(*two), find)
    }

    /// Returns the schema of a function's arguments, which is found once per name.
    pub fn arguments(
        &self,
        name: &'static str,
        find: impl FnOnce() -> Option<Json<'a>>,
    ) -> Option<Json<'a>> {
        self.arguments
            .get(name, |one, two| std::ptr::eq(*one, *two), find)
    }

    /// Returns how the knowledge base lists a type of parameters; found once per type.
    pub fn parameter_type(&self, name: &'a str) -> ListedType {
        self.parameter_types.get(
            name,
            |one, two| one == two,
            || {
                let constants = self.knowledge.document("constants/helpers");
                let lists = |list: &str| {
                    let list = constants.and_then(|constants| constants.get(list));
                    list.is_some_and(|list| list.items().any(|listed| listed.is_text(name)))
                };
                match () {
                    () if lists("VALID_PARAMETER_TYPES_LIST") => ListedType::List,
                    () if lists("VALID_PARAMETER_TYPES") => ListedType::Scalar,
                    () => ListedType::Unlisted,
                }
            },
        )
    }

    /// Returns the values of the pseudo parameters that a region determines; made once per region.
    pub(super) fn pseudo_values(
        &self,
        region: Region,
        make: impl FnOnce() -> &'a [(PseudoParameter, Node<'a>)],
    ) -> &'a [(PseudoParameter, Node<'a>)] {
        self.pseudo_values.get(region, Region::eq, make)
    }

    /// Returns where the keys of entries are in an object of schemas. Two keywords of a schema ask for the same keys,
    /// one after the other.
    pub(super) fn lookup(&self, schemas: Json<'a>, entries: &'a [Entry<'a>]) -> Lookup<'a> {
        let is_last = |last: &Lookup<'_>| {
            last.schemas.is_same(schemas) && std::ptr::eq(last.entries, entries)
        };
        if let Some(last) = self.looked_up.get().filter(is_last) {
            return last;
        }
        let object = schemas.as_object();
        let position = |entry: &Entry<'_>| object?.position(entry.key.as_str()?)?.try_into().ok();
        let positions = self.arena.keep_all(entries.iter().map(position));
        let found: &mut [(u32, u32)] = self
            .arena
            .alloc_slice_fill_default(positions.iter().flatten().count());
        let known = positions
            .iter()
            .zip(0..)
            .filter_map(|(position, index)| Some(((*position)?, index)));
        found
            .iter_mut()
            .zip(known)
            .for_each(|(place, known)| *place = known);
        // The index is part of the order: a key can be repeated.
        found.sort_unstable();
        let lookup = Lookup {
            schemas,
            entries,
            positions,
            found,
        };
        self.looked_up.set(Some(lookup));
        lookup
    }

    /// Evaluates a text against the document of the context. Functions refer to few names many times: a text without
    /// violations is not evaluated again in a context that only differs in the place.
    pub fn check_text(
        &self,
        cx: &Context<'a>,
        text: &'a str,
        instance: Node<'a>,
        out: &mut Violations<'a>,
    ) {
        let is_known = |valid: &Vec<Context<'a>>| valid.iter().any(|known| known.is_alike(cx));
        if self.valid.borrow().get(&Text(text)).is_some_and(is_known) {
            return;
        }
        self.check(cx, cx.base, instance, out);
        // A probe has no list of violations, but is not empty.
        if out.is_empty() {
            let mut valid = self.valid.borrow_mut();
            let contexts = valid.entry(Text(text)).or_default();
            if contexts.len() < MOST_CONTEXTS {
                // Most texts have one.
                contexts.reserve_exact(1);
                contexts.push(*cx);
            }
        }
    }
}
