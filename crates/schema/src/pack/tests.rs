use super::*;
use crate::keyword;
use proptest::prelude::*;

const TAG: &str = r##"{
  "type": "object", "additionalProperties": false,
  "properties": {"Value": {"type": "string", "maxLength": 256}, "Key": {"$ref": "#/definitions/Key"}, "A": true},
  "definitions": {"Key": {"type": "string", "maxLength": 256}, "a/b": {"enum": [1, 1.0, "1", null, -7, true]}},
  "allOf": [{"$ref": "#/definitions/a~1b"}, {"$ref": "#"}, {"$ref": "#/definitions/Key/type"}, {"$ref": "#/"},
    {"$ref": "#/definitions/"}, {"$ref": "policy#/definitions/Key"}, {}, []]
}"##;

#[test]
fn entries_keep_file_order_and_are_found_by_text_and_symbol() {
    let pack = Pack::from_json(TAG).unwrap();
    let properties = pack.root().get("properties").unwrap().as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["Value", "Key", "A"]);
    for (key, value) in properties.entries() {
        assert_eq!(properties.get(key.text), Some(value));
    }
    assert_eq!(properties.get("B"), None);
    assert_eq!(properties.position("A"), Some(2));
    let symbols: Vec<u32> = pack.root().entries().map(|(key, _)| key.symbol).collect();
    assert_eq!(
        symbols[..2],
        [keyword::TYPE, keyword::ADDITIONAL_PROPERTIES]
    );
    assert_eq!(
        pack.root().keyword(keyword::TYPE).and_then(Json::as_str),
        Some("object")
    );
    assert_eq!(pack.root().keyword(keyword::ENUM), None);
}

