//! Folders that `check` searches: without what `.gitignore` leaves out.

use std::collections::BTreeSet;
use std::fs::FileType;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use super::documents::VENDORED;
use super::files;
use super::input_kind::has_extension;
use cfn_warden_engine::coverage::{SkipReason, SkippedFile};
use cfn_warden_engine::error::Error;

/// The result of a search.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, sorted by path.
    pub files: Vec<PathBuf>,
    /// What was not searched or read, although it may have files that were looked for.
    pub skipped: Vec<SkippedFile>,
}

/// Returns the files below a folder that have one of the extensions, in any case, without hidden ones. A path to a
/// file is returned unchanged. A folder that has only ignored files is searched as if no file were ignored: whoever names
/// it, such as a folder of build results, means them. As in Git and ripgrep, links to folders are not followed.
///
/// # Errors
/// [`Error::Read`] when the path or a folder below it cannot be read.
pub fn below(path: &Path, extensions: &[&str]) -> Result<Found, Error> {
    if !path.is_dir() {
        return all_below(path, extensions);
    }
    let found = among(walk(path, Ignored::LeftOut)?, extensions);
    if found.files.is_empty() {
        all_below(path, extensions)
    } else {
        Ok(found)
    }
}

/// Returns the files below a folder, as [`below`] does, and also ignored ones.
///
/// # Errors
/// [`Error::Read`] when the path or a folder below it cannot be read.
pub fn all_below(path: &Path, extensions: &[&str]) -> Result<Found, Error> {
    if !path.is_dir() {
        return Ok(Found {
            files: vec![path.to_owned()],
            ..Found::default()
        });
    }
    Ok(among(walk(path, Ignored::Searched)?, extensions))
}

/// Returns the files among some entries, and what is skipped.
fn among(entries: Vec<DirEntry>, extensions: &[&str]) -> Found {
    let folders: BTreeSet<PathBuf> = entries
        .iter()
        .filter(|entry| is_folder(entry))
        .map(|entry| entry.path().to_owned())
        .collect();
    let mut found = Found::default();
    for entry in entries.into_iter().filter(|entry| !is_folder(entry)) {
        let is_file = entry.file_type().is_some_and(|own| own.is_file());
        let path = entry.into_path();
        let is_wanted = has_extension(&path.to_string_lossy(), extensions);
        // What a link leads to. A broken link is an error when it is read.
        let other = if is_file {
            None
        } else {
            files::kind(&path).filter(|kind| !kind.is_file())
        };
        match other {
            Some(kind) => found
                .skipped
                .extend(skipped(path, kind, is_wanted, &folders)),
            None => found.files.extend(is_wanted.then_some(path)),
        }
    }
    found.files.sort();
    found.skipped.sort();
    found
}

/// Returns the entry for a link to a folder that is not searched, or for a pipe or device with a name that is looked for.
fn skipped(
    path: PathBuf,
    kind: FileType,
    is_wanted: bool,
    folders: &BTreeSet<PathBuf>,
) -> Option<SkippedFile> {
    let is_searched = || {
        let target = path.canonicalize().ok();
        folders
            .iter()
            .any(|folder| folder.canonicalize().ok() == target)
    };
    let reason = match kind.is_dir() {
        true => (!is_searched()).then_some(SkipReason::LinkToFolder),
        false => is_wanted.then_some(SkipReason::NotRegularFile),
    };
    Some(SkippedFile {
        file: path.to_string_lossy().into_owned(),
        reason: reason?,
    })
}

/// Returns those of the folders below a path that are not ignored; all of them if all are.
///
/// # Errors
/// [`Error::Read`] when the path or a folder below it cannot be read.
pub fn without_ignored(folders: Vec<PathBuf>, path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() || folders.is_empty() {
        return Ok(folders);
    }
    let entries = walk(path, Ignored::LeftOut)?.into_iter();
    let searched: BTreeSet<PathBuf> = entries.filter(is_folder).map(DirEntry::into_path).collect();
    let (kept, ignored): (Vec<_>, Vec<_>) = folders
        .into_iter()
        .partition(|folder| searched.contains(folder));
    Ok(if kept.is_empty() { ignored } else { kept })
}

/// What happens to ignored files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ignored {
    LeftOut,
    Searched,
}

/// Returns the entries of a folder, and the folder itself. Only files `.gitignore` of the repository count: settings of the
/// user would make results differ between machines.
fn walk(folder: &Path, ignored: Ignored) -> Result<Vec<DirEntry>, Error> {
    let is_left_out = ignored == Ignored::LeftOut;
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false)
        .hidden(true)
        .parents(is_left_out)
        .git_ignore(is_left_out);
    let is_vendored = |entry: &DirEntry| {
        entry
            .file_name()
            .to_str()
            .is_some_and(|name| VENDORED.contains(&name))
    };
    walk.filter_entry(move |entry| entry.depth() == 0 || !is_left_out || !is_vendored(entry));
    let unreadable = |error: ignore::Error| Error::Read {
        path: folder.to_string_lossy().into_owned(),
        reason: error.to_string(),
    };
    walk.build()
        .map(|entry| entry.map_err(unreadable))
        .collect()
}

/// Returns whether an entry is a folder that is searched, which links are not, except the named one.
fn is_folder(entry: &DirEntry) -> bool {
    entry.depth() == 0 || entry.file_type().is_some_and(|kind| kind.is_dir())
}
