//! Recorded results: `UPDATE=1 cargo test` writes them; review the diff before committing it.

use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a text with the recorded one.
pub fn compare(path: &Path, text: &str) {
    if std::env::var("UPDATE").is_ok_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    let wanted = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(text, wanted, "{} is not as recorded; UPDATE=1 records it", path.display());
}

/// Returns the files of a folder with an extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == extension));
    found.sort();
    assert!(!found.is_empty(), "no .{extension} in {folder}");
    found
}
