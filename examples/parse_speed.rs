//! Prints the parsing speed of the files named on the command line, in MB per second of the thread's CPU time.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a development tool that reads files, measures time and prints"
)]

use bumpalo::Bump;
use cfn_warden_syntax::yaml::event::EventKind;
use cfn_warden_syntax::{self as syntax, yaml};

fn main() {
    for path in std::env::args().skip(1) {
        let text = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        let mut arena = Bump::new();
        let mut nodes = 0;
        let tree = mean(|| {
            arena.reset();
            let parsed = syntax::parse(&arena, &text, &path);
            nodes = parsed.tree.map_or(0, |tree| tree.len());
        });
        let events = mean(|| {
            let arena = Bump::new();
            let mut parser = yaml::parser::Parser::new(
                &arena,
                &text,
                cfn_warden_syntax::SurrogatePairs::Refused,
            );
            while parser
                .next_event()
                .is_ok_and(|event| event.kind != EventKind::StreamEnd)
            {}
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

/// Returns the seconds per run, as the mean of many runs, because Linux counts CPU time in coarse steps.
fn mean(mut run: impl FnMut()) -> f64 {
    const RUNS: u32 = 50;
    run();
    let start = cpu();
    for _ in 0..RUNS {
        run();
    }
    (cpu() - start) / f64::from(RUNS)
}

/// Returns the CPU time of this thread in seconds, as Linux reports it.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
