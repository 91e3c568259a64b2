//! File access, the clock and the environment for the CLI.
#![expect(
    clippy::disallowed_methods,
    reason = "the command line is where files and the clock are read"
)]

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use super::{Io, content, url};
use cfn_warden_engine as engine;
use cfn_warden_engine::error::Error;

/// A file's path as the user wrote it, and its content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// Empty for standard input.
    pub name: String,
    /// Raw bytes; the engine reports content that is not UTF-8.
    pub content: Vec<u8>,
}

impl File {
    /// Returns the content as text.
    ///
    /// # Errors
    /// [`Error::Read`] with the offset of the first byte that is not UTF-8.
    pub fn text(self) -> Result<String, Error> {
        String::from_utf8(self.content).map_err(|error| Error::Read {
            path: if self.name.is_empty() {
                "standard input".to_owned()
            } else {
                self.name
            },
            reason: format!("byte {} is not UTF-8", error.utf8_error().valid_up_to()),
        })
    }
}

/// The path that means standard input.
pub const STDIN: &str = "-";

/// Reads a file.
///
/// # Errors
/// [`Error::Read`] with the path and the system's message.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    content::bytes(path).map_err(|error| {
        let path = path.to_string_lossy().into_owned();
        Error::Read {
            reason: url::reason_not_read(&path).unwrap_or_else(|| error.to_string()),
            path,
        }
    })
}

/// Replaces the content of a file at once: readers see the old content or the new one. The file keeps its mode, and a
/// symbolic link its target.
///
/// # Errors
/// [`Error::Write`] with the path and the system's message.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), Error> {
    let write = || {
        let target = path.canonicalize()?;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let written = std::fs::write(&temporary, content)
            .and_then(|()| {
                std::fs::set_permissions(&temporary, std::fs::metadata(&target)?.permissions())
            })
            .and_then(|()| std::fs::rename(&temporary, &target));
        if written.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        written
    };
    write().map_err(|error| Error::Write {
        path: path.to_string_lossy().into_owned(),
        reason: error.to_string(),
    })
}

/// Returns the user's home folder, if there is one.
pub fn home() -> Option<PathBuf> {
    std::env::var_os("HOME")
        .filter(|home| !home.is_empty())
        .map(PathBuf::from)
}

/// Returns the region of the environment, as the AWS CLI reads it.
pub fn region() -> Option<String> {
    let set = |name: &str| std::env::var(name).ok();
    set("AWS_REGION").or_else(|| set("AWS_DEFAULT_REGION"))
}

/// Reads a file; `-` reads standard input.
///
/// # Errors
/// [`Error::Read`] with the path and the system's message.
pub fn read(path: &Path, io: &mut Io<'_>) -> Result<File, Error> {
    let name = path.to_string_lossy().into_owned();
    if name == STDIN {
        return read_stdin(io);
    }
    bytes(path).map(|content| File { name, content })
}

/// Reads the nested-stack templates that files refer to, except unreadable ones and the files themselves.
pub fn nested_in<'f>(files: impl IntoIterator<Item = &'f File>) -> Vec<File> {
    let files: Vec<_> = files.into_iter().collect();
    read_all(nested_paths(&files))
}

/// Returns the paths of nested-stack templates that files refer to, except the files themselves; sorted and unique.
pub fn nested_paths(files: &[&File]) -> Vec<String> {
    let mut paths: Vec<String> = files
        .iter()
        .flat_map(|file| engine::nested_templates(&file.name, &file.content))
        .collect();
    paths.sort();
    paths.dedup();
    paths.retain(|path| files.iter().all(|file| file.name != *path));
    paths
}

/// Reads files and skips those that cannot be read.
pub fn read_all(paths: Vec<String>) -> Vec<File> {
    let read = |name: String| {
        Some(File {
            content: bytes(Path::new(&name)).ok()?,
            name,
        })
    };
    paths.into_iter().filter_map(read).collect()
}

