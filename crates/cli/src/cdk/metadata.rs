//! Metadata of constructs in an assembly: logical IDs, templates of nested stacks, and the lines that create constructs.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Map, Value};

use crate::files;
use cfn_warden_engine::SourcePlace;
use cfn_warden_syntax::Position;

const LOGICAL_ID: &str = "aws:cdk:logicalId";
const TEMPLATE: &str = "aws:cdk:templateFile";
const CREATION: &str = "aws:cdk:creationStack";

/// What the metadata say about a construct.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// The path in the tree of constructs, without the leading slash.
    pub path: String,
    /// Where the user's code creates it.
    pub source: Option<SourcePlace>,
}

/// Returns the constructs with a logical ID by template. `file` is the template of the stack.
pub fn constructs(metadata: &Value, file: &str) -> HashMap<String, HashMap<String, Known>> {
    let mut found: HashMap<String, HashMap<String, Known>> = HashMap::new();
    let Some(entries) = metadata.as_object() else {
        return found;
    };
    for (path, own) in entries {
        let Some(logical_id) = data(own, LOGICAL_ID).and_then(Value::as_str) else {
            continue;
        };
        let template = upwards(path)
            .find_map(|path| data(entries.get(path)?, TEMPLATE)?.as_str())
            .unwrap_or(file);
        let known = Known {
            path: path.trim_start_matches('/').to_owned(),
            source: source(path, entries),
        };
        found
            .entry(template.to_owned())
            .or_default()
            .insert(logical_id.to_owned(), known);
    }
    found
}

/// Returns the line that creates a construct, or the nearest construct around it in the same stack.
fn source(path: &str, entries: &Map<String, Value>) -> Option<SourcePlace> {
    for path in upwards(path) {
        let Some(own) = entries.get(path) else {
            continue;
        };
        if data(own, TEMPLATE).is_some() {
            return None;
        }
        if let Some(source) = user_code(own) {
            return Some(source);
        }
    }
    None
}

/// Returns a path and those above it.
fn upwards(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| {
        path.rsplit_once('/').map(|(above, _)| above)
    })
    .filter(|path| !path.is_empty())
}

/// Returns the data of the first entry of a type.
fn data<'v>(own: &'v Value, kind: &str) -> Option<&'v Value> {
    own.as_array()?
        .iter()
        .find(|entry| entry.get("type").and_then(Value::as_str) == Some(kind))?
        .get("data")
}

/// Returns the first line of the user's code in the stack traces of a construct. Older versions of the CDK have them in each
/// entry as `trace`, if `CDK_DEBUG` is set; newer ones always have an entry with the trace of the creation.
fn user_code(own: &Value) -> Option<SourcePlace> {
    let of_entry = |entry: &Value| entry.get("trace")?.as_array().cloned();
    let traces = own.as_array().into_iter().flatten().filter_map(of_entry);
    let mut traces = data(own, CREATION)
        .and_then(Value::as_array)
        .cloned()
        .into_iter()
        .chain(traces);
    traces.find_map(|trace| trace.iter().filter_map(Value::as_str).find_map(place))
}

/// Returns the place of a line of a stack trace, `new Storage (/app/lib/storage.ts:12:5)`, unless it is in a library.
fn place(line: &str) -> Option<SourcePlace> {
    let place = line
        .rsplit_once('(')
        .map_or(line, |(_, place)| place)
        .trim()
        .trim_end_matches(')');
    let place = place
        .trim_start_matches("at ")
        .trim_start_matches("file://");
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let (line, column): (u32, u32) = (line.parse().ok()?, column.parse().ok()?);
    let is_library = ["node_modules", "node:internal", "site-packages"]
        .iter()
        .any(|part| file.contains(part));
    let at = Position { line, column };
    (!is_library && !file.is_empty()).then(|| SourcePlace {
        file: files::from_here(Path::new(file)),
        at,
    })
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn lines_of_stack_traces_have_places() {
        assert_eq!(
            place("new Storage (/nowhere/lib/a.ts:12:5)")
                .unwrap()
                .to_string(),
            "/nowhere/lib/a.ts:12:5"
        );
        assert_eq!(
            place("at file:///nowhere/a.mjs:3:1").unwrap().to_string(),
            "/nowhere/a.mjs:3:1"
        );
        for other in [
            "...aws-cdk-lib...",
            "(no user code in 10 frames)",
            "new Queue (/x/node_modules/a.js:1:2)",
            "",
        ] {
            assert_eq!(place(other), None, "{other}");
        }
    }
}
