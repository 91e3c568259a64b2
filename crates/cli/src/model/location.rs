//! Places in the source.

use serde_json::{Value as Json, json};

use cfn_warden_syntax::{NodeId, Position, Tree};

/// Returns the place of a key and its value: lines and columns from 1.
pub fn location(tree: &Tree<'_>, first: NodeId, last: NodeId) -> Json {
    let place = |at: Position| json!({"line": at.line, "column": at.column});
    json!({"start": place(tree.span(first).start), "end": place(tree.span(last).end)})
}
