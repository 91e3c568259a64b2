//! The knowledge base that the library embeds: resource schemas, where they exist, rule schemas, tables.
//!
//! Nothing is read before it is asked for; a type costs what is touched of it. `schemas/README.md` says where the
//! facts come from, what was left out and how they are written anew.

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

/// The parts of the knowledge base. A test holds that it is there: without it every lookup answers with nothing.
struct Store {
    /// Resource schemas by type.
    types: JsonObject<'static>,
    /// Masks of regions by type: the same keys in the same order as `types`.
    availability: JsonObject<'static>,
    documents: JsonObject<'static>,
    regions: JsonList<'static>,
    about: Json<'static>,
}

const CUSTOM_RESOURCE: &str = "AWS::CloudFormation::CustomResource";
const MODULE: &str = "Module";

/// The type whose schema counts: of `Custom::X` the custom resource's, of `X::MODULE` the module's.
pub fn canonical(type_name: &str) -> &str {
    if type_name.ends_with("::MODULE") {
        return MODULE;
    }
    if type_name.starts_with("Custom::") { CUSTOM_RESOURCE } else { type_name }
}

/// The schema of a resource type, whatever the region: no type has two. Nothing where the type is unknown.
pub fn resource(type_name: &str) -> Option<Json<'static>> {
    match canonical(type_name) {
        MODULE => document("stand-ins/module"),
        name => STORE.as_ref()?.types.get(name),
    }
}

/// The names of all resource types, sorted, serverless types among them.
pub fn types() -> impl Iterator<Item = &'static str> {
    STORE.iter().flat_map(|store| store.types.keys())
}

/// Where a resource type exists: bit n is the n-th of [`region_names`]. Serverless types and custom resources exist
/// everywhere, modules and unknown types nowhere.
pub fn regions(type_name: &str) -> u64 {
    let find = || STORE.as_ref()?.availability.get(canonical(type_name))?.as_i64();
    find().map_or(0, i64::cast_unsigned)
}

/// The regions in the reference's order.
pub fn region_names() -> impl DoubleEndedIterator<Item = &'static str> + Clone {
    STORE.iter().flat_map(|store| store.regions.iter()).filter_map(Json::as_str)
}

/// The number of a region, which is its bit in [`regions`].
pub fn region_index(region: &str) -> Option<u32> {
    region_names().position(|name| name == region).and_then(|place| u32::try_from(place).ok())
}

/// A document by name: `other/template/configuration`, `extensions/aws_rds_dbinstance/engine_version`,
/// `specs/Policies`, `constants/helpers`, `config`.
pub fn document(name: &str) -> Option<Json<'static>> {
    STORE.as_ref()?.documents.get(name)
}

/// The names of all documents, sorted.
pub fn documents() -> impl Iterator<Item = &'static str> {
    STORE.iter().flat_map(|store| store.documents.keys())
}

/// A value of the embedded knowledge base as such; nothing for a value of another pack.
pub fn own(json: Json<'_>) -> Option<Json<'static>> {
    let pack = PACK.as_ref().ok()?;
    std::ptr::eq(pack, json.pack()).then(|| pack.json(json.id()))
}

/// What `Fn::GetAtt` may name on a resource of a type. Nothing where the type is unknown.
pub fn attributes(type_name: &str) -> Option<Attributes<'static>> {
    resource(type_name).map(Attributes::of)
}

/// What `Ref` gives for a resource of a type. Nothing where the type is unknown.
pub fn reference(type_name: &str) -> Option<Json<'static>> {
    resource(type_name).and_then(reference_of)
}

/// What `Ref` gives by a resource schema: the schema of its identifier; of several identifiers a string; of none, a
/// schema that says nothing. Nothing where the identifier is not to be found.
pub fn reference_of<'p>(schema: Json<'p>) -> Option<Json<'p>> {
    let mut identifiers = schema.keyword(super::keyword::PRIMARY_IDENTIFIER).map(Json::items).into_iter().flatten();
    match (identifiers.next(), identifiers.next()) {
        (None, _) => document("stand-ins/nothing"),
        (Some(only), None) => pointer::property(schema, only.as_str()?),
        _ => document("stand-ins/identifier"),
    }
}

/// Where the knowledge base comes from, and how much it holds: fact by fact as in `schemas/README.md`.
pub fn about() -> Option<Json<'static>> {
    STORE.as_ref().map(|store| store.about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword;

    #[test]
    fn the_embedded_pack_is_sound_and_knows_the_keywords() {
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
    fn regions_are_bits_in_the_references_order() {
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
        // eu-west-1 lacks it; me-south-1 has no file of its own and is answered as us-east-1
        let pipes = regions("AWS::BillingConductor::BillingGroup");
        assert_ne!(pipes & bit("us-east-1"), 0);
        assert_eq!(pipes & bit("cn-north-1"), 0);
        assert_ne!(pipes & bit("me-south-1"), 0);
    }

    #[test]
    fn documents_go_by_their_path_in_the_wheel() {
        let kinds = |name: &str| document(name).map(|document| document.entries().count());
        assert!(kinds("other/template/configuration").is_some_and(|count| count > 3));
        assert!(kinds("extensions/aws_rds_dbinstance/db_instance_class").is_some());
        assert!(kinds("specs/Policies").is_some_and(|services| services > 400));
        assert!(kinds("constants/helpers").is_some());
        assert!(kinds("other/nope").is_none());
        assert!(documents().is_sorted());
    }

    #[test]
    fn every_reference_leads_somewhere() {
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
    fn modules_and_custom_resources_have_stand_ins() {
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
