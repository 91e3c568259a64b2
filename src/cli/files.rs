//! From paths on the command line to texts, and what else the machine has to say.
#![expect(clippy::disallowed_methods, reason = "the command line is where files and the clock are read")]

use std::path::{Component, Path, PathBuf};

use super::Io;
use crate::engine;
use crate::error::Error;

/// A file's name as it was given, and its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// Empty for standard input.
    pub name: String,
    /// As they are: what is no UTF-8 is for the engine to say.
    pub content: Vec<u8>,
}

impl File {
    /// The content as the text that it has to be.
    ///
    /// # Errors
    /// [`Error::Read`] with the place of the first byte that is no UTF-8.
    pub fn text(self) -> Result<String, Error> {
        String::from_utf8(self.content).map_err(|error| Error::Read {
            path: if self.name.is_empty() { "standard input".to_owned() } else { self.name },
            reason: format!("byte {} is not UTF-8", error.utf8_error().valid_up_to()),
        })
    }
}

/// The name that stands for standard input.
pub const STDIN: &str = "-";

/// The bytes of a file.
///
/// # Errors
/// [`Error::Read`] with the path and the system's words.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path)
        .map_err(|error| Error::Read { path: path.to_string_lossy().into_owned(), reason: error.to_string() })
}

/// The user's home folder, where there is one.
pub fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from)
}

/// Reads a file; `-` is standard input.
///
/// # Errors
/// [`Error::Read`] with the path and the system's words.
pub fn read(path: &Path, io: &mut Io<'_>) -> Result<File, Error> {
    let name = path.to_string_lossy().into_owned();
    if name == STDIN {
        return read_stdin(io);
    }
    bytes(path).map(|content| File { name, content })
}

/// The templates that files name as nested stacks, as far as they can be read and are none of the files themselves.
pub fn nested_in<'f>(files: impl IntoIterator<Item = &'f File>) -> Vec<File> {
    let files: Vec<_> = files.into_iter().collect();
    read_all(nested_paths(&files))
}

/// The paths that files name as templates of nested stacks and that are none of the files themselves.
pub fn nested_paths(files: &[&File]) -> Vec<String> {
    let mut paths: Vec<String> =
        files.iter().flat_map(|file| engine::nested_templates(&file.name, &file.content)).collect();
    paths.sort();
    paths.dedup();
    paths.retain(|path| files.iter().all(|file| file.name != *path));
    paths
}

/// Those of some files that can be read.
pub fn read_all(paths: Vec<String>) -> Vec<File> {
    let read = |name: String| Some(File { content: bytes(Path::new(&name)).ok()?, name });
    paths.into_iter().filter_map(read).collect()
}

/// Reads standard input to its end.
///
/// # Errors
/// [`Error::Read`] with the system's words.
pub fn read_stdin(io: &mut Io<'_>) -> Result<File, Error> {
    let mut content = Vec::new();
    match io.stdin.read_to_end(&mut content) {
        Ok(_) => Ok(File { name: String::new(), content }),
        Err(error) => Err(Error::Read { path: "standard input".to_owned(), reason: error.to_string() }),
    }
}

/// The files below a path whose names end in one of the extensions, in alphabetical order of their paths, but for those
/// that are hidden; the path itself where it is a file, whatever its name ends in.
///
/// # Errors
/// [`Error::Read`] where the path or a folder below it cannot be read.
pub fn below(path: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Error> {
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
            // A linked folder is not followed: a loop of links must not hang the run.
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if is_hidden {
                continue;
            }
            if entry.file_type().map_err(unreadable)?.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|known| e == *known)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The files in a folder whose names end in one of the extensions, without those in folders below it; none where it
/// cannot be read.
pub fn within(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|e| extensions.iter().any(|known| e == *known))).collect()
}

/// The paths that a shell pattern matches (`**` crosses folders), as Python's `glob` finds them and `Path` writes them;
/// a path without a wildcard is its own match where it exists, and standard input always is.
pub fn matching(pattern: &str) -> Vec<String> {
    if pattern == STDIN {
        return vec![STDIN.to_owned()];
    }
    let options =
        glob::MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };
    let Ok(found) = glob::glob_with(pattern, options) else { return Vec::new() };
    found.filter_map(Result::ok).map(|path| written(&path)).collect()
}

/// A path without `.` and empty steps.
fn written(path: &Path) -> String {
    let kept = path.components().filter(|step| !matches!(step, Component::CurDir));
    let path: PathBuf = kept.collect();
    let path = path.to_string_lossy().into_owned();
    if path.is_empty() { ".".to_owned() } else { path }
}

/// A path as it is from the working folder on, links followed; one that leads out of it, or nowhere, as it was written.
pub fn from_here(path: &Path) -> String {
    let resolved = || {
        let here = std::fs::canonicalize(".").ok()?;
        Some(written(std::fs::canonicalize(path).ok()?.strip_prefix(here).ok()?))
    };
    resolved().unwrap_or_else(|| written(path))
}

/// The time of the machine, as files have it.
pub fn clock() -> std::time::SystemTime {
    std::time::SystemTime::now()
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = clock().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
/// Writes a file, replacing what was there.
///
/// # Errors
/// [`Error::Write`] with the path and the system's words.
pub fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    std::fs::write(path, content)
        .map_err(|error| Error::Write { path: path.to_string_lossy().into_owned(), reason: error.to_string() })
}

/// Writes a file, replacing what was there, and the folders that it is in where they are missing.
///
/// # Errors
/// [`Error::Write`] with the path and the system's words.
pub fn write_with_folders(path: &Path, content: &[u8]) -> Result<(), Error> {
    let failed = |folder: &Path, error: std::io::Error| Error::Write {
        path: folder.to_string_lossy().into_owned(),
        reason: error.to_string(),
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    write(path, content)
}
