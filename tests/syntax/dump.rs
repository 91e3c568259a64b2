//! Events and trees as text, one item per line, for comparison with the oracle scripts and recorded cases.

use std::fmt::Write as _;

use bumpalo::Bump;
use cfn_warden_syntax::yaml::error::{Problem, YamlError};
use cfn_warden_syntax::yaml::event::{EventKind, Properties};
use cfn_warden_syntax::yaml::mark::Mark;
use cfn_warden_syntax::yaml::parser::Parser;
use cfn_warden_syntax::{self as syntax, Node, Span, Tree, Value};

/// Returns the YAML events of a text, up to the first error.
pub fn events(text: &str) -> String {
    let arena = Bump::new();
    let mut parser = Parser::new(&arena, text, cfn_warden_syntax::SurrogatePairs::Refused);
    let mut out = String::new();
    loop {
        match parser.next_event() {
            Ok(event) => {
                writeln!(
                    out,
                    "{} {} {}",
                    mark(event.start),
                    mark(event.end),
                    kind(event.kind)
                )
                .unwrap();
                if event.kind == EventKind::StreamEnd {
                    return out;
                }
            }
            Err(error) => {
                let line = match error {
                    YamlError::Reader { character, offset } => {
                        format!("reader {} {offset}", u32::from(character))
                    }
                    YamlError::Scanner(problem) => format!("scanner {}", words(&problem)),
                    YamlError::Parser(problem) => format!("parser {}", words(&problem)),
                    other => format!("{other:?}"),
                };
                writeln!(out, "ERROR {line}").unwrap();
                return out;
            }
        }
    }
}

fn mark(mark: Mark) -> String {
    format!("{}:{}", mark.line, mark.column)
}

fn words(problem: &Problem) -> String {
    let context = problem.context.map_or("-".to_owned(), |(words, place)| {
        format!("{words} {}", mark(place))
    });
    format!("{context} / {} {}", problem.problem, mark(problem.mark))
}

fn kind(kind: EventKind<'_>) -> String {
    match kind {
        EventKind::StreamStart => "stream-start".to_owned(),
        EventKind::StreamEnd => "stream-end".to_owned(),
        EventKind::DocumentStart { implicit } => format!("document-start {implicit}"),
        EventKind::DocumentEnd { implicit } => format!("document-end {implicit}"),
        EventKind::Alias(name) => format!("alias {name}"),
        EventKind::Scalar {
            properties,
            value,
            plain_implicit,
            quoted_implicit,
            style,
        } => {
            let value = serde_json::to_string(value).unwrap();
            format!(
                "scalar {} {plain_implicit} {quoted_implicit} {style:?} {value}",
                before(properties)
            )
        }
        EventKind::SequenceStart { properties, flow } => {
            format!("sequence {} {flow}", before(properties))
        }
        EventKind::SequenceEnd => "sequence-end".to_owned(),
        EventKind::MappingStart { properties, flow } => {
            format!("mapping {} {flow}", before(properties))
        }
        EventKind::MappingEnd => "mapping-end".to_owned(),
    }
}

fn before(properties: Properties<'_>) -> String {
    let tag = properties.tag.map_or("-".to_owned(), |tag| {
        format!("<{}{}>", tag.prefix, tag.suffix)
    });
    format!("{} {tag}", properties.anchor.unwrap_or("-"))
}

/// Returns the errors of a document, or its tree and aliases.
pub fn decoded(bytes: &[u8], name: &str) -> Vec<String> {
    let error = |error: &syntax::SyntaxError| {
        format!("ERROR {} {}", span(error.span), quoted(&error.message))
    };
    let text = match syntax::decode(bytes) {
        Err(invalid) => return vec![error(&invalid)],
        Ok(text) => text,
    };
    let arena = Bump::new();
    let limits = syntax::Limits {
        surrogate_pairs: syntax::SurrogatePairs::Refused,
        ..syntax::Limits::default()
    };
    let parsed = syntax::parse_within(&arena, &text, name, &limits);
    let mut lines: Vec<_> = parsed.errors.iter().map(error).collect();
    if let (Some(tree), true) = (&parsed.tree, parsed.errors.is_empty()) {
        dump(tree, tree.root, &mut lines);
        for (alias, path) in tree.aliases.iter().zip(syntax::alias_paths(tree)) {
            lines.push(format!("ALIAS {} {} {path}", span(alias.span), alias.name));
        }
    }
    lines
}

fn span(span: Span) -> String {
    format!(
        "{}:{}-{}:{}",
        span.start.line, span.start.column, span.end.line, span.end.column
    )
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
