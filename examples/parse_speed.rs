//! Says how fast the files named on the command line are read, in MB/s: the best of many runs.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a development tool that reads files, measures time and prints"
)]

use std::time::Instant;

use bumpalo::Bump;
use cfn_warden::syntax::yaml::event::EventKind;
use cfn_warden::syntax::{self, yaml};

fn main() {
    for path in std::env::args().skip(1) {
        let text = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        let mut arena = Bump::new();
        let mut nodes = 0;
        let tree = best(|| {
            arena.reset();
            let parsed = syntax::parse(&arena, &text, &path);
            nodes = parsed.tree.map_or(0, |tree| tree.len());
        });
        let events = best(|| {
            let arena = Bump::new();
            let mut parser = yaml::parser::Parser::new(&arena, &text);
            while parser.next_event().is_ok_and(|event| event.kind != EventKind::StreamEnd) {}
        });
        let speed = |seconds: f64| text.len() as f64 / 1e6 / seconds;
        println!(
            "{path}: {} bytes, {nodes} nodes, tree {:.3} ms = {:.0} MB/s, YAML events {:.3} ms = {:.0} MB/s",
            text.len(),
            tree * 1e3,
            speed(tree),
            events * 1e3,
            speed(events)
        );
    }
}

fn best(mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..30 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
