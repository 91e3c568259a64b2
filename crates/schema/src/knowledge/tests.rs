//! Knowledge bases of callers.

use super::*;
use crate::Attributes;

use crate::small::small_knowledge;

const TABLE: &str = "Small::Store::Table";

#[test]
fn a_small_knowledge_base_has_its_types_and_documents_only() {
    let knowledge = small_knowledge();
    assert_eq!(
        knowledge.types().collect::<Vec<_>>(),
        [TABLE, "Small::Store::View"]
    );
    assert!(knowledge.resource(TABLE).is_some() && knowledge.resource("AWS::SNS::Topic").is_none());
    assert!(knowledge.document("other/template/configuration").is_some());
    assert!(
        knowledge
            .document("other/parameters/configuration")
            .is_none()
    );
    let attributes = Attributes::of_type(&knowledge, TABLE).unwrap();
    assert_eq!(
        attributes
            .iter()
            .map(|one| one.pattern.as_ref())
            .collect::<Vec<_>>(),
        ["Arn"]
    );
    let reference = |name| knowledge.reference(name).map(|schema| schema.to_string());
    assert_eq!(
        reference(TABLE).as_deref(),
        Some(r#"{"type":"string","maxLength":8}"#)
    );
    assert_eq!(
        reference("Small::Store::View").as_deref(),
        Some(r#"{"type":"string"}"#)
    );
    assert_eq!(
        (
            knowledge.regions(TABLE),
            knowledge.regions("Small::Store::Index")
        ),
        (u64::MAX, 0)
    );
}

#[test]
fn added_and_removed_types_do_not_change_other_clones() {
    let knowledge = small_knowledge();
    let changed = knowledge
        .clone()
        .with_schema(r#"{"typeName": "Small::Store::Index"}"#)
        .unwrap();
    let changed = changed.without_types([TABLE.to_owned()].into());
    assert_eq!(
        changed.types().collect::<Vec<_>>(),
        ["Small::Store::View", "Small::Store::Index"]
    );
    assert!(changed.resource(TABLE).is_none() && knowledge.resource(TABLE).is_some());
    assert_eq!(
        (
            changed.regions(TABLE),
            changed.regions("Small::Store::Index")
        ),
        (0, u64::MAX)
    );
    assert!(
        changed != knowledge && knowledge == knowledge.clone() && knowledge != small_knowledge()
    );
    assert_eq!(knowledge.with_schema("{}"), Err(PackError::NotASchema));
}

#[test]
fn a_pack_is_the_same_knowledge_base_as_its_json() {
    let knowledge = small_knowledge();
    let pack = knowledge.resource(TABLE).unwrap().pack();
    let (words, text) = pack.parts();
    let read = Knowledge::from_pack(words.to_vec(), text.to_owned()).unwrap();
    assert_eq!(
        read.resource(TABLE).unwrap().to_string(),
        knowledge.resource(TABLE).unwrap().to_string()
    );
    assert!(Knowledge::from_pack(Vec::new(), "").is_err());
    assert!(
        Knowledge::from_json(r#"{"types": {}}"#).is_err() && Knowledge::from_json("{").is_err()
    );
    assert_eq!(
        Knowledge::default().types().count() + Knowledge::default().documents().count(),
        0
    );
    assert_eq!(Knowledge::default(), Knowledge::default());
}

#[test]
fn what_is_made_from_documents_is_made_once_for_all_clones() {
    let knowledge = small_knowledge();
    let number = |text: &str| Pack::from_json(text).unwrap();
    assert_eq!(knowledge.derived("one", |_| number("1")).as_i64(), Some(1));
    assert_eq!(knowledge.derived("two", |_| number("2")).as_i64(), Some(2));
    let clone = knowledge.clone();
    assert_eq!(
        clone.derived("one", |_| panic!("made twice")).as_i64(),
        Some(1)
    );
    assert_eq!(
        clone.derived("two", |_| panic!("made twice")).as_i64(),
        Some(2)
    );
    assert_eq!(
        small_knowledge().derived("one", |_| number("3")).as_i64(),
        Some(3)
    );
}

#[test]
fn large_lists_of_choices_are_indexed_once() {
    let choice = |at| {
        format!(
            r#"{{"if": {{"properties": {{"Kind": {{"const": "k{at}"}}}}, "required": ["Kind"]}}, "then": {{"maxProperties": {at}}}}}"#
        )
    };
    let list = |count| {
        format!(
            "[{}]",
            (0..count).map(choice).collect::<Vec<_>>().join(", ")
        )
    };
    let text = format!(
        r#"{{"types": {{}}, "documents": {{"long": {}, "short": {}}}}}"#,
        list(40),
        list(4)
    );
    let knowledge = Knowledge::from_json(&text).unwrap();
    let long = knowledge.document("long").unwrap();
    let choices = knowledge.choices(long).unwrap();
    assert_eq!(
        (&*choices.key, choices.of_text("k7"), choices.of_text("k40")),
        ("Kind", &[7][..], &[][..])
    );
    assert!(Arc::ptr_eq(
        &choices,
        &knowledge.clone().choices(long).unwrap()
    ));
    assert!(
        knowledge
            .choices(knowledge.document("short").unwrap())
            .is_none()
    );
    assert!(small_knowledge().choices(long).is_none());
}
