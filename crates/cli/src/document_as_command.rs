//! A document in the place of a command, as in `cfn-warden template.yaml`.

use std::path::Path;

use super::input_kind::{DOCUMENTS, RULES, has_extension};
use super::terraform::folders::is_of_terraform;
use super::url;

/// Returns what to type if a word in the place of a command is a file, a folder or a URL.
pub fn tip(word: &str) -> Option<String> {
    let path = Path::new(word);
    let (kind, command) = if url::is_url(word) {
        ("a URL", url::check_command(word))
    } else if path.is_dir() {
        ("a folder", check_command(word))
    } else if has_extension(word, RULES) {
        (
            "a rules file",
            format!("cfn-warden check DOCUMENT --rules {}", quoted(word)),
        )
    } else if is_of_terraform(path) {
        let folder = path.parent().map(Path::to_string_lossy);
        let folder = folder.filter(|folder| !folder.is_empty());
        (
            "a Terraform file",
            check_command(folder.as_deref().unwrap_or(".")),
        )
    } else if path.exists() || has_extension(word, DOCUMENTS) || word.contains('/') {
        ("a document", check_command(word))
    } else {
        return None;
    };
    Some(format!(
        "`{word}` is {kind}, not a command; to check it: {command}"
    ))
}

fn check_command(path: &str) -> String {
    format!("cfn-warden check {}", quoted(path))
}

/// Quotes a word for a shell if it has other characters than those of most paths.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:@+=".contains(c);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
