//! Sources of variable values.

use cfn_warden_terraform::{FileSet, VariableSources};
use serde_json::{Value as Json, json};

use super::super::support::{shown, shown_with};
use super::{errors, output};

fn declared(type_: &str, more: &str) -> String {
    format!(
        "variable \"v\" {{\n  type = {type_}\n{more}\n}}\noutput \"o\" {{\n  value = var.v\n}}\n"
    )
}

/// Returns an output of a module that declares `var.v`, with the given values.
fn value(type_: &str, more: &str, values: &[&str]) -> Json {
    let module = shown(
        &FileSet::from_iter([("main.tf", declared(type_, more).as_str())]),
        values,
    );
    output(&module, "o").clone()
}

fn refused(type_: &str, more: &str, values: &[&str]) -> String {
    let module = shown(
        &FileSet::from_iter([("main.tf", declared(type_, more).as_str())]),
        values,
    );
    errors(&module).join("\n")
}

#[test]
fn v1_files_that_are_read_by_themselves() {
    let main = declared("list(string)", "  default = [\"default\"]");
    let mut files = vec![("main.tf", main.as_str())];
    let mut seen = Vec::new();
    for more in [
        ("terraform.tfvars", "v = [\"terraform.tfvars\"]\n"),
        (
            "terraform.tfvars.json",
            "{\"v\": [\"terraform.tfvars.json\"]}",
        ),
        ("b.auto.tfvars", "v = [\"b.auto\"]\n"),
        ("a.auto.tfvars.json", "{\"v\": [\"a.auto\"]}"),
        ("c.auto.tfvars.json", "{\"v\": [\"c.auto\"]}"),
    ] {
        seen.push(output(&shown(&files.iter().copied().collect(), &[]), "o")[0].clone());
        files.push(more);
    }
    seen.push(output(&shown(&files.iter().copied().collect(), &[]), "o")[0].clone());
    assert_eq!(
        seen,
        [
            "default",
            "terraform.tfvars",
            "terraform.tfvars.json",
            "b.auto",
            "b.auto",
            "c.auto"
        ]
    );
}

#[test]
fn v2_the_order_of_all_sources() {
    let main = declared("string", "  default = \"default\"");
    let files = FileSet::from_iter([
        ("main.tf", main.as_str()),
        ("terraform.tfvars", "v = \"tfvars\"\n"),
        ("one.tfvars", "v = \"one\"\n"),
        ("two.tfvars", "v = \"two\"\n"),
    ]);
    let given = |environment: &[(&str, &str)], named: &[&str], values: &[&str]| {
        let strings = |texts: &[&str]| {
            texts
                .iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>()
        };
        let given = VariableSources {
            environment: environment
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            files: strings(named),
            values: strings(values),
            ..VariableSources::default()
        };
        output(
            &shown_with(&files, |settings| settings.variable_sources = given),
            "o",
        )
        .clone()
    };
    assert_eq!(given(&[("v", "environment")], &[], &[]), "tfvars");
    assert_eq!(given(&[], &["two.tfvars", "one.tfvars"], &[]), "one");
    assert_eq!(given(&[], &["one.tfvars,two.tfvars"], &[]), "two");
    assert_eq!(given(&[], &["one.tfvars"], &["v=first", "v=last"]), "last");
}

#[test]
fn v3_values_on_the_command_line() {
    assert_eq!(value("string", "", &["v=a=b"]), "a=b");
    assert_eq!(value("number", "", &["v=12"]), 12);
    assert_eq!(value("list(number)", "", &["v=[1, \"2\"]"]), json!([1, 2]));
    assert_eq!(value("any", "", &["v={a = 1}"]), json!({ "a": 1 }));
    let untyped = "variable \"v\" {}\noutput \"o\" {\n  value = var.v\n}\n";
    let module = shown(&FileSet::from_iter([("main.tf", untyped)]), &["v=[1]"]);
    assert_eq!(output(&module, "o"), "[1]");
    assert!(refused("string", "", &["v"]).starts_with("invalid variable value format;"));
    assert!(refused("string", "", &["w=1"]).starts_with("Value for undeclared variable;"));
    assert!(refused("any", "", &["v=local.x"]).starts_with("Variables not allowed;"));
}

#[test]
fn v4_the_environment_reaches_the_root_module_only() {
    let files = FileSet::from_iter([
        (
            "main.tf",
            "variable \"v\" {\n  type = list(string)\n  default = []\n}\noutput \"o\" {\n  value = var.v\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n",
        ),
        (
            "m/main.tf",
            "variable \"v\" {\n  default = \"inner\"\n}\noutput \"o\" {\n  value = var.v\n}\n",
        ),
    ]);
    let with = |text: &str| {
        let pairs = [
            ("v".to_owned(), text.to_owned()),
            ("undeclared".to_owned(), "x".to_owned()),
        ];
        shown_with(&files, |settings| {
            settings.variable_sources.environment = pairs.to_vec()
        })
    };
    let module = with("[\"e\"]");
    assert_eq!(output(&module, "o"), &json!(["e"]));
    assert_eq!(module["modules"][0]["outputs"]["o"]["value"], "inner");
    assert!(!errors(&with("[")).is_empty());
}

#[test]
fn v5_files_of_values_in_json_have_no_templates_and_no_blocks() {
    let main =
        "variable \"data\" {\n  type = map(string)\n}\noutput \"o\" {\n  value = var.data\n}\n";
    let values = r#"{"data": {"${1 + 1}": "a ${2} b ${"}}"#;
    let files = FileSet::from_iter([("main.tf", main), ("terraform.tfvars.json", values)]);
    assert_eq!(
        *output(&shown(&files, &[]), "o"),
        json!({"${1 + 1}": "a ${2} b ${"})
    );
}

