//! The embedded knowledge base, against answers of cfn-lint recorded by `scripts/record_attributes.py`.

use cfn_warden_schema::{Attributes, Json, Knowledge, Pack};

fn recorded() -> Pack {
    let file = std::env::var("ATTRIBUTES").unwrap_or_else(|_| {
        concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/knowledge/attributes.json"
        )
        .to_owned()
    });
    Pack::from_json(&std::fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn attributes_are_those_of_the_reference() {
    let (recorded, knowledge) = (recorded(), Knowledge::bundled());
    assert!(recorded.root().entries().count() > 20);
    for (name, answer) in recorded.root().entries() {
        let name = name.text;
        let attributes = Attributes::of_type(&knowledge, name).unwrap();
        let found: Vec<_> = attributes
            .iter()
            .map(|a| (a.pattern.as_ref(), attributes.schema(a).unwrap()))
            .collect();
        let expected: Vec<_> = answer
            .get("attributes")
            .unwrap()
            .items()
            .map(pair)
            .collect();
        assert_eq!(found, expected, "{name}");
        let printed: Vec<_> = attributes.iter().map(|a| a.display()).collect();
        let expected: Vec<_> = answer
            .get("display")
            .unwrap()
            .items()
            .map(|name| name.as_str().unwrap())
            .collect();
        assert_eq!(printed, expected, "{name}");
        for (probe, expected) in answer.get("get").unwrap().entries() {
            let found = attributes
                .get(probe.text)
                .map(|attribute| attribute.pattern.as_ref());
            assert_eq!(found, expected.as_str(), "{name}.{}", probe.text);
        }
    }
}

#[test]
fn references_are_those_of_the_reference() {
    let knowledge = Knowledge::bundled();
    for (name, answer) in recorded().root().entries() {
        assert_eq!(
            knowledge.reference(name.text),
            answer.get("ref"),
            "{}",
            name.text
        );
    }
}

fn pair(pair: Json<'_>) -> (&str, Json<'_>) {
    let list = pair.as_list().unwrap();
    (list.get(0).unwrap().as_str().unwrap(), list.get(1).unwrap())
}
