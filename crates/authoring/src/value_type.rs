//! Types of properties according to resource type schemas.

use cfn_warden_guard::check::lookup_keys;
use cfn_warden_schema::{Json, Knowledge, keyword};

/// A value's possible types: it matches one of these schemas. References are resolved on use.
pub type ValueType<'k> = Vec<Part<'k>>;

/// A schema and the document that its references point into.
#[derive(Clone, Copy)]
pub struct Part<'k> {
    root: Json<'k>,
    /// The schema.
    pub node: Json<'k>,
}

/// Maximum number of expansion steps; more than any resource type schema needs, so that only recursive ones reach it.
const STEPS: usize = 256;

/// The result of looking up a key.
pub enum Lookup<'k> {
    /// Anything may be there.
    Any,
    /// A value of this type.
    Found(ValueType<'k>),
    /// No deployable document has the key.
    Missing(KeyError<'k>),
}

/// Why a key does not exist.
#[derive(Clone)]
pub enum KeyError<'k> {
    /// The value is a map with these keys only.
    Names(Vec<&'k str>),
    /// The value is a list.
    List,
    /// The value is a scalar of this type.
    Scalar(&'k str),
}

/// Returns the properties of a resource type.
pub fn of_type<'k>(knowledge: &'k Knowledge, name: &str) -> Option<Part<'k>> {
    knowledge.resource(name).map(|schema| Part {
        root: schema,
        node: schema,
    })
}

/// Returns the schemas that describe a value, with references and branches expanded; `None` if one of them has no
/// constraints.
pub fn alternatives<'k>(value_type: &[Part<'k>]) -> Option<ValueType<'k>> {
    let mut found = Vec::new();
    let mut steps = STEPS;
    for part in value_type {
        let before = found.len();
        expand(*part, &mut found, &mut steps)?;
        if found.len() == before {
            return None;
        }
    }
    Some(found)
}

fn expand<'k>(part: Part<'k>, found: &mut ValueType<'k>, steps: &mut usize) -> Option<()> {
    *steps = steps.checked_sub(1)?;
    if let Some(reference) = part.node.keyword(keyword::REF) {
        let node = reference.resolve(part.root)?;
        return expand(Part { node, ..part }, found, steps);
    }
    let says = [
        keyword::TYPE,
        keyword::PROPERTIES,
        keyword::ITEMS,
        keyword::ENUM,
        keyword::PATTERN_PROPERTIES,
    ];
    if says.iter().any(|word| part.node.keyword(*word).is_some()) {
        found.push(part);
    }
    let branches = [keyword::ANY_OF, keyword::ONE_OF, keyword::ALL_OF].into_iter();
    for branch in branches
        .filter_map(|word| part.node.keyword(word))
        .flat_map(Json::items)
    {
        expand(
            Part {
                node: branch,
                ..part
            },
            found,
            steps,
        )?;
    }
    Some(())
}

impl<'k> Part<'k> {
    fn is(self, name: &str) -> bool {
        self.types().any(|found| found == name)
    }

    /// Returns the possible types. For a schema without `type`, they follow from its other keywords.
    pub fn types(self) -> impl Iterator<Item = &'k str> {
        let written = self.node.keyword(keyword::TYPE);
        let one = written.and_then(Json::as_str);
        let several = written
            .into_iter()
            .flat_map(Json::items)
            .filter_map(Json::as_str);
        let has = |word| written.is_none() && self.node.keyword(word).is_some();
        let object = has(keyword::PROPERTIES) || has(keyword::PATTERN_PROPERTIES);
        one.into_iter()
            .chain(several)
            .chain(object.then_some("object"))
            .chain(has(keyword::ITEMS).then_some("array"))
    }

    /// Returns the keys that a map may have; `None` if any key is allowed.
    fn names(self) -> Option<Vec<&'k str>> {
        let closed = self
            .node
            .keyword(keyword::ADDITIONAL_PROPERTIES)
            .and_then(Json::as_bool)
            == Some(false);
        let properties = self.node.keyword(keyword::PROPERTIES)?.as_object()?;
        let patterns = self.node.keyword(keyword::PATTERN_PROPERTIES).is_some();
        (closed && !patterns).then(|| properties.keys().collect())
    }

    fn property(self, key: &str) -> Option<Part<'k>> {
        let properties = self.node.keyword(keyword::PROPERTIES)?;
        lookup_keys(key)
            .iter()
            .find_map(|key| properties.get(key))
            .map(|node| Part { node, ..self })
    }
}

/// Looks up a key of a value.
pub fn key<'k>(value_type: &[Part<'k>], name: &str) -> Lookup<'k> {
    let Some(parts) = alternatives(value_type) else {
        return Lookup::Any;
    };
    let (mut next, mut names, mut list, mut scalar) = (Vec::new(), Vec::new(), false, None);
    for part in parts {
        let mut typed = false;
        for kind in part.types() {
            typed = true;
            match kind {
                "object" => match (part.property(name), part.names()) {
                    (Some(found), _) => next.push(found),
                    (None, Some(known)) => names.extend(known),
                    // A branch may consist of required keys only.
                    (None, None) => return Lookup::Any,
                },
                "array" if name.parse::<i64>().is_ok() => return Lookup::Any,
                "array" => list = true,
                other => scalar = Some(other),
            }
        }
        if !typed {
            return Lookup::Any;
        }
    }
    match (next.is_empty(), names.is_empty(), list, scalar) {
        (false, ..) => Lookup::Found(next),
        (true, false, ..) => Lookup::Missing(KeyError::Names(names)),
        (true, true, true, _) => Lookup::Missing(KeyError::List),
        (true, true, false, Some(scalar)) => Lookup::Missing(KeyError::Scalar(scalar)),
        (true, true, false, None) => Lookup::Any,
    }
}

/// Returns the item type of a value that is always a list; `None` if it may be something else.
pub fn items<'k>(value_type: &[Part<'k>]) -> Option<ValueType<'k>> {
    let parts = alternatives(value_type)?;
    let item = |part: Part<'k>| {
        let only_list = part.is("array") && part.types().count() == 1;
        let items = part
            .node
            .keyword(keyword::ITEMS)
            .filter(|items| items.as_object().is_some());
        Some(Part {
            node: items.filter(|_| only_list)?,
            ..part
        })
    };
    parts.into_iter().map(item).collect()
}

/// Returns whether a value is never a list.
pub fn is_never_list(value_type: &[Part<'_>]) -> bool {
    let never = |part: &Part<'_>| part.types().count() > 0 && !part.is("array");
    alternatives(value_type).is_some_and(|parts| parts.iter().all(never))
}
