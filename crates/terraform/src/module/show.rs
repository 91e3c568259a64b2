//! Evaluated modules as JSON.

use serde_json::{Map, Value as Json, json};

use super::body::EvaluatedBody;
use super::evaluate::{Evaluated, InstanceKey, Resource, Run};
use crate::value::{Kind, Marks, Value};

/// Converts a run to JSON. Each value has its type; `unknown` and `sensitive` mark the parts that are null because they
/// are unknown or sensitive.
pub fn show(run: &Run) -> Json {
    let mut made = match &run.root {
        Some(root) => module(root),
        None => Map::new(),
    };
    let errors = run.texts.with(|sources| {
        run.errors
            .iter()
            .map(|error| {
                let place = error.range.map(|range| sources.place(range));
                let mut made = Map::new();
                made.insert("summary".to_owned(), error.summary.clone().into());
                made.insert("detail".to_owned(), error.detail.clone().into());
                made.insert("place".to_owned(), place.into());
                for (name, ranges) in [("callers", &error.callers), ("arguments", &error.arguments)] {
                    if !ranges.is_empty() {
                        let places: Vec<String> = ranges.iter().map(|range| sources.place(*range)).collect();
                        made.insert(name.to_owned(), places.into());
                    }
                }
                Json::Object(made)
            })
            .collect::<Vec<_>>()
    });
    made.insert("errors".to_owned(), errors.into());
    Json::Object(made)
}

fn module(module: &Evaluated) -> Map<String, Json> {
    let values = |values: &std::collections::BTreeMap<std::rc::Rc<str>, Value>| -> Json {
        values.iter().map(|(name, value)| (name.to_string(), single(value))).collect::<Map<_, _>>().into()
    };
    let mut made = Map::new();
    if !module.address.is_empty() {
        made.insert("address".to_owned(), module.address.clone().into());
    }
    made.insert("folder".to_owned(), module.folder.clone().into());
    made.insert("variables".to_owned(), values(&module.variables));
    made.insert("locals".to_owned(), values(&module.locals));
    made.insert("outputs".to_owned(), values(&module.outputs));
    let providers = module.providers.iter().map(|block| {
        let name = block.labels.first().map(ToString::to_string);
        json!({ "name": name, "values": body(&block.body) })
    });
    made.insert("providers".to_owned(), providers.collect::<Vec<_>>().into());
    made.insert("resources".to_owned(), module.resources.iter().map(resource).collect::<Vec<_>>().into());
    let modules: Vec<Json> = module.modules.iter().map(|inner| self::module(inner).into()).collect();
    made.insert("modules".to_owned(), modules.into());
    made
}

/// Converts a value to JSON with its type and with its unknown and sensitive parts marked.
fn single(value: &Value) -> Json {
    let mut made = Map::new();
    made.insert("value".to_owned(), plain(value));
    made.insert("type".to_owned(), value.ty().notation().into());
    for (name, tree) in [("unknown", tree(value, &is_unknown)), ("sensitive", tree(value, &is_sensitive))] {
        made.extend(tree.map(|tree| (name.to_owned(), tree)));
    }
    made.into()
}

fn resource(resource: &Resource) -> Json {
    let key = resource.key.as_ref().map_or_else(String::new, InstanceKey::text);
    let address = format!("{}{}.{}{key}", resource.mode.prefix(), resource.kind, resource.name);
    let mut made = Map::new();
    made.insert("address".to_owned(), address.into());
    made.insert("type".to_owned(), resource.kind.to_string().into());
    made.insert("name".to_owned(), resource.name.to_string().into());
    if resource.deferred {
        made.insert("deferred".to_owned(), true.into());
        return made.into();
    }
    made.insert("values".to_owned(), body(&resource.body));
    made.into()
}

fn body(body: &EvaluatedBody) -> Json {
    let mut made = Map::new();
    for (name, value, _) in &body.attributes {
        made.insert(name.to_string(), single(value));
    }
    for block in &body.blocks {
        let entry = made.entry(block.kind.to_string()).or_insert_with(|| Json::Array(Vec::new()));
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
        made.entry(kind.to_string()).or_insert_with(|| json!({ "unknown": true }));
    }
    made.into()
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
        Kind::Map(_, elements) | Kind::Object(elements) => {
            elements.iter().map(|(name, value)| (name.to_string(), plain(value))).collect::<Map<_, _>>().into()
        }
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
            any.then(|| all.into_iter().map(|item| item.unwrap_or(Json::Bool(false))).collect::<Vec<_>>().into())
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let all: Map<String, Json> =
                elements.iter().filter_map(|(name, value)| Some((name.to_string(), tree(value, holds)?))).collect();
            (!all.is_empty()).then(|| all.into())
        }
        _ => None,
    }
}
