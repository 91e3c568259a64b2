//! Evaluated modules as JSON.

use serde_json::{Map, Value as Json, json};

use super::evaluated::{EvaluatedBody, EvaluatedModule, InstanceKey, Resource, Run};
use crate::value::{Kind, Marks, Value};

/// Converts a run to JSON. Each value has its type; `unknown` and `sensitive` mark the parts that are null because they
/// are unknown or sensitive.
pub fn show(run: &Run) -> Json {
    let mut object = match &run.root {
        Some(root) => module(root),
        None => Map::new(),
    };
    let errors = run.texts.with(|sources| {
        run.errors
            .iter()
            .map(|error| {
                let location = error.range.map(|range| sources.location(range));
                let mut object = Map::new();
                object.insert("summary".to_owned(), error.summary.clone().into());
                object.insert("detail".to_owned(), error.detail.to_string().into());
                object.insert("place".to_owned(), location.into());
                for (name, ranges) in [("callers", &error.callers), ("arguments", &error.arguments)]
                {
                    if !ranges.is_empty() {
                        let locations: Vec<String> = ranges
                            .iter()
                            .map(|range| sources.location(*range))
                            .collect();
                        object.insert(name.to_owned(), locations.into());
                    }
                }
                Json::Object(object)
            })
            .collect::<Vec<_>>()
    });
    object.insert("errors".to_owned(), errors.into());
    Json::Object(object)
}

fn module(module: &EvaluatedModule) -> Map<String, Json> {
    let values = |values: &std::collections::BTreeMap<std::rc::Rc<str>, Value>| -> Json {
        values
            .iter()
            .map(|(name, value)| (name.to_string(), single(value)))
            .collect::<Map<_, _>>()
            .into()
    };
    let mut object = Map::new();
    if !module.address.is_empty() {
        object.insert("address".to_owned(), module.address.clone().into());
    }
    object.insert("folder".to_owned(), module.folder.clone().into());
    object.insert("variables".to_owned(), values(&module.variables));
    object.insert("locals".to_owned(), values(&module.locals));
    object.insert("outputs".to_owned(), values(&module.outputs));
    let providers = module.providers.iter().map(|block| {
        let name = block.labels.first().map(ToString::to_string);
        json!({ "name": name, "values": body(&block.body) })
    });
    object.insert("providers".to_owned(), providers.collect::<Vec<_>>().into());
    object.insert(
        "resources".to_owned(),
        module
            .resources
            .iter()
            .map(resource)
            .collect::<Vec<_>>()
            .into(),
    );
    let modules: Vec<Json> = module
        .modules
        .iter()
        .map(|inner| self::module(inner).into())
        .collect();
    object.insert("modules".to_owned(), modules.into());
    object
}

/// Converts a value to JSON with its type and with its unknown and sensitive parts marked.
fn single(value: &Value) -> Json {
    let mut object = Map::new();
    object.insert("value".to_owned(), plain(value));
    object.insert("type".to_owned(), value.ty().notation().into());
    for (name, tree) in [
        ("unknown", tree(value, &is_unknown)),
        ("sensitive", tree(value, &is_sensitive)),
    ] {
        object.extend(tree.map(|tree| (name.to_owned(), tree)));
    }
    object.into()
}

fn resource(resource: &Resource) -> Json {
    let key = resource
        .key
        .as_ref()
        .map_or_else(String::new, InstanceKey::text);
    let address = format!(
        "{}{}.{}{key}",
        resource.mode.prefix(),
        resource.kind,
        resource.name
    );
    let mut object = Map::new();
    object.insert("address".to_owned(), address.into());
    object.insert("type".to_owned(), resource.kind.to_string().into());
    object.insert("name".to_owned(), resource.name.to_string().into());
    if resource.deferred {
        object.insert("deferred".to_owned(), true.into());
        return object.into();
    }
    object.insert("values".to_owned(), body(&resource.body));
    object.into()
}

fn body(body: &EvaluatedBody) -> Json {
    let mut object = Map::new();
    for (name, value, _) in &body.attributes {
        object.insert(name.to_string(), single(value));
    }
    for block in &body.blocks {
        let entry = object
            .entry(block.kind.to_string())
            .or_insert_with(|| Json::Array(Vec::new()));
        if let Some(all) = entry.as_array_mut() {
            let mut inner = self::body(&block.body);
            if !block.labels.is_empty() {
                let labels: Vec<String> = block.labels.iter().map(ToString::to_string).collect();
                inner = json!({ "labels": labels, "body": inner });
            }
            all.push(inner);
        }
    }
    for kind in &body.unknown_blocks {
        object
            .entry(kind.to_string())
            .or_insert_with(|| json!({ "unknown": true }));
    }
    object.into()
}

fn is_unknown(value: &Value) -> bool {
    !value.is_known()
}

fn is_sensitive(value: &Value) -> bool {
    value.marks().has(Marks::SENSITIVE.and(Marks::EPHEMERAL))
}

/// Converts a value to JSON. Unknown and sensitive parts are null.
pub fn plain(value: &Value) -> Json {
    if is_sensitive(value) {
        return Json::Null;
    }
    match value.kind() {
        Kind::Unknown(..) | Kind::Null(_) => Json::Null,
        Kind::Bool(held) => (*held).into(),
        Kind::Number(number) => number.json(),
        Kind::String(text) => text.to_string().into(),
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            items.iter().map(plain).collect::<Vec<_>>().into()
        }
        Kind::Map(_, elements) | Kind::Object(elements) => elements
            .iter()
            .map(|(name, value)| (name.to_string(), plain(value)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

/// Marks the parts of a value for which a predicate holds; `None` if there are none.
fn tree(value: &Value, holds: &dyn Fn(&Value) -> bool) -> Option<Json> {
    if holds(value) {
        return Some(true.into());
    }
    match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            let all: Vec<Option<Json>> = items.iter().map(|item| tree(item, holds)).collect();
            let any = all.iter().any(Option::is_some);
            any.then(|| {
                all.into_iter()
                    .map(|item| item.unwrap_or(Json::Bool(false)))
                    .collect::<Vec<_>>()
                    .into()
            })
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let all: Map<String, Json> = elements
                .iter()
                .filter_map(|(name, value)| Some((name.to_string(), tree(value, holds)?)))
                .collect();
            (!all.is_empty()).then(|| all.into())
        }
        _ => None,
    }
}
