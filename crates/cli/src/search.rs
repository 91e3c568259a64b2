//! Folders that `check` searches: without what `.gitignore` leaves out, unless Git tracks it.

use std::collections::BTreeSet;
use std::fs::FileType;
use std::path::{Component, Path, PathBuf};

use ignore::gitignore::Gitignore;
use ignore::{DirEntry, WalkBuilder};

use super::documents::VENDORED;
use super::files;
use super::git_index::{self, TrackedPath};
use super::input_kind::{has_extension, looks_like_template};
use super::terraform::{disk, folders::is_of_terraform};
use cfn_warden_engine::coverage::{SkipReason, SkippedFile};
use cfn_warden_engine::error::Error;

/// The folder of a Git repository that holds its data.
const GIT: &str = ".git";
/// The folder of Terraform's downloads.
const TERRAFORM_DATA: &str = ".terraform";
/// The folder that `sam build` writes.
const SAM_OUTPUT: &str = ".aws-sam";

/// The result of a search.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, sorted by path.
    pub files: Vec<PathBuf>,
    /// What was not searched or read, although it may have files that were looked for.
    pub skipped: Vec<SkippedFile>,
    /// Folders that cannot be read, and why.
    pub unreadable: Vec<(PathBuf, String)>,
    /// Why files that `.gitignore` names were searched, too.
    pub problem: Option<String>,
    /// Whether `.gitignore` names everything that was found.
    pub is_ignored: bool,
    /// Those of the files that Git tracks.
    pub tracked: BTreeSet<PathBuf>,
}

/// Returns the files below a folder that have one of the extensions, in any case, without hidden ones. A path to a
/// file is returned unchanged. A folder that has only ignored files is searched as if no file were ignored: whoever names
/// it, such as a folder of build results, means them. As in Git and ripgrep, links to folders are not followed.
///
/// `.gitignore` does not apply to tracked files, as in Git. Hidden files that look like templates are listed as skipped if
/// Git tracks them or nothing is tracked.
pub fn below(path: &Path, extensions: &[&str]) -> Found {
    if !path.is_dir() {
        return Found {
            files: vec![without_dot(path.to_owned())],
            ..Found::default()
        };
    }
    let root = disk::repository(path);
    let mut walked = walk(path, Ignored::LeftOut);
    let mut folders = walked.folders();
    let mut found = among(walked, extensions, &folders);
    if found.files.is_empty() {
        walked = walk(path, Ignored::Searched);
        folders = walked.folders();
        found = Found {
            is_ignored: root.is_some(),
            ..among(walked, extensions, &folders)
        };
    }
    found.is_ignored |= root
        .as_deref()
        .is_some_and(|root| is_ignored_folder(path, root));
    match root {
        None => found.skipped.extend(hidden_below(path, extensions)),
        Some(root) => {
            let nested = folders
                .iter()
                .filter(|folder| *folder != path && folder.join(GIT).exists());
            let repositories = std::iter::once(root).chain(nested.cloned());
            for repository in repositories {
                found.add_tracked(path, &repository, extensions);
            }
        }
    }
    found.without_dots()
}

/// Returns a path without `./` at its start: reports show paths as repositories and other tools write them.
pub fn without_dot(path: PathBuf) -> PathBuf {
    match path.strip_prefix(".") {
        Ok(inside) if !inside.as_os_str().is_empty() => inside.to_owned(),
        _ => path,
    }
}

/// Returns the files below a folder, as [`below`] does, and also ignored ones.
///
/// # Errors
/// [`Error::Read`] when a folder below the path cannot be read.
pub fn all_below(path: &Path, extensions: &[&str]) -> Result<Found, Error> {
    if !path.is_dir() {
        return Ok(Found {
            files: vec![path.to_owned()],
            ..Found::default()
        });
    }
    let walked = walk(path, Ignored::Searched);
    let folders = walked.folders();
    let mut found = among(walked, extensions, &folders);
    if let Some((folder, reason)) = found.unreadable.pop() {
        return Err(Error::Read {
            path: folder.to_string_lossy().into_owned(),
            reason,
        });
    }
    Ok(found)
}

/// Returns whether `.gitignore` names a folder, or one around it.
fn is_ignored_folder(folder: &Path, root: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else {
        return false;
    };
    let ancestors: Vec<&Path> = folder
        .ancestors()
        .take_while(|ancestor| *ancestor != root)
        .collect();
    ancestors.into_iter().any(|folder| {
        // The nearest file with a pattern for a folder decides.
        let around = folder.ancestors().skip(1);
        let matched = around
            .take_while(|ancestor| ancestor.starts_with(root))
            .map(|ancestor| Gitignore::new(ancestor.join(".gitignore")).0)
            .map(|patterns| patterns.matched(folder, true).map(|_| ()))
            .find(|matched| !matched.is_none());
        matched.is_some_and(|matched| matched.is_ignore())
    })
}

