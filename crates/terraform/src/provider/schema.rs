//! Provider schemas in the format of `terraform providers schema -json`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::module::ResourceMode;
use crate::value::Type;

/// The schema of a block.
#[derive(Debug, Default)]
pub struct BlockSchema {
    /// The attributes, by name.
    pub attributes: BTreeMap<Rc<str>, AttributeSchema>,
    /// The nested blocks.
    pub blocks: BTreeMap<Rc<str>, NestedBlocks>,
}

/// The schema of the nested blocks of a type.
#[derive(Debug)]
pub struct NestedBlocks {
    /// How they nest.
    pub nesting: Nesting,
    /// The schema of each.
    pub schema: BlockSchema,
    /// The minimum number.
    pub min_items: usize,
    /// The maximum number, if there is one.
    pub max_items: Option<usize>,
}

/// The schema of an attribute.
#[derive(Debug)]
pub struct AttributeSchema {
    /// The type or nested schema.
    pub shape: AttributeShape,
    /// Whether the configuration must set the attribute.
    pub required: bool,
    /// Whether the configuration may set the attribute.
    pub optional: bool,
    /// Whether the provider sets the attribute if the configuration does not.
    pub computed: bool,
    /// Whether the attribute is sensitive.
    pub sensitive: bool,
}

/// The type of an attribute.
#[derive(Debug)]
pub enum AttributeShape {
    /// A plain type.
    Type(Type),
    /// Objects with a schema of their own.
    Nested(Nesting, Box<BlockSchema>),
}

/// The nesting mode of a block or nested attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nesting {
    /// At most one.
    Single,
    /// Exactly one, even if it is not written.
    Group,
    /// A list.
    List,
    /// A set.
    Set,
    /// A map; the key is the block's label.
    Map,
}

impl Nesting {
    /// Returns the type of values that nest, given that of one.
    pub fn of(self, item: Type) -> Type {
        match self {
            Nesting::Single | Nesting::Group => item,
            Nesting::List => Type::list(item),
            Nesting::Set => Type::set(item),
            Nesting::Map => Type::map(item),
        }
    }
}

/// The maximum nesting depth of a schema.
const DEPTH: u32 = 50;

#[derive(Debug, Deserialize)]
struct File {
    provider_schemas: BTreeMap<String, Provider>,
}

#[derive(Debug, Deserialize)]
struct Provider {
    #[serde(default)]
    resource_schemas: HashMap<String, Box<RawValue>>,
    #[serde(default)]
    data_source_schemas: HashMap<String, Box<RawValue>>,
    #[serde(default)]
    ephemeral_resource_schemas: HashMap<String, Box<RawValue>>,
}

impl Provider {
    fn of(&self, mode: ResourceMode) -> &HashMap<String, Box<RawValue>> {
        match mode {
            ResourceMode::Managed => &self.resource_schemas,
            ResourceMode::Data => &self.data_source_schemas,
            ResourceMode::Ephemeral => &self.ephemeral_resource_schemas,
        }
    }
}

type ParsedSchemas = HashMap<(ResourceMode, String), Option<Rc<BlockSchema>>>;

/// The schemas of providers' resources. Each is parsed on first use.
#[derive(Debug, Default)]
pub struct Schemas {
    providers: BTreeMap<String, Provider>,
    is_given: bool,
    parsed: RefCell<ParsedSchemas>,
}

impl Schemas {
    /// Parses the output of `terraform providers schema -json`.
    ///
    /// # Errors
    /// Returns the reason if the document is invalid.
    pub fn parse(bytes: &[u8]) -> Result<Schemas, String> {
        let file: File = serde_json::from_slice(bytes).map_err(|error| {
            format!("invalid provider schema: {error}; expected the output of \"terraform providers schema -json\"")
        })?;
        Ok(Schemas {
            providers: file.provider_schemas,
            is_given: true,
            parsed: RefCell::default(),
        })
    }

    /// Returns whether there are schemas, of whatever providers.
    pub fn is_given(&self) -> bool {
        self.is_given
    }

    fn raw(&self, mode: ResourceMode, kind: &str) -> Option<(&str, &RawValue)> {
        self.providers
            .iter()
            .find_map(|(source, provider)| Some((source.as_str(), &**provider.of(mode).get(kind)?)))
    }

    /// Returns the source address of the provider that has a resource type.
    pub fn source_of(&self, mode: ResourceMode, kind: &str) -> Option<&str> {
        self.raw(mode, kind).map(|(source, _)| source)
    }

