//! What a schema says of the keys and items of a value.

use cfn_warden_guard::check::lookup_keys;
use cfn_warden_schema::{Json, keyword, store};

/// A value by its schema: one of these holds for it. References stay as they are until somebody looks.
pub type Shape = Vec<Part>;

/// A schema and the document that its references lead into.
#[derive(Clone, Copy)]
pub struct Part {
    root: Json<'static>,
    /// The schema.
    pub node: Json<'static>,
}

/// More steps than any schema of a type takes; one that refers to itself ends here.
const STEPS: usize = 256;

/// Where a key leads.
pub enum Lead {
    /// Anything may be there.
    Open,
    /// To a value.
    To(Shape),
    /// To nothing: no document that deploys has it.
    Nowhere(Why),
}

/// Why a key leads to nothing.
#[derive(Clone)]
pub enum Why {
    /// These are the keys of the map.
    Names(Vec<&'static str>),
    /// It is a list.
    List,
    /// It is a value without parts, of this type.
    Scalar(&'static str),
}

/// The properties of a resource type, as a shape.
pub fn of_type(name: &str) -> Option<Part> {
    store::resource(name).map(|schema| Part { root: schema, node: schema })
}

/// The schemas that say something of a value, references and branches followed; `None` where one of them says nothing.
pub fn alternatives(shape: &[Part]) -> Option<Shape> {
    let mut found = Vec::new();
    let mut steps = STEPS;
    for part in shape {
        let before = found.len();
        expand(*part, &mut found, &mut steps)?;
        if found.len() == before {
            return None;
        }
    }
    Some(found)
}

fn expand(part: Part, found: &mut Shape, steps: &mut usize) -> Option<()> {
    *steps = steps.checked_sub(1)?;
    if let Some(reference) = part.node.keyword(keyword::REF) {
        let node = reference.resolve(part.root)?;
        return expand(Part { node, ..part }, found, steps);
    }
    let says = [keyword::TYPE, keyword::PROPERTIES, keyword::ITEMS, keyword::ENUM, keyword::PATTERN_PROPERTIES];
    if says.iter().any(|word| part.node.keyword(*word).is_some()) {
        found.push(part);
    }
    let branches = [keyword::ANY_OF, keyword::ONE_OF, keyword::ALL_OF].into_iter();
    for branch in branches.filter_map(|word| part.node.keyword(word)).flat_map(Json::items) {
        expand(Part { node: branch, ..part }, found, steps)?;
    }
    Some(())
}

impl Part {
    fn is(self, name: &str) -> bool {
        self.types().any(|found| found == name)
    }

    /// The types that it may have; of a schema without `type`, those that its other keywords are about.
    pub fn types(self) -> impl Iterator<Item = &'static str> {
        let written = self.node.keyword(keyword::TYPE);
        let one = written.and_then(Json::as_str);
        let several = written.into_iter().flat_map(Json::items).filter_map(Json::as_str);
        let has = |word| written.is_none() && self.node.keyword(word).is_some();
        let object = has(keyword::PROPERTIES) || has(keyword::PATTERN_PROPERTIES);
        one.into_iter().chain(several).chain(object.then_some("object")).chain(has(keyword::ITEMS).then_some("array"))
    }

    /// The keys that a map of this schema can have; `None` where it can have any.
    fn names(self) -> Option<Vec<&'static str>> {
        let closed = self.node.keyword(keyword::ADDITIONAL_PROPERTIES).and_then(Json::as_bool) == Some(false);
        let properties = self.node.keyword(keyword::PROPERTIES)?.as_object()?;
        let patterns = self.node.keyword(keyword::PATTERN_PROPERTIES).is_some();
        (closed && !patterns).then(|| properties.keys().collect())
    }

    fn property(self, key: &str) -> Option<Part> {
        let properties = self.node.keyword(keyword::PROPERTIES)?;
        lookup_keys(key).iter().find_map(|key| properties.get(key)).map(|node| Part { node, ..self })
    }
}

/// Where a key leads from a value.
pub fn key(shape: &[Part], name: &str) -> Lead {
    let Some(parts) = alternatives(shape) else { return Lead::Open };
    let (mut next, mut names, mut list, mut scalar) = (Vec::new(), Vec::new(), false, None);
    for part in parts {
        let mut typed = false;
        for kind in part.types() {
            typed = true;
            match kind {
                "object" => match (part.property(name), part.names()) {
                    (Some(found), _) => next.push(found),
                    (None, Some(known)) => names.extend(known),
                    // A branch may speak of required keys alone.
                    (None, None) => return Lead::Open,
                },
                "array" if name.parse::<i64>().is_ok() => return Lead::Open,
                "array" => list = true,
                other => scalar = Some(other),
            }
        }
        if !typed {
            return Lead::Open;
        }
    }
    match (next.is_empty(), names.is_empty(), list, scalar) {
        (false, ..) => Lead::To(next),
        (true, false, ..) => Lead::Nowhere(Why::Names(names)),
        (true, true, true, _) => Lead::Nowhere(Why::List),
        (true, true, false, Some(scalar)) => Lead::Nowhere(Why::Scalar(scalar)),
        (true, true, false, None) => Lead::Open,
    }
}

/// The items of a value, where it is a list for certain; `None` where it may be something else.
pub fn items(shape: &[Part]) -> Option<Shape> {
    let parts = alternatives(shape)?;
    let item = |part: Part| {
        let only_list = part.is("array") && part.types().count() == 1;
        let items = part.node.keyword(keyword::ITEMS).filter(|items| items.as_object().is_some());
        Some(Part { node: items.filter(|_| only_list)?, ..part })
    };
    parts.into_iter().map(item).collect()
}

/// Whether a value is a map, or of another kind but a list, for certain.
pub fn is_never_list(shape: &[Part]) -> bool {
    let never = |part: &Part| part.types().count() > 0 && !part.is("array");
    alternatives(shape).is_some_and(|parts| parts.iter().all(never))
}
