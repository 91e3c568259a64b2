//! The trees of YAML documents: cfn-lint's view, and the side tables for Guard.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Parsed, Style, Tag, Tree, Value};

fn tree<'a>(arena: &'a Bump, text: &'a str) -> Tree<'a> {
    let Parsed { tree, errors } = syntax::parse(arena, text, "t.yaml");
    assert_eq!(errors, []);
    tree.unwrap()
}

fn errors(text: &str) -> Vec<String> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, "t.yaml");
    let place = |span: syntax::Span| {
        format!(
            "{}:{}-{}:{}",
            span.start.line, span.start.column, span.end.line, span.end.column
        )
    };
    parsed
        .errors
        .iter()
        .map(|error| format!("{} {}", place(error.span), error.message))
        .collect()
}

fn at<'a>(node: Node<'a>, path: &[&str]) -> Node<'a> {
    path.iter().fold(node, |node, key| match node.value {
        Value::List(items) => items[key.parse::<usize>().unwrap()],
        _ => node.get(key).unwrap(),
    })
}

#[test]
fn short_tags_stand_in_long_form() {
    let arena = Bump::new();
    let tree = tree(
        &arena,
        "a: !Sub '${X}'\nb: !GetAtt X.Y.Z\nc: !Custom [1]\nd: !Condition e\n",
    );
    let sub = tree.root.get("a").unwrap();
    assert_eq!(tree.tag(sub.id), Some(Tag("Sub")));
    assert_eq!(tree.info(sub.id).unwrap().style, Style::Implied);
    let inner = sub.get("Fn::Sub").unwrap();
    assert_eq!(inner.as_str(), Some("${X}"));
    assert_eq!(tree.info(inner.id).unwrap().style, Style::Quoted);
    let parts = at(tree.root, &["b", "Fn::GetAtt"]);
    assert_eq!(tree.raw(parts.id), Some("X.Y.Z"));
    let parts: Vec<_> = parts
        .as_list()
        .unwrap()
        .iter()
        .filter_map(Node::as_str)
        .collect();
    assert_eq!(parts, ["X", "Y.Z"]);
    assert!(matches!(
        at(tree.root, &["c", "Fn::Custom", "0"]).value,
        Value::Int(1)
    ));
    assert_eq!(at(tree.root, &["d", "Condition"]).as_str(), Some("e"));
}

#[test]
fn merge_keys_are_merged_and_kept_beside() {
    let arena = Bump::new();
    let text = "a: &x {p: 1, q: 2}\nb:\n  q: 3\n  <<: *x\n  r: 4\n";
    let tree = tree(&arena, text);
    let merged = tree.root.get("b").unwrap();
    let keys: Vec<_> = merged
        .as_map()
        .unwrap()
        .iter()
        .filter_map(|entry| entry.key.as_str())
        .collect();
    assert_eq!(keys, ["p", "q", "r"], "merged keys come first");
    assert!(
        matches!(merged.get("q").unwrap().value, Value::Int(3)),
        "the map's own value wins"
    );
    let key = merged.entry("q").unwrap().key;
    assert_eq!(
        tree.span(key.id).start.line,
        1,
        "and the first key stays, as in a Python dict"
    );
    let written: Vec<_> = tree
        .unmerged(merged.id)
        .unwrap()
        .iter()
        .filter_map(|entry| entry.key.as_str())
        .collect();
    assert_eq!(written, ["q", "<<", "r"]);
    assert_eq!(tree.merges().collect::<Vec<_>>(), [merged.id]);
    assert_eq!(tree.aliases.len(), 1);
    assert_eq!(
        (tree.aliases[0].name, tree.aliases[0].span.start.line),
        ("x", 4)
    );
}

#[test]
fn aliases_are_copies_with_the_anchors_place() {
    let arena = Bump::new();
    let tree = tree(&arena, "a: &x [1, b]\nc: *x\n");
    let (anchor, alias) = (tree.root.get("a").unwrap(), tree.root.get("c").unwrap());
    assert_ne!(anchor.id, alias.id);
    assert_eq!(tree.span(anchor.id), tree.span(alias.id));
    assert_eq!(tree.path(alias.as_list().unwrap()[1].id).to_string(), "c/1");
    assert_eq!(syntax::alias_paths(&tree)[0].to_string(), "c");
}

