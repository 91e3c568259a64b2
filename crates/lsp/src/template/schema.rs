//! The schemas of a value: those that its path leads to.

use crate::outline::{NodeId, Outline, Step};
use cfn_warden_schema::{Json, Knowledge, keyword};
use cfn_warden_template::Function;

/// A schema, and the document that its references are resolved in.
#[derive(Clone, Copy)]
pub struct Subschema<'k> {
    /// One of the schemas of a value.
    pub schema: Json<'k>,
    /// Its document.
    root: Json<'k>,
}

/// The maximum number of schemas of one value: unions of unions would be many.
const MOST: usize = 64;

/// Returns the schemas of a value of a template; none if they are not known.
/// `kind` is the type of the resource that it is in.
pub fn of_value<'k>(
    knowledge: &'k Knowledge,
    outline: &Outline<'_>,
    id: NodeId,
    kind: Option<&str>,
) -> Vec<Subschema<'k>> {
    let path = steps(outline, id);
    let (schema, rest) = match path.as_slice() {
        [
            Step::Key("Resources"),
            Step::Key(_),
            Step::Key("Properties"),
            rest @ ..,
        ] => (kind.and_then(|kind| knowledge.resource(kind)), rest),
        [Step::Key(section), rest @ ..] => (
            knowledge.document(&format!("other/{}/configuration", section.to_lowercase())),
            rest,
        ),
        path => (knowledge.document("other/template/configuration"), path),
    };
    schema
        .map(|schema| follow(schema, rest))
        .unwrap_or_default()
}

/// Returns the name of the resource that a value is in.
pub fn resource_of<'t>(outline: &Outline<'t>, id: NodeId) -> Option<&'t str> {
    match steps(outline, id).as_slice() {
        [Step::Key("Resources"), Step::Key(name), ..] => Some(*name),
        _ => None,
    }
}

/// Returns the type of a resource.
pub fn type_of<'t>(outline: &Outline<'t>, resource: &str) -> Option<&'t str> {
    let path = [
        Step::Key("Resources"),
        Step::Key(resource),
        Step::Key("Type"),
    ];
    outline
        .at(&path)
        .and_then(|kind| outline.scalar(kind))
        .map(|(text, _)| text)
}

/// Returns the path of a value without the branches of `Fn::If`, whose values stand in its place.
pub fn steps<'t>(outline: &Outline<'t>, id: NodeId) -> Vec<Step<'t>> {
    let mut steps = Vec::new();
    let mut at = id;
    while let Some(parent) = outline.parent(at) {
        let is_branch = outline.node(at).index.is_some() && is_if(outline, parent);
        match (outline.key(at), outline.node(at).index) {
            (Some("Fn::If"), _) => {}
            (Some(key), _) => steps.push(Step::Key(key)),
            (None, Some(index)) if !is_branch => steps.push(Step::Index(index)),
            _ => {}
        }
        at = parent;
    }
    steps.reverse();
    steps
}

fn is_if(outline: &Outline<'_>, id: NodeId) -> bool {
    super::function(outline, id) == Some(Function::If)
}

fn follow<'k>(schema: Json<'k>, path: &[Step<'_>]) -> Vec<Subschema<'k>> {
    let mut found = expanded(vec![Subschema {
        schema,
        root: schema,
    }]);
    for step in path {
        let next = found.iter().flat_map(|one| one.child(*step)).collect();
        found = expanded(next);
    }
    found
}

/// Returns schemas together with those that they refer to and combine.
fn expanded(schemas: Vec<Subschema<'_>>) -> Vec<Subschema<'_>> {
    const COMBINATIONS: [u32; 6] = [
        keyword::ALL_OF,
        keyword::ANY_OF,
        keyword::ONE_OF,
        keyword::THEN,
        keyword::ELSE,
        keyword::REF,
    ];
    let mut found: Vec<Subschema<'_>> = Vec::new();
    let mut open = schemas;
    open.reverse();
    while let Some(one) = open.pop() {
        let is_known = found.iter().any(|known| known.schema.is_same(one.schema));
        if is_known || found.len() >= MOST {
            continue;
        }
        found.push(one);
        for word in COMBINATIONS.into_iter().rev() {
            let Some(part) = one.schema.keyword(word) else {
                continue;
            };
            let target = part.as_str().and_then(|_| part.resolve(one.root));
            let own = part.as_object().map(|_| part);
            open.extend(target.or(own).map(|schema| Subschema { schema, ..one }));
            let items: Vec<_> = part
                .items()
                .map(|schema| Subschema { schema, ..one })
                .collect();
            open.extend(items.into_iter().rev());
        }
    }
    found
}

impl<'k> Subschema<'k> {
    /// Returns the schemas of a value in a collection.
    fn child(self, step: Step<'_>) -> Vec<Subschema<'k>> {
        let of = |schema: Json<'k>| Subschema { schema, ..self };
        let word = |word: u32| self.schema.keyword(word);
        match step {
            Step::Key(key) => {
                if let Some(schema) =
                    word(keyword::PROPERTIES).and_then(|properties| properties.get(key))
                {
                    return vec![of(schema)];
                }
                let patterns = word(keyword::PATTERN_PROPERTIES)
                    .into_iter()
                    .flat_map(Json::entries);
                let others = word(keyword::ADDITIONAL_PROPERTIES)
                    .filter(|schema| schema.as_object().is_some());
                patterns
                    .map(|(_, schema)| schema)
                    .chain(others)
                    .map(of)
                    .collect()
            }
            Step::Index(index) => {
                let at = usize::try_from(index).unwrap_or(usize::MAX);
                let own = word(keyword::PREFIX_ITEMS).and_then(|items| items.items().nth(at));
                own.or_else(|| word(keyword::ITEMS))
                    .filter(|items| items.as_object().is_some())
                    .map(of)
                    .into_iter()
                    .collect()
            }
        }
    }

    /// Returns the properties that the schema names.
    pub fn properties(self) -> impl Iterator<Item = (&'k str, Json<'k>)> {
        let properties = self
            .schema
            .keyword(keyword::PROPERTIES)
            .into_iter()
            .flat_map(Json::entries);
        // `false` forbids a property.
        properties
            .filter(|(_, schema)| schema.as_bool() != Some(false))
            .map(|(key, schema)| (key.text, schema))
    }

    /// Returns the keys that must be there.
    pub fn required(self) -> impl Iterator<Item = &'k str> {
        self.schema
            .keyword(keyword::REQUIRED)
            .into_iter()
            .flat_map(Json::items)
            .filter_map(Json::as_str)
    }

    /// Returns the values that the schema allows.
    pub fn values(self) -> impl Iterator<Item = Json<'k>> {
        let many = [keyword::ENUM, keyword::ENUM_CASE_INSENSITIVE].into_iter();
        let many = many
            .filter_map(move |word| self.schema.keyword(word))
            .flat_map(Json::items);
        many.chain(self.schema.keyword(keyword::CONST))
    }

    /// Returns the names of the types that the schema allows.
    pub fn types(self) -> Vec<&'k str> {
        let Some(types) = self.schema.keyword(keyword::TYPE) else {
            return Vec::new();
        };
        types
            .as_str()
            .into_iter()
            .chain(types.items().filter_map(Json::as_str))
            .collect()
    }

    /// Returns a schema of the same document with those that it refers to and combines.
    pub fn of(self, schema: Json<'k>) -> Vec<Subschema<'k>> {
        expanded(vec![Subschema { schema, ..self }])
    }

    /// A schema that is a document.
    pub fn root(schema: Json<'k>) -> Subschema<'k> {
        Subschema {
            schema,
            root: schema,
        }
    }
}
