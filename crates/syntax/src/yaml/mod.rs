//! YAML 1.1 as PyYAML reads it over libyaml 0.2.5, the library under both references.
//!
//! Characters become tokens, tokens events, events nodes, and nodes the tree; each step is a port of its counterpart,
//! with the same marks and the same faults in the same order.

mod compose;
mod construct;
pub mod cursor;
pub mod event;
pub mod fault;
mod mapping;
mod message;
mod number;
pub mod parser;
mod resolve;
mod scanner;
pub mod token;

use std::collections::HashMap;

use bumpalo::Bump;

use self::compose::{ComposeFault, Graph};
use self::construct::Constructor;
use self::cursor::Mark;
use self::fault::Fault;
use super::build::TreeBuilder;
use super::error::NOWHERE;
use super::limits::Limits;
use super::tree::At;
use super::{Node, NodeId, Parsed, Position, Span, SyntaxError, Tree, Value};

/// What the YAML reader made of a text.
pub(super) enum Read<'a> {
    /// A tree, or errors, or both.
    Done(Parsed<'a>),
    /// An escape that YAML does not know: the reference now tries JSON. The error stands if that is no value at all.
    TryJson(SyntaxError),
}

/// Reads the first document of a text.
pub(super) fn read<'a>(arena: &'a Bump, text: &'a str, limits: &Limits) -> Read<'a> {
    let (graph, fault) = compose::compose(arena, text, limits);
    let error = fault.as_ref().map(message::of_fault);
    if let (Some(ComposeFault::Yaml(Fault::Scanner(problem))), Some(error)) = (&fault, &error)
        && problem.problem == "found unknown escape character"
    {
        return Read::TryJson(error.clone());
    }
    let Some(mut graph) = graph else { return Read::Done(Parsed { tree: None, errors: error.into_iter().collect() }) };
    let (tree, errors) = construct(arena, text, &mut graph, limits);
    Read::Done(Parsed { tree, errors: error.map_or(errors, |error| vec![error]) })
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
        None => Ok(constructor.nothing()),
    };
    let Constructor { mut build, mut errors, .. } = constructor;
    let Ok(root) = built else { return (None, errors) };
    // A document that says nothing is an empty template to the reference, without a place.
    let root = match root.value {
        Value::Null => {
            build.set_span(root.id, NOWHERE);
            Node { value: Value::Map(&[]), ..root }
        }
        _ => root,
    };
    build.aliases = aliases;
    let tree = build.finish(root);
    // The reference counts only where an alias might be: an ampersand is enough.
    if errors.is_empty() && tree.len() > limits.aliased_nodes && text.contains('&') && size(root) > limits.aliased_nodes
    {
        errors.push(message::aliased(limits.aliased_nodes));
        return (None, errors);
    }
    (Some(tree), errors)
}

/// The values of a tree: what the reference's limit counts.
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

fn position(mark: Mark) -> Position {
    Position { line: mark.line.saturating_add(1), column: mark.column.saturating_add(1) }
}

fn span(start: Mark, end: Mark) -> Span {
    Span { start: position(start), end: position(end) }
}