#[test]
fn equal_values_have_equal_ids_and_numbers_keep_their_type() {
    let pack = Pack::from_json(TAG).unwrap();
    let root = pack.root();
    assert_eq!(
        root.pointer("/properties/Value").unwrap().id(),
        root.pointer("#/definitions/Key").unwrap().id()
    );
    let kinds: Vec<JsonKind> = root
        .pointer("/definitions/a~1b/enum")
        .unwrap()
        .items()
        .map(Json::kind)
        .collect();
    let expected = [
        JsonKind::Int(1),
        JsonKind::Float(1.0),
        JsonKind::Str("1"),
        JsonKind::Null,
        JsonKind::Int(-7),
        JsonKind::Bool(true),
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn numbers_of_every_size_round_trip() {
    let text = "[1048575,1048576,-1048576,-1048577,268435456,-268435457,9223372036854775807,-9223372036854775808,18446744073709551615,0.1,-0.0,1e300]";
    let pack = Pack::from_json(text).unwrap();
    assert_eq!(pack.root().to_string(), text);
    assert_eq!(
        pack.root().items().nth(8).unwrap().kind(),
        JsonKind::BigInt("18446744073709551615")
    );
    assert_eq!(
        pack.root().items().nth(8).unwrap().as_f64(),
        Some(18446744073709551615.0)
    );
}

#[test]
fn references_resolve_in_their_document() {
    let pack = Pack::from_json(TAG).unwrap();
    let root = pack.root();
    let reference = |pointer: &str| {
        root.pointer(pointer)
            .unwrap()
            .keyword(keyword::REF)
            .unwrap()
    };
    assert_eq!(
        reference("/properties/Key").as_str(),
        Some("#/definitions/Key")
    );
    assert_eq!(
        reference("/properties/Key").resolve(root),
        root.pointer("/definitions/Key")
    );
    assert_eq!(
        reference("/allOf/0").resolve(root),
        root.pointer("/definitions/a~1b")
    );
    assert_eq!(reference("/allOf/0").as_str(), Some("#/definitions/a~1b"));
    assert_eq!(reference("/allOf/1").resolve(root), Some(root));
    assert_eq!(
        reference("/allOf/2").resolve(root).and_then(Json::as_str),
        Some("string")
    );
    assert_eq!(reference("/allOf/3").resolve(root), Some(root));
    assert_eq!(reference("/allOf/4").resolve(root), root.get("definitions"));
    assert_eq!(reference("/allOf/5").resolve(root), None);
    assert_eq!(
        reference("/properties/Key").resolve(root.get("properties").unwrap()),
        None
    );
}

#[test]
fn strings_of_every_length_and_place_in_a_block_are_found() {
    let lengths = [0, 1, 253, 254, 255, 256, 257, 70_000]
        .into_iter()
        .chain(2..60)
        .chain(260..280);
    let texts: Vec<String> = lengths.map(|length| "\n".repeat(length)).collect();
    let json = serde_json::to_string(&texts).unwrap();
    let pack = Pack::from_json(&json).unwrap();
    assert_eq!(
        pack.root()
            .items()
            .filter_map(Json::as_str)
            .collect::<Vec<_>>(),
        texts
    );
    let strings = u32::try_from(pack.strings()).unwrap();
    assert_eq!((pack.string(strings), pack.string(u32::MAX)), ("", ""));
    assert_eq!(
        (0..strings)
            .map(|symbol| pack.string(symbol).len() + 1)
            .sum::<usize>(),
        pack.parts().1.len()
    );
}

#[test]
fn text_of_16_mb_is_too_large() {
    let json = |length: usize| format!("[\"{}\"]", "x".repeat(length));
    assert_eq!(
        Pack::from_json(&json(1 << 24)).unwrap_err(),
        PackError::TooLarge
    );
    assert!(Pack::from_json(&json((1 << 24) - 10_000)).is_ok());
}

#[test]
fn a_repeated_key_keeps_its_position_and_takes_the_last_value() {
    let pack = Pack::from_json(r#"{"a": 1, "b": 2, "a": 3}"#).unwrap();
    assert_eq!(pack.root().to_string(), r#"{"a":3,"b":2}"#);
}

#[test]
fn object_equality_ignores_key_order_and_packs_compare_by_value() {
    let one = Pack::from_json(r#"{"a": [1, {"b": null}], "c": "d"}"#).unwrap();
    let other = Pack::from_json(r#"{"c": "d", "a": [1, {"b": null}]}"#).unwrap();
    let third = Pack::from_json(r#"{"c": "d", "a": [1.0, {"b": null}]}"#).unwrap();
    assert_eq!(one.root(), other.root());
    assert_ne!(one.root(), third.root());
}

#[test]
fn invalid_json_reports_its_position() {
    let error = Pack::from_json("{\"a\": 1,\n \"b\" 2}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "not JSON: expected `:` at line 2 column 6"
    );
    assert!(matches!(
        Pack::from_json("{} x"),
        Err(PackError::NotJson(_))
    ));
    assert!(matches!(
        Pack::from_json(&"[".repeat(100_000)),
        Err(PackError::NotJson(_))
    ));
}

#[test]
fn a_copy_is_equal_and_has_the_same_bytes() {
    let pack = Pack::from_json(TAG).unwrap();
    let mut writer = Writer::new();
    let root = writer.copy(pack.root());
    let copy = writer.finish(root).unwrap();
    assert_eq!(copy.root(), pack.root());
    assert_eq!(copy.parts(), Pack::from_json(TAG).unwrap().parts());
}

#[test]
fn invalid_packs_are_rejected() {
    let pack = Pack::from_json(TAG).unwrap();
    let (words, text) = pack.parts();
    let refused = |words: &[u8], text: &str| Pack::new(words.to_vec(), text.to_owned()).is_err();
    assert!(!refused(words, text));
    assert!(refused(&[], text));
    assert!(refused(&words[..9], text));
    assert!(refused(words, text.trim_end()));
    assert!(refused(&words[..words.len() / 4], text));
    for index in [0, 3, 6, 15] {
        let mut broken = words.to_vec();
        broken[index] ^= 1;
        assert!(refused(&broken, text), "byte {index}");
    }
}

/// Reads every value; `budget` bounds the count, since children have lower indices than their parents.
fn visit(json: Json, budget: &mut u32) {
    if *budget == 0 {
        return;
    }
    *budget -= 1;
    let _ = (
        json.as_str(),
        json.as_i64(),
        json.as_f64(),
        json.get("type"),
        json.resolve(json),
        json.pointer("/a/0"),
    );
    json.items().for_each(|item| visit(item, budget));
    json.entries().for_each(|(_, value)| visit(value, budget));
}

proptest! {
    #[test]
    fn a_corrupt_pack_never_panics(damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 1..8)) {
        let pack = Pack::from_json(TAG).unwrap();
        let (words, text) = pack.parts();
        let mut broken = words.to_vec();
        for (index, word) in damage {
            let index = index.index(broken.len() / 3) * 3;
            broken[index..index + 3].copy_from_slice(&(word % 4096).to_le_bytes()[..3]);
        }
        if let Ok(pack) = Pack::new(broken, text.to_owned()) {
            visit(pack.root(), &mut 10_000);
            (0..2048).for_each(|id| visit(pack.json(id), &mut 1_000));
        }
    }

    #[test]
    fn text_round_trips(text in "\\PC*", other in "\\PC*") {
        let value = serde_json::json!({&text: [&other, {&other: text.len()}], "end": null});
        let pack = Pack::from_json(&value.to_string()).unwrap();
        prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&pack.root().to_string()).unwrap(), value);
    }
}
