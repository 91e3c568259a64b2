//! The files of cases: YAML, read by the reader that is tested.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Value as Read};
use serde_json::{Map, Value};

use super::event::{self, Run};
use crate::recorded::{files, root};

/// What the gate must do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Not let it pass.
    Stopped,
    /// Let it pass.
    Passes,
}

/// One case: what is sent, to a function with which rules and settings.
#[derive(Debug, Clone)]
pub struct Case {
    /// `ROW/NAME`
    pub name: String,
    /// The attack, or why it is harmless.
    pub why: String,
    pub expected: Expected,
    /// The kind of coverage that the answer must name by default.
    pub kind: Option<String>,
    /// The rule that the answer must list as applied to nothing.
    pub never_applied: Option<String>,
    /// Words that each answer must hold.
    pub says: Vec<String>,
    /// Why the gate does not stop it yet.
    pub known: Option<String>,
    /// `WARDEN_...`
    pub settings: Vec<(String, String)>,
    /// The rules texts.
    pub rules: Vec<String>,
    /// All fields of the case.
    pub fields: Map<String, Value>,
}

const FIELDS: &[&str] = &[
    "changes",
    "documents",
    "doors",
    "event",
    "kind",
    "known",
    "lint",
    "name",
    "never_applied",
    "payload",
    "point",
    "previous",
    "request",
    "resource",
    "rules",
    "says",
    "settings",
    "stack_name",
    "template",
    "why",
];

impl Case {
    /// The settings under which a case that depends on coverage must be stopped.
    pub fn strict(&self) -> Vec<(String, String)> {
        let kinds = self
            .kind
            .as_deref()
            .into_iter()
            .chain(self.never_applied.as_ref().map(|_| "rule_not_applied"));
        let list = kinds
            .map(|kind| format!("{kind}=fail"))
            .collect::<Vec<_>>()
            .join(",");
        if list.is_empty() {
            Vec::new()
        } else {
            vec![("WARDEN_COVERAGE".to_owned(), list)]
        }
    }

    /// The events of the case, one for each door and with the linter on and off.
    pub fn runs(&self, more: Vec<(String, String)>) -> Vec<Run> {
        event::runs(self, &more)
    }
}

/// The cases of a folder.
pub fn cases(folder: &str) -> Vec<Case> {
    let expected = if folder == "rows" {
        Expected::Stopped
    } else {
        Expected::Passes
    };
    let ordinary = std::fs::read_to_string(root().join("tests/hostile_gate/gate.guard")).unwrap();
    let mut cases = Vec::new();
    for path in files(&format!("tests/hostile_gate/{folder}"), "yaml") {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let Value::Object(file) = json_of(&text, &stem) else {
            panic!("{stem} is not a map")
        };
        for case in file["cases"].as_array().unwrap() {
            let mut fields = case.as_object().unwrap().clone();
            for (name, value) in file
                .iter()
                .filter(|(name, _)| ["rules", "settings"].contains(&name.as_str()))
            {
                fields.entry(name.clone()).or_insert_with(|| value.clone());
            }
            let name = format!("{stem}/{}", fields["name"].as_str().unwrap());
            let unknown = fields
                .keys()
                .find(|field| !FIELDS.contains(&field.as_str()));
            assert_eq!(unknown, None, "{name}: unknown field");
            cases.push(case_of(name, expected, &ordinary, fields));
        }
    }
    cases
}

fn case_of(name: String, expected: Expected, ordinary: &str, fields: Map<String, Value>) -> Case {
    let text = |field: &str| {
        fields
            .get(field)
            .and_then(|value| value.as_str())
            .map(str::to_owned)
    };
    let texts = |value: &Value| match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items
            .iter()
            .map(|item| item.as_str().unwrap().to_owned())
            .collect(),
        other => panic!("{name}: {other}"),
    };
    let settings = fields
        .get("settings")
        .and_then(|value| value.as_object())
        .cloned()
        .unwrap_or_default();
    Case {
        why: text("why").unwrap_or_default(),
        expected,
        kind: text("kind"),
        never_applied: text("never_applied"),
        says: fields.get("says").map(texts).unwrap_or_default(),
        known: text("known"),
        settings: settings
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
            .collect(),
        rules: fields
            .get("rules")
            .map_or_else(|| vec![ordinary.to_owned()], texts),
        name,
        fields,
    }
}

fn json_of(text: &str, name: &str) -> Value {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, name);
    assert!(parsed.errors.is_empty(), "{name}: {:?}", parsed.errors);
    value_of(parsed.tree.unwrap().root)
}

fn value_of(node: Node<'_>) -> Value {
    match node.value {
        Read::Map(entries) => Value::Object(
            entries
                .iter()
                .map(|entry| {
                    (
                        entry.key.as_str().expect("a textual key").to_owned(),
                        value_of(entry.value),
                    )
                })
                .collect(),
        ),
        Read::List(items) => items.iter().map(|item| value_of(*item)).collect(),
        Read::Str(text) => text.into(),
        Read::Bool(value) => value.into(),
        Read::Null => Value::Null,
        Read::Int(value) => value.into(),
        Read::Date(text) => text.into(),
        other => panic!("write it as a text: {other:?}"),
    }
}
