//! `config --schema`: the JSON Schema of the project file.

use serde_json::{Map, Value, json};

use crate::project::{EXTENDS, LOCKED, TERRAFORM};
use cfn_warden_arguments::check::Level;
use cfn_warden_arguments::settings::{Form, Key};
use cfn_warden_engine::waivers::KEYS;
use cfn_warden_engine::waivers::file::WAIVER;

/// The descriptions of the fields of a waiver, in the order of [`KEYS`].
const FIELDS: [&str; KEYS.len()] = [
    "ID of a lint rule or name of a Guard rule; `*` matches any characters",
    "Why the findings are accepted",
    "Who answers for the waiver",
    "The last day on which the waiver applies, in UTC",
    "The name of the file; `*` matches any characters",
    "The logical ID; `*` matches any characters",
    "The path of the finding, or the beginning of one; `*` matches any characters",
    "The account, if the parameter value AWS::AccountId is known",
    "The organisational unit of the account, by the name that the manifest of a pack gives it",
    "The stack, if the parameter value AWS::StackName is known",
];

/// Returns the schema, a draft-07 document.
pub fn of(keys: &[Key]) -> String {
    let of_table = |has: bool| keys.iter().filter(move |key| key.is_of_terraform == has);
    let properties = |has: bool| -> Map<String, Value> {
        of_table(has)
            .map(|key| (key.name.clone(), described(value(key), &key.help)))
            .collect()
    };
    let mut root = properties(false);
    root.insert(
        TERRAFORM.to_owned(),
        closed(
            properties(true),
            "How Terraform configurations become plans",
        ),
    );
    root.insert(WAIVER.to_owned(), waivers());
    root.insert(
        EXTENDS.to_owned(),
        described(
            json!({"type": "string"}),
            "The project file that this one extends: a path, or https://HOST/FILE#sha256=HEX, also s3://",
        ),
    );
    let names: Vec<&str> = keys
        .iter()
        .map(|key| key.name.as_str())
        .chain([WAIVER])
        .collect();
    root.insert(
        LOCKED.to_owned(),
        described(
            json!({"type": "array", "items": {"enum": names}}),
            "The settings that a file that extends this one may not weaken",
        ),
    );
    let mut schema = closed(
        root,
        "Settings of cfn-warden: the options of `cfn-warden check`",
    );
    if let Some(schema) = schema.as_object_mut() {
        schema.insert(
            "$schema".to_owned(),
            json!("http://json-schema.org/draft-07/schema#"),
        );
        schema.insert("title".to_owned(), json!("cfn-warden.toml"));
    }
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

fn value(key: &Key) -> Value {
    let scalar = json!({"type": ["string", "number", "boolean"]});
    let text = match key.allowed.as_slice() {
        [] => json!({"type": "string"}),
        allowed => json!({"enum": allowed}),
    };
    let entries = json!({"type": "object", "additionalProperties": {
        "anyOf": [scalar, {"type": "array", "items": scalar}]
    }});
    match key.form {
        Form::Switch => json!({"type": "boolean"}),
        Form::Text if key.allowed.is_empty() => scalar,
        Form::Text => text,
        Form::List => json!({"anyOf": [text, {"type": "array", "items": text}]}),
        Form::Table if key.name == "severity" => {
            let levels: Vec<&str> = Level::ALL.map(Level::name).to_vec();
            json!({"type": "object", "additionalProperties": {"enum": levels}})
        }
        Form::Table => entries,
        Form::Tables => json!({"type": "object", "additionalProperties": entries}),
    }
}

fn waivers() -> Value {
    let field = |(name, words): (&str, &str)| {
        (name.to_owned(), described(json!({"type": "string"}), words))
    };
    let mut waiver = closed(
        KEYS.into_iter().zip(FIELDS).map(field).collect(),
        "A waiver: findings that are accepted",
    );
    if let Some(waiver) = waiver.as_object_mut() {
        waiver.insert("required".to_owned(), json!(["rule", "reason"]));
    }
    json!({"type": "array", "items": waiver})
}

fn closed(properties: Map<String, Value>, words: &str) -> Value {
    json!({"description": words, "type": "object", "additionalProperties": false, "properties": properties})
}

fn described(mut schema: Value, words: &str) -> Value {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), json!(words));
    }
    schema
}
