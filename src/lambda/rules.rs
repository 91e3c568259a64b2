//! The rules that a function was deployed with: those in its own folder.
#![expect(clippy::disallowed_methods, reason = "the function's own folder is read here, once at start")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::config::{Config, Rules};
use super::request::Text;
use crate::error::Error;

/// Whether a file of this name holds rules: cfn-guard's own choice.
pub fn is_rules(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "guard" || end == "ruleset")
}

/// The rules files below the folder that the settings name, by path in alphabetical order; where they name none, nothing
/// is read.
///
/// # Errors
/// [`Error::Value`] where the folder that was named cannot be read or holds no rules; [`Error::Read`] where a file in it
/// cannot be read.
pub fn deployed(config: &Config) -> Result<Arc<[Text]>, Error> {
    let Rules::Folder(folder) = &config.rules else { return Ok(Arc::default()) };
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
        } else if is_rules(&path.to_string_lossy()) {
            files.push(path);
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::Read { path: path.display().to_string(), reason: error.to_string() }
}
