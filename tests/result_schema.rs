//! Tests that the function's responses and the output of `check --format json` match docs/result.schema.json.

use serde_json::Value;

use crate::recorded;

/// Validates a value with the part of JSON Schema that docs/result.schema.json uses.
fn violations(value: &Value, schema: &Value, root: &Value, at: &str, found: &mut Vec<String>) {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let fits = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let target = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                violations(value, root.pointer(target).unwrap(), root, at, found);
                true
            }
            "type" => match wanted {
                Value::Array(kinds) => kinds.iter().any(|kind| is_of(value, kind)),
                kind => is_of(value, kind),
            },
            "enum" => wanted.as_array().unwrap().contains(value),
            "const" => wanted == value,
            "minimum" => value.as_u64() >= wanted.as_u64(),
            "required" => wanted
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    violations(item, wanted, root, &format!("{at}/{place}"), found);
                }
                true
            }
            "properties" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    if let Some(wanted) = wanted.get(name) {
                        violations(inner, wanted, root, &format!("{at}/{name}"), found);
                    }
                }
                true
            }
            "additionalProperties" if wanted.is_object() => {
                let others = |name: &str| schema["properties"].get(name).is_none();
                for (name, inner) in value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .filter(|(name, _)| others(name))
                {
                    violations(inner, wanted, root, &format!("{at}/{name}"), found);
                }
                true
            }
            "additionalProperties" => {
                let known = &schema["properties"];
                value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .all(|(name, _)| known.get(name).is_some())
            }
            other => panic!("{other} is not looked at here"),
        };
        if !fits {
            found.push(format!("{at}: {keyword} {wanted}: {value}"));
        }
    }
}

fn is_of(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("{other} is not looked at here"),
    }
}

/// Returns recorded responses and results.
fn reports(root: &std::path::Path) -> impl Iterator<Item = std::path::PathBuf> {
    let results =
        ["json.out", "mistakes.json.out"].map(|name| root.join("tests/report").join(name));
    recorded::files("tests/lambda", "json")
        .into_iter()
        .chain(results)
}

#[test]
fn recorded_responses_match_the_schema() {
    let root = recorded::root();
    let read = |path: &std::path::Path| -> Value {
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    };
    let schema = read(&root.join("docs/result.schema.json"));
    let mut checked = 0;
    for path in reports(&root) {
        let answer = read(&path);
        // Responses to Hooks have another structure.
        if answer.get("compliant").is_none() {
            continue;
        }
        let mut found = Vec::new();
        violations(&answer, &schema, &schema, "", &mut found);
        assert!(
            found.is_empty(),
            "{}:\n{}",
            path.display(),
            found.join("\n")
        );
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

/// Asserts that a result matches the schema.
pub fn assert_valid(result: &Value) {
    let schema: Value = serde_json::from_str(include_str!("../docs/result.schema.json")).unwrap();
    let mut found = Vec::new();
    violations(result, &schema, &schema, "", &mut found);
    assert!(found.is_empty(), "{result}:\n{}", found.join("\n"));
}

#[test]
fn the_schema_rejects_invalid_responses() {
    let schema: Value = serde_json::from_str(include_str!("../docs/result.schema.json")).unwrap();
    let answer = serde_json::json!({"format_version": 2, "compliant": 1, "status": "MAYBE", "findings": [{"severity": "bad"}], "more": 1});
    let mut found = Vec::new();
    violations(&answer, &schema, &schema, "", &mut found);
    assert_eq!(found.len(), 6, "{found:#?}");
}
