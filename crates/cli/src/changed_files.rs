//! `check --changed-since`: which files differ from a Git revision. Git is run: only it knows how to compare.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::terraform::disk::repository;
use super::terraform::folders::is_of_terraform;
use super::{Io, files, git_index, project};
use cfn_warden_arguments::check::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_terraform::is_configuration;

const OPTION: &str = "--changed-since";
const SHALLOW: &str = "in a shallow clone, run `git fetch --unshallow` first";
/// Variables that Git sets for hooks: they name the repository of the commit, whatever the folder is.
const VARIABLES: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// The files of the repositories around the folders of a command line.
pub struct ChangedFiles {
    /// The files that differ from the revision, also deleted ones.
    changed: BTreeSet<PathBuf>,
    /// The files that Git knows: tracked ones, and untracked ones that are not ignored.
    known: BTreeSet<PathBuf>,
}

/// Returns the changed files; `None` without the option, and if a file that is for all documents changed: one line on standard
/// error says so.
///
/// # Errors
/// [`Error::Value`] if a folder is in no repository, for an unknown revision, and if Git cannot be run.
pub fn of_options(
    args: &Args,
    documents: &[PathBuf],
    packs: impl Iterator<Item = PathBuf>,
    io: &mut Io<'_>,
) -> Result<Option<ChangedFiles>, Error> {
    let Some(revision) = &args.changed_since else {
        return Ok(None);
    };
    let folders: Vec<&PathBuf> = documents.iter().filter(|path| path.is_dir()).collect();
    if folders.is_empty() {
        return Err(wrong(
            "expected a folder, such as `.`; files that are named are always checked",
        ));
    }
    let mut revisions = BTreeMap::new();
    for folder in folders {
        let root = repository(folder)
            .ok_or_else(|| wrong(&format!("{} is in no Git repository", folder.display())))?;
        if let Entry::Vacant(unknown) = revisions.entry(root) {
            let base = merge_base(unknown.key(), revision)?;
            unknown.insert(base);
        }
    }
    let mut files = ChangedFiles {
        changed: BTreeSet::new(),
        known: BTreeSet::new(),
    };
    for (root, base) in revisions {
        files.add(&root, &base)?;
    }
    let settings = args.settings().into_iter().chain(packs);
    let terraform = args.terraform.files();
    match files.changed_setting(settings.chain(terraform)) {
        Some(file) => {
            let here = files::real(Path::new("."));
            let file = file.strip_prefix(here).unwrap_or(file).display();
            io.eprint(format_args!(
                "{OPTION}: {file} changed and applies to all documents, so all are checked"
            ));
            Ok(None)
        }
        None => Ok(Some(files)),
    }
}

impl ChangedFiles {
    /// Adds what differs in a repository.
    fn add(&mut self, root: &Path, base: &str) -> Result<(), Error> {
        let diff = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff"];
        let diff = [&diff[..], &["--no-relative", base, "--"]].concat();
        let untracked = ["ls-files", "--others", "--exclude-standard", "-z"];
        let list = |arguments: &[&str]| {
            let list = git(root, arguments).map_err(|reason| wrong(&format!("git: {reason}")))?;
            paths(root, &list)
        };
        let untracked = list(&untracked)?;
        self.changed.extend(list(&diff)?);
        self.changed.extend(untracked.iter().cloned());
        self.known.extend(untracked);
        let tracked = git_index::tracked_paths(root).map_err(|reason| wrong(&reason))?;
        let tracked = tracked.into_iter().filter(|entry| !entry.is_repository);
        self.known
            .extend(tracked.map(|entry| root.join(entry.path)));
        Ok(())
    }

    /// Returns whether a file differs, or the file that a link leads to. What Git does not know may differ: ignored files, such as
    /// generated ones, and files of nested repositories.
    pub fn has(&self, file: &Path) -> bool {
        let (as_written, real) = (location(file), files::real(file));
        !self.known.contains(&as_written)
            || self.changed.contains(&as_written)
            || self.changed.contains(&real)
    }

