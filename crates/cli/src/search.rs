//! Folders that `check` searches: without what `.gitignore` leaves out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use super::documents::VENDORED;
use super::files;
use cfn_warden_engine::error::Error;

/// Returns the files below a folder that have one of the extensions, sorted by path and without hidden ones. A path to a
/// file is returned unchanged. A folder that has only ignored files is searched as if no file were ignored: whoever names
/// it, such as a folder of build results, means them.
///
/// # Errors
/// [`Error::Read`] when the path or a folder below it cannot be read.
pub fn below(path: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let has_extension =
        |path: &PathBuf| path.extension().is_some_and(|own| extensions.iter().any(|known| own == *known));
    let mut found: Vec<PathBuf> = walk(path, |entry| !is_folder(entry))?.into_iter().filter(has_extension).collect();
    found.sort();
    if found.is_empty() { files::below(path, extensions) } else { Ok(found) }
}

/// Returns those of the folders below a path that are not ignored; all of them if all are.
///
/// # Errors
/// [`Error::Read`] when the path or a folder below it cannot be read.
pub fn without_ignored(folders: Vec<PathBuf>, path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() || folders.is_empty() {
        return Ok(folders);
    }
    let searched: BTreeSet<PathBuf> = walk(path, is_folder)?.into_iter().collect();
    let (kept, ignored): (Vec<_>, Vec<_>) = folders.into_iter().partition(|folder| searched.contains(folder));
    Ok(if kept.is_empty() { ignored } else { kept })
}

/// Returns the paths below a folder, and the folder itself, that are of a kind. Only files `.gitignore` of the repository
/// count: settings of the user would make results differ between machines.
fn walk(folder: &Path, is_of_kind: impl Fn(&DirEntry) -> bool) -> Result<Vec<PathBuf>, Error> {
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false).hidden(true).parents(true).git_ignore(true);
    walk.filter_entry(|entry| !entry.file_name().to_str().is_some_and(|name| VENDORED.contains(&name)));
    let mut found = Vec::new();
    for entry in walk.build() {
        let entry = entry
            .map_err(|error| Error::Read { path: folder.to_string_lossy().into_owned(), reason: error.to_string() })?;
        if is_of_kind(&entry) {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}
