//! Kinds of documents, and the resources of templates.

use cfn_warden_syntax::{Path, Step, Tree};

/// Returns whether a document is a template: it has a section `Resources`.
pub fn is_template(tree: &Tree<'_>) -> bool {
    tree.root.get("Resources").is_some_and(|resources| resources.as_map().is_some())
}

/// Returns whether a document is a template or may become one: a macro may generate all of its resources.
pub fn is_covered(tree: &Tree<'_>) -> bool {
    is_template(tree) || ["Transform", "Fn::Transform"].iter().any(|name| tree.root.get(name).is_some())
}

/// Returns whether a document is a Terraform plan.
pub fn is_plan(tree: &Tree<'_>) -> bool {
    let has = |name: &str| tree.root.get(name).is_some();
    has("format_version") && (has("planned_values") || has("resource_changes"))
}

/// Returns the types of the resources of a template.
pub fn resource_types<'a>(tree: &Tree<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let resources = tree.root.get("Resources").and_then(|resources| resources.as_map()).unwrap_or_default();
    resources.iter().filter_map(|entry| entry.value.get("Type")?.as_str())
}

/// Returns the logical ID of the resource that a path leads into.
pub fn logical_id(path: &Path) -> Option<&str> {
    match path.0.as_slice() {
        [Step::Key(section), Step::Key(id), ..] if section == "Resources" => Some(id),
        _ => None,
    }
}
