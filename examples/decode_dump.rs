//! Prints the parsed values of the files whose paths are on standard input, for `scripts/decode_oracle.py`.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    dead_code,
    reason = "a development tool that reads files and prints"
)]

#[path = "../tests/syntax/dump.rs"]
mod dump;

use std::io::{BufRead as _, Write as _};

fn main() {
    let stdout = std::io::stdout();
    let mut out = stdout.lock();
    for path in std::io::stdin().lock().lines() {
        let path = path.unwrap();
        let lines = dump::decoded(&std::fs::read(&path).unwrap(), &path);
        out.write_all(format!("FILE {path}\n{}\n", lines.join("\n")).as_bytes())
            .unwrap();
    }
}
