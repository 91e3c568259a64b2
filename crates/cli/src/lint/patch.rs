//! JSON Patch (RFC 6902).
//!
//! The crate `json-patch` recurses for each operation, and its removals move the last key of an object, so that the order
//! of a schema's keywords would change.

use serde_json::Value;

/// Applies a list of operations.
///
/// # Errors
/// The first operation that cannot be applied, and the reason.
pub fn apply(document: &mut Value, patches: &Value) -> Result<(), String> {
    let patches = patches.as_array().ok_or("expected a list of operations")?;
    for patch in patches {
        operation(document, patch).map_err(|why| format!("{patch}: {why}"))?;
    }
    Ok(())
}

fn operation(document: &mut Value, patch: &Value) -> Result<(), String> {
    let text = |name: &str| {
        patch
            .get(name)
            .and_then(Value::as_str)
            .ok_or(format!("`{name}` is missing or not a string"))
    };
    let value = || {
        patch
            .get("value")
            .cloned()
            .ok_or("`value` is missing".to_owned())
    };
    let path = text("path")?;
    match text("op")? {
        "add" => add(document, path, value()?),
        "remove" => remove(document, path).map(drop),
        "replace" => {
            *document.pointer_mut(path).ok_or("`path` does not exist")? = value()?;
            Ok(())
        }
        "move" => {
            let moved = remove(document, text("from")?)?;
            add(document, path, moved)
        }
        "copy" => {
            let copied = document
                .pointer(text("from")?)
                .cloned()
                .ok_or("`from` does not exist")?;
            add(document, path, copied)
        }
        "test" if document.pointer(path) == Some(&value()?) => Ok(()),
        "test" => Err("the value at `path` is different".to_owned()),
        other => Err(format!("unknown operation `{other}`")),
    }
}

/// Returns the container of a path and the last step.
fn parent<'d>(document: &'d mut Value, path: &str) -> Result<(&'d mut Value, String), String> {
    let (above, last) = path
        .rsplit_once('/')
        .ok_or("`path` does not start with /")?;
    let container = document
        .pointer_mut(above)
        .ok_or(format!("{above} does not exist"))?;
    Ok((container, last.replace("~1", "/").replace("~0", "~")))
}

fn add(document: &mut Value, path: &str, value: Value) -> Result<(), String> {
    if path.is_empty() {
        *document = value;
        return Ok(());
    }
    match parent(document, path)? {
        (Value::Object(map), name) => {
            map.insert(name, value);
            Ok(())
        }
        (Value::Array(items), step) => {
            let index = if step == "-" {
                Some(items.len())
            } else {
                step.parse().ok()
            };
            let index = index
                .filter(|index| *index <= items.len())
                .ok_or("the list has no such index")?;
            items.insert(index, value);
            Ok(())
        }
        _ => Err("`path` leads into a scalar".to_owned()),
    }
}

fn remove(document: &mut Value, path: &str) -> Result<Value, String> {
    let removed = match parent(document, path)? {
        (Value::Object(map), name) => map.shift_remove(&name),
        (Value::Array(items), step) => {
            let index = step
                .parse()
                .ok()
                .filter(|index: &usize| *index < items.len());
            index.map(|index| items.remove(index))
        }
        _ => None,
    };
    removed.ok_or("`path` does not exist".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn operations_change_a_document_or_return_an_error() {
        let mut document = json!({"a": [1, 2], "b/c": {"d": null}});
        let patches = json!([
            {"op": "test", "path": "/a/1", "value": 2},
            {"op": "add", "path": "/a/-", "value": 3},
            {"op": "add", "path": "/a/0", "value": 0},
            {"op": "remove", "path": "/a/1"},
            {"op": "copy", "from": "/a", "path": "/e"},
            {"op": "move", "from": "/b~1c/d", "path": "/f"},
            {"op": "replace", "path": "/e/0", "value": "x"},
        ]);
        apply(&mut document, &patches).unwrap();
        assert_eq!(
            document,
            json!({"a": [0, 2, 3], "b/c": {}, "e": ["x", 2, 3], "f": null})
        );
        for wrong in [
            json!([{"op": "add", "path": "/a/9", "value": 1}]),
            json!([{"op": "remove", "path": "/none"}]),
            json!([{"op": "replace", "path": "/none", "value": 1}]),
            json!([{"op": "test", "path": "/f", "value": 1}]),
            json!([{"op": "add", "path": "/f/g", "value": 1}]),
            json!([{"op": "add", "path": "/f"}]),
            json!([{"op": "turn", "path": "/f"}]),
            json!({}),
        ] {
            assert!(apply(&mut document, &wrong).is_err(), "{wrong}");
        }
    }
}
