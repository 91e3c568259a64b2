//! The `tags_all` attribute of AWS resources: the provider's default tags merged with the resource's tags.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::providers;
use crate::module::{EvaluatedModule, Resource, ResourceMode};
use crate::value::convert::convert;
use crate::value::{Type, Value};

type Elements = BTreeMap<Rc<str>, Value>;

/// Adds `tags_all` to a resource with tags, and converts the tags to strings.
pub fn add_all(elements: &mut Elements, resource: &Resource, module: &EvaluatedModule, root: &EvaluatedModule) {
    if resource.mode != ResourceMode::Managed || !resource.kind.starts_with("aws_") {
        return;
    }
    let strings = |value: &Value| convert(value, &Type::map(Type::String)).unwrap_or_else(|_| value.clone());
    if let Some(tags) = elements.get_mut("tags") {
        *tags = strings(tags);
    }
    let known = elements.contains_key("tags_all") || elements.get("tags").is_some_and(|tags| !tags.is_null());
    if !known {
        return;
    }
    let defaults = defaults(resource, module, root);
    let merged = match (defaults, elements.get("tags")) {
        (Some(defaults), Some(tags)) if tags.is_known() => {
            let mut merged = defaults;
            merged.extend(tags.elements().into_iter().flatten().map(|(name, tag)| (Rc::clone(name), tag.clone())));
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
fn defaults(resource: &Resource, module: &EvaluatedModule, root: &EvaluatedModule) -> Option<Elements> {
    let key = (resource.mode, Rc::clone(&resource.kind), Rc::clone(&resource.name));
    let alias = module.declared.resources.get(&key).and_then(providers::configured).and_then(|(_, alias)| alias);
    if alias.is_some() && !module.address.is_empty() {
        // The module call's `providers` argument decides which of the root's configurations is used.
        return None;
    }
    let own_alias = |block: &crate::module::EvaluatedBlock| -> Option<Rc<str>> {
        let (_, value, _) = block.body.attributes.iter().find(|(name, ..)| &**name == "alias")?;
        value.str().map(Rc::from)
    };
    let provider = root
        .providers
        .iter()
        .find(|block| block.labels.first().is_some_and(|name| &**name == "aws") && own_alias(block) == alias);
    let Some(provider) = provider else { return Some(Elements::new()) };
    if provider.body.unknown_blocks.iter().any(|kind| &**kind == "default_tags") {
        return None;
    }
    let Some(block) = provider.body.blocks.iter().find(|block| &*block.kind == "default_tags") else {
        return Some(Elements::new());
    };
    match block.body.attributes.iter().find(|(name, ..)| &**name == "tags") {
        None => Some(Elements::new()),
        Some((_, tags, _)) if tags.is_null() => Some(Elements::new()),
        Some((_, tags, _)) => tags.elements().cloned(),
    }
}
