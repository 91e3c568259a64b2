//! Which documents `check` reads: paths, patterns, folders, and what is left out of folders.

use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};

use super::{files, url};
use cfn_warden_engine::error::Error;
use cfn_warden_syntax::names::nearest;

/// Folders of other people's code.
pub const VENDORED: [&str; 1] = ["node_modules"];
const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// Returns the paths of a command line, with those that a pattern matches in its place: a shell that does not expand
/// patterns, or quotes around one, make no difference.
///
/// # Errors
/// [`Error::Read`] for a URL, for a pattern that matches nothing, and for a file that does not exist next to one with a similar name.
pub fn expanded(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for path in paths {
        let text = path.to_string_lossy();
        if let Some(reason) = url::reason_document_not_read(&text) {
            return Err(Error::Read {
                path: text.into_owned(),
                reason,
            });
        }
        if path.exists() || !is_pattern(&text) {
            reject_misspelt(path)?;
            found.push(path.clone());
            continue;
        }
        let matching = files::matching(&text);
        if matching.is_empty() {
            let reason =
                "the pattern matches no file; `**` crosses folders, as in `templates/**/*.yaml`"
                    .to_owned();
            return Err(Error::Read {
                path: text.into_owned(),
                reason,
            });
        }
        found.extend(matching.into_iter().map(PathBuf::from));
    }
    Ok(found)
}

/// Returns whether a document of a command line is a pattern.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// Rejects a path that does not exist next to one with a similar name.
fn reject_misspelt(path: &Path) -> Result<(), Error> {
    // A link that leads nowhere exists.
    match similar(path).filter(|_| path.symlink_metadata().is_err()) {
        Some(_) => Err(Error::Read {
            path: path.to_string_lossy().into_owned(),
            reason: missing(path),
        }),
        None => Ok(()),
    }
}

/// Returns why a path that does not exist cannot be read, with the path of a similar name.
pub fn missing(path: &Path) -> String {
    match similar(path) {
        Some(similar) => format!("no such file; did you mean `{}`?", similar.display()),
        None => "no such file or folder".to_owned(),
    }
}

/// Returns the path with a similar name in the same folder.
fn similar(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy();
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let names = files::names_in(folder);
    let similar =
        nearest(&name, names.iter().map(String::as_str)).filter(|similar| *similar != name)?;
    Some(path.with_file_name(similar))
}

/// What `check` leaves out of folders. A document that is named is always read.
#[derive(Debug)]
pub struct Excluded(Vec<Pattern>);

impl Excluded {
    /// Compiles the patterns of `--exclude`.
    ///
    /// # Errors
    /// [`Error::Value`] for one that is not a pattern.
    pub fn of(patterns: &[String]) -> Result<Excluded, Error> {
        let compiled = patterns.iter().map(|text| {
            let wrong = |error: glob::PatternError| Error::Value {
                name: format!("--exclude {text}"),
                reason: format!(
                    "not a pattern: {} at character {}",
                    error.msg,
                    error.pos.saturating_add(1)
                ),
            };
            let relative = text.strip_prefix("./").unwrap_or(text);
            Pattern::new(relative.strip_suffix('/').unwrap_or(relative)).map_err(wrong)
        });
        Ok(Excluded(compiled.collect::<Result<_, _>>()?))
    }

    /// Returns whether a file in a folder is left out: its path, or that of a folder around it, matches a pattern, from the
    /// folder or as written. A pattern without `/` matches a name anywhere.
    pub fn has(&self, file: &Path, folder: &Path) -> bool {
        let inside = file.strip_prefix(folder).unwrap_or(file);
        let names = || {
            inside
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
        };
        names().any(|name| VENDORED.contains(&&*name)) || self.matches(file, folder)
    }

    /// Returns whether a pattern matches a file in a folder.
    pub fn matches(&self, file: &Path, folder: &Path) -> bool {
        let inside = file.strip_prefix(folder).unwrap_or(file);
        let names = || {
            inside
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
        };
        self.0
            .iter()
            .any(|pattern| match pattern.as_str().contains('/') {
                // A pattern of the project file.
                true if pattern.as_str().starts_with('/') => {
                    is_below(pattern, &files::absolute(file))
                }
                true => [inside, file]
                    .into_iter()
                    .any(|path| is_below(pattern, path)),
                false => names().any(|name| pattern.matches_with(&name, OPTIONS)),
            })
    }
}

/// Whether a pattern matches a path or a folder that it is in.
fn is_below(pattern: &Pattern, path: &Path) -> bool {
    let parts: PathBuf = path
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect();
    parts
        .ancestors()
        .any(|path| pattern.matches_path_with(path, OPTIONS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_names_and_paths() {
        let has = |pattern: &str, file: &str, folder: &str| {
            Excluded::of(&[pattern.to_owned()])
                .unwrap()
                .has(Path::new(file), Path::new(folder))
        };
        assert!(has("*.test.yaml", "./a/b.test.yaml", "."));
        assert!(has("legacy", "stacks/legacy/old/a.yaml", "stacks"));
        assert!(has("legacy/", "stacks/legacy/a.yaml", "stacks"));
        assert!(!has("legacy", "legacy/a.yaml", "legacy"));
        assert!(has("stacks/legacy", "./stacks/legacy/a.yaml", "."));
        assert!(has("./legacy/*.yaml", "stacks/legacy/a.yaml", "stacks"));
        assert!(has("stacks/**/a.yaml", "stacks/x/y/a.yaml", "stacks"));
        assert!(!has("legacy/*.yaml", "stacks/legacy/old/a.yaml", "stacks"));
        assert!(!has("legacy", "stacks/legacy.yaml", "stacks"));
        assert!(has("nothing", "app/node_modules/x/template.yaml", "app"));
        assert!(!has(
            "nothing",
            "node_modules/x/template.yaml",
            "node_modules/x"
        ));
        assert!(
            Excluded::of(&["[a".to_owned()])
                .unwrap_err()
                .to_string()
                .starts_with("--exclude [a: not a pattern: ")
        );
    }
}
