//! Loading and merging of configuration files.

use cfn_warden_terraform::FileSet;
use serde_json::json;

use super::super::support::shown;
use super::{addresses, errors, output};

#[test]
fn l1_files_of_the_folder_only_and_no_leftovers_of_editors() {
    let files = FileSet::from_iter([
        ("main.tf", "output \"a\" {\n  value = 1\n}\n"),
        ("b.tf.json", "{\"output\": {\"b\": {\"value\": 2}}}"),
        (".hidden.tf", "this is not a configuration"),
        ("old.tf~", "neither is this"),
        ("#new.tf#", "nor this"),
        ("notes.txt", "nor this"),
        ("below/main.tf", "output \"c\" {\n  value = 3\n}\n"),
    ]);
    let module = shown(&files, &[]);
    assert_eq!(
        module["outputs"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["a", "b"]
    );
    let empty = shown(&FileSet::default(), &[]);
    assert_eq!(
        (empty["errors"].clone(), empty["outputs"].clone()),
        (json!([]), json!({}))
    );
}

#[test]
fn l2_overrides_go_last_in_the_order_of_their_names() {
    let files = FileSet::from_iter([
        ("override.tf", "output \"o\" {\n  value = \"override\"\n}\n"),
        ("a_override.tf", "output \"o\" {\n  value = \"a\"\n}\n"),
        ("zzz.tf", "output \"o\" {\n  value = \"primary\"\n}\n"),
    ]);
    let module = shown(&files, &[]);
    assert_eq!(output(&module, "o"), "override");
}

#[test]
fn l3_overrides_replace_arguments_and_whole_types_of_blocks() {
    let files = FileSet::from_iter([
        (
            "main.tf",
            "resource \"a\" \"r\" {\n  x = 1\n  y = 2\n  one {\n    v = 1\n  }\n  one {\n    v = 2\n  }\n  two {\n    v = 3\n  }\n}\nlocals {\n  p = 1\n  q = 2\n}\noutput \"o\" {\n  value = [local.p, local.q, local.new]\n}\n",
        ),
        (
            "x_override.tf",
            "resource \"a\" \"r\" {\n  y = 20\n  z = 30\n  one {\n    v = 10\n  }\n}\nlocals {\n  q = 20\n  new = 30\n}\n",
        ),
    ]);
    let module = shown(&files, &[]);
    assert_eq!(output(&module, "o"), &json!([1, 20, 30]));
    let values = &module["resources"][0]["values"];
    let arguments: Vec<_> = ["x", "y", "z"]
        .iter()
        .map(|name| values[*name]["value"].as_i64().unwrap())
        .collect();
    assert_eq!(arguments, [1, 20, 30]);
    assert_eq!(values["one"].as_array().unwrap().len(), 1);
    assert_eq!(
        (
            &values["one"][0]["v"]["value"],
            &values["two"][0]["v"]["value"]
        ),
        (&json!(10), &json!(3))
    );
}

#[test]
fn l4_strings_and_keys_in_json_are_templates() {
    let text = r#"{
      "//": "a comment",
      "locals": {"n": 2, "s": "${local.n + 1}", "lit": "$${x}", "obj": {"${local.n}": "v"}, "up": "${upper(\"a\")}"},
      "resource": {"a": {"b": [{"x": "${local.s}"}], "c": {"x": "i"}}},
      "output": {"o": {"value": ["${local.s}", "${local.lit}", "${local.obj}", "${local.up}", "n=${local.n}"]}}
    }"#;
    let module = shown(&FileSet::from_iter([("main.tf.json", text)]), &[]);
    assert_eq!(
        output(&module, "o"),
        &json!([3, "${x}", {"2": "v"}, "A", "n=2"])
    );
    assert_eq!(addresses(&module), ["a.b", "a.c"]);
    assert_eq!(module["resources"][0]["values"]["x"]["value"], 3);
}

