//! Payload documents of Hook invocations.

use serde_json::value::RawValue;

use super::error::HookError;
use crate::event::{Fields, unique_fields};
use crate::field;

/// The templates of an operation, and the changes of a change set.
#[derive(Debug, PartialEq, Eq)]
pub struct Payload {
    /// The template to be deployed, as submitted.
    pub template: Option<String>,
    /// The deployed template.
    pub previous: Option<String>,
    /// The changes of a change set; `None` if the document has none.
    pub changes: Option<Vec<ResourceChange>>,
}

/// A change of a resource, with raw JSON values.
#[derive(Debug, PartialEq, Eq)]
pub struct ResourceChange {
    /// The logical ID of the resource.
    pub logical_id: String,
    /// The type; empty if missing.
    pub resource_type: String,
    /// Whether the resource is removed.
    pub is_removed: bool,
    /// Whether the resource is new to the stack.
    pub is_added: bool,
    /// The resource before the change, as JSON: `{"Properties": {...}}`.
    pub before: Option<String>,
    /// The resource after the change, as JSON.
    pub after: Option<String>,
    /// The change as rules see it.
    pub json: String,
}

/// The fields of a change that rules see, in the order of the documentation.
const CHANGE: [&str; 6] = [
    "logicalResourceId",
    "resourceType",
    "action",
    "lineNumber",
    "beforeContext",
    "afterContext",
];

const NOT_AN_OBJECT: HookError =
    HookError::Payload("not a JSON object, or one with a repeated field");

impl Payload {
    /// Decodes the document.
    ///
    /// # Errors
    /// [`HookError::Payload`] when it is not a JSON object or a template in it is not a string.
    pub fn decode(document: &[u8]) -> Result<Payload, HookError> {
        let text = std::str::from_utf8(document).map_err(|_| NOT_AN_OBJECT)?;
        let fields = unique_fields(text).map_err(|_| NOT_AN_OBJECT)?;
        Ok(Payload {
            template: template(&fields, "template")?,
            previous: template(&fields, "previousTemplate")?,
            changes: field::raw(&fields, "changedResources")
                .map(changes)
                .transpose()?,
        })
    }
}

impl Payload {
    /// Returns all texts in the payload.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let changes = self
            .changes
            .iter()
            .flatten()
            .map(|change| change.json.as_str());
        self.template
            .as_deref()
            .into_iter()
            .chain(self.previous.as_deref())
            .chain(changes)
    }
}

fn template(fields: &Fields<'_>, name: &str) -> Result<Option<String>, HookError> {
    let Some(value) = field::raw(fields, name) else {
        return Ok(None);
    };
    match value.get().as_bytes().first() {
        // Documented as a string; older Hooks send the template itself.
        Some(b'"') => Ok(field::text(fields, name).filter(|text| !text.trim().is_empty())),
        Some(b'{') => Ok(Some(value.get().to_owned())),
        _ => Err(HookError::Payload("a template is not a string")),
    }
}

fn changes(list: &RawValue) -> Result<Vec<ResourceChange>, HookError> {
    let changes: Vec<&RawValue> = serde_json::from_str(list.get())
        .map_err(|_| HookError::Payload("changedResources is not a list"))?;
    changes.into_iter().map(change).collect()
}

fn change(value: &RawValue) -> Result<ResourceChange, HookError> {
    let fields = unique_fields(value.get()).map_err(|_| {
        HookError::Payload("a change is not an object, or one with a repeated field")
    })?;
    let mut json = String::from("{");
    for (i, name) in CHANGE.into_iter().enumerate() {
        let value = field::raw(&fields, name).map_or("null", RawValue::get);
        json.push_str(if i == 0 { "\"" } else { ",\"" });
        json.push_str(name);
        json.push_str("\":");
        json.push_str(value);
    }
    json.push('}');
    let text = |name| field::text(&fields, name).unwrap_or_default();
    let action = text("action").to_lowercase();
    // Documented as a string with JSON; the object itself is accepted, too.
    let resource = |name| match field::raw(&fields, name).map(RawValue::get) {
        Some(object) if object.starts_with('{') => Some(object.to_owned()),
        _ => field::text(&fields, name),
    };
    Ok(ResourceChange {
        logical_id: text("logicalResourceId"),
        resource_type: text("resourceType"),
        is_removed: ["delete", "remove"].contains(&action.as_str()),
        is_added: ["add", "create", "import"].contains(&action.as_str()),
        before: resource("beforeContext"),
        after: resource("afterContext"),
        json,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_and_forms_of_a_template_are_accepted() {
        let payload =
            Payload::decode(br#"{"Template": {"Resources": {"A": 1}}, "previousTemplate": ""}"#)
                .unwrap();
        assert_eq!(
            payload.template.as_deref(),
            Some(r#"{"Resources": {"A": 1}}"#)
        );
        assert_eq!((payload.previous, payload.changes), (None, None));
        assert_eq!(Payload::decode(b"[]"), Err(NOT_AN_OBJECT));
        assert_eq!(
            Payload::decode(br#"{"template": [1]}"#),
            Err(HookError::Payload("a template is not a string"))
        );
    }

    #[test]
    fn a_repeated_field_is_refused() {
        for document in [
            r#"{"template": "a", "template": "b"}"#,
            r#"{"template": "a", "Template": "b"}"#,
            r#"{"previousTemplate": "a", "PreviousTemplate": "b"}"#,
            r#"{"changedResources": [], "changedResources": []}"#,
            r#"{"changedResources": [{"action": "Delete", "action": "Create"}]}"#,
            r#"{"changedResources": [{"afterContext": "{}", "AfterContext": "{}"}]}"#,
        ] {
            let decoded = Payload::decode(document.as_bytes());
            assert!(matches!(decoded, Err(HookError::Payload(_))), "{document}");
        }
    }

    #[test]
    fn a_change_has_the_documented_fields_whatever_was_sent() {
        let payload = Payload::decode(
            br#"{"changedResources": [{"Action": "Delete", "LogicalResourceId": "Old", "secret": 1,
                "beforeContext": "{\"Properties\":{}}"}]}"#,
        );
        let changes = payload.unwrap().changes.unwrap();
        assert_eq!(changes[0].logical_id, "Old");
        assert_eq!(
            changes[0].json,
            r#"{"logicalResourceId":"Old","resourceType":null,"action":"Delete","lineNumber":null,"beforeContext":"{\"Properties\":{}}","afterContext":null}"#
        );
    }
}
