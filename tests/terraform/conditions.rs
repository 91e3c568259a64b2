//! Conditions as JSON Schema: each form, TerraSchema's translation, and conditions that are not translated.

use cfn_warden_terraform::schema::json::Json;
use cfn_warden_terraform::schema::{Compatibility, Options, variables};
use cfn_warden_terraform::{FileSet, Host};
use serde_json::{Value, json};

/// Returns the schema of a variable `x` with a type and conditions, and the conditions that are not in it.
fn said(ty: &str, conditions: &[&str], compatibility: Compatibility) -> (Value, Vec<String>) {
    let blocks = conditions.iter().map(|condition| {
        format!("  validation {{\n    condition = {condition}\n    error_message = \"No.\"\n  }}\n")
    });
    let text = format!(
        "variable \"x\" {{\n  type = {ty}\n{}}}\n",
        blocks.collect::<String>()
    );
    let files = FileSet::from_iter([("main.tf", text.as_str())]);
    let variables = variables(&Host::from_files(&files)).unwrap();
    let schema = variables
        .schema(&Options {
            compatibility,
            ..Options::default()
        })
        .unwrap();
    let json: Value = serde_json::from_str(&schema.json.line()).unwrap();
    let mut property = json["properties"]["x"].clone();
    property.as_object_mut().unwrap().remove("type");
    (
        property,
        schema
            .untranslated
            .into_iter()
            .map(|untranslated| untranslated.condition)
            .collect(),
    )
}

#[test]
fn forms_of_terraschema_are_read_by_both_readings() {
    let rows = [
        (
            "string",
            r#"contains(["a", null], var.x)"#,
            json!({"enum": ["a", null]}),
        ),
        (
            "number",
            "1 == var.x || (var.x == -2)",
            json!({"enum": [1, -2]}),
        ),
        ("bool", "var.x == true", json!({"enum": [true]})),
        (
            "string",
            r#"can(regex("^a\\.b$", var.x))"#,
            json!({"pattern": "^a\\.b$"}),
        ),
        (
            "number",
            "var.x > 1 && 5 >= var.x && var.x < 9 && var.x > 0",
            json!({"exclusiveMinimum": 1, "maximum": 5, "exclusiveMaximum": 9}),
        ),
        (
            "string",
            "4==length(var.x)",
            json!({"minLength": 4, "maxLength": 4}),
        ),
        (
            "string",
            "2<length(var.x)&&length(var.x)==4&&7>length(var.x)",
            json!({"minLength": 4, "maxLength": 4}),
        ),
        (
            "map(string)",
            "(length(var.x) >= 1) && (length(var.x) <= 3)",
            json!({"additionalProperties": {"type": "string"}, "minProperties": 1, "maxProperties": 3}),
        ),
    ];
    for (ty, condition, expected) in rows {
        for compatibility in [Compatibility::Full, Compatibility::TerraSchema] {
            assert_eq!(
                said(ty, &[condition], compatibility),
                (expected.clone(), vec![]),
                "{condition} {compatibility:?}"
            );
        }
    }
}

