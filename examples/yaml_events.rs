//! Prints the YAML events of the files whose paths are on standard input, for `scripts/yaml_oracle.py`.
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
        let text = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        out.write_all(format!("FILE {path}\n{}", dump::events(&text)).as_bytes())
            .unwrap();
    }
}