impl Found {
    /// Writes all paths without `./`, in their order and each once.
    fn without_dots(self) -> Found {
        let skipped = self.skipped.into_iter().map(|one| SkippedFile {
            file: without_dot(one.file.into()).to_string_lossy().into_owned(),
            ..one
        });
        let unreadable = self.unreadable.into_iter();
        Found {
            files: BTreeSet::from_iter(self.files.into_iter().map(without_dot))
                .into_iter()
                .collect(),
            skipped: BTreeSet::from_iter(skipped).into_iter().collect(),
            unreadable: unreadable
                .map(|(folder, reason)| (without_dot(folder), reason))
                .collect(),
            tracked: self.tracked.into_iter().map(without_dot).collect(),
            ..self
        }
    }

    /// Adds the files that a repository tracks below a searched folder although the search left them out. Everything is searched
    /// when the index cannot be read.
    fn add_tracked(&mut self, searched: &Path, repository: &Path, extensions: &[&str]) {
        let tracked = match git_index::tracked_paths(repository) {
            Ok(tracked) => tracked,
            Err(reason) => {
                let walked = walk(searched, Ignored::Searched);
                let folders = walked.folders();
                let all = among(walked, extensions, &folders);
                self.files.extend(all.files);
                self.skipped.extend(all.skipped);
                self.problem = Some(reason);
                return;
            }
        };
        let Some(prefix) = Prefix::new(searched, repository) else {
            return;
        };
        let known: BTreeSet<PathBuf> = self.files.iter().cloned().collect();
        for TrackedPath {
            path,
            is_repository,
        } in tracked
        {
            let Some(file) = prefix.searched_path(&path) else {
                continue;
            };
            if is_repository {
                // The walk reads a nested repository unless it is ignored or hidden.
                self.add_ignored_repository(searched, &file, extensions);
                continue;
            }
            let is_wanted = has_extension(&file.to_string_lossy(), extensions);
            let left_out = left_out(searched, &file);
            if known.contains(&file) {
                self.tracked.insert(file);
                continue;
            }
            if !is_wanted && left_out.is_none() {
                continue;
            }
            let Some(kind) = files::kind(&file) else {
                // A dangling link is an error when it is read; other files were deleted.
                let is_link = file.symlink_metadata().is_ok();
                self.files
                    .extend((is_link && left_out.is_none()).then_some(file));
                continue;
            };
            match left_out {
                Some(reason) => {
                    let is_input =
                        (is_wanted && looks_like_template(&file)) || is_of_terraform(&file);
                    if is_input {
                        self.skip(file, reason);
                    }
                }
                None if kind.is_file() => self.files.push(file),
                None if kind.is_dir() => self.skip(file, SkipReason::LinkToFolder),
                None => self.skip(file, SkipReason::NotRegularFile),
            }
        }
    }

    /// Searches a tracked nested repository that `.gitignore` names.
    fn add_ignored_repository(&mut self, searched: &Path, folder: &Path, extensions: &[&str]) {
        if !folder.is_dir() {
            return;
        }
        if let Some(reason) = left_out(searched, folder) {
            self.skip(folder.to_owned(), reason);
            return;
        }
        if self.files.iter().any(|file| file.starts_with(folder)) {
            return;
        }
        let inside = below(folder, extensions);
        self.files.extend(inside.files);
        self.skipped.extend(inside.skipped);
        self.unreadable.extend(inside.unreadable);
        self.problem = self.problem.take().or(inside.problem);
    }

    fn skip(&mut self, file: PathBuf, reason: SkipReason) {
        self.skipped.push(SkippedFile {
            file: file.to_string_lossy().into_owned(),
            reason,
        });
    }
}

/// How paths of a repository are written below a searched folder.
struct Prefix<'p> {
    searched: &'p Path,
    /// The searched folder within the repository; empty if the repository is within the searched folder.
    outer: PathBuf,
    /// The repository within the searched folder.
    inner: PathBuf,
}

