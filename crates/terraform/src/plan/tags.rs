//! The `tags_all` attribute of AWS resources: the provider's default tags merged with the resource's tags.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::providers::{self, CalledModule, Configuration};
use crate::module::{Resource, ResourceMode};
use crate::value::convert::convert;
use crate::value::{Type, Value};

type Elements = BTreeMap<Rc<str>, Value>;

/// Adds `tags_all` to a resource with tags, and converts the tags to strings.
pub fn add_all(elements: &mut Elements, resource: &Resource, called: &CalledModule<'_, '_>) {
    if resource.mode != ResourceMode::Managed || !resource.kind.starts_with("aws_") {
        return;
    }
    let strings =
        |value: &Value| convert(value, &Type::map(Type::String)).unwrap_or_else(|_| value.clone());
    if let Some(tags) = elements.get_mut("tags") {
        *tags = strings(tags);
    }
    let known = elements.contains_key("tags_all")
        || elements.get("tags").is_some_and(|tags| !tags.is_null());
    if !known {
        return;
    }
    let defaults = defaults(resource, called);
    let merged = match (defaults, elements.get("tags")) {
        (Some(defaults), Some(tags)) if tags.is_known() => {
            let mut merged = defaults;
            merged.extend(
                tags.elements()
                    .into_iter()
                    .flatten()
                    .map(|(name, tag)| (Rc::clone(name), tag.clone())),
            );
            if merged.is_empty() {
                Value::unknown(Type::map(Type::String))
            } else {
                strings(&Value::object(merged)).marked(tags.marks())
            }
        }
        _ => Value::unknown(Type::map(Type::String)),
    };
    elements.insert("tags_all".into(), merged);
}

/// Returns the default tags of a resource's provider; `None` if they are unknown.
fn defaults(resource: &Resource, called: &CalledModule<'_, '_>) -> Option<Elements> {
    let provider = match providers::configuration(resource, called) {
        Configuration::Block(provider) => provider,
        Configuration::Empty => return Some(Elements::new()),
        Configuration::Unknown => return None,
    };
    if provider
        .body
        .unknown_blocks
        .iter()
        .any(|kind| &**kind == "default_tags")
    {
        return None;
    }
    let Some(block) = provider
        .body
        .blocks
        .iter()
        .find(|block| &*block.kind == "default_tags")
    else {
        return Some(Elements::new());
    };
    match block
        .body
        .attributes
        .iter()
        .find(|(name, ..)| &**name == "tags")
    {
        None => Some(Elements::new()),
        Some((_, tags, _)) if tags.is_null() => Some(Elements::new()),
        Some((_, tags, _)) => tags.elements().cloned(),
    }
}
