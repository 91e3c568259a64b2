//! Nested-stack templates among the files of a request.

use bumpalo::Bump;

use super::Request;
use cfn_warden_syntax::{self as syntax, Tree};
use cfn_warden_template::nested::{self, Nested};

/// Returns the paths of the nested-stack templates that a template refers to, for callers that can read them.
pub fn nested_templates(name: &str, content: &[u8]) -> Vec<String> {
    let text = syntax::decode(content).unwrap_or_default();
    // A fast check: templates with nested stacks contain one of these type names.
    if name.is_empty() || !nested::STACKS.iter().any(|(kind, _)| text.contains(kind)) {
        return Vec::new();
    }
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, &text, name);
    let locations = parsed
        .tree
        .map(|tree| nested::locations(tree.root))
        .unwrap_or_default();
    locations
        .into_iter()
        .map(|location| nested::path_of(name, location))
        .collect()
}

/// Returns the path of a file as templates of a request refer to it.
pub fn path_as_nested(name: &str) -> String {
    nested::path_of("", name)
}

/// Returns the parameters that a template passes to nested templates, each with the path of the nested template.
pub fn passed_parameters(name: &str, content: &[u8]) -> Vec<(String, String)> {
    let text = syntax::decode(content).unwrap_or_default();
    if name.is_empty() || !nested::STACKS.iter().any(|(kind, _)| text.contains(kind)) {
        return Vec::new();
    }
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, &text, name);
    let resources = parsed.tree.and_then(|tree| tree.root.get("Resources"));
    let resources = resources.and_then(|section| section.as_map());
    let mut passed = Vec::new();
    for resource in resources.unwrap_or_default() {
        let kind = resource.value.get("Type").and_then(|kind| kind.as_str());
        let stack = nested::STACKS.iter().find(|(stack, _)| kind == Some(stack));
        let Some(((_, key), properties)) = stack.zip(resource.value.get("Properties")) else {
            continue;
        };
        let Some(location) = properties.get(key).and_then(|location| location.as_str()) else {
            continue;
        };
        let path = nested::path_of(name, location);
        let parameters = properties
            .get("Parameters")
            .and_then(|passed| passed.as_map());
        let names = parameters.unwrap_or_default().iter();
        let names = names.filter_map(|entry| entry.key.as_str());
        passed.extend(names.map(|name| (path.clone(), name.to_owned())));
    }
    passed
}

/// Returns the parameters that a template declares.
pub fn declared_parameters(name: &str, content: &[u8]) -> Vec<String> {
    let text = syntax::decode(content).unwrap_or_default();
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, &text, name);
    let section = parsed.tree.and_then(|tree| tree.root.get("Parameters"));
    let section = section.and_then(|section| section.as_map());
    let names = section.unwrap_or_default().iter();
    names
        .filter_map(|entry| entry.key.as_str().map(str::to_owned))
        .collect()
}

/// Returns the declarations of the nested-stack templates that are part of the request and can be read.
pub(super) fn of(tree: &Tree<'_>, name: &str, request: &Request<'_>) -> Vec<Nested> {
    if name.is_empty() {
        return Vec::new();
    }
    let read = |location: &str| {
        let path = nested::path_of(name, location);
        let mut known = request.nested_templates.iter().chain(&request.documents);
        let file = known.find(|file| nested::path_of("", file.name) == path)?;
        let arena = Bump::new();
        let text = syntax::decode(file.content).ok()?;
        let parsed = syntax::parse(&arena, &text, file.name);
        let tree = parsed
            .tree
            .filter(|tree| parsed.errors.is_empty() && tree.root.as_map().is_some())?;
        Some(Nested::of(location, &tree))
    };
    nested::locations(tree.root)
        .into_iter()
        .filter_map(read)
        .collect()
}
