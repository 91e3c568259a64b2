//! JSON that the scanner accepts, and JSON that it leaves to the YAML reader.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Path, Position, Span, Step, Style, Value};

fn span(line: u32, column: u32, end_line: u32, end_column: u32) -> Span {
    Span {
        start: Position { line, column },
        end: Position {
            line: end_line,
            column: end_column,
        },
    }
}

#[test]
fn values_and_spans() {
    let arena = Bump::new();
    let text = "{\n  \"a\": [1, -2.5, true, null, \"\u{e9}\\u00e9x\", {}],\n  \"b\": 12345678901234567890\n}\n";
    let parsed = syntax::parse(&arena, text, "t.json");
    assert_eq!(parsed.errors, []);
    let tree = parsed.tree.unwrap();
    assert_eq!(tree.span(tree.root.id), span(1, 1, 4, 2));
    let list = tree.root.get("a").unwrap();
    assert_eq!(tree.span(list.id), span(2, 8, 2, 45));
    let items = list.as_list().unwrap();
    assert!(matches!(items[0].value, Value::Int(1)));
    assert!(matches!(items[1].value, Value::Float(x) if x == -2.5));
    assert!(matches!(items[2].value, Value::Bool(true)));
    assert!(matches!(items[3].value, Value::Null));
    assert_eq!(items[4].as_str(), Some("\u{e9}\u{e9}x"));
    assert_eq!(
        tree.span(items[4].id),
        span(2, 30, 2, 40),
        "columns count code points"
    );
    assert_eq!(tree.info(items[4].id).unwrap().style, Style::Quoted);
    assert_eq!(
        tree.path(items[4].id),
        Path(vec![Step::Key("a".into()), Step::Index(4)])
    );
    assert!(matches!(
        tree.root.get("b").unwrap().value,
        Value::BigInt("12345678901234567890")
    ));
    let entry = tree.root.entry("b").unwrap();
    assert_eq!(tree.span(entry.key.id), span(3, 3, 3, 6));
}

#[test]
fn places_are_the_last_marked_key() {
    let arena = Bump::new();
    let text = "{\"a\": {\"b\": [\"x\", 5]}}";
    let tree = syntax::parse(&arena, text, "t.json").tree.unwrap();
    let place = |steps: Vec<Step>| syntax::location(&tree, tree.root, &Path(steps));
    let (a, b) = (Step::Key("a".into()), Step::Key("b".into()));
    assert_eq!(place(vec![]), span(1, 1, 1, 23));
    assert_eq!(place(vec![a.clone(), b.clone()]), span(1, 8, 1, 11));
    assert_eq!(
        place(vec![a.clone(), b.clone(), Step::Index(0)]),
        span(1, 14, 1, 17)
    );
    assert_eq!(
        place(vec![a.clone(), b.clone(), Step::Index(1)]),
        span(1, 8, 1, 11),
        "numbers have no place"
    );
    assert_eq!(
        place(vec![a.clone(), b.clone(), Step::Index(7)]),
        span(1, 8, 1, 11),
        "nor has what is not there"
    );
    assert_eq!(
        place(vec![
            a.clone(),
            Step::Key("no".into()),
            Step::Key("way".into())
        ]),
        span(1, 2, 1, 5)
    );
    assert_eq!(place(vec![Step::Key("no".into())]), Span::START);
    for (node, steps) in [
        (tree.root.get("a").unwrap(), vec![a.clone()]),
        (
            tree.root
                .get("a")
                .unwrap()
                .get("b")
                .unwrap()
                .as_list()
                .unwrap()[1],
            vec![a, b, Step::Index(1)],
        ),
    ] {
        assert_eq!(syntax::location_of(&tree, node), place(steps));
    }
}

#[test]
fn bytes_become_text() {
    assert_eq!(syntax::decode(b"a\r\nb\rc\n").unwrap(), "a\nb\nc\n");
    assert_eq!(syntax::decode(b"\xff").unwrap_err().span, Span::START);
}

#[test]
fn unknown_escapes_have_cfn_lints_message() {
    let arena = Bump::new();
    let cases = [
        (
            r#"{"a": "\d"}"#,
            "Invalid \\escape: 'd'",
            span(1, 10, 1, 11),
        ),
        (
            r#"{"a": 1, "a": 2, "b": {"c": "\d"}}"#,
            "Invalid \\escape: 'd'",
            span(1, 32, 1, 33),
        ),
        (
            r#"{"a": {"b": 1, "b": 2}, "c": "\d"}"#,
            "Duplicate found \"b\"",
            span(0, 17, 0, 19),
        ),
        (
            r#"{"a": "\d","#,
            "Invalid \\escape: 'd'",
            span(1, 10, 1, 11),
        ),
        (
            "a: \"\\d\"",
            "found unknown escape character",
            span(1, 5, 1, 6),
        ),
        (r#"["x" "\d"]"#, "Expecting ',' delimiter", span(1, 6, 1, 7)),
    ];
    for (text, message, place) in cases {
        let errors = syntax::parse(&arena, text, "t.json").errors;
        let first = &errors[0];
        assert_eq!(
            (first.message.as_str(), first.span),
            (message, place),
            "{text}"
        );
    }
}
