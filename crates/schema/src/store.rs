//! The schemas embedded in the library: resource schemas, their regions, rule schemas and tables.
//!
//! Values are read on access. `schemas/README.md` describes the sources, the omissions and how to rebuild the data.

use std::sync::LazyLock;

use super::attributes::Attributes;
use super::pack::{Json, JsonList, JsonObject, Pack, PackError};
use super::pointer;

#[cfg(not(feature = "knowledge"))]
static PACK: LazyLock<Result<Pack, PackError>> =
    LazyLock::new(|| Err(PackError::NotAPack("built without the feature `knowledge`")));

#[cfg(feature = "knowledge")]
static PACK: LazyLock<Result<Pack, PackError>> = LazyLock::new(|| {
    let words: &'static [u8] = include_bytes!("../../../schemas/knowledge.pack");
    Pack::new(words, include_str!("../../../schemas/knowledge.txt"))
});

static STORE: LazyLock<Option<Store>> = LazyLock::new(|| {
    let root = PACK.as_ref().ok()?.root();
    let object = |name| root.get(name)?.as_object();
    Some(Store {
        types: object("types")?,
        availability: object("availability")?,
        documents: object("documents")?,
        regions: root.get("regions")?.as_list()?,
        about: root.get("about")?,
    })
});

/// The parts of the embedded data. A test checks that the data is valid, because lookups return nothing otherwise.
struct Store {
    /// Resource schemas by type.
    types: JsonObject<'static>,
    /// Region bit masks by type, with the same keys in the same order as `types`.
    availability: JsonObject<'static>,
    documents: JsonObject<'static>,
    regions: JsonList<'static>,
    about: Json<'static>,
}

const CUSTOM_RESOURCE: &str = "AWS::CloudFormation::CustomResource";
const MODULE: &str = "Module";

/// Returns the type that defines the schema: the type of custom resources for `Custom::X`, and that of modules for
/// `X::MODULE`.
pub fn canonical(type_name: &str) -> &str {
    if type_name.ends_with("::MODULE") {
        return MODULE;
    }
    if type_name.starts_with("Custom::") { CUSTOM_RESOURCE } else { type_name }
}

/// Returns the schema of a resource type, or `None` if the type is unknown. Schemas do not differ between regions.
pub fn resource(type_name: &str) -> Option<Json<'static>> {
    match canonical(type_name) {
        MODULE => document("stand-ins/module"),
        name => STORE.as_ref()?.types.get(name),
    }
}

/// Returns the names of all resource types including serverless types, sorted.
pub fn types() -> impl Iterator<Item = &'static str> {
    STORE.iter().flat_map(|store| store.types.keys())
}

/// Returns the regions of a resource type: bit n is the n-th of [`region_names`]. Serverless types and custom resources
/// are available in all regions, modules and unknown types in none.
pub fn regions(type_name: &str) -> u64 {
    let find = || STORE.as_ref()?.availability.get(canonical(type_name))?.as_i64();
    find().map_or(0, i64::cast_unsigned)
}

/// Returns the regions in cfn-lint's order.
pub fn region_names() -> impl DoubleEndedIterator<Item = &'static str> + Clone {
    STORE.iter().flat_map(|store| store.regions.iter()).filter_map(Json::as_str)
}

/// Returns the index of a region, which is its bit in [`regions`].
pub fn region_index(region: &str) -> Option<u32> {
    region_names().position(|name| name == region).and_then(|place| u32::try_from(place).ok())
}

/// Returns a document by name: `other/template/configuration`, `extensions/aws_rds_dbinstance/engine_version`,
/// `specs/Policies`, `constants/helpers`, `config`.
pub fn document(name: &str) -> Option<Json<'static>> {
    STORE.as_ref()?.documents.get(name)
}

/// Returns the names of all documents, sorted.
pub fn documents() -> impl Iterator<Item = &'static str> {
    STORE.iter().flat_map(|store| store.documents.keys())
}

/// Returns a value of the embedded data with its static lifetime, or `None` for a value of another pack.
pub fn own(json: Json<'_>) -> Option<Json<'static>> {
    let pack = PACK.as_ref().ok()?;
    std::ptr::eq(pack, json.pack()).then(|| pack.json(json.id()))
}

/// Returns the attributes that `Fn::GetAtt` can return for a resource type, or `None` if the type is unknown.
pub fn attributes(type_name: &str) -> Option<Attributes<'static>> {
    resource(type_name).map(Attributes::of)
}

/// Returns the schema of the value that `Ref` returns for a resource type, or `None` if the type is unknown.
pub fn reference(type_name: &str) -> Option<Json<'static>> {
    resource(type_name).and_then(reference_of)
}

/// Returns the schema of the value that `Ref` returns according to a resource schema: the schema of its identifier, a
/// string schema for several identifiers, or an empty schema without identifiers. Returns `None` if the identifier's
/// schema cannot be found.
pub fn reference_of<'p>(schema: Json<'p>) -> Option<Json<'p>> {
    let mut identifiers = schema.keyword(super::keyword::PRIMARY_IDENTIFIER).map(Json::items).into_iter().flatten();
    match (identifiers.next(), identifiers.next()) {
        (None, _) => document("stand-ins/nothing"),
        (Some(only), None) => pointer::property(schema, only.as_str()?),
        _ => document("stand-ins/identifier"),
    }
}