impl<'p> Prefix<'p> {
    /// Returns `None` when neither of the folders is in the other one.
    fn new(searched: &'p Path, repository: &Path) -> Option<Prefix<'p>> {
        let real_searched = searched.canonicalize().ok()?;
        let real_repository = repository.canonicalize().ok()?;
        let outer = real_searched.strip_prefix(&real_repository).ok();
        let inner = real_repository.strip_prefix(&real_searched).ok();
        if outer.is_none() && inner.is_none() {
            return None;
        }
        Some(Prefix {
            searched,
            outer: outer.unwrap_or(Path::new("")).to_owned(),
            inner: inner.unwrap_or(Path::new("")).to_owned(),
        })
    }

    /// Returns a path of the repository as the search writes it; `None` outside of the searched folder.
    fn searched_path(&self, tracked: &Path) -> Option<PathBuf> {
        let inside = tracked.strip_prefix(&self.outer).ok()?;
        let path = self.searched.join(&self.inner).join(inside);
        // An index could name other files; Git refuses these names.
        let is_plain = inside
            .components()
            .all(|step| matches!(step, Component::Normal(_)));
        is_plain.then_some(path)
    }
}

/// Returns why a search leaves out a file although it is not ignored.
fn left_out(searched: &Path, file: &Path) -> Option<SkipReason> {
    let inside = file.strip_prefix(searched).unwrap_or(file);
    let mut names = inside
        .components()
        .map(|step| step.as_os_str().to_string_lossy());
    names.find_map(|name| {
        if VENDORED.contains(&&*name) {
            Some(SkipReason::Vendored)
        } else if name == SAM_OUTPUT {
            Some(SkipReason::SamBuild)
        } else {
            name.starts_with('.').then_some(SkipReason::Hidden)
        }
    })
}

/// Returns the hidden inputs below a folder that is in no repository.
fn hidden_below(folder: &Path, extensions: &[&str]) -> Vec<SkippedFile> {
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false);
    walk.filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0
            || !(VENDORED.contains(&&*name) || [GIT, TERRAFORM_DATA].contains(&&*name))
    });
    let files = walk
        .build()
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(DirEntry::into_path);
    let hidden = files.filter_map(|file| {
        let reason = left_out(folder, &file)
            .filter(|reason| [SkipReason::Hidden, SkipReason::SamBuild].contains(reason))?;
        Some((file, reason))
    });
    hidden
        .filter(|(file, _)| {
            is_of_terraform(file)
                || (has_extension(&file.to_string_lossy(), extensions) && looks_like_template(file))
        })
        .map(|(file, reason)| SkippedFile {
            file: file.to_string_lossy().into_owned(),
            reason,
        })
        .collect()
}

/// Returns the files among some entries, and what is skipped.
fn among(walked: Walked, extensions: &[&str], folders: &BTreeSet<PathBuf>) -> Found {
    let mut found = Found {
        unreadable: walked.unreadable,
        ..Found::default()
    };
    for entry in walked.entries.into_iter().filter(|entry| !is_folder(entry)) {
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
                .extend(skipped(path, kind, is_wanted, folders)),
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

/// Returns those of the folders of Terraform configurations below a path that are not ignored, or in which Git tracks a
/// configuration file; all of them if all are ignored.
pub fn without_ignored(folders: Vec<PathBuf>, path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() || folders.is_empty() {
        return folders;
    }
    let searched = walk(path, Ignored::LeftOut).folders();
    let (mut kept, mut ignored): (Vec<_>, Vec<_>) = folders
        .into_iter()
        .partition(|folder| searched.contains(folder));
    if !ignored.is_empty() {
        let tracked = tracked_folders(path, &searched);
        match tracked {
            Ok(tracked) => {
                let (more, rest) = ignored
                    .into_iter()
                    .partition(|folder| tracked.contains(folder));
                kept.extend::<Vec<_>>(more);
                ignored = rest;
            }
            // `below` reports the index.
            Err(_) => kept.append(&mut ignored),
        }
    }
    kept.sort();
    if kept.is_empty() { ignored } else { kept }
}

/// Returns the folders below a path in which Git tracks a file of a Terraform configuration.
fn tracked_folders(path: &Path, searched: &BTreeSet<PathBuf>) -> Result<BTreeSet<PathBuf>, String> {
    let Some(root) = disk::repository(path) else {
        return Ok(BTreeSet::new());
    };
    let nested = searched
        .iter()
        .filter(|folder| *folder != path && folder.join(GIT).exists());
    let mut found = BTreeSet::new();
    for repository in std::iter::once(root).chain(nested.cloned()) {
        let Some(prefix) = Prefix::new(path, &repository) else {
            continue;
        };
        let files = git_index::tracked_paths(&repository)?
            .into_iter()
            .filter(|tracked| is_of_terraform(&tracked.path))
            .filter_map(|tracked| prefix.searched_path(&tracked.path));
        found.extend(files.filter_map(|file| file.parent().map(Path::to_owned)));
    }
    Ok(found)
}

/// What happens to ignored files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ignored {
    LeftOut,
    Searched,
}

/// The entries of a folder and of those below it.
#[derive(Debug, Default)]
struct Walked {
    entries: Vec<DirEntry>,
    unreadable: Vec<(PathBuf, String)>,
}

impl Walked {
    fn folders(&self) -> BTreeSet<PathBuf> {
        self.entries
            .iter()
            .filter(|entry| is_folder(entry))
            .map(|entry| entry.path().to_owned())
            .collect()
    }
}

/// Returns the entries of a folder, and the folder itself. Only files `.gitignore` of the repository count: settings of the
/// user would make results differ between machines.
fn walk(folder: &Path, ignored: Ignored) -> Walked {
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
    let mut walked = Walked::default();
    for entry in walk.build() {
        match entry {
            Ok(entry) => walked.entries.push(entry),
            Err(error) => {
                let path = path_of(&error).unwrap_or(folder).to_owned();
                let reason = match error.io_error() {
                    Some(error) => error.to_string(),
                    None => error.to_string(),
                };
                walked.unreadable.push((path, reason));
            }
        }
    }
    walked
}

/// Returns the path that an error is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}

/// Returns whether an entry is a folder that is searched, which links are not, except the named one.
fn is_folder(entry: &DirEntry) -> bool {
    entry.depth() == 0 || entry.file_type().is_some_and(|kind| kind.is_dir())
}