#[test]
fn v5_files_of_values() {
    let main = declared("string", "");
    let with = |text: &str| {
        let files = FileSet::from_iter([("main.tf", main.as_str()), ("terraform.tfvars", text)]);
        shown(&files, &[])
    };
    assert_eq!(output(&with("v = \"a\"\nundeclared = 1\n"), "o"), "a");
    assert_eq!(
        errors(&with("resource \"a\" \"b\" {}\n")),
        ["Unexpected \"resource\" block; Blocks are not allowed here."]
    );
    assert!(errors(&with("v = var.v\n"))[0].starts_with("Variables not allowed;"));
    let files = FileSet::from_iter([("main.tf", main.as_str())]);
    let module = shown_with(&files, |settings| {
        settings.variable_sources.files = vec!["none.tfvars".to_owned()]
    });
    assert!(errors(&module)[0].contains("none.tfvars"));
}

#[test]
fn v6_types_as_they_are_written() {
    assert_eq!(value("list", "  default = [1, 2]", &[]), json!([1, 2]));
    assert_eq!(value("map", "  default = {a = 1}", &[]), json!({ "a": 1 }));
    assert!(refused("\"string\"", "", &[]).starts_with("Invalid quoted type constraints;"));
    for wrong in [
        "strin",
        "list(string, string)",
        "optional(string)",
        "object([])",
        "12",
    ] {
        assert!(
            refused(wrong, "", &[]).starts_with("Invalid type specification;"),
            "{wrong}"
        );
    }
}

#[test]
fn v7_nulls_defaults_and_conversion() {
    assert_eq!(value("string", "  default = \"d\"", &["v=x"]), "x");
    let null = "  default = null";
    assert_eq!(value("string", null, &[]), Json::Null);
    assert_eq!(
        value(
            "list(string)",
            "  default = [\"d\"]\n  nullable = false",
            &["v=null"]
        ),
        json!(["d"])
    );
    assert_eq!(
        value("list(string)", "  default = [\"d\"]", &["v=null"]),
        Json::Null
    );
    let object = "object({ a = optional(string, \"x\"), b = optional(number), c = optional(object({ d = optional(bool, true) }), {}) })";
    assert_eq!(
        value(object, "", &["v={}"]),
        json!({ "a": "x", "b": null, "c": { "d": true } })
    );
    assert_eq!(
        value(object, "", &["v={a = null, b = \"2\", z = 1}"]),
        json!({ "a": "x", "b": 2, "c": { "d": true } })
    );
    assert_eq!(
        value(&format!("map({object})"), "", &["v={k = {a = 1}}"])["k"]["a"],
        "1"
    );
    assert!(refused("number", "", &["v=x"]).contains(
        "Incorrect variable type; The given value is not suitable for var.v: a number is required."
    ));
    assert!(
        refused("number", "  default = \"x\"", &[])
            .starts_with("Invalid default value for variable;")
    );
}

#[test]
fn v8_without_a_value_it_is_not_known() {
    let module = shown(
        &FileSet::from_iter([(
            "main.tf",
            declared("object({ a = optional(string) })", "").as_str(),
        )]),
        &[],
    );
    assert_eq!(module["errors"], json!([]));
    assert_eq!(
        (
            &module["variables"]["v"]["unknown"],
            &module["variables"]["v"]["type"]
        ),
        (&json!(true), &json!("object({ a: string, })"))
    );
}

#[test]
fn v9_what_is_not_declared() {
    let with = |reference: &str| {
        let text = format!(
            "variable \"instance_type\" {{}}\noutput \"o\" {{\n  value = {reference}\n}}\n"
        );
        errors(&shown(
            &FileSet::from_iter([("main.tf", text.as_str())]),
            &[],
        ))
    };
    let missing = "Reference to undeclared input variable; An input variable with the name";
    assert_eq!(
        with("var.instance_typ"),
        [format!(
            "{missing} \"instance_typ\" has not been declared. Did you mean \"instance_type\"?"
        )]
    );
    assert_eq!(
        with("var.x"),
        [format!(
            "{missing} \"x\" has not been declared. This variable can be declared with a variable \"x\" {{}} block."
        )]
    );
}

#[test]
fn v10_what_is_sensitive_is_not_shown() {
    let text = "variable \"s\" {\n  default = \"secret\"\n  sensitive = true\n}\nvariable \"e\" {\n  default = \"secret\"\n  ephemeral = true\n}\noutput \"o\" {\n  value = { a = upper(var.s), b = [var.s, 1], c = length(var.s) > 0 ? 1 : 2, d = \"${var.e}!\", e = 1 }\n}\n";
    let module = shown(&FileSet::from_iter([("main.tf", text)]), &[]);
    assert!(!module.to_string().contains("secret") && !module.to_string().contains("SECRET"));
    assert_eq!(
        output(&module, "o"),
        &json!({ "a": null, "b": [null, 1], "c": null, "d": null, "e": 1 })
    );
    assert_eq!(
        module["outputs"]["o"]["sensitive"],
        json!({ "a": true, "b": [true, false], "c": true, "d": true })
    );
}

#[test]
fn v11_null_is_known() {
    let module = shown(
        &FileSet::from_iter([("main.tf", declared("string", "  default = null").as_str())]),
        &[],
    );
    assert_eq!(
        module["variables"]["v"],
        json!({ "value": null, "type": "string" })
    );
}
