//! Prints the YAML events of the files named on standard input, for `scripts/yaml_oracle.py`.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a development tool that reads files and prints"
)]

use std::fmt::Write as _;
use std::io::{BufRead as _, Write as _};

use bumpalo::Bump;
use cfn_warden::syntax::yaml::cursor::Mark;
use cfn_warden::syntax::yaml::event::{EventKind, Properties};
use cfn_warden::syntax::yaml::fault::{Fault, Problem};
use cfn_warden::syntax::yaml::parser::Parser;

fn main() {
    let stdout = std::io::stdout();
    let mut out = stdout.lock();
    for path in std::io::stdin().lock().lines() {
        let path = path.unwrap();
        let text = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        out.write_all(format!("FILE {path}\n{}", events(&text)).as_bytes()).unwrap();
    }
}

fn events(text: &str) -> String {
    let arena = Bump::new();
    let mut parser = Parser::new(&arena, text);
    let mut out = String::new();
    loop {
        match parser.next_event() {
            Ok(event) => {
                writeln!(out, "{} {} {}", mark(event.start), mark(event.end), kind(event.kind)).unwrap();
                if event.kind == EventKind::StreamEnd {
                    return out;
                }
            }
            Err(fault) => {
                let said = match fault {
                    Fault::Reader { character, offset } => format!("reader {} {offset}", u32::from(character)),
                    Fault::Scanner(problem) => format!("scanner {}", words(&problem)),
                    Fault::Parser(problem) => format!("parser {}", words(&problem)),
                    other => format!("{other:?}"),
                };
                writeln!(out, "ERROR {said}").unwrap();
                return out;
            }
        }
    }
}

fn mark(mark: Mark) -> String {
    format!("{}:{}", mark.line, mark.column)
}

fn words(problem: &Problem) -> String {
    let context = problem.context.map_or("-".to_owned(), |(words, place)| format!("{words} {}", mark(place)));
    format!("{context} / {} {}", problem.problem, mark(problem.mark))
}

fn kind(kind: EventKind<'_>) -> String {
    match kind {
        EventKind::StreamStart => "stream-start".to_owned(),
        EventKind::StreamEnd => "stream-end".to_owned(),
        EventKind::DocumentStart { implicit } => format!("document-start {implicit}"),
        EventKind::DocumentEnd { implicit } => format!("document-end {implicit}"),
        EventKind::Alias(name) => format!("alias {name}"),
        EventKind::Scalar { properties, value, plain_implicit, quoted_implicit, style } => {
            let value = serde_json::to_string(value).unwrap();
            format!("scalar {} {plain_implicit} {quoted_implicit} {style:?} {value}", before(properties))
        }
        EventKind::SequenceStart { properties, flow } => format!("sequence {} {flow}", before(properties)),
        EventKind::SequenceEnd => "sequence-end".to_owned(),
        EventKind::MappingStart { properties, flow } => format!("mapping {} {flow}", before(properties)),
        EventKind::MappingEnd => "mapping-end".to_owned(),
    }
}

fn before(properties: Properties<'_>) -> String {
    let tag = properties.tag.map_or("-".to_owned(), |tag| format!("<{}{}>", tag.prefix, tag.suffix));
    format!("{} {tag}", properties.anchor.unwrap_or("-"))
}
