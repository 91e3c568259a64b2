//! Prints what the files named on standard input are understood as, for `scripts/decode_oracle.py`.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a development tool that reads files and prints"
)]

use std::io::{BufRead as _, Write as _};

use bumpalo::Bump;
use cfn_warden::syntax::{self, Node, Span, Tree, Value};

fn main() {
    let stdout = std::io::stdout();
    let mut out = stdout.lock();
    for path in std::io::stdin().lock().lines() {
        let path = path.unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let mut lines = vec![format!("FILE {path}")];
        match syntax::decode(&bytes) {
            Err(error) => lines.push(format!("ERROR {} {}", span(error.span), quoted(&error.message))),
            Ok(text) => {
                let arena = Bump::new();
                let parsed = syntax::parse(&arena, &text, &path);
                for error in &parsed.errors {
                    lines.push(format!("ERROR {} {}", span(error.span), quoted(&error.message)));
                }
                if let (Some(tree), true) = (&parsed.tree, parsed.errors.is_empty()) {
                    dump(tree, tree.root, &mut lines);
                    for (alias, path) in tree.aliases.iter().zip(syntax::alias_paths(tree)) {
                        lines.push(format!("ALIAS {} {} {path}", span(alias.span), alias.name));
                    }
                }
            }
        }
        lines.push(String::new());
        out.write_all(lines.join("\n").as_bytes()).unwrap();
    }
}

fn span(span: Span) -> String {
    format!("{}:{}-{}:{}", span.start.line, span.start.column, span.end.line, span.end.column)
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn dump(tree: &Tree<'_>, node: Node<'_>, lines: &mut Vec<String>) {
    let place = span(tree.span(node.id));
    match node.value {
        Value::Null => lines.push(format!("{place} None")),
        Value::Bool(value) => lines.push(format!("{place} bool {value}")),
        Value::Int(value) => lines.push(format!("{place} int {value}")),
        Value::BigInt(value) => lines.push(format!("{place} int {value}")),
        Value::Float(value) if value.is_nan() => lines.push(format!("{place} float nan")),
        Value::Float(value) => lines.push(format!("{place} float {:016x}", value.to_bits())),
        Value::Date(value) => lines.push(format!("{place} date {value}")),
        Value::Str(value) => lines.push(format!("{place} str {}", quoted(value))),
        Value::List(items) => {
            lines.push(format!("{place} list {}", items.len()));
            items.iter().for_each(|item| dump(tree, *item, lines));
        }
        Value::Map(entries) => {
            let merged = tree.merges().any(|id| id == node.id);
            lines.push(format!("{place} dict {} {merged}", entries.len()));
            for entry in entries {
                dump(tree, entry.key, lines);
                dump(tree, entry.value, lines);
            }
        }
    }
}