#[test]
fn plain_scalars_have_yaml_1_1_types() {
    let arena = Bump::new();
    let text = "[yes, Off, 017, 0o17, 0x1F, 1_000, 12:30, 1e5, 1.5, .inf, 2012-10-17, 2001-1-2 3:04:05.6 -7, ~, '5', -0b11]";
    let tree = tree(&arena, text);
    let found: Vec<_> = tree
        .root
        .as_list()
        .unwrap()
        .iter()
        .map(|item| format!("{:?}", item.value))
        .collect();
    let expected = [
        "Bool(true)",
        "Bool(false)",
        "Int(15)",
        "Str(\"0o17\")",
        "Int(31)",
        "Int(1000)",
        "Int(750)",
        "Str(\"1e5\")",
        "Float(1.5)",
        "Float(inf)",
        "Date(\"2012-10-17\")",
        "Date(\"2001-01-02 03:04:05.600000-07:00\")",
        "Null",
        "Str(\"5\")",
        "Int(-3)",
    ];
    assert_eq!(found, expected);
    assert_eq!(tree.raw(tree.root.as_list().unwrap()[2].id), Some("017"));
}

#[test]
fn errors_are_those_of_the_reference() {
    let cases = [
        (
            "a: 1\nb: 2\na: 3\na: 4\n",
            vec![
                "1:1-1:2 Duplicate found 'a' (line 1)",
                "3:1-3:2 Duplicate found 'a' (line 3)",
                "4:1-4:2 Duplicate found 'a' (line 4)",
            ],
        ),
        (
            "a:\n  ~: 1\n",
            vec!["2:3-2:4 Null key '~' not supported (line 2)"],
        ),
        (
            "? [a, b]\n: 1\n",
            vec!["1:3-1:5 Unhashable type \"['a', 'b']\" (line 1)"],
        ),
        ("a: [\n", vec!["2:1-2:2 did not find expected node content"]),
        (
            "a: b: c\n",
            vec!["1:5-1:6 mapping values are not allowed in this context"],
        ),
        (
            "a: *x\n",
            vec![
                "1:1-1:1 Template could not be parsed: found undefined alias\n  in \"<unicode string>\", line 1, column 4",
            ],
        ),
        (
            "a: \u{7}\n",
            vec![
                "1:1-1:1 Template could not be parsed: unacceptable character #x0007: control characters are not \
             allowed\n  in \"<unicode string>\", position 3",
            ],
        ),
        (
            "a: 2012-13-01\n",
            vec!["1:1-1:1 Template could not be parsed: month must be in 1..12"],
        ),
        (
            "a: 1\n---\nb: 1\n",
            vec![
                "1:1-1:1 Template could not be parsed: expected a single document in the stream\n  in \"<unicode \
             string>\", line 1, column 1\nbut found another document\n  in \"<unicode string>\", line 2, column 1",
            ],
        ),
        (
            "a: &x\n  b: *x\n",
            vec![
                "1:1-1:1 Template could not be parsed: found unconstructable recursive node\n  in \"<unicode string>\", \
             line 1, column 4",
            ],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(errors(text), expected, "{text:?}");
    }
}

#[test]
fn what_guard_allows_is_in_the_tree_beside_the_error() {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, "a: 1\na: 2\n---\nb: [\n", "t.yaml");
    assert_eq!(parsed.errors.len(), 1);
    let tree = parsed.tree.unwrap();
    assert_eq!(tree.root.as_map().unwrap().len(), 2);
}

#[test]
fn a_document_that_says_nothing_is_an_empty_map() {
    let arena = Bump::new();
    for (text, raw) in [
        ("", None),
        ("# nothing\n", None),
        ("~", Some("~")),
        ("--- # nothing\n", Some("")),
    ] {
        let tree = tree(&arena, text);
        assert_eq!(tree.root.as_map().map(<[_]>::len), Some(0), "{text:?}");
        assert_eq!(tree.raw(tree.root.id), raw, "{text:?}");
    }
}
