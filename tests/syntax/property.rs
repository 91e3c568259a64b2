//! Property tests of the parser.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Tree, Value};
use proptest::prelude::*;

use super::harness;

/// Fragments of YAML and JSON, so that random documents have structure.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b: ",
        "- ",
        "? ",
        ": ",
        ":",
        "\n",
        "\n  ",
        "\n    ",
        " ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\"",
        "'",
        "\\",
        "|",
        ">",
        "|-\n",
        "&a ",
        "*a",
        "!Ref ",
        "!GetAtt A.B",
        "!Sub ",
        "<<: ",
        "~",
        "12",
        "1_0",
        "2012-10-17",
        "# c",
        "---\n",
        "...\n",
        "%TAG !a! b\n",
        "\u{e9}",
        "\u{2028}",
        "\u{85}",
        "\u{1f600}",
        "\u{feff}",
        "\r\n",
        "\r",
        "\0",
        "\u{7f}",
        "\"k\": ",
        "\"\\u00e9\"",
        "\\d",
        "=",
        "yes",
    ]);
    prop_oneof![
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat()),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics_and_every_span_lies_inside(text in pieces()) {
        harness::check_text(&text);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        harness::check_bytes(&bytes);
    }

    #[test]
    fn json_is_read_as_yaml_reads_it(value in json(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let text = format!("[{text}]");
        // The direct reader leaves a text with a document end to the exact one.
        let ended = format!("{text}\n...\n");
        let arena = Bump::new();
        let (json, yaml) = (syntax::parse(&arena, &text, "t"), syntax::parse(&arena, &ended, "t"));
        prop_assert_eq!(&json.errors, &yaml.errors);
        let show = |tree: Option<Tree<'_>>| tree.map(|tree| dump(&tree, tree.root));
        prop_assert_eq!(show(json.tree), show(yaml.tree));
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".*".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::vec((".{0,8}", inner), 0..6)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// Returns a tree as text, with all spans and styles.
fn dump(tree: &Tree<'_>, node: Node<'_>) -> String {
    let info = tree.info(node.id).unwrap();
    let inner = match node.value {
        Value::List(items) => items
            .iter()
            .map(|item| dump(tree, *item))
            .collect::<Vec<_>>()
            .join("\n"),
        Value::Map(entries) => {
            let entries = entries
                .iter()
                .map(|entry| dump(tree, entry.key) + &dump(tree, entry.value));
            entries.collect::<Vec<_>>().join("\n")
        }
        scalar => format!("{scalar:?}"),
    };
    format!("{:?} {info:?} {:?} ({inner})\n", node.id, tree.raw(node.id))
}
