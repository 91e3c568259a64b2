//! The controls that a command line names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::custom;
use crate::files;
use crate::pinned;
use cfn_warden_engine::error::Error;
use cfn_warden_policies::{self as policies, Policy};
use cfn_warden_syntax::control::Control;

/// What a name may be that is not bundled.
const PATHS: &str =
    "; a pack of your own is a path, as in ./acme or acme.zip, or a URL with a checksum";

/// Returns the policy that names select: packs, controls, and folders and zip files of other packs.
///
/// # Errors
/// For a name of nothing, and for a pack with mistakes.
pub fn policy(names: &[String], key: Option<&str>, cache: Option<&Path>) -> Result<Policy, Error> {
    if let Some(file) = names.iter().find(|name| is_other_file(name)) {
        let reason = format!(
            "`{file}` is a file, not a pack. Name documents before --pack: `check {file} --pack NAME`"
        );
        return Err(Error::Value {
            name: "--packs".to_owned(),
            reason,
        });
    }
    let (paths, names): (Vec<&str>, Vec<&str>) = names
        .iter()
        .map(String::as_str)
        .partition(|name| is_path(name));
    let bundled = policies::select(names);
    let bundled = bundled.map_err(|reason| Error::Value {
        name: "--packs".to_owned(),
        reason: reason + PATHS,
    })?;
    let mut policy = Policy::default();
    for path in paths {
        policy.extend(custom::read_cached(Path::new(path), key, cache)?.policy);
    }
    // A team's pack may say more of a bundled control.
    policy.extend(bundled.into());
    Ok(policy)
}

/// Returns the controls of the policy that names select.
///
/// # Errors
/// As for [`policy`].
pub fn selected(names: &[String], key: Option<&str>) -> Result<Vec<Arc<Control>>, Error> {
    Ok(policy(names, key, None)?.controls)
}

/// Returns the paths among names of packs, without URLs.
pub fn paths(names: &[String]) -> impl Iterator<Item = PathBuf> {
    names
        .iter()
        .filter(|name| is_path(name) && !pinned::is_url(name))
        .map(PathBuf::from)
}

/// Returns whether a name is the path or URL of a pack.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\'])
        || name.ends_with(".zip")
        || Path::new(name).join(policies::custom::MANIFEST).exists()
}

/// Whether a name is that of a file other than a pack: an option takes all names behind it.
fn is_other_file(name: &str) -> bool {
    !name.ends_with(".zip") && files::kind(Path::new(name)).is_some_and(|kind| kind.is_file())
}