#[test]
fn further_forms_are_read_but_as_terraschema_reads() {
    let item = |keywords: Value| json!({"items": keywords});
    let object = "object({ a = number, b = optional(string) })";
    let attributes = |of: Value| {
        let mut properties = json!({"a": {"type": "number"}, "b": {"type": "string"}});
        for (name, keywords) in of.as_object().unwrap() {
            properties[name]
                .as_object_mut()
                .unwrap()
                .extend(keywords.as_object().unwrap().clone());
        }
        json!({"additionalProperties": true, "properties": properties, "required": ["a"]})
    };
    let rows = [
        (
            "string",
            r#"startswith(var.x, "a.b")"#,
            json!({"pattern": "^a\\.b"}),
        ),
        (
            "string",
            r#"endswith(var.x, "/")"#,
            json!({"pattern": "\\/$"}),
        ),
        (
            "string",
            r#"!contains(["a", "b"], var.x)"#,
            json!({"not": {"enum": ["a", "b"]}}),
        ),
        ("string", r#"var.x != """#, json!({"not": {"enum": [""]}})),
        (
            "string",
            r#"length(regexall("[A-Z]", var.x)) > 0"#,
            json!({"pattern": "[A-Z]"}),
        ),
        (
            "string",
            r#"length(var.x) > 2 && can(regex("^a", var.x))"#,
            json!({"minLength": 3, "pattern": "^a"}),
        ),
        (
            "string",
            r#"var.x == null || can(regex("^a", var.x))"#,
            json!({"anyOf": [{"type": "null"}, {"pattern": "^a"}]}),
        ),
        (
            "number",
            "floor(var.x) == var.x && var.x != 0",
            json!({"multipleOf": 1, "not": {"enum": [0]}}),
        ),
        ("number", "var.x % 1 == 0", json!({"multipleOf": 1})),
        (
            "number",
            "var.x < 1 || var.x > 5",
            json!({"anyOf": [{"exclusiveMaximum": 1}, {"exclusiveMinimum": 5}]}),
        ),
        (
            "list(string)",
            "alltrue([for v in var.x : length(v) > 1])",
            item(json!({"type": "string", "minLength": 2})),
        ),
        (
            "list(string)",
            r#"alltrue([for v in var.x : contains(["a"], v)])"#,
            item(json!({"type": "string", "enum": ["a"]})),
        ),
        (
            "list(string)",
            "length(distinct(var.x)) == length(var.x)",
            json!({"items": {"type": "string"}, "uniqueItems": true}),
        ),
        (
            "list(string)",
            "length(var.x) != 0",
            json!({"items": {"type": "string"}, "minItems": 1}),
        ),
        (
            object,
            r#"var.x.a > 1 && var.x.b != """#,
            attributes(json!({"a": {"exclusiveMinimum": 1}, "b": {"not": {"enum": [""]}}})),
        ),
        (
            object,
            "var.x.b == null || length(var.x.b) == 2",
            attributes(
                json!({"b": {"anyOf": [{"type": "null"}, {"minLength": 2, "maxLength": 2}]}}),
            ),
        ),
    ];
    for (ty, condition, expected) in rows {
        assert_eq!(
            said(ty, &[condition], Compatibility::Full),
            (expected, vec![]),
            "{condition}"
        );
        assert_eq!(
            said(ty, &[condition], Compatibility::TerraSchema).1,
            [condition],
            "{condition}"
        );
    }
}

#[test]
fn what_a_schema_cannot_say_is_left_out_whole() {
    let rows = [
        ("string", "length(var.x) > 2 && var.x == local.name"),
        ("string", "lower(var.x) == var.x"),
        ("number", "var.x == 1 || var.y == 2"),
        ("number", "length(var.x) == 2"),
        ("string", r#"can(regex("(?i)a", var.x))"#),
        ("string", r#"can(regex("\\pL", var.x))"#),
        ("string", r#"can(regex("(", var.x))"#),
        ("string", "length(var.x) < 0"),
        ("string", "contains(var.allowed, var.x)"),
        ("list(string)", "alltrue([for i, v in var.x : v != i])"),
        (
            "list(number)",
            "alltrue([for v in var.x : v > 0 if v != 5])",
        ),
        ("list(number)", "var.x[0] > 1"),
        ("object({ a = number, b = number })", "var.x.a < var.x.b"),
        ("any", "length(var.x) > 2"),
    ];
    for (ty, condition) in rows {
        assert_eq!(
            said(ty, &[condition], Compatibility::Full).1,
            [condition],
            "{condition}"
        );
    }
}

#[test]
fn several_conditions_hold_together() {
    let conditions = [
        r#"can(regex("^a", var.x))"#,
        r#"can(regex("z$", var.x))"#,
        "length(var.x) < 9",
        "length(var.x) < 5",
    ];
    let expected = json!({"pattern": "^a", "allOf": [{"pattern": "z$"}], "maxLength": 4});
    assert_eq!(
        said("string", &conditions, Compatibility::Full),
        (expected, vec![])
    );
}

#[test]
fn conditions_of_untyped_variables_are_read() {
    let condition = r#"contains(["a", 1], var.x)"#;
    assert_eq!(
        said("any", &[condition], Compatibility::Full),
        (json!({"enum": ["a", 1]}), vec![])
    );
    assert_eq!(
        said("any", &[condition], Compatibility::TerraSchema),
        (json!({}), vec![condition.to_owned()])
    );
}

#[test]
fn a_pattern_of_re2_is_written_for_json_schema() {
    let condition = r#"can(regex("\\A[[:alpha:]]+\\z", var.x))"#;
    assert_eq!(
        said("string", &[condition], Compatibility::Full).0,
        json!({"pattern": "^[A-Za-z]+$"})
    );
    assert_eq!(
        said("string", &[condition], Compatibility::TerraSchema).0,
        json!({"pattern": "\\A[[:alpha:]]+\\z"})
    );
}

/// Returns the schema of a module's variables.
fn schema(text: &str, options: &Options) -> Json {
    let files = FileSet::from_iter([("main.tf", text)]);
    variables(&Host::from_files(&files))
        .unwrap()
        .schema(options)
        .unwrap()
        .json
}

#[test]
fn what_stops_terraschema_does_not_stop_us() {
    let text = r#"
      variable "defaults" {
        type = object({ a = optional(string, "x"), b = optional(object({ c = optional(number, 2) }), {}) })
      }
      variable "list" { type = list }
      variable "map" { type = map }
      variable "nullable" {
        type     = any
        nullable = true
      }
      variable "untyped" { nullable = true }
      variable "newer" {
        type       = string
        ephemeral  = true
        deprecated = "since then"
        validation {
          condition     = var.newer != ""
          error_message = "Not ${var.newer}."
        }
      }
    "#;
    let made: Value = serde_json::from_str(&schema(text, &Options::default()).line()).unwrap();
    let expected = json!({
        "defaults": {
            "additionalProperties": true,
            "properties": {
                "a": {"default": "x", "type": "string"},
                "b": {
                    "additionalProperties": true,
                    "default": {"c": 2},
                    "properties": {"c": {"default": 2, "type": "number"}},
                    "required": [],
                    "type": "object"
                }
            },
            "required": [],
            "type": "object"
        },
        "list": {"items": {}, "type": "array"},
        "map": {"additionalProperties": {}, "type": "object"},
        "nullable": {"title": "nullable: Select a type"},
        "untyped": {"title": "untyped: Select a type"},
        "newer": {"not": {"enum": [""]}, "type": "string"},
    });
    assert_eq!(made["properties"], expected);
}

#[test]
fn files_of_json_and_overrides_are_read() {
    let files = FileSet::from_iter([
        ("main.tf", "variable \"x\" { type = string }\n"),
        (
            "more.tf.json",
            r#"{"variable": {"y": {"type": "list(number)", "validation": {"condition": "${length(var.y) > 0}", "error_message": "No."}}}}"#,
        ),
        ("main_override.tf", "variable \"x\" { type = number }\n"),
        ("a.tfvars", "variable = 1\n"),
    ]);
    let made = variables(&Host::from_files(&files))
        .unwrap()
        .schema(&Options::default())
        .unwrap();
    let made: Value = serde_json::from_str(&made.json.line()).unwrap();
    let expected = json!({"x": {"type": "number"}, "y": {"items": {"type": "number"}, "minItems": 1, "type": "array"}});
    assert_eq!(made["properties"], expected);
}

#[test]
fn numbers_keep_all_their_digits() {
    let text = "variable \"x\" { default = [12345678901234567890123, 0.1, 1e3, -0.5] }\n";
    let made = schema(text, &Options::default()).line();
    assert!(
        made.contains("[12345678901234567890123,0.1,1000,-0.5]"),
        "{made}"
    );
}

#[test]
fn several_conditions_are_exported_as_a_list() {
    let text = r#"
      variable "x" {
        sensitive = true
        nullable  = false
        validation {
          condition     = var.x == 1
          error_message = "One."
        }
        validation {
          condition     = var.x != 2
          error_message = "Not ${var.x}."
        }
      }
      variable "y" { type = object({ a = optional(list(any)) }) }
    "#;
    let files = FileSet::from_iter([("main.tf", text)]);
    let made = variables(&Host::from_files(&files))
        .unwrap()
        .export()
        .unwrap()
        .line();
    let expected = concat!(
        r#"{"x":{"default":null,"nullable":false,"sensitive":true,"validation":["#,
        r#"{"condition":"var.x == 1","error_message":"One."},"#,
        r#"{"condition":"var.x != 2","error_message":"\"Not ${var.x}.\""}],"type":"any"},"#,
        r#""y":{"default":null,"type":["object",{"a":["list","any"]},["a"]]}}"#
    );
    assert_eq!(made, expected);
}