#[test]
fn l5_all_files_errors_are_named_with_their_places() {
    let files = FileSet::from_iter([
        ("a.tf", "locals {\n  a = \n}\n"),
        ("b.tf", "locals {\n  b = [1\n}\n"),
        ("c.tf", "output \"c\" {\n  value = 1\n}\n"),
    ]);
    let module = shown(&files, &[]);
    let places: Vec<&str> = module["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["place"].as_str().unwrap())
        .collect();
    assert_eq!(places.len(), 2);
    assert!(
        places[0].starts_with("a.tf:2,") && places[1].starts_with("b.tf:3,"),
        "{places:?}"
    );
}

#[test]
fn l6_what_is_declared_twice_is_an_error() {
    for (block, words) in [
        (
            "variable \"a\" {}",
            "Duplicate variable declaration; A variable named \"a\" was already declared at main.tf:1,1-13.",
        ),
        (
            "output \"a\" {\n  value = 1\n}",
            "Duplicate output definition; An output named \"a\" was already defined at main.tf:1,1-11.",
        ),
        (
            "locals {\n  a = 1\n}",
            "Duplicate local value definition; A local value named \"a\" was already defined at main.tf:2,3-8.",
        ),
        (
            "module \"a\" {\n  source = \"./a\"\n}",
            "Duplicate module call; A module call named \"a\" was already defined at main.tf:1,1-11.",
        ),
        (
            "resource \"t\" \"a\" {}",
            "Duplicate resource \"t\" configuration; A t resource named \"a\" was already declared at main.tf:1,1-17.",
        ),
        (
            "data \"t\" \"a\" {}",
            "Duplicate data \"t\" configuration; A t data resource named \"a\" was already declared at main.tf:1,1-13.",
        ),
    ] {
        let files = FileSet::from_iter([
            ("main.tf", format!("{block}\n").as_str()),
            ("more.tf", format!("{block}\n").as_str()),
        ]);
        let errors = errors(&shown(&files, &[]));
        assert_eq!(errors.len(), 1);
        assert!(errors[0].starts_with(words), "{errors:?}");
    }
}

#[test]
fn l7_a_modules_folder_is_seen_from_the_root_module() {
    let inner = "output \"p\" {\n  value = path.module\n}\n";
    let files = FileSet::from_iter([
        (
            "main.tf",
            "module \"a\" {\n  source = \"./modules/../modules/a\"\n}\noutput \"p\" {\n  value = path.module\n}\n",
        ),
        ("modules/a/main.tf", inner),
    ]);
    let module = shown(&files, &[]);
    assert_eq!(output(&module, "p"), ".");
    assert_eq!(module["modules"][0]["outputs"]["p"]["value"], "modules/a");
    assert_eq!(module["modules"][0]["folder"], "modules/a");
}

#[test]
fn l9_blocks_of_unknown_types_are_errors_and_nothing_else_is_lost() {
    let rest = "output \"o\" {\n  value = 1\n}\n";
    for (text, message) in [
        (
            "resorce \"a\" \"b\" {}\n",
            "Unsupported block type; Blocks of type \"resorce\" are not expected here. Did you mean \"resource\"?",
        ),
        (
            "fooo \"x\" {}\n",
            "Unsupported block type; Blocks of type \"fooo\" are not expected here.",
        ),
        (
            "action \"a\" \"b\" {}\n",
            "Unsupported block type; Blocks of type \"action\" are not expected here.",
        ),
        (
            "required_providers {}\n",
            "Invalid required_providers block; A \"required_providers\" block must be nested inside a \"terraform\" block.",
        ),
        (
            "x = 1\n",
            "Unsupported argument; An argument named \"x\" is not expected here.",
        ),
    ] {
        for name in ["main.tf", "override.tf"] {
            let module = shown(&FileSet::from_iter([(name, text), ("o.tf", rest)]), &[]);
            assert_eq!(errors(&module), [message], "{name}");
            assert_eq!(module["outputs"]["o"]["value"], 1);
        }
    }
    let json =
        json!({ "resorce": { "a": { "b": {} } }, "output": { "o": { "value": 1 } } }).to_string();
    let module = shown(&FileSet::from_iter([("main.tf.json", json.as_str())]), &[]);
    let message = "Extraneous JSON object property; No argument or block type is named \"resorce\". Did you mean \"resource\"?";
    assert_eq!(errors(&module), [message]);
    assert_eq!(module["outputs"]["o"]["value"], 1);
    let known = "terraform {}\nprovider \"p\" {}\nlocals {}\nmoved {}\nimport {}\nremoved {}\ncheck \"c\" {}\n";
    assert_eq!(
        shown(&FileSet::from_iter([("main.tf", known)]), &[])["errors"],
        json!([])
    );
}
