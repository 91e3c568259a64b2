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
