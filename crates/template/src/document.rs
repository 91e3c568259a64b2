//! Kinds of documents, and the resources of templates.

use cfn_warden_syntax::{Node, Path, Step, Tree, Value};

/// Returns whether a document is a template: it has a section `Resources`.
pub fn is_template(tree: &Tree<'_>) -> bool {
    tree.root
        .get("Resources")
        .is_some_and(|resources| resources.as_map().is_some())
}

/// Returns whether a document is meant as a template, also if `Resources` is missing, misspelled or not a map. Other files
/// have lists and texts called `Resources`, next to keys of their own: application specifications of CodeDeploy, findings
/// of Security Hub, translations.
pub fn is_meant_as_template(tree: &Tree<'_>) -> bool {
    let is_section = |key: Node<'_>| key.as_str().is_some_and(|key| SECTIONS.contains(&key));
    let has_only_sections = || {
        tree.root
            .as_map()
            .unwrap_or_default()
            .iter()
            .all(|entry| is_section(entry.key))
    };
    let is_section_of_resources = |resources: Node<'_>| match resources.value {
        Value::Map(_) | Value::Null => true,
        Value::List([]) => true,
        _ => has_only_sections(),
    };
    tree.root.get("AWSTemplateFormatVersion").is_some()
        || tree.root.get("Transform").is_some_and(is_of_aws)
            && (has_only_sections() || has_other_section(tree.root))
        || tree
            .root
            .get("Resources")
            .is_some_and(is_section_of_resources)
}

/// Returns whether a document has a section besides `Transform`, perhaps with a misspelled name: public examples have `Transform` in
/// files of other tools, which have none.
fn has_other_section(root: Node<'_>) -> bool {
    let mut keys = root.as_map().unwrap_or_default().iter();
    keys.any(|entry| {
        entry.key.as_str().is_some_and(|key| {
            key != "Transform" && SECTIONS.contains(&key) || key.starts_with("Res")
        })
    })
}

/// Returns whether a value of `Transform` has a transform of AWS.
fn is_of_aws(transform: Node<'_>) -> bool {
    let name = transform.get("Name").unwrap_or(transform);
    name.as_str().is_some_and(|name| name.starts_with("AWS::"))
        || transform
            .as_list()
            .unwrap_or_default()
            .iter()
            .any(|item| is_of_aws(*item))
}

/// Returns whether a document is a template or may become one: a macro may generate all of its resources.
pub fn is_covered(tree: &Tree<'_>) -> bool {
    is_template(tree)
        || ["Transform", "Fn::Transform"]
            .iter()
            .any(|name| tree.root.get(name).is_some())
}

/// Returns whether a document is a Terraform plan.
pub fn is_plan(tree: &Tree<'_>) -> bool {
    let has = |name: &str| tree.root.get(name).is_some();
    has("format_version") && (has("planned_values") || has("resource_changes"))
}

/// Returns the types of the resources of a template.
pub fn resource_types<'a>(tree: &Tree<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let resources = tree
        .root
        .get("Resources")
        .and_then(|resources| resources.as_map())
        .unwrap_or_default();
    resources
        .iter()
        .filter_map(|entry| entry.value.get("Type")?.as_str())
}

/// Returns the logical ID of the resource that a path leads into.
pub fn logical_id(path: &Path) -> Option<&str> {
    match path.0.as_slice() {
        [Step::Key(section), Step::Key(id), ..] if section == "Resources" => Some(id),
        _ => None,
    }
}

/// The sections of a template.
const SECTIONS: [&str; 12] = [
    "AWSTemplateFormatVersion",
    "Conditions",
    "Description",
    "Globals",
    "Hooks",
    "Mappings",
    "Metadata",
    "Outputs",
    "Parameters",
    "Resources",
    "Rules",
    "Transform",
];
