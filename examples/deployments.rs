//! Compares templates in all their deployments with each of their deployments: `deployments FOLDER...`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a development tool"
)]

#[path = "../tests/document/deployments/assertions.rs"]
mod assertions;
#[path = "../tests/document/deployments/brute_force.rs"]
mod brute_force;

use std::path::{Path, PathBuf};

use brute_force::{Counts, check};

fn main() {
    let mut files = Vec::new();
    std::env::args()
        .skip(1)
        .for_each(|folder| collect(Path::new(&folder), &mut files));
    files.sort();
    let (mut sum, mut failures) = (Counts::default(), 0);
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let start = std::time::Instant::now();
        match check(&text) {
            Ok(counts) => {
                if counts.limited + counts.without_values > 0 {
                    println!("{}: {counts:?}", file.display());
                }
                sum.add(&counts);
            }
            Err(error) => {
                failures += 1;
                println!("{}: {error}", file.display());
            }
        }
        if start.elapsed().as_secs() > 5 {
            println!("{}: {:?}", file.display(), start.elapsed());
        }
    }
    println!("{failures} failures; {sum:#?}");
    std::process::exit(i32::from(failures > 0));
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(folder) = std::fs::read_dir(path) {
        folder.for_each(|entry| collect(&entry.unwrap().path(), files));
    } else if path.extension().is_some_and(|end| {
        ["yaml", "yml", "json", "template"]
            .iter()
            .any(|one| end == *one)
    }) {
        files.push(path.to_owned());
    }
}