/// Reads standard input to its end.
///
/// # Errors
/// [`Error::Read`] with the system's message.
pub fn read_stdin(io: &mut Io<'_>) -> Result<File, Error> {
    let mut content = Vec::new();
    match io.stdin.read_to_end(&mut content) {
        Ok(_) => Ok(File {
            name: String::new(),
            content,
        }),
        Err(error) => Err(Error::Read {
            path: "standard input".to_owned(),
            reason: error.to_string(),
        }),
    }
}

/// Returns the regular files below a folder, and links to them, that have one of the extensions, or all for none, sorted by path and
/// without hidden ones. A path to a file is returned unchanged, whatever its extension.
///
/// # Errors
/// [`Error::Read`] when the path or a folder below it cannot be read.
pub fn below(path: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Error> {
    wanted_below(path, |file| {
        extensions.is_empty() || has_extension(file, extensions)
    })
}

/// Returns everything but folders below a folder, without hidden names: files, links, pipes. Folders that cannot be read are left
/// out, and links to folders are not followed.
///
/// # Errors
/// [`Error::Read`] when the folder itself cannot be read.
pub fn entries_below(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if folder == path => {
                return Err(Error::Read {
                    path: folder.to_string_lossy().into_owned(),
                    reason: error.to_string(),
                });
            }
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                _ => found.push(entry.path()),
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the files below a folder, as [`below`] does, that are wanted by their path.
///
/// # Errors
/// As for [`below`].
pub fn wanted_below(path: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        let unreadable = |error: std::io::Error| Error::Read {
            path: folder.to_string_lossy().into_owned(),
            reason: error.to_string(),
        };
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            // Symbolic links to folders are not followed: a cycle of links must not hang the run.
            let is_hidden = path
                .file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if is_hidden {
                continue;
            }
            let own = entry.file_type().map_err(unreadable)?;
            if own.is_dir() {
                open.push(path);
            } else if is_wanted(&path)
                && (own.is_file() || kind(&path).is_none_or(|kind| kind.is_file()))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .is_some_and(|own| extensions.iter().any(|known| own == *known))
}

/// Returns the kind of a file, or of what a link leads to; `None` for a broken link.
pub fn kind(path: &Path) -> Option<std::fs::FileType> {
    std::fs::metadata(path).ok().map(|about| about.file_type())
}

/// Returns the names of the files and folders directly in a folder; empty when it cannot be read.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// Returns the files directly in a folder that have one of the extensions; empty when the folder cannot be read.
pub fn within(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .map(|entry| entry.path());
    entries
        .filter(|path| has_extension(path, extensions))
        .collect()
}

/// Returns the paths that a glob pattern matches (`**` crosses folders), as Python's `glob` finds and `Path` writes
/// them. A path without wildcards matches itself if it exists; standard input always does. Names that are not UTF-8 are
/// left out.
pub fn matching(pattern: &str) -> Vec<String> {
    if pattern == STDIN {
        return vec![STDIN.to_owned()];
    }
    // `require_literal_leading_dot` panics on names that are not UTF-8, so hidden paths are left out here.
    let options = glob::MatchOptions {
        require_literal_separator: true,
        ..glob::MatchOptions::default()
    };
    // A final `**` also matches files and the folder itself, which it does not in `glob`.
    let base = pattern.strip_suffix("/**").map(str::to_owned);
    let ends_in_all = pattern == "**" || base.is_some();
    let patterns = [
        base,
        Some(pattern.to_owned()),
        ends_in_all.then(|| format!("{pattern}/*")),
    ];
    let found = patterns
        .into_iter()
        .flatten()
        .filter_map(|pattern| glob::glob_with(&pattern, options).ok())
        .flatten();
    let mut seen = HashSet::new();
    let found = found.filter(|path| {
        path.as_ref()
            .is_ok_and(|path| !ends_in_all || seen.insert(path.clone()))
    });
    let is_hidden = |path: &PathBuf| path.components().any(|step| is_unasked(step, pattern));
    found
        .filter_map(Result::ok)
        .filter(|path| !is_hidden(path))
        .map(|path| written(&path))
        .collect()
}

/// Whether a step of a path is hidden, and no step of the pattern with a leading dot matches it.
fn is_unasked(step: Component<'_>, pattern: &str) -> bool {
    let Component::Normal(name) = step else {
        return false;
    };
    let name = name.to_string_lossy();
    let asks = |step: &str| {
        step.starts_with('.') && glob::Pattern::new(step).is_ok_and(|step| step.matches(&name))
    };
    name.starts_with('.') && !pattern.split(std::path::is_separator).any(asks)
}

/// Normalizes a path by removing `.` and empty components.
fn written(path: &Path) -> String {
    let kept = path
        .components()
        .filter(|step| !matches!(step, Component::CurDir));
    let path: PathBuf = kept.collect();
    let path = path.to_string_lossy().into_owned();
    if path.is_empty() {
        ".".to_owned()
    } else {
        path
    }
}

/// Returns an absolute path without `.` and `..`, with links as written.
pub fn absolute(path: &Path) -> PathBuf {
    let mut absolute = PathBuf::new();
    // The path to the working folder is empty.
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    for step in std::path::absolute(path)
        .unwrap_or_else(|_| path.to_owned())
        .components()
    {
        match step {
            Component::CurDir => {}
            Component::ParentDir => drop(absolute.pop()),
            other => absolute.push(other),
        }
    }
    absolute
}

/// Returns an absolute path with links resolved; that of nothing with links as written.
pub fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| absolute(path))
}

