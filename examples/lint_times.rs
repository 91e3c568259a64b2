//! Measures how long it takes to lint templates one after the other in one process: `make bench-lint`.
//!
//! Arguments: the number of runs, then the files. A run parses and lints the file and renders its findings; the fastest
//! run counts. Prints JSON lines: `{"file", "bytes", "findings", "seconds"}`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "an example"
)]

use std::time::{Duration, Instant};

use cfn_warden::engine::{self, Cache, Input, Linting, Request};
use cfn_warden::report::{self, Paint};
use cfn_warden_lint::Settings;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let times: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap();
    let format = report::by_name("cfn-lint").unwrap();
    let cache = Cache::default();
    for file in arguments {
        let content = std::fs::read(&file).unwrap();
        let request = Request {
            documents: vec![Input {
                name: &file,
                content: &content,
            }],
            lint: Linting::All,
            lint_settings: Settings::new(cfn_warden_rules::bundled(), engine::bundled_knowledge()),
            ..Request::default()
        };
        let (mut best, mut findings) = (Duration::MAX, 0);
        for _ in 0..times.max(1) {
            let start = Instant::now();
            let run = engine::check(&request, &cache);
            format
                .write(&run, Paint::Plain, &mut std::io::sink())
                .unwrap();
            best = best.min(start.elapsed());
            findings = run.findings.len();
        }
        println!(
            "{}",
            serde_json::json!({"file": file, "bytes": content.len(), "findings": findings, "seconds": best.as_secs_f64()})
        );
    }
}
