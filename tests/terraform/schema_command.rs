//! `terraform schema` and `terraform check-vars`, run in this process.

use cfn_warden::cli::Exit;

use super::support::folder;
use crate::cli::{Ended, folder as own_folder, run};

fn module(name: &str) -> String {
    folder("schema/modules")
        .join(name)
        .to_string_lossy()
        .into_owned()
}

fn expected(name: &str) -> String {
    std::fs::read_to_string(folder("schema/expected").join(name)).unwrap()
}

#[test]
fn the_schema_is_printed_with_an_empty_line_or_written() {
    let Ended { exit, out, err } = run(
        &[
            "terraform",
            "schema",
            &module("simple"),
            "--stdout",
            "--debug",
        ],
        "",
    );
    assert_eq!(
        (exit, out, err),
        (
            Exit::OK,
            expected("simple/schema.json") + "\n",
            String::new()
        )
    );
    let own = own_folder("terraform-schema");
    let path = own.path().join("a/b/schema.json");
    let file = path.to_str().unwrap();
    let line = [
        "terraform",
        "schema",
        "-i",
        &module("complex-types"),
        "-o",
        file,
        "--disallow-additional-properties",
    ];
    assert_eq!(run(&line, "").exit, Exit::OK);
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        written,
        expected("complex-types/schema-disallow-additional.json")
    );
    let again = run(&line, "");
    assert_eq!(again.exit, Exit::ERROR);
    assert!(
        again.err.contains("--overwrite replaces it"),
        "{}",
        again.err
    );
    let line = [&line[..], &["--overwrite", "--nullable-all"]].concat();
    assert_eq!(run(&line, "").exit, Exit::OK);
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains("Select a type")
    );
    let into_folder = run(
        &[
            "terraform",
            "schema",
            "-i",
            &module("simple"),
            "-o",
            own.path().to_str().unwrap(),
            "--overwrite",
        ],
        "",
    );
    assert_eq!(into_folder.exit, Exit::ERROR);
    let other = own.path().join("schema.txt");
    let warned = run(
        &[
            "terraform",
            "schema",
            &module("simple"),
            "-o",
            other.to_str().unwrap(),
        ],
        "",
    );
    assert!(
        warned.exit == Exit::OK && warned.err.contains("does not end in .json"),
        "{}",
        warned.err
    );
}

#[test]
fn errors_and_empty_modules_end_otherwise_than_success() {
    let empty = module("empty");
    let refused = run(&["terraform", "schema", &empty, "--stdout"], "");
    assert_eq!((refused.exit, refused.out.as_str()), (Exit::ERROR, ""));
    let allowed = run(
        &["terraform", "schema", &empty, "--stdout", "--allow-empty"],
        "",
    );
    assert_eq!((allowed.exit, allowed.out.as_str()), (Exit::OK, "{}\n\n"));
    assert_eq!(
        run(&["terraform", "schema", "/nowhere/at/all", "--stdout"], "").exit,
        Exit::ERROR
    );
    let own = own_folder("terraform-schema-broken");
    own.file("main.tf", "variable \"x\" {\n  type = strin\n}\n");
    let broken = run(
        &[
            "terraform",
            "schema",
            own.path().to_str().unwrap(),
            "--stdout",
        ],
        "",
    );
    assert_eq!(broken.exit, Exit::ERROR);
    assert!(
        broken
            .err
            .contains("main.tf:2,10-15: Invalid type specification"),
        "{}",
        broken.err
    );
}

#[test]
fn options_change_what_is_written() {
    let own = own_folder("terraform-schema-options");
    own.file(
        "main.tf",
        "variable \"x\" {\n  type = object({ a = optional(string) })\n  default = { a = \"<&>\" }\n}\n",
    );
    let path = own.path().to_str().unwrap();
    let all = run(
        &[
            "terraform",
            "schema",
            path,
            "--stdout",
            "--require-all",
            "--escape-json",
        ],
        "",
    )
    .out;
    assert!(all.contains("\"a\": \"\\u003c\\u0026\\u003e\""), "{all}");
    let made: serde_json::Value = serde_json::from_str(&all).unwrap();
    assert_eq!(made["required"], serde_json::json!(["x"]));
    assert_eq!(
        made["properties"]["x"]["required"],
        serde_json::json!(["a"])
    );
    let dump = run(
        &[
            "terraform",
            "schema",
            &module("custom-validation"),
            "--stdout",
            "--export-variables",
        ],
        "",
    )
    .out;
    assert_eq!(dump, expected("custom-validation/variables.json") + "\n");
}

