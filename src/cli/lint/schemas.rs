//! Resource types of the user's own, and changes of those that there are.

use std::path::Path;
use std::sync::Arc;

use super::Args;
use crate::cli::{Io, files};
use crate::error::Error;
use crate::schema::Pack;
use crate::schema::added::Types;

/// The resource types there are for a command line.
///
/// # Errors
/// A folder, schema or file of changes that cannot be read or used.
pub fn types(args: &Args, _: &mut Io<'_>) -> Result<Types, Error> {
    let mut added = Vec::new();
    for folder in &args.registry_schemas {
        for path in files::below(folder, &["json"])? {
            added.push(schema(&path)?);
        }
    }
    Ok(Types::with(added))
}

/// A type's name and schema.
fn schema(path: &Path) -> Result<(String, Arc<Pack>), Error> {
    let unusable = |reason: String| Error::Read { path: path.to_string_lossy().into_owned(), reason };
    let text = String::from_utf8(files::bytes(path)?).map_err(|_| unusable("it is not UTF-8".to_owned()))?;
    let pack = Pack::from_json(&text).map_err(|error| unusable(error.to_string()))?;
    let name = pack.root().get("typeName").and_then(|name| name.as_str()).map(str::to_owned);
    let name = name.ok_or_else(|| unusable("it is no schema of a resource type: it has no typeName".to_owned()))?;
    Ok((name, Arc::new(pack)))
}
