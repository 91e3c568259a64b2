//! Objects and lists whose parts depend on conditions: their scenarios, and what is left in each.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node};
use cfn_warden_template::condition::objects::without_conditions;
use cfn_warden_template::condition::scenario::{
    Counts, conditions_below, conditions_of, counts, leaves, undecided, view,
};
use cfn_warden_template::condition::sorted::with_sorted_sides;
use cfn_warden_template::condition::{AssumptionKind, Assumptions, Conditions, Logic};
use cfn_warden_template::{Function, Functions};
use serde_json::{Value, json};

fn read<'a>(arena: &'a Bump, value: &Value) -> Node<'a> {
    syntax::parse(arena, arena.alloc_str(&value.to_string()), "template.json")
        .tree
        .unwrap()
        .root
}

/// Returns a node of strings, nulls, lists and objects.
fn written(node: Node<'_>) -> Value {
    match node.value {
        syntax::Value::List(items) => items.iter().map(|item| written(*item)).collect(),
        syntax::Value::Map(entries) => {
            let entries = entries
                .iter()
                .map(|entry| (entry.key.as_str().unwrap().to_owned(), written(entry.value)));
            Value::Object(entries.collect())
        }
        _ => node.as_str().map_or(Value::Null, Value::from),
    }
}

fn template() -> Value {
    let condition = |parameter: &str| json!({"Fn::Equals": [{"Ref": parameter}, "x"]});
    json!({
        "Conditions": {"A": condition("P"), "B": condition("Q"), "C": condition("R")},
        "Object": {
            "plain": "p",
            "none": {"Ref": "AWS::NoValue"},
            "null": null,
            "chosen": {"Fn::If": ["A", "then", {"Fn::If": ["B", "inner", {"Ref": "AWS::NoValue"}]}]},
            "list": ["l", null, {"Fn::If": ["A", {"Ref": "AWS::NoValue"}, "else"]}],
            "deep": {"deeper": {"Fn::If": ["C", "yes", "no"]}},
        },
    })
}

#[test]
fn objects_are_viewed_in_one_scenario() {
    let arena = Bump::new();
    let root = read(&arena, &template());
    let (conditions, object) = (Conditions::of(root), root.get("Object").unwrap());
    let deep = json!({"deeper": {"Fn::If": ["C", "yes", "no"]}});
    for (pinned, next, left) in [
        (
            vec![("A", true)],
            None,
            json!({"plain": "p", "chosen": "then", "list": ["l"], "deep": deep}),
        ),
        (
            vec![("A", false), ("B", true)],
            None,
            json!({"plain": "p", "chosen": "inner", "list": ["l", "else"], "deep": deep}),
        ),
        (
            vec![("A", false), ("B", false)],
            None,
            json!({"plain": "p", "list": ["l", "else"], "deep": deep}),
        ),
        (
            vec![("A", false)],
            Some("B"),
            json!({"plain": "p", "chosen": {"Fn::If": ["B", "inner", {"Ref": "AWS::NoValue"}]}, "list": ["l", "else"], "deep": deep}),
        ),
    ] {
        let assumptions = conditions
            .pin(Assumptions::default(), &pinned, AssumptionKind::Assumed)
            .unwrap();
        assert_eq!(
            undecided(&conditions, assumptions, object, true),
            next,
            "{pinned:?}"
        );
        let functions = Functions::of(&[Function::If, Function::Ref]);
        let viewed = view(&arena, &conditions, assumptions, functions, object).unwrap();
        assert_eq!(written(viewed), left, "{pinned:?}");
    }
    assert_eq!(
        undecided(&conditions, Assumptions::default(), object, true),
        Some("A")
    );
}

#[test]
fn conditions_of_an_object_are_found_directly_and_below() {
    let arena = Bump::new();
    let object = read(&arena, &template()).get("Object").unwrap();
    let mut below = Vec::new();
    conditions_below(object, &mut below);
    assert_eq!(
        (conditions_of(object), below),
        (vec!["A", "B"], vec!["A", "B", "C"])
    );
    let list = object.get("list").unwrap();
    assert_eq!(counts(list), Counts { least: 1, most: 3 });
    assert_eq!(counts(object), Counts { least: 3, most: 6 });
    let leaves: Vec<Value> = leaves(list.as_list().unwrap())
        .into_iter()
        .map(written)
        .collect();
    assert_eq!(leaves, ["l", "else"]);
}

