//! Which findings count: those that a Hook can stand by.

use std::collections::HashSet;

use super::payload::Payload;
use crate::finding::{Engine, Finding};
use crate::syntax::{Entry, Node, Path, Step, Tree, Value};

/// Lint rules about what does not travel with a single resource, or about how its values were written: a Hook is shown
/// properties only, with every function resolved.
const ABOUT_TEMPLATES: &[&str] = &[
    "E1029", // `${x}` without Fn::Sub: what is left of it is meant literally
    "E3006", // the type exists, or CloudFormation would not ask
    "I3011", // UpdateReplacePolicy and DeletionPolicy do not travel
    "I3042", // pseudo parameters are resolved
    "I4010", // Metadata does not travel
    "W2501", // a password that came from a parameter is a text now
    "W3010", // Fn::GetAZs is resolved
    "W3011", // UpdateReplacePolicy and DeletionPolicy do not travel
];

/// Besides, lint rules that a resource from Cloud Control API cannot keep: its read-only properties may be shown.
const ABOUT_TEMPLATES_ONLY: &str = "E3040";

/// What stands for a value that is known only after the change.
const KNOWN_AFTER_APPLY: &str = "{{changeSet:KNOWN_AFTER_APPLY}}";

/// Whether a finding on the synthetic template of one resource is about the resource.
pub fn holds_for_properties(finding: &Finding, made_up: bool) -> bool {
    let id = finding.rule.id.as_ref();
    finding.engine != Engine::Lint || !(ABOUT_TEMPLATES.contains(&id) || made_up && id == ABOUT_TEMPLATES_ONLY)
}

/// Whether a finding is about a value that is not known yet.
pub fn is_unknown(finding: &Finding, root: Node<'_>) -> bool {
    let value = finding.path.as_ref().and_then(|path| descend(root, path));
    value.and_then(|node| node.as_str()).is_some_and(|text| text.contains(KNOWN_AFTER_APPLY))
}

fn descend<'a>(root: Node<'a>, path: &Path) -> Option<Node<'a>> {
    path.0.iter().try_fold(root, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => node.as_list()?.get(usize::try_from(*index).ok()?).copied(),
    })
}

/// What an operation leaves as it is: entries of the template's sections.
#[derive(Debug, Default)]
pub struct Unchanged(HashSet<(String, String)>);

impl Unchanged {
    /// What a payload says that it leaves as it is; nothing where it does not tell.
    pub fn of(payload: &Payload, template: &Tree<'_>, previous: Option<&Tree<'_>>) -> Unchanged {
        let sections = template.root.as_map().unwrap_or_default();
        let entries = sections.iter().flat_map(|section| {
            let name = section.key.as_str().unwrap_or_default();
            let entries = section.value.as_map().unwrap_or_default();
            entries.iter().filter_map(move |entry| Some((name, entry.key.as_str()?, entry.value)))
        });
        let same = |section: &str, id: &str, node: Node<'_>| match (&payload.changes, previous) {
            // A changed parameter changes resources whose text stays: CloudFormation knows which.
            (Some(changes), _) if section == "Resources" => !changes.iter().any(|change| change.logical_id == id),
            (_, Some(previous)) => {
                let before = previous.root.get(section).and_then(|section| section.get(id));
                before.is_some_and(|before| equal(before, node))
            }
            _ => false,
        };
        let unchanged = entries.filter(|(section, id, node)| same(section, id, *node));
        Unchanged(unchanged.map(|(section, id, _)| (section.to_owned(), id.to_owned())).collect())
    }

    /// Whether a finding is about something that the operation leaves as it is.
    pub fn contains(&self, finding: &Finding) -> bool {
        match finding.path.as_ref().map(|path| path.0.as_slice()) {
            Some([Step::Key(section), Step::Key(id), ..]) => self.0.contains(&(section.clone(), id.clone())),
            _ => false,
        }
    }
}

/// Whether two values are the same, however they are written. Recursion ends where the reader's limit of depth does.
fn equal(a: Node<'_>, b: Node<'_>) -> bool {
    match (a.value, b.value) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::BigInt(a), Value::BigInt(b)) | (Value::Date(a), Value::Date(b)) | (Value::Str(a), Value::Str(b)) => {
            a == b
        }
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(*a, *b)),
        // Entries in another order count as a change: so the comparison takes one walk, whatever the input.
        (Value::Map(a), Value::Map(b)) => {
            let same = |(a, b): (&Entry<'_>, &Entry<'_>)| equal(a.key, b.key) && equal(a.value, b.value);
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::*;
    use crate::lambda::hook::document::read;

    fn unchanged(document: &str) -> Vec<String> {
        let payload = Payload::decode(document.as_bytes()).unwrap();
        let (arena, other) = (Bump::new(), Bump::new());
        let template = read(&arena, payload.template.as_deref().unwrap(), "template").unwrap();
        let previous = payload.previous.as_deref().map(|text| read(&other, text, "previous template").unwrap());
        let Unchanged(entries) = Unchanged::of(&payload, &template, previous.as_ref());
        let mut entries: Vec<String> = entries.into_iter().map(|(section, id)| format!("{section}/{id}")).collect();
        entries.sort();
        entries
    }

    #[test]
    fn without_a_previous_template_or_changes_everything_is_new() {
        assert_eq!(unchanged(r#"{"template": "Resources: {A: {Type: X}}"}"#), [""; 0]);
    }

    #[test]
    fn what_is_written_as_before_is_unchanged_however_it_is_written() {
        let document = r#"{"template": "Parameters: {P: {Type: String}}\nResources: {A: {Type: X, Properties: {N: 1}}, B: {Type: !Ref Y}, C: {}}",
            "previousTemplate": "{\"Parameters\": {\"P\": {\"Type\": \"Number\"}}, \"Resources\": {\"B\": {\"Type\": {\"Ref\": \"Y\"}}, \"A\": {\"Type\": \"X\", \"Properties\": {\"N\": 2}}}}"}"#;
        assert_eq!(unchanged(document), ["Resources/B"]);
    }

    #[test]
    fn of_resources_the_change_set_knows_what_changes() {
        let document = r#"{"template": "Resources: {A: {Type: X}, B: {Type: X}}", "previousTemplate": "Resources: {A: {Type: X}}",
            "changedResources": [{"logicalResourceId": "A", "action": "UPDATE"}]}"#;
        assert_eq!(unchanged(document), ["Resources/B"]);
    }
}
