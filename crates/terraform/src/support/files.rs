//! File access for functions, limited to the files of the host.

use cfn_warden_syntax::{Operand, Text, text};
use std::rc::Rc;

use super::{glob, path};
use crate::functions::{Call, CallError};
use crate::host::Host;

/// The maximum size of a file in bytes.
const SIZE: usize = 4_000_000;
/// The maximum number of folders visited for one pattern.
const FOLDERS: usize = 2_000;

/// Converts a path argument to a path within the host's files; `None` if it leads outside.
pub fn host_path(host: &Host<'_>, argument: &str) -> Option<String> {
    let expanded = match argument.strip_prefix("~/") {
        Some(rest) => format!("{}/{rest}", host.home.as_deref()?),
        None => argument.to_owned(),
    };
    if expanded.contains('\0') {
        return None;
    }
    if !expanded.starts_with('/') {
        return Some(path::join(&host.folder, &expanded)).filter(|path| !is_outside(path));
    }
    let clean = path::clean(&expanded);
    let below = clean
        .strip_prefix(host.root.trim_end_matches('/'))?
        .strip_prefix('/')?;
    Some(path::clean(below))
}

/// Returns the message for a path outside of the host's files.
pub fn outside(path: &str) -> Text {
    let path = super::go::quoted(path);
    text!(
        "{} is outside of the folder that may be read; use --root to choose a folder that contains it",
        Operand::Name(&path)
    )
}

fn is_outside(path: &str) -> bool {
    path == ".." || path.starts_with("../")
}

/// Returns the path that an argument names, within the host's files.
fn checked_path(call: &Call<'_>, at: usize) -> Result<String, CallError> {
    let argument = call.str(at)?;
    let found =
        host_path(call.host, argument).filter(|path| !call.host.files.is_link_outside(path));
    found.ok_or_else(|| CallError::OutsideRoot(at, path::clean(argument)))
}

/// Returns whether the first argument names a file.
pub fn exists(call: &Call<'_>) -> Result<bool, CallError> {
    Ok(call.host.files.read(&checked_path(call, 0)?).is_some())
}

/// Returns whether a path is a folder.
pub fn is_folder(host: &Host<'_>, argument: &str) -> bool {
    host_path(host, argument).is_some_and(|host_path| host.files.list(&host_path).is_some())
}

/// Reads the file that the first argument names, for the hash functions: their error for a missing file differs.
pub fn hashed(call: &Call<'_>) -> Result<Rc<[u8]>, CallError> {
    let argument = call.str(0)?;
    let path = checked_path(call, 0).map_err(|error| match error {
        // What a build made elsewhere counts as missing.
        CallError::OutsideRoot(_, path) => CallError::MissingFile(path.clone(), outside(&path)),
        other => other,
    })?;
    let bytes = call.host.files.read(&path).ok_or_else(|| {
        let message = text!(
            "open {}: no such file or directory",
            Operand::Name(argument)
        );
        CallError::MissingFile(path::clean(argument), message)
    })?;
    counted(call, bytes)
}

/// Reads the file that the first argument names.
pub fn bytes(call: &Call<'_>) -> Result<Rc<[u8]>, CallError> {
    let argument = call.str(0)?;
    let bytes = call.host.files.read(&checked_path(call, 0)?).ok_or_else(|| {
        if is_folder(call.host, argument) {
            return CallError::argument(0, text!("failed to read file: read {}: is a directory", Operand::Value(&path::clean(argument))));
        }
        let message = text!("no file exists at {}; this function works only with files that are distributed as part of the configuration source code, so if this file will be created by a resource in this configuration you must instead obtain this result from an attribute of that resource", Operand::Value(&super::go::quoted(&path::clean(argument))));
        CallError::MissingContent(path::clean(argument), message)
    })?;
    counted(call, bytes)
}

/// Returns what was read, if it is not too large.
fn counted(call: &Call<'_>, bytes: Rc<[u8]>) -> Result<Rc<[u8]>, CallError> {
    if bytes.len() > SIZE {
        return Err(CallError::argument(
            0,
            text!("the file has more than {} bytes", SIZE),
        ));
    }
    call.budget.bytes(bytes.len())?;
    Ok(bytes)
}

/// Reads the file that the first argument names as UTF-8.
pub fn text(call: &Call<'_>) -> Result<String, CallError> {
    let bytes = bytes(call)?;
    String::from_utf8(bytes.to_vec()).map_err(|_| {
        let message = text!("contents of {} are not valid UTF-8; use the filebase64 function to obtain the Base64 encoded contents or the other file functions (e.g. filemd5, filesha256) to obtain file hashing results instead", Operand::Value(call.str(0).unwrap_or("")));
        CallError::Argument(0, message)
    })
}

/// Returns the files in a folder and its subfolders that match a glob pattern.
pub fn matching(call: &Call<'_>, folder: &str, argument: &str) -> Result<Vec<String>, CallError> {
    let root = checked_path(call, 0)?;
    // The pattern may contain folders, so it is normalized like a path.
    let clean = path::clean(argument);
    let mut rest = clean.as_str();
    while let Some(after) = rest.strip_prefix("../") {
        rest = after;
    }
    let above = clean.strip_suffix(rest).unwrap_or("");
    let root = path::join(&root, above);
    if is_outside(&root) {
        return Err(CallError::OutsideRoot(1, path::join(folder, &clean)));
    }
    let pattern = match glob::compile(rest) {
        Ok(pattern) => pattern,
        Err(message) => {
            // A mistake in a pattern is found when a name is compared with the part that has it.
            let is_reached = match glob::until_mistake(rest) {
                Some(pattern) => !matches(call, &root, &pattern, true)?.is_empty(),
                None => false,
            };
            if !is_reached {
                return Ok(Vec::new());
            }
            return Err(CallError::Call(text!(
                "failed to glob pattern {}: {}",
                Operand::Value(&super::go::quoted(&path::join(folder, argument))),
                message
            )));
        }
    };
    let found = matches(call, &root, &pattern, false)?;
    Ok(found.iter().map(|name| format!("{above}{name}")).collect())
}

/// Returns the files below a folder that match a pattern; on request the folders, too.
fn matches(
    call: &Call<'_>,
    root: &str,
    pattern: &glob::Glob,
    and_folders: bool,
) -> Result<Vec<String>, CallError> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    let mut seen = 0usize;
    while let Some(below) = open.pop() {
        seen = seen.saturating_add(1);
        if seen > FOLDERS {
            return Err(CallError::call(text!(
                "there are more than {} folders",
                FOLDERS
            )));
        }
        let within = |name: &str| {
            if below.is_empty() {
                name.to_owned()
            } else {
                format!("{below}/{name}")
            }
        };
        let host_path = path::join(root, &below);
        let names = call.host.files.list(&host_path).unwrap_or_default();
        call.budget.values(names.len())?;
        found.extend(
            names
                .iter()
                .map(|name| within(name))
                .filter(|name| pattern.fits(name)),
        );
        if and_folders {
            let folders = call.host.files.folders(&host_path);
            let folders = folders.iter().map(|name| within(name));
            found.extend(folders.filter(|name| pattern.fits(name)));
        }
        if below.split('/').count() < 64 {
            open.extend(
                call.host
                    .files
                    .folders(&host_path)
                    .iter()
                    .map(|name| within(name)),
            );
        }
    }
    Ok(found)
}
