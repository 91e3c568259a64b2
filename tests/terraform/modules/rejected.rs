//! Configurations that Terraform rejects, with its errors, and values that it takes in a special way.

use cfn_warden_terraform::FileSet;
use serde_json::json;

use super::super::support::{shown, shown_with};
use super::{addresses, errors, output};

/// Returns the errors of a module.
fn of(files: &[(&str, &str)], values: &[&str]) -> Vec<String> {
    errors(&shown(&files.iter().copied().collect(), values))
}

#[test]
fn r1_errors() {
    let any = "variable \"a\" {\n  type = any\n}\n";
    for (files, error) in [
        (
            &[(
                "main.tf",
                "locals {\n  k = \"x\"\n}\noutput \"a\" {\n  value = { local.k = 1 }\n}\n",
            )] as &[_],
            "Ambiguous attribute key; If this expression is intended to be a reference, wrap it in parentheses. If it's instead intended as a literal name containing periods, wrap it in quotes to create a string literal.",
        ),
        (
            &[(
                "main.tf.json",
                "{\"output\": {\"a\": {\"value\": {\"x\": 1, \"x\": 2}}}}",
            )],
            "Duplicate object attribute; An attribute named \"x\" was already defined at main.tf.json:1,29-32.",
        ),
        (
            &[(
                "main.tf.json",
                "{\"variable\": {\"a\": {\"default\": {\"x\": 1, \"x\": 2}}}}",
            )],
            "Duplicate object attribute; An attribute named \"x\" was already defined at main.tf.json:1,33-36.",
        ),
        (
            &[
                ("main.tf", any),
                ("terraform.tfvars.json", "{\"a\":{\"x\":1,\"x\":2}}"),
            ],
            "Duplicate object attribute; An attribute named \"x\" was already defined at terraform.tfvars.json:1,7-10.",
        ),
        (
            &[
                ("main.tf", any),
                ("terraform.tfvars.json", "{\"a\":1,\"a\":2}"),
            ],
            "Duplicate attribute definition; The argument \"a\" was already set at terraform.tfvars.json:1,2-7.",
        ),
        (
            &[("main.tf", any), ("terraform.tfvars.json", "[{\"a\":1}]")],
            "Incorrect JSON value type; A JSON object is required here, setting the arguments for this block.",
        ),
        (
            &[(
                "main.tf",
                "output \"o\" {\n  value     = 1\n  sensitive = \"yes\"\n}\n",
            )],
            "Unsuitable value type; Unsuitable value: a bool is required",
        ),
        (
            &[("main.tf", "variable \"a\" {\n  nullable = null\n}\n")],
            "Unsuitable value type; Unsuitable value: null value is not allowed",
        ),
        (
            &[("main.tf", "variable \"a\" {\n  nullable = 1\n}\n")],
            "Unsuitable value type; Unsuitable value: bool required",
        ),
        (
            &[(
                "main.tf",
                "variable \"a\" {\n  type = object({ a = string, a = number })\n}\n",
            )],
            "Invalid type specification; Object constructor map keys must be unique.",
        ),
        (
            &[(
                "main.tf",
                "variable \"a\" {\n  type = object({ \"a\" = string })\n}\n",
            )],
            "Invalid type specification; Object constructor map keys must be attribute names.",
        ),
        (
            &[("main.tf", "variable \"count\" {}\n")],
            "Invalid variable name; The variable name \"count\" is reserved due to its special meaning inside module blocks.",
        ),
        (
            &[(
                "main.tf.json",
                "{\"resource\": {\"terraform_data\": {\"a\": {\"depends_on\": \"terraform_data.b\"}, \"b\": {}}}}",
            )],
            "Invalid expression; A static list expression is required.",
        ),
        (
            &[(
                "main.tf",
                "output \"a\" {\n  value      = 1\n  depends_on = null\n}\n",
            )],
            "Invalid expression; A static list expression is required.",
        ),
        (
            &[("override.tf", "resource \"terraform_data\" \"a\" {}\n")],
            "Missing resource to override; There is no terraform_data resource named \"a\". An override file can only override a resource block defined in a primary configuration file.",
        ),
        (
            &[("override.tf", "data \"terraform_remote_state\" \"a\" {}\n")],
            "Missing data resource to override; There is no terraform_remote_state data resource named \"a\". An override file can only override a data block defined in a primary configuration file.",
        ),
        (
            &[("override.tf", "variable \"a\" {}\n")],
            "Missing base variable declaration to override; There is no variable named \"a\". An override file can only override a variable that was already declared in a primary configuration file.",
        ),
        (
            &[("override.tf", "output \"a\" {\n  value = 1\n}\n")],
            "Missing base output definition to override; There is no output named \"a\". An override file can only override an output that was already defined in a primary configuration file.",
        ),
        (
            &[("override.tf", "module \"a\" {\n  source = \"./a\"\n}\n")],
            "Missing module call to override; There is no module call named \"a\". An override file can only override a module call that was defined in a primary configuration file.",
        ),
        (
            &[("override.tf", "check \"a\" {}\n")],
            "Can't override check blocks; Override files cannot override check blocks.",
        ),
        (
            &[("override.tf", "moved {}\n")],
            "Cannot override 'moved' blocks; Records of moved objects can appear only in normal files, not in override files.",
        ),
        (
            &[("override.tf", "import {}\n")],
            "Cannot override 'import' blocks; Import blocks can appear only in normal files, not in override files.",
        ),
    ] {
        assert_eq!(of(files, &[]), [error], "{files:?}");
    }
    for files in [
        &[(
            "main.tf",
            "locals {\n  a = { (local.b) = 1, \"c.d\" = 2 }\n  b = \"x\"\n}\n",
        )] as &[_],
        &[(
            "override.tf",
            "removed {\n  from = terraform_data.a\n}\nephemeral \"a\" \"b\" {}\n",
        )],
        // A block of the resource can be repeated.
        &[(
            "main.tf.json",
            "{\"resource\": {\"a\": {\"b\": {\"x\": {\"y\": {}, \"y\": {}}}}}}",
        )],
    ] {
        assert_eq!(of(files, &[]), Vec::<String>::new(), "{files:?}");
    }
}

