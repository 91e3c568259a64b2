//! The bundled knowledge base.

use super::*;
use crate::Attributes;
use crate::keyword;
use cfn_warden_template::region::REGIONS;

#[test]
fn the_embedded_pack_is_valid_and_has_the_keywords() {
    let knowledge = Knowledge::bundled();
    let pack = knowledge.about().expect("run `make repack`").pack();
    for (symbol, word) in keyword::ALL.iter().enumerate() {
        assert_eq!(
            pack.string(symbol as u32),
            *word,
            "the list of keywords changed: run `make repack`"
        );
    }
}

#[test]
fn every_type_has_a_schema_of_its_name_and_a_region() {
    let knowledge = Knowledge::bundled();
    let root = knowledge.about().unwrap().pack().root();
    let keys = |part: &str| root.get(part).unwrap().as_object().unwrap().keys();
    assert!(keys("types").eq(keys("availability")));
    assert_eq!(knowledge.types().count(), 1898);
    for name in knowledge.types() {
        let schema = knowledge.resource(name).unwrap();
        assert_eq!(
            schema.keyword(keyword::TYPE_NAME).and_then(Json::as_str),
            Some(name)
        );
        assert_ne!(knowledge.regions(name), 0, "{name}");
        assert!(
            knowledge.reference(name).is_some() && Attributes::of_type(&knowledge, name).is_some(),
            "{name}"
        );
    }
}

#[test]
fn regions_are_bits_in_cfn_lints_order() {
    let knowledge = Knowledge::bundled();
    let names = knowledge
        .about()
        .unwrap()
        .pack()
        .root()
        .get("regions")
        .unwrap();
    assert!(
        names
            .items()
            .filter_map(Json::as_str)
            .eq(REGIONS.iter().copied())
    );
    assert_eq!(REGIONS.len(), 46);
    let bit = |region| 1 << REGIONS.iter().position(|name| *name == region).unwrap();
    let regions = |name| knowledge.regions(name);
    let everywhere = (1 << 46) - 1;
    assert_eq!(regions("AWS::S3::Bucket"), everywhere);
    assert_eq!(regions("AWS::Serverless::Function"), everywhere);
    assert_eq!(
        regions("Custom::Anything"),
        regions("AWS::CloudFormation::CustomResource")
    );
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
    let knowledge = Knowledge::bundled();
    let kinds = |name: &str| {
        knowledge
            .document(name)
            .map(|document| document.entries().count())
    };
    assert!(kinds("other/template/configuration").is_some_and(|count| count > 3));
    assert!(kinds("extensions/aws_rds_dbinstance/db_instance_class").is_some());
    assert!(kinds("specs/Policies").is_some_and(|services| services > 400));
    assert!(kinds("constants/helpers").is_some());
    assert!(kinds("other/nope").is_none());
    assert!(knowledge.documents().is_sorted());
}

#[test]
fn every_reference_resolves() {
    let knowledge = Knowledge::bundled();
    let types = knowledge
        .types()
        .filter_map(|name| knowledge.resource(name));
    let roots = types.chain(
        knowledge
            .documents()
            .filter_map(|name| knowledge.document(name)),
    );
    let mut seen = 0;
    for root in roots {
        let (mut open, mut known) = (vec![root], std::collections::HashSet::new());
        while let Some(at) = open.pop() {
            if !known.insert(at.id()) {
                continue;
            }
            let reference = at
                .keyword(keyword::REF)
                .filter(|value| value.as_str().is_some());
            match reference.map(|value| value.as_str().unwrap().split_once('#').unwrap_or_default())
            {
                Some(("", _)) => {
                    assert!(reference.unwrap().resolve(root).is_some(), "{at} in {root}")
                }
                Some(("policy", rest)) => {
                    assert!(
                        knowledge
                            .document("other/iam/policy")
                            .unwrap()
                            .pointer(rest)
                            .is_some(),
                        "{at}"
                    )
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
    let knowledge = Knowledge::bundled();
    let resource = |name| knowledge.resource(name);
    assert_eq!(
        resource("A::B::C::MODULE")
            .unwrap()
            .get("additionalProperties")
            .unwrap()
            .as_bool(),
        Some(true)
    );
    assert_eq!(resource("Custom::Thing"), resource(CUSTOM_RESOURCE));
    assert_eq!(resource("AWS::Nope::Nope"), None);
    assert_eq!(
        knowledge
            .reference("A::B::C::MODULE")
            .map(|schema| schema.to_string()),
        Some("{}".to_owned())
    );
}

#[test]
fn the_readme_states_the_facts_of_the_pack() {
    let readme = include_str!("../../../../schemas/README.md");
    let (_, rest) = readme.split_once("<!-- begin facts -->\n").unwrap();
    let (table, _) = rest.split_once("<!-- end facts -->").unwrap();
    let knowledge = Knowledge::bundled();
    let rows: Vec<String> = knowledge
        .about()
        .unwrap()
        .entries()
        .map(|(key, value)| row(key.text, value))
        .collect();
    assert_eq!(table.lines().skip(2).collect::<Vec<_>>(), rows);
}

fn row(name: &str, value: Json) -> String {
    format!(
        "| {name} | {} |",
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    )
}
