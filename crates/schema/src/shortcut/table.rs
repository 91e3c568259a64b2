//! Lookup tables for large `allOf`s: the `if` schemas that name an instance's own text.
//!
//! Most schemas of a large `allOf` require one text under the same key (`Engine`). They are indexed by that text once,
//! so an instance is only compared with the few schemas for its own text.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::{condition, is_plain, is_readable};
use crate::context::Context;
use crate::keyword;
use crate::pack::Json;
use crate::store;
use cfn_warden_syntax::python::spells_truth;
use cfn_warden_syntax::{Node, Value};

/// Minimum length of an indexed list; shorter ones are searched linearly.
const LARGE: usize = 32;

/// The index of a large `allOf`.
#[derive(Debug)]
pub(super) struct Table {
    /// The key whose text selects the schemas.
    key: &'static str,
    /// Every key that the `if` of an indexed schema mentions.
    keys: Vec<&'static str>,
    /// Indices of schemas by required text, in order.
    by_text: HashMap<&'static str, Vec<usize>>,
    /// Indices of schemas that are not indexed by text, in order.
    others: Vec<usize>,
}

/// Tables by the list's ID in the embedded schemas, which contain few large lists.
static TABLES: LazyLock<RwLock<HashMap<u32, Option<Arc<Table>>>>> = LazyLock::new(RwLock::default);

/// Returns the table of a list of schemas; `None` if the list is short, is not embedded, or does not have a common key.
pub(super) fn of(schemas: Json<'_>) -> Option<Arc<Table>> {
    schemas.as_list().filter(|list| list.len() >= LARGE)?;
    let schemas = store::own(schemas)?;
    // Each update under the lock is atomic, so the map is valid even after a panic.
    if let Some(known) = TABLES.read().unwrap_or_else(PoisonError::into_inner).get(&schemas.id()) {
        return known.clone();
    }
    let table = Table::new(schemas).map(Arc::new);
    TABLES.write().unwrap_or_else(PoisonError::into_inner).insert(schemas.id(), table.clone());
    table
}

impl Table {
    fn new(schemas: Json<'static>) -> Option<Table> {
        let key = deciding_key(schemas)?;
        let mut table = Table { key, keys: Vec::new(), by_text: HashMap::new(), others: Vec::new() };
        let mut keys = BTreeSet::new();
        for (place, schema) in schemas.items().enumerate() {
            let Some((_, text)) = required_texts(schema).find(|(name, _)| *name == key) else {
                table.others.push(place);
                continue;
            };
            table.by_text.entry(text).or_default().push(place);
            let properties = condition(schema).and_then(|condition| condition.keyword(keyword::PROPERTIES));
            keys.extend(properties.into_iter().flat_map(Json::entries).map(|(name, _)| name.text));
        }
        table.keys = keys.into_iter().collect();
        Some(table)
    }

    /// Returns the indices of the schemas that can apply to an instance, in order; `None` if all can.
    pub(super) fn candidates<'a>(&self, cx: &Context<'a>, instance: Node<'a>) -> Option<Vec<usize>> {
        let is_told = |key: &&str| instance.get(key).is_none_or(|value| is_plain(cx, value));
        if !is_readable(cx, instance) || !self.keys.iter().all(is_told) {
            return None;
        }
        let named = match instance.get(self.key).map(|value| value.value) {
            // All indexed schemas require the key.
            None => &[],
            Some(Value::Str(text)) if !spells_truth(text) => {
                self.by_text.get(text).map(Vec::as_slice).unwrap_or_default()
            }
            Some(_) => return None,
        };
        let mut places: Vec<usize> = named.iter().chain(&self.others).copied().collect();
        places.sort_unstable();
        Some(places)
    }
}

/// Returns the key that most schemas require with a single text.
fn deciding_key(schemas: Json<'static>) -> Option<&'static str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (name, _) in schemas.items().flat_map(required_texts) {
        let count = counts.entry(name).or_default();
        *count = count.saturating_add(1);
    }
    counts.into_iter().max_by_key(|(name, count)| (*count, *name)).map(|(name, _)| name)
}

/// Returns the keys that a schema's `if` requires with a single text each, if [`fails`](super::fails) supports the
/// `if`.
fn required_texts(schema: Json<'static>) -> impl Iterator<Item = (&'static str, &'static str)> {
    let condition = condition(schema).and_then(Json::as_object).filter(|condition| {
        condition.keywords().all(|(word, _)| matches!(word, keyword::PROPERTIES | keyword::REQUIRED | keyword::TYPE))
    });
    let properties = condition.and_then(|condition| condition.keyword(keyword::PROPERTIES));
    let required = condition.and_then(|condition| condition.keyword(keyword::REQUIRED));
    let is_required =
        move |name: &str| required.into_iter().flat_map(Json::items).any(|one| one.as_str() == Some(name));
    properties.into_iter().flat_map(Json::entries).filter_map(move |(name, schema)| {
        let text = schema.keyword(keyword::CONST)?.as_str().filter(|text| !spells_truth(text))?;
        is_required(name.text).then_some((name.text, text))
    })
}
