//! `count`, `for_each` and dynamic blocks.

use cfn_warden_terraform::FileSet;
use serde_json::{Value as Json, json};

use super::super::support::shown;
use super::{addresses, errors};

/// Returns a module that has one resource with the given body.
fn resource(body: &str) -> Json {
    let text = format!(
        "variable \"u\" {{}}\nvariable \"s\" {{\n  default = 2\n  sensitive = true\n}}\nresource \"a\" \"b\" {{\n{body}\n}}\n"
    );
    shown(&FileSet::from_iter([("main.tf", text.as_str())]), &[])
}

#[test]
fn m1_count() {
    let made = |count: &str| {
        let module = resource(&format!("  count = {count}\n  x = \"i${{count.index}}\""));
        assert_eq!(module["errors"], json!([]), "{count}");
        addresses(&module).len()
    };
    assert_eq!(
        (made("2"), made("\"3\""), made("0"), made("var.s")),
        (2, 3, 0, 2)
    );
    let module = resource("  count = 2\n  x = \"i${count.index}\"");
    assert_eq!(addresses(&module), ["a.b[0]", "a.b[1]"]);
    assert_eq!(module["resources"][1]["values"]["x"]["value"], "i1");
    assert_eq!(
        resource("  count = var.u")["resources"][0]["deferred"],
        true
    );
    for (wrong, words) in [
        ("null", "is null"),
        ("-1", "greater than or equal to zero"),
        ("1.5", "whole number"),
        ("\"x\"", "a number is required"),
    ] {
        let errors = errors(&resource(&format!("  count = {wrong}")));
        assert!(
            errors[0].starts_with("Invalid count argument;") && errors[0].contains(words),
            "{errors:?}"
        );
    }
}

#[test]
fn m2_for_each() {
    let module = resource("  for_each = { k = 1, j = var.u }\n  x = each.key\n  y = each.value");
    assert_eq!(addresses(&module), ["a.b[\"j\"]", "a.b[\"k\"]"]);
    assert_eq!(module["resources"][0]["values"]["y"]["unknown"], true);
    assert_eq!(module["resources"][1]["values"]["y"]["value"], 1);
    let module = resource("  for_each = toset([\"y\", \"x\"])\n  z = \"${each.key}${each.value}\"");
    assert_eq!(addresses(&module), ["a.b[\"x\"]", "a.b[\"y\"]"]);
    assert_eq!(module["resources"][0]["values"]["z"]["value"], "xx");
    assert_eq!(
        addresses(&resource("  for_each = [\"p\", \"q\"]")),
        ["a.b[\"0\"]", "a.b[\"1\"]"]
    );
    assert_eq!(
        resource("  for_each = var.u")["resources"][0]["deferred"],
        true
    );
    for (wrong, words) in [
        ("null", "is null"),
        ("\"x\"", "must be a map"),
        ("sensitive({ a = 1 })", "The for_each value is not iterable"),
    ] {
        let errors = errors(&resource(&format!("  for_each = {wrong}")));
        assert!(
            errors[0].starts_with("Invalid for_each argument;") && errors[0].contains(words),
            "{errors:?}"
        );
    }
}

#[test]
fn m3_count_comes_before_for_each() {
    assert_eq!(
        addresses(&resource("  count = 1\n  for_each = { a = 1 }")),
        ["a.b[0]"]
    );
}

#[test]
fn m4_dynamic_blocks() {
    let blocks = |dynamic: &str| {
        let module = resource(dynamic);
        assert_eq!(module["errors"], json!([]), "{dynamic}");
        module["resources"][0]["values"].clone()
    };
    let values = blocks(
        "  tag {\n    v = 0\n  }\n  dynamic \"tag\" {\n    for_each = { k = 1, j = 2 }\n    content {\n      v = \"${tag.key}${tag.value}\"\n    }\n  }",
    );
    let texts: Vec<&Json> = values["tag"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| &tag["v"]["value"])
        .collect();
    assert_eq!(texts, [&json!(0), &json!("j2"), &json!("k1")]);
    let values = blocks(
        "  dynamic \"o\" {\n    for_each = [[1, 2], [3]]\n    iterator = outer\n    content {\n      dynamic \"i\" {\n        for_each = outer.value\n        content {\n          v = \"${outer.key}-${i.value}\"\n        }\n      }\n    }\n  }",
    );
    assert_eq!(values["o"][0]["i"][1]["v"]["value"], "0-2");
    assert_eq!(values["o"][1]["i"][0]["v"]["value"], "1-3");
    let values = blocks(
        "  dynamic \"t\" {\n    for_each = [\"a\"]\n    labels   = [t.value]\n    content {}\n  }",
    );
    assert_eq!(values["t"][0]["labels"], json!(["a"]));
    assert_eq!(
        blocks("  dynamic \"t\" {\n    for_each = var.u\n    content {}\n  }")["t"]["unknown"],
        true
    );
    let values = blocks(
        "  dynamic \"t\" {\n    for_each = [var.u, 1]\n    content {\n      v = t.value\n    }\n  }",
    );
    assert_eq!(
        (
            &values["t"][0]["v"]["unknown"],
            &values["t"][1]["v"]["value"]
        ),
        (&json!(true), &json!(1))
    );
    let none = blocks(
        "  dynamic \"t\" {\n    for_each = [1]\n    labels   = [var.u]\n    content {}\n  }",
    );
    assert!(none.get("t").is_none());
    let marked = blocks(
        "  dynamic \"t\" {\n    for_each = sensitive([1])\n    content {\n      v = t.value\n    }\n  }",
    );
    assert_eq!(marked["t"][0]["v"]["sensitive"], true);
    for (wrong, words) in [
        (
            "  dynamic \"t\" {\n    content {}\n  }",
            "Missing required argument",
        ),
        (
            "  dynamic \"t\" {\n    for_each = []\n  }",
            "Missing dynamic content block",
        ),
        (
            "  dynamic \"t\" {\n    for_each = []\n    content {}\n    content {}\n  }",
            "Extraneous dynamic content block",
        ),
        (
            "  dynamic \"t\" {\n    for_each = null\n    content {}\n  }",
            "Cannot use a null value in for_each",
        ),
        (
            "  dynamic \"t\" {\n    for_each = 1\n    content {}\n  }",
            "An iterable collection is required",
        ),
        (
            "  dynamic \"t\" {\n    for_each = []\n    iterator = a.b\n    content {}\n  }",
            "single variable name",
        ),
    ] {
        let errors = errors(&resource(wrong));
        assert!(errors[0].contains(words), "{errors:?}");
    }
    let counted = resource(
        "  count = 2\n  dynamic \"t\" {\n    for_each = [count.index]\n    content {\n      v = t.value\n    }\n  }",
    );
    assert_eq!(counted["resources"][1]["values"]["t"][0]["v"]["value"], 1);
}

#[test]
fn m5_values_of_instances_keep_their_marks() {
    let module = resource("  count = 1\n  x = \"${count.index}-${var.s}\"");
    assert_eq!(module["resources"][0]["values"]["x"]["sensitive"], true);
    assert_eq!(module["resources"][0]["values"]["x"]["value"], Json::Null);
}
