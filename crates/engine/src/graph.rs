//! Reference graph of a template for Graphviz.

use bumpalo::Bump;

use cfn_warden_syntax as syntax;
use cfn_warden_template::Template;
use cfn_warden_template::reference::dot;
use cfn_warden_template::transform::{Inputs, transform};

/// Returns the graph of a template's resources in DOT; `None` if the template cannot be read.
pub fn graph(name: &str, content: &[u8]) -> Option<String> {
    let arena = Bump::new();
    let text = syntax::decode(content).ok()?;
    let parsed = syntax::parse(&arena, &text, name);
    let tree = parsed
        .tree
        .as_ref()
        .filter(|tree| parsed.errors.is_empty() && tree.root.as_map().is_some())?;
    let transformed = transform(&arena, tree, &Inputs::default()).ok()?;
    let tree = transformed.tree.as_ref().unwrap_or(tree);
    let template = Template::of(&arena, tree.root);
    template.graph().map(|graph| dot::dot(graph, tree))
}
