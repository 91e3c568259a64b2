//! The graph of a template's resources in Graphviz's DOT language, as cfn-lint's `--build-graph` writes it with pydot.

use std::fmt::Write as _;

use super::graph::{Edge, Graph, VertexKind};
use cfn_warden_syntax::{Step, Tree};

/// Returns the graph in DOT; names and paths are those of the tree.
pub fn dot(graph: &Graph<'_>, tree: &Tree<'_>) -> String {
    let mut text = String::from("digraph \"template\" {\n");
    for vertex in &graph.vertices {
        if let VertexKind::Resource(kind) = vertex.holder {
            let (name, label) = (id(vertex.name), quoted(vertex.name, kind));
            let _ = writeln!(
                text,
                "{name} [label={label}, color=black, shape=ellipse, type=Resource];"
            );
        }
    }
    for (source, out) in graph.vertices.iter().zip(&graph.out) {
        let VertexKind::Resource(_) = source.holder else {
            continue;
        };
        for (neighbour, edges) in out {
            let Some(target) = graph.vertex(*neighbour) else {
                continue;
            };
            let VertexKind::Resource(_) = target.holder else {
                continue;
            };
            for (key, edge) in edges.iter().enumerate() {
                let (from, to, kind) = (id(source.name), id(target.name), edge.kind.label());
                let _ = writeln!(
                    text,
                    "{from} -> {to} [key={key}, source_paths={}, label={kind}, color=black];",
                    paths(edge, tree)
                );
            }
        }
    }
    text.push_str("}\n");
    text
}

/// Returns the path of a reference below its resource as JSON within JSON, as cfn-lint writes it.
fn paths(edge: &Edge<'_>, tree: &Tree<'_>) -> String {
    let steps = match edge.holder {
        None => vec!["\"DependsOn\"".to_owned()],
        Some(holder) => tree.path(holder.id).0.iter().skip(2).map(step).collect(),
    };
    serde_json::Value::from(format!("[{}]", steps.join(", "))).to_string()
}

fn step(step: &Step) -> String {
    match step {
        Step::Key(name) => serde_json::Value::from(name.as_str()).to_string(),
        Step::Index(index) => index.to_string(),
    }
}

/// Quotes a name unless it is a plain word.
fn id(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    let is_reserved = ["node", "edge", "graph", "digraph", "subgraph", "strict"]
        .contains(&name.to_ascii_lowercase().as_str());
    if is_word && !is_reserved {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('"', "\\\""))
    }
}

fn quoted(name: &str, kind: &str) -> String {
    format!(
        "\"{}\\n<{}>\"",
        name.replace('"', "\\\""),
        kind.replace('"', "\\\"")
    )
}
