//! Detection of Terraform configurations among the paths of a command line.

use std::path::{Path, PathBuf};

use super::disk::Disk;
use crate::files;
use cfn_warden_engine::error::Error;
use cfn_warden_terraform::{is_configuration, is_variable_file, roots};

/// Returns the folders of the configurations at a path. A configuration file selects its folder. A folder selects
/// itself, if it has configuration files, and the folders below it that no other module calls.
///
/// # Errors
/// [`Error::Read`] when a folder cannot be read.
pub fn of(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        let parent = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        return Ok(if is_file(path) {
            vec![parent.to_owned()]
        } else {
            Vec::new()
        });
    }
    let mut found: Vec<PathBuf> = files::entries_below(path)?
        .into_iter()
        .filter(|file| is_file(file))
        .filter_map(|file| file.parent().map(Path::to_owned))
        .collect();
    found.dedup();
    found.sort();
    found.dedup();
    if found.is_empty() {
        return Ok(found);
    }
    let inside = |folder: &PathBuf| {
        let inside = folder
            .strip_prefix(path)
            .ok()?
            .to_string_lossy()
            .into_owned();
        Some(if inside.is_empty() {
            ".".to_owned()
        } else {
            inside
        })
    };
    let mut names = vec![".".to_owned()];
    names.extend(found.iter().filter_map(inside).filter(|name| name != "."));
    let disk = Disk::open(Some(path), Some(path))?;
    let joined = |name: String| {
        if name == "." {
            path.to_owned()
        } else {
            path.join(name)
        }
    };
    let mut roots = roots(&disk, &names);
    if itself(path).is_some() && !roots.iter().any(|root| root == ".") {
        // Examples inside a module call it, so that it is not a root; the user who names it wants it checked anyway.
        roots.insert(0, ".".to_owned());
    }
    Ok(roots.into_iter().map(joined).collect())
}

/// Returns the folder of a configuration file, or the path itself if it is a folder with configuration files.
pub fn itself(path: &Path) -> Option<PathBuf> {
    if path.is_file() {
        return of(path).ok()?.pop();
    }
    let disk = Disk::open(Some(path), Some(path)).ok()?;
    (roots(&disk, &[".".to_owned()]) == ["."]).then(|| path.to_owned())
}

/// Returns whether a file is Terraform configuration, variable values or mock data, judged by its name.
pub fn is_of_terraform(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    is_file(path) || is_variable_file(&name) || name.ends_with(".tfmock.hcl")
}

fn is_file(path: &Path) -> bool {
    is_configuration(&path.file_name().unwrap_or_default().to_string_lossy())
}
