//! Python semantics, against tests/python/cases.jsonl, recorded by `scripts/record_python.py`.

use bumpalo::Bump;
use cfn_warden_schema::Pack;
use cfn_warden_syntax::python::{self, Dates, Spacing};
use cfn_warden_syntax::{self as syntax, Node};
use serde_json::Value;

fn cases(kind: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/cases.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let cases: Vec<_> = cases.filter(|case| case.get(kind).is_some()).collect();
    assert!(cases.len() >= 100, "only {} cases of {kind}", cases.len());
    cases
}

/// Parses a YAML value as part of a document.
fn node<'a>(arena: &'a Bump, yaml: &Value) -> Node<'a> {
    let text = arena.alloc_str(&format!("V: {}", yaml.as_str().unwrap()));
    let parsed = syntax::parse(arena, text, "case");
    assert!(parsed.errors.is_empty(), "{text}: {:?}", parsed.errors);
    parsed.tree.unwrap().root.get("V").unwrap()
}

/// Compares all cases and reports all mismatches at once.
fn compare<T: PartialEq + std::fmt::Debug>(cases: Vec<Value>, answers: impl Fn(&Value) -> (T, T)) {
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|case| {
            let (ours, theirs) = answers(case);
            (ours != theirs).then(|| format!("{case}\n  ours {ours:?}\n  theirs {theirs:?}"))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn text(case: &Value, key: &str) -> Option<String> {
    case[key].as_str().map(str::to_owned)
}

#[test]
fn values_print_as_repr_str_and_json() {
    compare(cases("repr"), |case| {
        let arena = Bump::new();
        let node = node(&arena, &case["value"]);
        let ours = [
            Some(python::repr(node)),
            Some(python::str(node)),
            python::dumps(node, Spacing::Spaces, Dates::Refuse),
            python::dumps(node, Spacing::Compact, Dates::Iso),
        ];
        (
            ours,
            ["repr", "str", "json", "compact"].map(|key| text(case, key)),
        )
    });
}

#[test]
fn values_are_equal_where_the_reference_says_so() {
    compare(cases("equal"), |case| {
        let arena = Bump::new();
        let (one, two) = (node(&arena, &case["one"]), node(&arena, &case["two"]));
        let theirs = case["equal"].as_bool().unwrap();
        (
            [python::equal(one, two), python::equal(two, one)],
            [theirs, theirs],
        )
    });
}

#[test]
fn items_are_unique_where_the_reference_says_so() {
    compare(cases("unique"), |case| {
        let arena = Bump::new();
        let list = node(&arena, &case["items"]).as_list().unwrap();
        let ours = match case["keys"].as_array() {
            Some(keys) => python::unique_in(
                list,
                &keys
                    .iter()
                    .map(|key| key.as_str().unwrap())
                    .collect::<Vec<_>>(),
            ),
            None => python::unique(list),
        };
        (ours, case["unique"].as_bool().unwrap())
    });
}

#[test]
fn texts_are_numbers_where_python_says_so() {
    compare(cases("text"), |case| {
        let input = case["text"].as_str().unwrap();
        let ours = (
            python::is_int(input),
            python::float(input).map(python::float_repr),
        );
        (ours, (case["int"].as_bool().unwrap(), text(case, "float")))
    });
}

#[test]
fn names_are_as_alike_as_difflib_finds_them() {
    compare(cases("ratio"), |case| {
        let (a, b) = (case["a"].as_str().unwrap(), case["b"].as_str().unwrap());
        let theirs = case["ratio"].as_f64().unwrap();
        (
            (python::ratio(a, b), python::is_similar(a, b)),
            (theirs, theirs > 0.8),
        )
    });
}

#[test]
fn schemas_and_documents_are_one_to_it() {
    let arena = Bump::new();
    let text = r#"{"a": [1, 2.5, "x'y", null, true, 12345678901234567890], "b": {}}"#;
    let pack = Pack::from_json(text).unwrap();
    let node = syntax::parse(&arena, text, "case").tree.unwrap().root;
    assert!(python::equal(node, pack.root()));
    assert_eq!(
        python::repr(pack.root()),
        r#"{'a': [1, 2.5, "x'y", None, True, 12345678901234567890], 'b': {}}"#
    );
    assert_eq!(python::repr(node), python::repr(pack.root()));
    assert_eq!(
        python::dumps(node, Spacing::Spaces, Dates::Refuse),
        python::dumps(pack.root(), Spacing::Spaces, Dates::Refuse)
    );
}