/// Returns the source and the size of the embedded data, in the order of `schemas/README.md`.
pub fn about() -> Option<Json<'static>> {
    STORE.as_ref().map(|store| store.about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword;

    #[test]
    fn the_embedded_pack_is_valid_and_has_the_keywords() {
        let pack = PACK.as_ref().expect("run `make repack`");
        for (symbol, word) in keyword::ALL.iter().enumerate() {
            assert_eq!(pack.string(symbol as u32), *word, "the list of keywords changed: run `make repack`");
        }
        assert!(STORE.is_some());
    }

    #[test]
    fn every_type_has_a_schema_of_its_name_and_a_region() {
        let store = STORE.as_ref().unwrap();
        assert!(store.types.keys().eq(store.availability.keys()));
        assert_eq!(types().count(), 1898);
        for name in types() {
            let schema = resource(name).unwrap();
            assert_eq!(schema.keyword(keyword::TYPE_NAME).and_then(Json::as_str), Some(name));
            assert_ne!(regions(name), 0, "{name}");
            assert!(reference(name).is_some() && attributes(name).is_some(), "{name}");
        }
    }

    #[test]
    fn regions_are_bits_in_cfn_lints_order() {
        assert_eq!(region_names().count(), 46);
        assert_eq!(region_index("af-south-1"), Some(0));
        assert_eq!(region_index("mars-east-1"), None);
        let bit = |region| 1 << region_index(region).unwrap();
        let everywhere = (1 << 46) - 1;
        assert_eq!(regions("AWS::S3::Bucket"), everywhere);
        assert_eq!(regions("AWS::Serverless::Function"), everywhere);
        assert_eq!(regions("Custom::Anything"), regions("AWS::CloudFormation::CustomResource"));
        assert_eq!(regions("AWS::Nope::Nope"), 0);
        assert_eq!(regions("Org::Team::Thing::MODULE"), 0);
        // not available in eu-west-1; me-south-1 does not have its own file and uses that of us-east-1
        let pipes = regions("AWS::BillingConductor::BillingGroup");
        assert_ne!(pipes & bit("us-east-1"), 0);
        assert_eq!(pipes & bit("cn-north-1"), 0);
        assert_ne!(pipes & bit("me-south-1"), 0);
    }

    #[test]
    fn documents_are_named_by_their_path_in_the_wheel() {
        let kinds = |name: &str| document(name).map(|document| document.entries().count());
        assert!(kinds("other/template/configuration").is_some_and(|count| count > 3));
        assert!(kinds("extensions/aws_rds_dbinstance/db_instance_class").is_some());
        assert!(kinds("specs/Policies").is_some_and(|services| services > 400));
        assert!(kinds("constants/helpers").is_some());
        assert!(kinds("other/nope").is_none());
        assert!(documents().is_sorted());
    }

    #[test]
    fn every_reference_resolves() {
        let roots = types().filter_map(resource).chain(documents().filter_map(document));
        let mut seen = 0;
        for root in roots {
            let (mut open, mut known) = (vec![root], std::collections::HashSet::new());
            while let Some(at) = open.pop() {
                if !known.insert(at.id()) {
                    continue;
                }
                let reference = at.keyword(keyword::REF).filter(|value| value.as_str().is_some());
                match reference.map(|value| value.as_str().unwrap().split_once('#').unwrap_or_default()) {
                    Some(("", _)) => assert!(reference.unwrap().resolve(root).is_some(), "{at} in {root}"),
                    Some(("policy", rest)) => {
                        assert!(document("other/iam/policy").unwrap().pointer(rest).is_some(), "{at}")
                    }
                    _ => {}
                }
                seen += u32::from(reference.is_some());
                open.extend(at.entries().map(|(_, value)| value));
                open.extend(at.items());
            }
        }
        assert!(seen > 10_000, "{seen}");
    }

    #[test]
    fn modules_and_custom_resources_have_substitute_types() {
        assert_eq!(resource("A::B::C::MODULE").unwrap().get("additionalProperties").unwrap().as_bool(), Some(true));
        assert_eq!(resource("Custom::Thing"), resource(CUSTOM_RESOURCE));
        assert_eq!(resource("AWS::Nope::Nope"), None);
        assert_eq!(reference("A::B::C::MODULE").map(|schema| schema.to_string()), Some("{}".to_owned()));
    }

    #[test]
    fn the_readme_states_the_facts_of_the_pack() {
        let readme = include_str!("../../../schemas/README.md");
        let (_, rest) = readme.split_once("<!-- begin facts -->\n").unwrap();
        let (table, _) = rest.split_once("<!-- end facts -->").unwrap();
        let rows: Vec<String> = about().unwrap().entries().map(|(key, value)| row(key.text, value)).collect();
        assert_eq!(table.lines().skip(2).collect::<Vec<_>>(), rows);
    }

    fn row(name: &str, value: Json) -> String {
        format!("| {name} | {} |", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    }
}
