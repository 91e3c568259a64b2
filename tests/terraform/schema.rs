//! Variables as JSON Schema, compared with the files that TerraSchema's own tests expect.

use cfn_warden_schema::Pack;
use cfn_warden_schema::draft7::{LocatedViolation, validate};
use cfn_warden_terraform::Host;
use cfn_warden_terraform::schema::json::{Escapes, Json};
use cfn_warden_terraform::schema::{Additional, Nullable, Options, variables};

use super::support::{files, folder, lines};

const MODULES: [&str; 5] = [
    "complex-types",
    "custom-validation",
    "empty",
    "simple",
    "simple-types",
];

/// Returns our output for one of TerraSchema's modules.
fn made(module: &str, options: Option<&Options>) -> String {
    let files = files(&folder("schema/modules").join(module));
    let variables = variables(&Host::from_files(&files)).unwrap();
    let json = match options {
        _ if variables.count() == 0 => Json::Object(Default::default()),
        Some(options) => variables.schema(options).unwrap().json,
        None => variables.export().unwrap(),
    };
    json.indented(Escapes::Needed) + "\n"
}

fn expected(module: &str, file: &str) -> String {
    std::fs::read_to_string(folder("schema/expected").join(module).join(file)).unwrap()
}

#[test]
fn the_expected_files_of_terraschema_are_equal_byte_for_byte() {
    let files = [
        ("schema.json", Some(Options::default())),
        (
            "schema-disallow-additional.json",
            Some(Options {
                additional: Additional::Refused,
                ..Options::default()
            }),
        ),
        (
            "schema-nullable-all.json",
            Some(Options {
                nullable: Nullable::All,
                ..Options::default()
            }),
        ),
        ("variables.json", None),
    ];
    let mut equal = 0;
    for module in MODULES {
        for (file, options) in &files {
            assert_eq!(
                made(module, options.as_ref()),
                expected(module, file),
                "{module}/{file}"
            );
            equal += 1;
        }
    }
    assert_eq!(equal, 20);
}

/// Returns the schema paths of the violated keywords. Several missing or unexpected names count as one.
fn locations(violations: &[LocatedViolation<()>], found: &mut Vec<String>) {
    for violation in violations {
        let once = matches!(violation.keyword, "required" | "additionalProperties");
        if !once || !found.contains(&violation.location) {
            found.push(violation.location.clone());
        }
        locations(&violation.causes, found);
    }
}

#[test]
fn terraschemas_inputs_fail_at_the_same_places_of_the_schemas() {
    let cases = lines("schema/locations.jsonl");
    for case in &cases {
        let [module, input, schema] =
            ["module", "input", "schema"].map(|name| case[name].as_str().unwrap());
        let schema = Pack::from_json(&expected(module, schema)).unwrap();
        let input = Pack::from_json(&expected(
            module,
            &format!("sample-input/test-input-{input}.json"),
        ))
        .unwrap();
        let validation = validate(&schema, &input, |_| ());
        let mut found = Vec::new();
        locations(&validation.violations, &mut found);
        found.sort();
        assert_eq!(serde_json::Value::from(found), case["locations"], "{case}");
        assert!(validation.reached.is_empty());
    }
    assert_eq!(cases.len(), 25);
}
