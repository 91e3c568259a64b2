//! The rules that a function was deployed with.
#![expect(clippy::disallowed_methods, reason = "the function's own folder is read here, once at start")]

use std::path::{Path, PathBuf};

use super::config::Config;
use super::request::Text;
use crate::error::Error;

/// What rules files' names end in: cfn-guard's own choice.
const EXTENSIONS: &[&str] = &["guard", "ruleset"];

/// The rules files below the folder that the settings name, by path in alphabetical order; none without a setting, and
/// then nothing is read.
///
/// # Errors
/// [`Error::Value`] where the folder that was named cannot be read or holds no rules; [`Error::Read`] where a file in it
/// cannot be read.
pub fn deployed(config: &Config) -> Result<Vec<Text>, Error> {
    let Some(folder) = &config.rules else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    let wrong = |reason| Error::Value { name: "WARDEN_RULES".to_owned(), reason };
    collect(folder, &mut files).map_err(|(path, error)| wrong(unreadable(&path, &error).to_string()))?;
    files.sort();
    if files.is_empty() {
        return Err(wrong(format!("{} holds no rules: files that end in .guard or .ruleset", folder.display())));
    }
    let text = |path: PathBuf| {
        let content = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, &error))?;
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        Ok(Text { name, content })
    };
    files.into_iter().map(text).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, std::io::Error)> {
    let unreadable = |error| (folder.to_owned(), error);
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|end| EXTENSIONS.iter().any(|known| end == *known)) {
            files.push(path);
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::Read { path: path.display().to_string(), reason: error.to_string() }
}
