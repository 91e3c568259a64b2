//! Invariants of parsing, shared by the property tests and the fuzz target `fuzz/fuzz_targets/syntax.rs`.

use bumpalo::Bump;
use cfn_warden_syntax::{self as syntax, Node, Position, Tree, Value};

/// Parses bytes like a front end and visits the whole result.
///
/// # Panics
/// Panics if an invariant is violated.
pub fn check_bytes(bytes: &[u8]) {
    if let Ok(text) = syntax::decode(bytes) {
        check_text(&text);
    }
}

/// Parses a text and visits the whole result.
///
/// # Panics
/// Panics if an invariant is violated.
pub fn check_text(text: &str) {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, "t.yaml");
    assert!(
        parsed.tree.is_some() || !parsed.errors.is_empty(),
        "neither a tree nor an error: {text:?}"
    );
    if let Some(tree) = &parsed.tree {
        check_node(tree, tree.root, end(text));
        assert_eq!(
            syntax::alias_paths(tree).len(),
            tree.aliases.len(),
            "{text:?}"
        );
    }
}

/// Returns the end position of a text. libyaml adds a line break if the last one is missing.
fn end(text: &str) -> Position {
    let lines = text
        .chars()
        .filter(|c| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'))
        .count();
    Position {
        line: u32::try_from(lines).unwrap() + 2,
        column: 1,
    }
}

fn check_node(tree: &Tree<'_>, node: Node<'_>, end: Position) {
    let span = tree.span(node.id);
    assert!(
        Position::START <= span.start && span.start <= span.end && span.end <= end,
        "{span:?} is outside"
    );
    let info = tree.info(node.id).unwrap();
    assert!(info.parent <= node.id, "a node is named after its parent");
    let place = syntax::location_of(tree, node);
    assert!(
        Position::START <= place.start && place.end <= end,
        "{place:?} is outside"
    );
    match node.value {
        Value::List(items) => items.iter().for_each(|item| check_node(tree, *item, end)),
        Value::Map(entries) => entries.iter().for_each(|entry| {
            check_node(tree, entry.key, end);
            check_node(tree, entry.value, end);
        }),
        _ => {}
    }
}
