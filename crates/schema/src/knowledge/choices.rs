//! Indexes of large `allOf`s: the `if` schemas that name an instance's own text.
//!
//! Most schemas of a large `allOf` require one text under the same key (`Engine`). They are indexed by that text once,
//! so an instance is only compared with the few schemas for its own text.

use std::collections::BTreeSet;

use cfn_warden_syntax::hash::HashMap;

use crate::keyword;
use crate::pack::Json;
use cfn_warden_syntax::python::spells_truth;

/// Minimum length of an indexed list; shorter ones are searched linearly.
const LARGE: usize = 32;

/// The index of a large `allOf`.
#[derive(Debug)]
pub struct Choices {
    /// The key whose text selects the schemas.
    pub key: Box<str>,
    /// Every key that the `if` of an indexed schema mentions.
    pub keys: Vec<Box<str>>,
    by_text: HashMap<Box<str>, Vec<usize>>,
    /// Indices of schemas that are not indexed by text, in order.
    pub others: Vec<usize>,
}

impl Choices {
    /// Returns whether a list of schemas is long enough for an index.
    pub(super) fn is_worthwhile(schemas: Json<'_>) -> bool {
        schemas.as_list().is_some_and(|list| list.len() >= LARGE)
    }

    pub(super) fn of(schemas: Json<'_>) -> Option<Choices> {
        let key = deciding_key(schemas)?;
        let (mut by_text, mut others) = (HashMap::<&str, Vec<usize>>::default(), Vec::new());
        let mut keys = BTreeSet::new();
        for (place, schema) in schemas.items().enumerate() {
            let Some((_, text)) = required_texts(schema).find(|(name, _)| *name == key) else {
                others.push(place);
                continue;
            };
            by_text.entry(text).or_default().push(place);
            let properties =
                condition(schema).and_then(|condition| condition.keyword(keyword::PROPERTIES));
            keys.extend(
                properties
                    .into_iter()
                    .flat_map(Json::entries)
                    .map(|(name, _)| name.text),
            );
        }
        Some(Choices {
            key: key.into(),
            keys: keys.into_iter().map(Box::from).collect(),
            by_text: by_text
                .into_iter()
                .map(|(text, places)| (text.into(), places))
                .collect(),
            others,
        })
    }

    /// Returns the indices of the schemas that require a text, in order.
    pub fn of_text(&self, text: &str) -> &[usize] {
        self.by_text
            .get(text)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }
}

/// Returns the `if` of a schema that only consists of `if` and `then`, and so accepts everything if the condition
/// fails.
pub(crate) fn condition(schema: Json<'_>) -> Option<Json<'_>> {
    let object = schema.as_object().filter(|object| object.len() == 2)?;
    object
        .keyword(keyword::THEN)
        .and(object.keyword(keyword::IF))
}

/// Returns the key that most schemas require with a single text.
fn deciding_key(schemas: Json<'_>) -> Option<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::default();
    for (name, _) in schemas.items().flat_map(required_texts) {
        let count = counts.entry(name).or_default();
        *count = count.saturating_add(1);
    }
    counts
        .into_iter()
        .max_by_key(|(name, count)| (*count, *name))
        .map(|(name, _)| name)
}

/// Returns the keys that a schema's `if` requires with a single text each, if
/// [`fails`](crate::shortcut::fails) supports the `if`.
fn required_texts<'p>(schema: Json<'p>) -> impl Iterator<Item = (&'p str, &'p str)> {
    let condition = condition(schema)
        .and_then(Json::as_object)
        .filter(|condition| {
            condition.keywords().all(|(word, _)| {
                matches!(
                    word,
                    keyword::PROPERTIES | keyword::REQUIRED | keyword::TYPE
                )
            })
        });
    let properties = condition.and_then(|condition| condition.keyword(keyword::PROPERTIES));
    let required = condition.and_then(|condition| condition.keyword(keyword::REQUIRED));
    let is_required = move |name: &str| {
        required
            .into_iter()
            .flat_map(Json::items)
            .any(|one| one.as_str() == Some(name))
    };
    properties
        .into_iter()
        .flat_map(Json::entries)
        .filter_map(move |(name, schema)| {
            let text = schema
                .keyword(keyword::CONST)?
                .as_str()
                .filter(|text| !spells_truth(text))?;
            is_required(name.text).then_some((name.text, text))
        })
}