    /// Returns the schema version of a resource type; 0 if it is unknown.
    pub fn version_of(&self, mode: ResourceMode, kind: &str) -> u64 {
        #[derive(Deserialize)]
        struct Version {
            #[serde(default)]
            version: u64,
        }
        let raw = self.raw(mode, kind);
        raw.and_then(|(_, raw)| serde_json::from_str::<Version>(raw.get()).ok())
            .map_or(0, |found| found.version)
    }

    /// Returns the resource types of a provider, by its source address; `None` if its schema is not known.
    pub fn types(&self, mode: ResourceMode, source: &str) -> Option<impl Iterator<Item = &str>> {
        Some(
            self.providers
                .get(source)?
                .of(mode)
                .keys()
                .map(String::as_str),
        )
    }

    /// Returns the schema of a resource type.
    pub fn block(&self, mode: ResourceMode, kind: &str) -> Option<Rc<BlockSchema>> {
        let key = (mode, kind.to_owned());
        if let Some(parsed) = self.parsed.borrow().get(&key) {
            return parsed.clone();
        }
        let read = self.raw(mode, kind).and_then(|(_, raw)| {
            let json: Json = serde_json::from_str(raw.get()).ok()?;
            Some(Rc::new(block(json.get("block")?, 0)?))
        });
        self.parsed.borrow_mut().insert(key, read.clone());
        read
    }
}

fn block(json: &Json, depth: u32) -> Option<BlockSchema> {
    if depth > DEPTH {
        return None;
    }
    let mut result = BlockSchema {
        attributes: attributes(json, depth)?,
        ..BlockSchema::default()
    };
    for (name, inner) in json
        .get("block_types")
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
    {
        let schema = block(inner.get("block")?, depth.saturating_add(1))?;
        let limit = |name: &str| usize::try_from(inner.get(name)?.as_u64()?).ok();
        let nested = NestedBlocks {
            nesting: nesting(inner),
            schema,
            min_items: limit("min_items").unwrap_or(0),
            max_items: limit("max_items").filter(|most| *most > 0),
        };
        result.blocks.insert(name.as_str().into(), nested);
    }
    Some(result)
}

fn attributes(json: &Json, depth: u32) -> Option<BTreeMap<Rc<str>, AttributeSchema>> {
    let mut result = BTreeMap::new();
    for (name, attribute) in json
        .get("attributes")
        .and_then(Json::as_object)
        .into_iter()
        .flatten()
    {
        let flag = |name: &str| attribute.get(name).and_then(Json::as_bool) == Some(true);
        let shape = match (attribute.get("type"), attribute.get("nested_type")) {
            (Some(json), _) => AttributeShape::Type(ty(json, depth)?),
            (None, Some(inner)) => AttributeShape::Nested(
                nesting(inner),
                Box::new(block(inner, depth.saturating_add(1))?),
            ),
            (None, None) => AttributeShape::Type(Type::Dynamic),
        };
        let schema = AttributeSchema {
            shape,
            required: flag("required"),
            optional: flag("optional"),
            computed: flag("computed"),
            sensitive: flag("sensitive"),
        };
        result.insert(name.as_str().into(), schema);
    }
    Some(result)
}

fn nesting(json: &Json) -> Nesting {
    match json.get("nesting_mode").and_then(Json::as_str) {
        Some("single") => Nesting::Single,
        Some("group") => Nesting::Group,
        Some("set") => Nesting::Set,
        Some("map") => Nesting::Map,
        _ => Nesting::List,
    }
}

/// Parses a type in JSON notation: `"string"`, `["list", "string"]`, `["object", {...}]`.
pub fn ty(json: &Json, depth: u32) -> Option<Type> {
    let deeper = depth.saturating_add(1);
    if depth > DEPTH {
        return None;
    }
    if let Some(name) = json.as_str() {
        return match name {
            "string" => Some(Type::String),
            "number" => Some(Type::Number),
            "bool" => Some(Type::Bool),
            "dynamic" => Some(Type::Dynamic),
            _ => None,
        };
    }
    let [kind, of, ..] = json.as_array()?.as_slice() else {
        return None;
    };
    match kind.as_str()? {
        "list" => Some(Type::list(ty(of, deeper)?)),
        "set" => Some(Type::set(ty(of, deeper)?)),
        "map" => Some(Type::map(ty(of, deeper)?)),
        "tuple" => Some(Type::Tuple(
            of.as_array()?
                .iter()
                .map(|item| ty(item, deeper))
                .collect::<Option<_>>()?,
        )),
        "object" => {
            let each = of
                .as_object()?
                .iter()
                .map(|(name, of)| Some((name.as_str().into(), ty(of, deeper)?)));
            Some(Type::object(each.collect::<Option<_>>()?))
        }
        _ => None,
    }
}
