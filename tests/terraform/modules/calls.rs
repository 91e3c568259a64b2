//! Module calls.

use cfn_warden_terraform::{CallModules, FileSet};
use serde_json::{Value as Json, json};

use super::super::support::{shown, shown_with};
use super::errors;

const INNER: &str =
    "variable \"v\" {\n  type = number\n  default = 0\n}\noutput \"o\" {\n  value = var.v + 1\n}\n";

fn modules(module: &Json) -> Vec<&str> {
    module["modules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|inner| inner["address"].as_str().unwrap())
        .collect()
}

fn files(call: &str) -> FileSet {
    FileSet::from_iter([
        ("main.tf", call),
        ("m/main.tf", INNER),
        (
            ".terraform/modules/modules.json",
            "{\"Modules\": [{\"Key\": \"r\", \"Source\": \"registry/x\", \"Dir\": \".terraform/modules/r\"}]}",
        ),
        (".terraform/modules/r/main.tf", INNER),
    ])
}

#[test]
fn c1_which_modules_are_looked_into() {
    let both = files(
        "module \"l\" {\n  source = \".\\\\m\"\n}\nmodule \"r\" {\n  source = \"registry/x\"\n}\n",
    );
    let with = |kind: CallModules| shown_with(&both, |settings| settings.call_modules = kind);
    assert_eq!(modules(&with(CallModules::None)), Vec::<&str>::new());
    assert_eq!(modules(&with(CallModules::Local)), ["module.l"]);
    assert_eq!(modules(&with(CallModules::All)), ["module.l", "module.r"]);
}

#[test]
fn c2_modules_that_are_not_there() {
    let with = |source: &str| {
        let text = format!("module \"x\" {{\n  source = \"{source}\"\n}}\n");
        errors(&shown_with(&files(&text), |settings| {
            settings.call_modules = CallModules::All
        }))
    };
    assert!(
        with("registry/other")[0]
            .contains("\"x\" module is not found. Did you run \"terraform init\"?")
    );
    assert!(with("./none")[0].contains("The module directory \"none\" does not exist"));
}

#[test]
fn c3_arguments_and_instances() {
    let text = "module \"c\" {\n  source = \"./m\"\n  count = 2\n  v = count.index + 10\n}\nmodule \"e\" {\n  source = \"./m\"\n  for_each = { a = \"5\" }\n  v = each.value\n}\nmodule \"z\" {\n  source = \"./m\"\n  count = 0\n}\nmodule \"u\" {\n  source = \"./m\"\n  count = aws_x.y.z\n}\nmodule \"d\" {\n  source = \"./m\"\n}\n";
    let module = shown(&files(text), &[]);
    assert_eq!(module["errors"], json!([]));
    assert_eq!(
        modules(&module),
        ["module.c[0]", "module.c[1]", "module.d", "module.e[\"a\"]"]
    );
    let outputs: Vec<&Json> = module["modules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|inner| &inner["outputs"]["o"]["value"])
        .collect();
    assert_eq!(outputs, [&json!(11), &json!(12), &json!(1), &json!(6)]);
    let wrong = errors(&shown(
        &files("module \"x\" {\n  source = \"./m\"\n  v = \"x\"\n  w = 1\n}\n"),
        &[],
    ));
    assert!(
        wrong
            .iter()
            .any(|error| error.starts_with("Incorrect variable type;")),
        "{wrong:?}"
    );
    assert!(
        wrong
            .iter()
            .any(|error| error.starts_with("Unsupported argument;")),
        "{wrong:?}"
    );
}

#[test]
fn c4_levels() {
    let nested: Vec<(String, String)> = (0..14)
        .map(|level| {
            (
                format!("{}main.tf", "m/".repeat(level)),
                "module \"m\" {\n  source = \"./m\"\n}\n".to_owned(),
            )
        })
        .collect();
    let files: FileSet = nested
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    assert_eq!(errors(&shown(&files, &[])).len(), 1);
    assert!(errors(&shown(&files, &[]))[0].starts_with("Module stack level too deep;"));
}

#[test]
fn c5_modules_that_are_ignored() {
    let text = "module \"a\" {\n  source = \"./m\"\n}\nmodule \"b\" {\n  source = \"./m/\"\n}\n";
    let module = shown_with(&files(text), |settings| {
        settings.ignored_modules = vec!["./m".to_owned()]
    });
    assert_eq!(modules(&module), ["module.b"]);
}

#[test]
fn c6_errors_in_a_called_module_name_its_files() {
    let text = "module \"x\" {\n  source = \"./n\"\n}\n";
    let files = FileSet::from_iter([
        ("main.tf", text),
        ("n/main.tf", "output \"o\" {\n  value = 1 + \"x\"\n}\n"),
    ]);
    let module = shown(&files, &[]);
    assert_eq!(module["errors"][0]["place"], "n/main.tf:2,15-18");
}

#[test]
fn c7_outputs_of_called_modules_are_not_known() {
    let text = "module \"x\" {\n  source = \"./m\"\n}\noutput \"o\" {\n  value = module.x.o\n}\n";
    assert_eq!(shown(&files(text), &[])["outputs"]["o"]["unknown"], true);
}
