use proptest::prelude::*;

use super::*;
use crate::Knowledge;
use crate::pack::Writer;

const DOCUMENT: &str = r##"{
  "about": {"source": "cfn-lint 1.0.0", "schema date": "2026-01-02T03:04:05Z"},
  "types": {"Small::Store::Table": {"typeName": "Small::Store::Table", "properties": {"Name": {"type": "string"}}}},
  "documents": {"other/template/configuration": {"type": "object", "properties": {"Resources": {"type": "object"}}}}
}"##;

fn file() -> Vec<u8> {
    write(&Pack::from_json(DOCUMENT).unwrap()).unwrap()
}

/// A file whose checksum is right for what follows its second line.
fn resealed(file: &[u8]) -> Vec<u8> {
    use sha2::Digest;
    let covered = file
        .splitn(3, |byte| *byte == b'\n')
        .nth(2)
        .unwrap_or_default();
    let sum: String = sha2::Sha256::digest(covered)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    [
        format!("cfn-warden knowledge 1\nsha256 {sum}\n").as_bytes(),
        covered,
    ]
    .concat()
}

#[test]
fn a_file_is_the_pack_with_a_readable_header() {
    let file = file();
    let head = String::from_utf8_lossy(&file[..200]).into_owned();
    let lines: Vec<&str> = head.lines().collect();
    assert_eq!(lines[0], "cfn-warden knowledge 1");
    assert!(
        lines[1].starts_with("sha256 ") && lines[1].len() == 71,
        "{}",
        lines[1]
    );
    assert_eq!(
        lines[2..4],
        ["source cfn-lint 1.0.0", "date 2026-01-02T03:04:05Z"]
    );
    let read = read(&file).unwrap();
    assert_eq!(read.root(), Pack::from_json(DOCUMENT).unwrap().root());
    assert_eq!(write(&read).unwrap(), file);
    assert_eq!(resealed(&file), file);
    assert_eq!(
        write(&Pack::from_json(r#"{"types": {}, "documents": {}}"#).unwrap()),
        None
    );
}

#[test]
fn damage_is_an_error_that_says_what_is_wrong() {
    let good = file();
    let error = |bytes: &[u8]| {
        Knowledge::from_file(bytes)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let text = String::from_utf8_lossy(&good).into_owned();
    assert!(
        error(b"")
            .starts_with("not a knowledge file; expected the first line `cfn-warden knowledge 1`")
    );
    assert!(error(b"PK\x03\x04\n").starts_with("not a knowledge file"));
    assert!(
        error(text.replacen("knowledge 1", "knowledge 2", 1).as_bytes())
            .starts_with("format version 2; expected 1")
    );
    let mut flipped = good.clone();
    *flipped.last_mut().unwrap() ^= 1;
    assert!(error(&flipped).starts_with("damaged: the content has the SHA-256 checksum "));
    assert!(error(&good[..good.len() - 1]).starts_with("damaged: the content has the SHA-256"));
    assert!(error(&good[..40]).starts_with("damaged: its header is incomplete"));
    assert!(
        error(&resealed(&good[..good.len() - 1])).starts_with("damaged: the sizes in the header")
    );
    let other_date = good
        .windows(4)
        .position(|window| window == b"2026")
        .unwrap();
    let mut dated = good.clone();
    dated[other_date] = b'3';
    assert!(error(&resealed(&dated)).starts_with("damaged: source and date in the header"));
    assert!(
        error(&vec![b'x'; MOST_BYTES + 1])
            .starts_with("too large: 33554433 bytes; expected at most 33554432")
    );
    let without =
        write(&Pack::from_json(&DOCUMENT.replace("\"types\"", "\"kinds\"")).unwrap()).unwrap();
    assert!(error(&without).starts_with("not a knowledge base: `types` is not an object"));
    let without =
        write(&Pack::from_json(&DOCUMENT.replace("other/template", "other/t")).unwrap()).unwrap();
    assert!(
        error(&without).contains("`other/template/configuration` is missing"),
        "{}",
        error(&without)
    );
}

#[test]
fn shared_values_cannot_stand_for_a_huge_or_deep_document() {
    let pack = |grow: &dyn Fn(&mut Writer, u32) -> u32, levels: u32| {
        let mut writer = Writer::new();
        let mut id = writer.null();
        for _ in 0..levels {
            id = grow(&mut writer, id);
        }
        writer.finish(id).unwrap()
    };
    let nested = |writer: &mut Writer, id| writer.list(&[id]);
    assert_eq!(shape::verify(&pack(&nested, 127)), Ok(()));
    assert!(
        shape::verify(&pack(&nested, 128))
            .unwrap_err()
            .to_string()
            .contains("128 levels")
    );
    assert!(shape::verify(&pack(&nested, 10_000)).is_err());
    let doubled = |writer: &mut Writer, id| writer.list(&[id, id]);
    assert_eq!(shape::verify(&pack(&doubled, 20)), Ok(()));
    assert!(
        shape::verify(&pack(&doubled, 100))
            .unwrap_err()
            .to_string()
            .contains("values")
    );
}

#[test]
fn a_pack_with_other_keywords_is_copied() {
    let pack = Pack::from_json(DOCUMENT).unwrap();
    let (words, text) = pack.parts();
    // As a program would write it that has two keywords in another order.
    let other = text.replacen("$ref\n$id\n", "$idx\n$re\n", 1);
    let pack = Pack::of_any_keywords(words.to_vec(), other).unwrap();
    assert!(!has_keywords(&pack));
    let read = read(&write(&pack).unwrap()).unwrap();
    assert!(has_keywords(&read));
    assert_eq!(read.root(), pack.root());
}

proptest! {
    #[test]
    fn a_damaged_file_never_panics(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let mut bytes = file();
        for (index, byte) in damage {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        for bytes in [resealed(&bytes), bytes] {
            if let Ok(knowledge) = Knowledge::from_file(&bytes) {
                let names: Vec<&str> = knowledge.types().collect();
                for name in names {
                    let _ = (knowledge.resource(name).map(|one| one.to_string()), knowledge.regions(name), knowledge.reference(name));
                    let _ = crate::Attributes::of_type(&knowledge, name);
                }
            }
        }
    }
}
