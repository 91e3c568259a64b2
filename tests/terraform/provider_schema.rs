//! Resources that do not fit the schemas of their providers. The messages are those of Terraform 1.11.4 for its built-in provider;
//! those about blocks are the ones of `hcldec`.

use cfn_warden::engine::{self, RuleSelection};
use cfn_warden_terraform::{FileSet, Host, PlanSettings, Schemas, Settings};
use serde_json::json;

fn schemas() -> Schemas {
    let text = |what: &str| json!({ "type": "string", what: true });
    let rule = json!(["set", ["object", { "port": "number", "text": "string" }]]);
    let nested = json!({ "nesting_mode": "single", "attributes": { "name": text("required"), "size": text("optional") } });
    let thing = json!({
        "attributes": {
            "arn": text("computed"),
            "name": text("required"),
            "count_of": { "type": "number", "optional": true },
            "source": text("optional"),
            "rule": { "type": rule, "optional": true },
            "nested": { "nested_type": nested, "optional": true },
        },
        "block_types": {
            "part": { "nesting_mode": "list", "min_items": 1, "max_items": 2, "block": { "attributes": { "id": text("required") } } },
            "timeouts": { "nesting_mode": "single", "block": { "attributes": { "create": text("optional") } } },
        },
    });
    let provider = json!({ "resource_schemas": { "aws_thing": { "version": 0, "block": thing } } });
    let all = json!({ "provider_schemas": { "registry.terraform.io/hashicorp/aws": provider } });
    Schemas::parse(all.to_string().as_bytes()).unwrap()
}

/// Returns the findings of the rule as `line:column message`.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let files = FileSet::from_iter(files.iter().copied());
    let host = Host::from_files(&files);
    let mut settings = Settings::new(&host);
    settings.providers.schemas = schemas();
    let rules = RuleSelection::default();
    let made = engine::configuration(
        ".",
        &settings,
        &PlanSettings::default(),
        Some(&rules),
        &str::to_owned,
    );
    let own = made
        .rule_findings()
        .iter()
        .filter(|finding| finding.rule.id == "terraform_provider_schema");
    own.map(|finding| {
        format!(
            "{}:{} {}",
            finding.span.start.line, finding.span.start.column, finding.message
        )
    })
    .collect()
}

const PART: &str = "  name = \"x\"\n  part {\n    id = \"p\"\n  }\n}\n";

#[test]
fn what_the_schema_has_is_no_finding() {
    let all = "resource \"aws_thing\" \"a\" {\n  count = 2\n  provider = aws\n  depends_on = []\n  source = \"f\"\n  count_of = \"3\"\n  \
               rule {\n    port = 1\n  }\n  nested = { name = \"n\" }\n  timeouts {\n    create = \"1m\"\n  }\n  lifecycle {\n    \
               prevent_destroy = true\n  }\n  dynamic \"part\" {\n    for_each = [1]\n    content {\n      id = \"q\"\n    }\n  }\n";
    assert_eq!(found(&[("main.tf", &format!("{all}{PART}"))]), [""; 0]);
    let json = r#"{"resource": {"aws_thing": {"a": {"name": "x", "part": [{"id": "p"}], "rule": [{"port": 1, "text": null}]}}}}"#;
    assert_eq!(found(&[("main.tf.json", json)]), [""; 0]);
    assert_eq!(
        found(&[("main.tf", "resource \"other_thing\" \"a\" {\n  x = 1\n}\n")]),
        [""; 0]
    );
}

#[test]
fn names_that_the_schema_does_not_have_are_findings() {
    let wrong = "resource \"aws_thing\" \"a\" {\n  sorce = \"f\"\n  arn = \"a\"\n  timeouts = {}\n  nested {}\n  prt {}\n  other {}\n  \
                 dynamic \"prt\" {\n    for_each = []\n    content {}\n  }\n  rule {\n    prt = 1\n  }\n";
    assert_eq!(
        found(&[("main.tf", &format!("{wrong}{PART}"))]),
        [
            "2:3 Unsupported argument; An argument named \"sorce\" is not expected here. Did you mean \"source\"?",
            "3:3 Value for unconfigurable attribute; Can't configure a value for \"arn\": its value will be decided automatically based on the result of applying this configuration.",
            "4:3 Unsupported argument; An argument named \"timeouts\" is not expected here. Did you mean to define a block of type \"timeouts\"?",
            "5:3 Unsupported block type; Blocks of type \"nested\" are not expected here. Did you mean to define argument \"nested\"? If so, use the equals sign to assign it a value.",
            "6:3 Unsupported block type; Blocks of type \"prt\" are not expected here. Did you mean \"part\"?",
            "7:3 Unsupported block type; Blocks of type \"other\" are not expected here.",
            "8:11 Unsupported block type; Blocks of type \"prt\" are not expected here.",
            "13:5 Unsupported argument; An argument named \"prt\" is not expected here. Did you mean \"port\"?",
        ]
    );
    assert_eq!(
        found(&[(
            "main.tf",
            "resource \"aws_thin\" \"a\" {}\ndata \"aws_thing\" \"a\" {}\n"
        )]),
        [
            "1:10 Invalid resource type; The provider hashicorp/aws does not support resource type \"aws_thin\". Did you mean \"aws_thing\"?",
            "2:6 Invalid data source; The provider hashicorp/aws does not support data source \"aws_thing\".",
        ]
    );
}

#[test]
fn what_is_missing_or_has_another_type_is_a_finding() {
    let wrong = "variable \"none\" {\n  default = null\n}\nresource \"aws_thing\" \"a\" {\n  name = var.none\n  count_of = \"many\"\n  nested = { size = 1 }\n  \
                 part {}\n  part {\n    id = []\n  }\n  part {\n    id = 1\n  }\n  timeouts {}\n  timeouts {}\n}\nresource \"aws_thing\" \"b\" {\n}\n";
    assert_eq!(
        found(&[("main.tf", wrong)]),
        [
            "5:10 Missing required argument; The argument \"name\" is required, but no definition was found.",
            "6:14 Incorrect attribute value type; Inappropriate value for attribute \"count_of\": a number is required.",
            "7:12 Incorrect attribute value type; Inappropriate value for attribute \"nested\": attribute \"name\" is required.",
            "8:3 Missing required argument; The argument \"id\" is required, but no definition was found.",
            "10:10 Incorrect attribute value type; Inappropriate value for attribute \"id\": string required.",
            "12:3 Too many part blocks; No more than 2 \"part\" blocks are allowed",
            "16:3 Duplicate timeouts block; Only one block of type \"timeouts\" is allowed.",
            "18:1 Missing required argument; The argument \"name\" is required, but no definition was found.",
            "18:1 Insufficient part blocks; At least 1 \"part\" blocks are required.",
        ]
    );
}

#[test]
fn called_modules_are_checked_once() {
    let main = "module \"m\" {\n  source = \"./m\"\n  count  = 3\n}\n";
    let inner = "resource \"aws_thing\" \"a\" {\n  count = 2\n  nam = \"x\"\n  part {\n    id = \"p\"\n  }\n}\n";
    assert_eq!(
        found(&[("main.tf", main), ("m/main.tf", inner)]),
        [
            "1:1 Missing required argument; The argument \"name\" is required, but no definition was found.",
            "3:3 Unsupported argument; An argument named \"nam\" is not expected here. Did you mean \"name\"?",
        ]
    );
}
