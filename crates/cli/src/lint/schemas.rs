//! Additional resource types, and changes of known ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::patch;
use crate::{files, schemas};
use cfn_warden_arguments::lint::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_schema::pattern::{BUDGET, Outcome, Pattern};
use cfn_warden_schema::{Knowledge, Pack};

/// Returns the schemas for a command line.
///
/// # Errors
/// [`Error::Read`] for a folder, schema or override file that cannot be read or used.
pub fn knowledge(args: &Args) -> Result<Knowledge, Error> {
    let bundled = schemas::knowledge(&args.schemas)?;
    let mut added = BTreeMap::new();
    for folder in &args.registry_schemas {
        for path in files::below(folder, &["json"])? {
            let (name, pack) = schema(&path)?;
            added.insert(name, pack);
        }
    }
    match &args.override_spec {
        Some(path) => overridden(&bundled, added, path),
        None => Ok(bundled.with_types(added)),
    }
}

/// Reads a schema and its type name.
fn schema(path: &Path) -> Result<(String, Arc<Pack>), Error> {
    let text = text(path)?;
    let pack = Pack::from_json(&text).map_err(|error| unusable(path, error.to_string()))?;
    let name = pack
        .root()
        .get("typeName")
        .and_then(|name| name.as_str())
        .map(str::to_owned);
    let name = name.ok_or_else(|| {
        unusable(
            path,
            "not a resource type schema: `typeName` is missing".to_owned(),
        )
    })?;
    Ok((name, Arc::new(pack)))
}

/// Applies `IncludeResourceTypes`, `ExcludeResourceTypes` and `Patches` of an override file.
fn overridden(
    bundled: &Knowledge,
    mut added: BTreeMap<String, Arc<Pack>>,
    path: &Path,
) -> Result<Knowledge, Error> {
    let spec: Value =
        serde_json::from_str(&text(path)?).map_err(|error| unusable(path, error.to_string()))?;
    let patterns = |name: &str| -> Result<Vec<Pattern>, Error> {
        let listed = spec
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        let pattern = |text: &str| Pattern::compile(&format!("{}$", text.replace('*', "(.*)")));
        let refused = |_| unusable(path, format!("{name} has an invalid pattern"));
        listed.map(|text| pattern(text).map_err(refused)).collect()
    };
    let (include, exclude) = (
        patterns("IncludeResourceTypes")?,
        patterns("ExcludeResourceTypes")?,
    );
    let is_one = |patterns: &[Pattern], name: &str| {
        patterns
            .iter()
            .any(|pattern| pattern.matches(name, BUDGET) == Outcome::Match)
    };
    let is_left =
        |name: &str| (include.is_empty() || is_one(&include, name)) && !is_one(&exclude, name);
    let all: BTreeSet<String> = bundled
        .types()
        .map(str::to_owned)
        .chain(added.keys().cloned())
        .collect();
    let removed: BTreeSet<String> = all.into_iter().filter(|name| !is_left(name)).collect();
    for (name, patches) in spec
        .get("Patches")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let known = bundled
            .clone()
            .with_types(added.clone())
            .without_types(removed.clone());
        let Some(schema) = known.resource(name) else {
            if bundled.document(&name.replace('.', "/")).is_some() {
                let why = format!("Patches of {name}: only resource type schemas can be patched");
                return Err(unusable(path, why));
            }
            continue;
        };
        let wrong = |why: String| unusable(path, format!("Patches of {name}: {why}"));
        let mut json: Value =
            serde_json::from_str(&schema.to_string()).map_err(|error| wrong(error.to_string()))?;
        patch::apply(&mut json, patches).map_err(wrong)?;
        let pack = Pack::from_json(&json.to_string()).map_err(|error| wrong(error.to_string()))?;
        added.insert(name.clone(), Arc::new(pack));
    }
    Ok(bundled.clone().with_types(added).without_types(removed))
}

fn text(path: &Path) -> Result<String, Error> {
    String::from_utf8(files::bytes(path)?)
        .map_err(|_| unusable(path, "the file is not UTF-8".to_owned()))
}

fn unusable(path: &Path, reason: String) -> Error {
    Error::Read {
        path: path.to_string_lossy().into_owned(),
        reason,
    }
}
