//! The controls that a command line names.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::custom;
use crate::error::Error;
use crate::policies;
use cfn_warden_syntax::control::Control;

/// What a name may be that is not bundled.
const PATHS: &str = "; a pack of your own is a path, as in ./acme or acme.zip";

/// Returns the controls that names select, each once: packs, controls, and folders and zip files of other packs.
///
/// # Errors
/// For a name of nothing, and for a pack with mistakes.
pub fn selected(names: &[String], key: Option<&str>) -> Result<Vec<Arc<Control>>, Error> {
    let (paths, names): (Vec<&str>, Vec<&str>) = names.iter().map(String::as_str).partition(|name| is_path(name));
    let bundled = policies::select(names);
    let bundled = bundled.map_err(|reason| Error::Value { name: "--packs".to_owned(), reason: reason + PATHS })?;
    let mut controls: Vec<Arc<Control>> = Vec::new();
    for path in paths {
        controls.extend(custom::read(Path::new(path), key)?.controls);
    }
    // A team's pack may say more of a bundled control.
    controls.extend(bundled);
    let mut ids = HashSet::new();
    controls.retain(|control| ids.insert(control.id.clone()));
    Ok(controls)
}

/// Returns the paths among names of packs.
pub fn paths(names: &[String]) -> impl Iterator<Item = PathBuf> {
    names.iter().filter(|name| is_path(name)).map(PathBuf::from)
}

/// Returns whether a name is the path of a pack.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".zip") || Path::new(name).join(policies::custom::MANIFEST).exists()
}
