//! Damaged modules are evaluated, or their errors are reported.

use proptest::prelude::*;
use proptest::sample::Index;

use super::harness;
use super::support::{folder, lines, roomy};
use crate::support::damage::{Places, damaged};

/// Returns the Terraform files below a folder.
fn texts(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries.collect();
    paths.sort();
    let of = |path: std::path::PathBuf| match path
        .extension()
        .and_then(|extension| extension.to_str())
    {
        Some("tf") => vec![std::fs::read_to_string(&path).unwrap()],
        None if path.is_dir() => texts(&path),
        Some(_) | None => Vec::new(),
    };
    paths.into_iter().flat_map(of).collect()
}

/// Returns the snippets of syntax.jsonl.
fn snippets() -> Vec<String> {
    lines("syntax.jsonl")
        .iter()
        .map(|row| row["text"].as_str().unwrap().to_owned())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_modules_are_evaluated(at in any::<Index>(), places in prop::collection::vec(any::<Places>(), 0..4)) {
        thread_local!(static TEXTS: Vec<String> = [texts(&folder("")), snippets()].concat());
        let text = TEXTS.with(|texts| damaged(&texts[at.index(texts.len())], &places));
        roomy(move || harness::check_module(&text));
    }
}