/// Returns a path relative to the working folder, with links resolved. A path outside of it, or to nothing, is
/// returned as written.
pub fn from_here(path: &Path) -> String {
    let resolved = || {
        let here = std::fs::canonicalize(".").ok()?;
        Some(written(
            std::fs::canonicalize(path).ok()?.strip_prefix(here).ok()?,
        ))
    };
    resolved().unwrap_or_else(|| written(path))
}

/// Returns a path relative to a folder, with `/` between folders and links as written; a path on another drive is absolute.
pub fn relative(folder: &Path, path: &Path) -> String {
    let steps = |path: &Path| -> Vec<String> {
        let path = absolute(path);
        let steps = path.components().filter(|step| *step != Component::RootDir);
        steps
            .map(|step| step.as_os_str().to_string_lossy().into_owned())
            .collect()
    };
    let (folder, path) = (steps(folder), steps(path));
    let shared = folder
        .iter()
        .zip(&path)
        .take_while(|(one, other)| one == other)
        .count();
    let up = folder.iter().skip(shared).map(|_| "..".to_owned());
    let steps: Vec<String> = up.chain(path.into_iter().skip(shared)).collect();
    if steps.is_empty() {
        ".".to_owned()
    } else {
        steps.join("/")
    }
}

/// Returns the system time.
pub fn clock() -> std::time::SystemTime {
    std::time::SystemTime::now()
}

/// Returns the current time in seconds since the Unix epoch.
pub fn now() -> i64 {
    let since = clock()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
/// Writes a file and replaces an existing one.
///
/// # Errors
/// [`Error::Write`] with the path and the system's message.
pub fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    std::fs::write(path, content).map_err(|error| Error::Write {
        path: path.to_string_lossy().into_owned(),
        reason: error.to_string(),
    })
}

/// Writes a file, replaces an existing one, and creates missing parent folders.
///
/// # Errors
/// [`Error::Write`] with the path and the system's message.
pub fn write_with_folders(path: &Path, content: &[u8]) -> Result<(), Error> {
    let failed = |folder: &Path, error: std::io::Error| Error::Write {
        path: folder.to_string_lossy().into_owned(),
        reason: error.to_string(),
    };
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    write(path, content)
}

/// Writes a file at once, so that a reader at the same time never sees a part of it, and creates missing parent folders.
///
/// # Errors
/// [`Error::Write`] with the path and the system's message.
pub fn create(path: &Path, content: &[u8]) -> Result<(), Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    write_with_folders(&temporary, content)?;
    std::fs::rename(&temporary, path).map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        Error::Write {
            path: path.to_string_lossy().into_owned(),
            reason: error.to_string(),
        }
    })
}
