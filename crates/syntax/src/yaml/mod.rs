//! A YAML 1.1 reader equivalent to PyYAML with libyaml 0.2.5, the library that cfn-lint and cfn-guard use, and a
//! [`writer`].
//!
//! The scanner turns characters into tokens, the parser tokens into events, the composer events into nodes, and the
//! constructor nodes into the tree. Each step is a port of its upstream counterpart with the same marks and the same
//! errors in the same order. `direct` reads ordinary documents without these steps.

mod compose;
mod construct;
pub mod cursor;
pub(super) mod direct;
pub mod error;
pub mod event;
mod mapping;
pub mod mark;
mod message;
mod number;
pub mod parser;
mod resolve;
mod scanner;
pub mod token;
pub mod writer;

use std::collections::HashMap;

use bumpalo::Bump;

use self::compose::{ComposeError, Graph};
use self::construct::Constructor;
use self::error::YamlError;
use super::build::TreeBuilder;
use super::error::NO_LOCATION;
use super::limits::Limits;
use super::tree::At;
use super::{Node, NodeId, Parsed, SyntaxError, Tree, Value};

/// The result of reading a text as YAML.
pub(super) enum Read<'a> {
    /// A tree, errors, or both.
    Done(Parsed<'a>),
    /// An escape that YAML does not define, for which cfn-lint retries with its JSON decoder. The error applies if the
    /// text contains no JSON value.
    TryJson(SyntaxError),
}

/// Reads the first document of a text.
pub(super) fn read<'a>(arena: &'a Bump, text: &'a str, limits: &Limits) -> Read<'a> {
    let (graph, compose_error) = compose::compose(arena, text, limits);
    let error = compose_error.as_ref().map(message::syntax_error);
    if let (Some(ComposeError::Yaml(YamlError::Scanner(problem))), Some(error)) =
        (&compose_error, &error)
        && problem.problem == "found unknown escape character"
    {
        return Read::TryJson(error.clone());
    }
    let Some(mut graph) = graph else {
        return Read::Done(Parsed {
            tree: None,
            errors: error.into_iter().collect(),
        });
    };
    let (tree, errors) = construct(arena, text, &mut graph, limits);
    Read::Done(Parsed {
        tree,
        errors: error.map_or(errors, |error| vec![error]),
    })
}

fn construct<'a>(
    arena: &'a Bump,
    text: &'a str,
    graph: &mut Graph<'a>,
    limits: &Limits,
) -> (Option<Tree<'a>>, Vec<SyntaxError>) {
    let active = vec![false; graph.nodes.len()];
    let root = graph.root;
    let aliases = std::mem::take(&mut graph.aliases);
    let has_aliases = !aliases.is_empty();
    // A million nodes of a document that is refused for a quarter of them would take 100 MB. Merges leave out keys that are
    // overridden, so that only the tree shows how many nodes there are.
    if has_aliases
        && !graph.has_merges
        && usize::try_from(graph.expanded_nodes).is_ok_and(|nodes| nodes > limits.aliased_nodes)
    {
        return (None, vec![message::aliased(limits.aliased_nodes)]);
    }
    let mut constructor = Constructor {
        graph,
        build: TreeBuilder::new(arena, text.len()),
        limits: *limits,
        errors: Vec::new(),
        written: HashMap::new(),
        active,
        depth: 0,
        has_aliases,
        mergeable: limits.aliased_nodes.saturating_mul(4),
        writing: false,
    };
    let built = match root {
        Some(root) => constructor.construct(root, NodeId(0), At::Root),
        None => Ok(constructor.empty_document()),
    };
    let Constructor {
        mut build,
        mut errors,
        ..
    } = constructor;
    let Ok(root) = built else {
        return (None, errors);
    };
    // cfn-lint treats a null document as an empty template without a location.
    let root = match root.value {
        Value::Null => {
            build.set_span(root.id, NO_LOCATION);
            Node {
                value: Value::Map(&[]),
                ..root
            }
        }
        _ => root,
    };
    build.aliases = aliases;
    let tree = build.finish(root);
    // cfn-lint counts nodes only if the text contains an ampersand, so that it may use an alias.
    if errors.is_empty()
        && tree.len() > limits.aliased_nodes
        && text.contains('&')
        && size(root) > limits.aliased_nodes
    {
        errors.push(message::aliased(limits.aliased_nodes));
        return (None, errors);
    }
    if errors.is_empty() && has_aliases && text_bytes(root) > limits.aliased_bytes.max(text.len()) {
        errors.push(message::aliased_bytes(limits.aliased_bytes.max(text.len())));
        return (None, errors);
    }
    (Some(tree), errors)
}

/// Returns the bytes of the strings in a tree, each as often as aliases repeat it.
fn text_bytes(root: Node<'_>) -> usize {
    let mut bytes: usize = 0;
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        match node.value {
            Value::Str(text) => bytes = bytes.saturating_add(text.len()),
            Value::List(items) => open.extend(items),
            Value::Map(entries) => {
                open.extend(entries.iter().flat_map(|entry| [entry.key, entry.value]))
            }
            _ => {}
        }
    }
    bytes
}

/// Returns the number of values in a tree, keys excluded, as cfn-lint's limit counts them.
fn size(root: Node<'_>) -> usize {
    let mut count = 0;
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        count += 1;
        match node.value {
            Value::List(items) => open.extend(items),
            Value::Map(entries) => open.extend(entries.iter().map(|entry| entry.value)),
            _ => {}
        }
    }
    count
}
