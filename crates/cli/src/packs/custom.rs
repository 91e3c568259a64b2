//! Packs in folders and zip files.

use std::path::Path;

use crate::files;
use crate::pinned::{self, Reference};
use cfn_warden_engine::error::Error;
use cfn_warden_policies::custom::{self, CustomPack, PackFile, Signature};

/// Reads a pack; `key` is the public key of minisign that it must be signed with, or a file with the key.
///
/// # Errors
/// [`Error::Read`] if it cannot be read; [`Error::Value`] with all its mistakes.
pub fn read(path: &Path, key: Option<&str>) -> Result<CustomPack, Error> {
    read_cached(path, key, None)
}

/// Reads a pack. One from a URL is kept in the folder `cache`.
///
/// # Errors
/// As for [`read`]; [`Error::Value`] for a URL without a checksum or with another one.
pub fn read_cached(
    path: &Path,
    key: Option<&str>,
    cache: Option<&Path>,
) -> Result<CustomPack, Error> {
    of_files(path, &files_cached(path, cache)?, key)
}

/// Reads a pack of files that [`files`] returned for this path.
///
/// # Errors
/// [`Error::Value`] with all mistakes.
pub fn of_files(path: &Path, files: &[PackFile], key: Option<&str>) -> Result<CustomPack, Error> {
    let key = key.map(public_key).transpose()?;
    let signature = key.as_deref().map_or(Signature::NotRequired, Signature::By);
    custom::read(files, signature).map_err(|mistakes| wrong(path, mistakes))
}

/// Returns the files in a folder or zip file.
///
/// # Errors
/// [`Error::Read`] if it cannot be read; [`Error::Value`] for a zip file that is not valid.
pub fn files(path: &Path) -> Result<Vec<PackFile>, Error> {
    files_cached(path, None)
}

fn files_cached(path: &Path, cache: Option<&Path>) -> Result<Vec<PackFile>, Error> {
    if path.is_dir() {
        return in_folder(path);
    }
    let name = path.to_string_lossy();
    let content = if pinned::is_url(&name) {
        pinned::read(&name, cache, "--packs")?
    } else {
        files::bytes(path)?
    };
    custom::unzipped(&content).map_err(|mistake| wrong(path, vec![mistake]))
}

fn wrong(path: &Path, mistakes: Vec<String>) -> Error {
    let name = path.to_string_lossy().into_owned();
    Error::Value {
        name: Reference::parse(&name).map_or(name, |reference| reference.location.to_string()),
        reason: mistakes.join("\n"),
    }
}

fn in_folder(folder: &Path) -> Result<Vec<PackFile>, Error> {
    let file = |path: std::path::PathBuf| {
        let parts = path.strip_prefix(folder).unwrap_or(&path).components();
        let parts: Vec<_> = parts
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        Ok(PackFile {
            name: parts.join("/"),
            content: files::bytes(&path)?,
        })
    };
    files::below(folder, &[])?.into_iter().map(file).collect()
}

/// Returns a public key: the text itself, or the last line of a file.
pub fn public_key(text: &str) -> Result<String, Error> {
    if text.starts_with("RW") && !Path::new(text).exists() {
        return Ok(text.to_owned());
    }
    let content = String::from_utf8_lossy(&files::bytes(Path::new(text))?).into_owned();
    Ok(content
        .lines()
        .rfind(|line| !line.trim().is_empty())
        .unwrap_or_default()
        .to_owned())
}
