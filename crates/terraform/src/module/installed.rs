//! Modules installed by `terraform init`.

use serde_json::Value as Json;

use crate::host::Host;
use crate::support::path;

/// Returns the folder of an installed module from Terraform's `modules.json`, by the names of the calls that lead to
/// it.
pub fn folder(host: &Host<'_>, data_folder: &str, calls: &[&str]) -> Option<String> {
    let manifest = host.files.read(&path::join(
        &host.folder,
        &format!("{data_folder}/modules/modules.json"),
    ))?;
    let manifest: Json = serde_json::from_slice(&manifest).ok()?;
    let key = calls.join(".");
    let entry = manifest
        .get("Modules")?
        .as_array()?
        .iter()
        .find(|entry| entry.get("Key").and_then(Json::as_str) == Some(&key))?;
    Some(path::clean(entry.get("Dir")?.as_str()?))
}