#[test]
fn r2_empty_values_are_no_expressions() {
    for ty in [
        "list(string)",
        "map(string)",
        "object({})",
        "set(string)",
        "any",
    ] {
        let main = format!("variable \"a\" {{\n  type = {ty}\n}}\n");
        for value in ["a=", "a= ", "a=# nothing"] {
            let errors = of(&[("main.tf", &main)], &[value]);
            assert!(
                errors[0].starts_with("Missing expression;"),
                "{ty} {value}: {errors:?}"
            );
        }
    }
}

#[test]
fn r3_values_that_others_override_are_not_parsed() {
    let main = "variable \"a\" {\n  type = any\n}\noutput \"o\" {\n  value = var.a\n}\n";
    let environment = vec![("a".to_owned(), "env".to_owned())];
    let files = FileSet::from_iter([("main.tf", main), ("terraform.tfvars", "a = 1\n")]);
    let module = shown_with(&files, |settings| {
        settings.variable_sources.environment = environment.clone()
    });
    assert_eq!(output(&module, "o"), 1);
    let files = FileSet::from_iter([("main.tf", main)]);
    assert_eq!(output(&shown(&files, &["a=local.x", "a=2"]), "o"), 2);
    let module = shown_with(&files, |settings| {
        settings.variable_sources.environment = environment
    });
    assert!(errors(&module)[0].starts_with("Variables not allowed;"));
}

#[test]
fn r4_booleans_can_be_strings() {
    for files in [
        [(
            "main.tf",
            "output \"o\" {\n  value     = \"secret\"\n  sensitive = \"true\"\n}\n",
        )],
        [(
            "main.tf.json",
            "{\"output\": {\"o\": {\"value\": \"secret\", \"sensitive\": \"true\"}}}",
        )],
    ] {
        let module = shown(&FileSet::from_iter(files), &[]);
        assert_eq!(module["outputs"]["o"]["sensitive"], true);
        assert_eq!(output(&module, "o"), &json!(null));
    }
}

#[test]
fn r5_keys_in_addresses_are_templates() {
    let text = "resource \"terraform_data\" \"a\" {\n  for_each = toset([\"x$${y}\", \"%%{z}\", \"$5\", \"a\\tb\\u0007\", \"é\\u00a0\"])\n}\n";
    let module = shown(&FileSet::from_iter([("main.tf", text)]), &[]);
    let keys = [
        "\"$5\"",
        "\"%%{z}\"",
        "\"a\\tb\\u0007\"",
        "\"x$${y}\"",
        "\"é\\u00a0\"",
    ];
    assert_eq!(
        addresses(&module),
        keys.map(|key| format!("terraform_data.a[{key}]"))
    );
}