#[test]
fn a_condition_that_is_left_out_is_a_warning() {
    let own = own_folder("terraform-schema-warning");
    own.file("main.tf", "variable \"x\" {\n  type = string\n  validation {\n    condition = startswith(var.x, \"a\")\n    error_message = \"No.\"\n  }\n}\n");
    let output = own.path().join("schema.json");
    let line = [
        "terraform",
        "schema",
        own.path().to_str().unwrap(),
        "-o",
        output.to_str().unwrap(),
        "--overwrite",
    ];
    assert!(!run(&line, "").err.contains("warning:"));
    let compat = run(&[&line[..], &["--compat", "--debug"]].concat(), "");
    assert_eq!(compat.exit, Exit::OK);
    let warning = "main.tf:4,17-39: left out a validation rule of x that JSON Schema cannot express: startswith(var.x, \"a\")";
    assert!(
        compat.err.contains(warning) && compat.err.contains("  contains: "),
        "{}",
        compat.err
    );
    let printed = run(
        &[
            "terraform",
            "schema",
            own.path().to_str().unwrap(),
            "--stdout",
            "--compat",
        ],
        "",
    );
    assert!(printed.err.contains(warning), "{}", printed.err);
}

const MODULE: &str = "variable \"x\" {\n  type = number\n  validation {\n    condition = var.x > 1\n    error_message = \"More than one.\"\n  }\n}\n";

#[test]
fn values_are_checked_with_file_line_caret_and_message() {
    let own = own_folder("terraform-check-vars");
    own.file("module/main.tf", MODULE);
    let module = own.path().join("module");
    let module = module.to_str().unwrap();
    let values = own.file("prod.tfvars", "# production\nx = 1\n");
    let wrong = run(
        &["terraform", "check-vars", module, "--var-file", &values],
        "",
    );
    assert_eq!((wrong.exit, wrong.err.as_str()), (Exit::NOT_COMPLIANT, ""));
    let expected = format!(
        "{values}:2:5: error variable_validation: More than one.\n  |\n2 | x = 1\n  |     ^\n  at x\n  fix: expected more than 1\n  \
         because variable_validation: {module}/main.tf:4: var.x > 1 is not met\n\n\
         not compliant (2 documents, 1 error, 0 warnings, 0 inputs not checked)\n"
    );
    assert_eq!(wrong.out, expected);
    let right = own.file("right.tfvars.json", "{\"x\": 2}");
    // Later files override earlier ones.
    let line = [
        "terraform",
        "check-vars",
        module,
        "--var-file",
        &values,
        "--var-file",
        &right,
    ];
    assert_eq!(run(&line, "").exit, Exit::OK);
    let twice = own.file("twice.tfvars.json", "{\"x\": {\"a\": 1, \"a\": 2}}");
    let wrong = run(
        &["terraform", "check-vars", module, "--var-file", &twice],
        "",
    );
    assert!(
        wrong
            .out
            .contains(&format!("was already defined at {twice}:1,")),
        "{}",
        wrong.out
    );
    let json = run(
        &[
            "terraform",
            "check-vars",
            module,
            "--var-file",
            &values,
            "--format",
            "json",
        ],
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (&json["status"], &json["findings"][0]["engine"]),
        (&"FAIL".into(), &"terraform".into())
    );
}

#[test]
fn values_from_the_command_line_are_checked() {
    let own = own_folder("terraform-check-vars-options");
    own.file("main.tf", MODULE);
    let module = own.path().to_str().unwrap();
    assert_eq!(
        run(&["terraform", "check-vars", module, "--var", "x=7"], "").exit,
        Exit::OK
    );
    let wrong = run(&["terraform", "check-vars", module, "--var", "x=0"], "");
    assert_eq!(wrong.exit, Exit::NOT_COMPLIANT);
    assert!(
        wrong
            .out
            .starts_with("--var x:1:1: error variable_validation: More than one.\n"),
        "{}",
        wrong.out
    );
    let missing = run(&["terraform", "check-vars", module], "");
    assert!(
        missing.out.contains("error variable_required"),
        "{}",
        missing.out
    );
    let unread = run(
        &[
            "terraform",
            "check-vars",
            module,
            "--var-file",
            "/nowhere.tfvars",
        ],
        "",
    );
    assert_eq!((unread.exit, unread.out.as_str()), (Exit::ERROR, ""));
    own.file("a.auto.tfvars", "x = \"7\"\ny = 1\n");
    let line = ["terraform", "check-vars", module];
    assert_eq!(run(&line, "").exit, Exit::OK);
    for more in [
        "--strict",
        "--fail-on-warning",
        "--disallow-additional-properties",
    ] {
        assert_eq!(
            run(&[&line[..], &[more]].concat(), "").exit,
            Exit::NOT_COMPLIANT,
            "{more}"
        );
    }
}