    /// Returns whether a Terraform configuration differs: a file in its folder, or one that it reads, such as those of a module.
    pub fn has_configuration(&self, folder: &Path, inputs: &[PathBuf]) -> bool {
        let folder = files::real(folder);
        let inputs = inputs.iter().map(|input| files::real(input));
        let read: BTreeSet<PathBuf> = inputs.chain([folder.clone()]).collect();
        let has_changed = |file: &PathBuf| {
            let is_in_folder = file.parent().is_some_and(|folder| read.contains(folder));
            read.contains(file) || (is_in_folder && is_of_terraform(file))
        };
        // Git does not know ignored files.
        let is_unknown = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let is_here = file.parent() == Some(&folder) && file.is_file();
            is_here && is_configuration(&name) && !self.known.contains(file)
        };
        self.changed.iter().any(has_changed) || read.iter().any(is_unknown)
    }

    /// Returns a file that is for all documents and differs: one of `settings` or in them, or a project file.
    fn changed_setting(&self, settings: impl Iterator<Item = PathBuf>) -> Option<&PathBuf> {
        let settings: Vec<PathBuf> = settings.map(|path| files::real(&path)).collect();
        let here = files::real(Path::new("."));
        let is_project_file = |file: &Path| {
            let is_above = file.parent().is_some_and(|folder| here.starts_with(folder));
            is_above && file.file_name() == Some(OsStr::new(project::NAME))
        };
        self.changed.iter().find(|file| {
            is_project_file(file) || settings.iter().any(|setting| file.starts_with(setting))
        })
    }
}

/// Returns an absolute path with links of its folder resolved: that of the file itself is a file of the repository.
fn location(file: &Path) -> PathBuf {
    match (file.parent(), file.file_name()) {
        (Some(folder), Some(name)) => files::real(folder).join(name),
        _ => files::real(file),
    }
}

/// Returns the commit at which the branch left a revision.
fn merge_base(root: &Path, revision: &str) -> Result<String, Error> {
    let commit = format!("{revision}^{{commit}}");
    let checked = match revision.starts_with('-') {
        true => Err(String::new()),
        false => git(root, &["rev-parse", "--verify", "--quiet", &commit]),
    };
    let base = checked.map_err(|reason| match reason.is_empty() {
        true => wrong(&format!(
            "`{revision}` is not a revision of the repository {}; {SHALLOW}",
            root.display()
        )),
        false => wrong(&reason),
    });
    base?;
    let base = git(root, &["merge-base", revision, "HEAD"]);
    let base = base.map_err(|reason| match reason.is_empty() {
        true => wrong(&format!(
            "`{revision}` and HEAD have no commit in common; {SHALLOW}"
        )),
        false => wrong(&reason),
    })?;
    Ok(String::from_utf8_lossy(&base).trim().to_owned())
}

/// Runs Git in the root of a repository and returns its output.
///
/// # Errors
/// What Git says, which may be nothing.
fn git(root: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    for name in VARIABLES {
        command.env_remove(name);
    }
    let output = command
        // No program that the settings of the repository name is run to watch its files.
        .args(["--no-optional-locks", "-c", "core.fsmonitor=false", "-C"])
        .arg(root)
        .args(arguments)
        .output()
        .map_err(|error| format!("git cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let message = message.lines().next().unwrap_or_default();
    Err(message.trim_start_matches("fatal: ").to_owned())
}

/// Returns the paths in a list of Git, which end with a zero byte.
fn paths(root: &Path, list: &[u8]) -> Result<Vec<PathBuf>, Error> {
    let names = list
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty());
    let path = |name| {
        let path = git_index::to_path(name).map(|path| root.join(path));
        path.ok_or_else(|| wrong("the name of a file is not UTF-8"))
    };
    names.map(path).collect()
}

fn wrong(reason: &str) -> Error {
    Error::Value {
        name: OPTION.to_owned(),
        reason: reason.to_owned(),
    }
}