#[test]
fn objects_have_a_variant_for_each_scenario() {
    let arena = Bump::new();
    let root = read(&arena, &template());
    let variants = without_conditions(
        &arena,
        &Logic::of(root),
        root.get("Object").unwrap(),
        &["chosen", "list"],
    );
    let mut found: Vec<String> = variants
        .into_iter()
        .map(|plain| {
            format!(
                "{:?} {}",
                plain.scenario.unwrap_or_default(),
                written(plain.object)
            )
        })
        .collect();
    found.sort();
    assert_eq!(
        found,
        [
            r#"[("A", false), ("B", false)] {"list":["l","else"]}"#,
            r#"[("A", false), ("B", true)] {"chosen":"inner","list":["l","else"]}"#,
            r#"[("A", true), ("B", false)] {"chosen":"then","list":["l"]}"#,
            r#"[("A", true), ("B", true)] {"chosen":"then","list":["l"]}"#,
        ]
    );
}

#[test]
fn assumptions_must_not_contradict_each_other() {
    let arena = Bump::new();
    let conditions = Conditions::of(read(&arena, &template()));
    assert_eq!(conditions.names(), ["A", "B", "C"]);
    let pin = |assumptions, wanted: &[(&str, bool)]| {
        conditions.pin(assumptions, wanted, AssumptionKind::Assumed)
    };
    let one = pin(Assumptions::default(), &[("A", true)]).unwrap();
    assert_eq!(pin(one, &[("A", true)]).unwrap(), one);
    assert!(pin(one, &[("A", false)]).is_err());
    assert!(pin(one, &[("B", true), ("A", false)]).is_err());
    assert!(pin(one, &[("A", false), ("B", true)]).is_err());
    assert!(pin(one, &[("A", false), ("A", true)]).is_err());
}

#[test]
fn conditions_nested_too_deeply_are_reported() {
    let chain = |length: usize| {
        let conditions = (0..length).map(|at| {
            (
                format!("C{at}"),
                json!({"Fn::Not": [{"Condition": format!("C{}", at + 1)}]}),
            )
        });
        let mut conditions: serde_json::Map<String, Value> = conditions.collect();
        conditions.insert(
            format!("C{length}"),
            json!({"Fn::Equals": [{"Ref": "P"}, "x"]}),
        );
        let arena = Bump::new();
        Logic::of(read(&arena, &json!({"Conditions": conditions}))).exhausted()
    };
    assert_eq!((chain(3), chain(600)), (false, true));
}

#[test]
fn sides_of_comparisons_are_sorted_up_to_a_malformed_condition() {
    let equals = |first: &str, second: &str| json!({"Fn::Equals": [first, second]});
    let of = |first: Value, last: Value| json!({"Conditions": {"A": {"Fn::Or": [first, last]}}});
    let not = |conditions: &[Value]| json!({"Fn::Not": conditions});
    let and = |conditions: &[Value]| json!({"Fn::And": conditions});
    for (unsorted, sorted) in [
        (
            of(and(&[equals("b", "a"), equals("c", "d")]), equals("f", "e")),
            of(and(&[equals("a", "b"), equals("c", "d")]), equals("e", "f")),
        ),
        (
            of(not(&[equals("b", "a")]), equals("f", "e")),
            of(not(&[equals("a", "b")]), equals("e", "f")),
        ),
        (
            of(not(&[equals("b", "a"), equals("d", "c")]), equals("f", "e")),
            of(not(&[equals("a", "b"), equals("c", "d")]), equals("f", "e")),
        ),
    ] {
        let arena = Bump::new();
        assert_eq!(
            written(with_sorted_sides(&arena, read(&arena, &unsorted))),
            sorted
        );
    }
}
