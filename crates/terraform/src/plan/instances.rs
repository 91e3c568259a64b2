//! Resource instances of all modules.

use std::cmp::Ordering;
use std::rc::Rc;

use serde_json::{Map, Value as Json, json};

use super::providers::CalledModule;
use super::settings::{PlanSettings, TagsAll};
use super::values::{key_json, mode_name, shown};
use super::{providers, tags, values};
use crate::module::{
    EvaluatedBody, EvaluatedModule, InstanceKey, Resource, ResourceMode, Settings,
};
use crate::value::Value;

/// A resource instance in a plan.
#[derive(Debug)]
pub struct Instance<'r> {
    /// The address, such as `module.a["b"].aws_x.y[0]`.
    pub address: String,
    /// The module instance.
    pub module: &'r EvaluatedModule,
    /// The evaluated resource.
    pub resource: &'r Resource,
    /// The planned value: an object.
    value: Value,
    provider_name: String,
    schema_version: u64,
    config_known: bool,
}

/// Collects the resource instances of a module and of the modules it calls.
pub fn instances<'r>(
    called: &CalledModule<'r, '_>,
    settings: &Settings<'_>,
    plan_settings: &PlanSettings,
    found: &mut Vec<Instance<'r>>,
) {
    let module = called.module;
    for resource in module
        .resources
        .iter()
        .filter(|resource| resource.mode != ResourceMode::Ephemeral)
    {
        let planned = settings.providers.planned(resource);
        // Attributes of an open object that are not set are absent from the plan.
        let mut elements = planned
            .open_attributes()
            .or_else(|| planned.elements())
            .cloned()
            .unwrap_or_default();
        if plan_settings.tags_all == TagsAll::Merged {
            tags::add_all(&mut elements, resource, called);
        }
        let source = settings
            .providers
            .source_of(resource.mode, &resource.kind)
            .map(str::to_owned);
        found.push(Instance {
            address: address(module, resource),
            module,
            resource,
            value: shown(&Value::object(elements), plan_settings),
            provider_name: source.unwrap_or_else(|| providers::source(module, resource)),
            schema_version: settings.providers.version_of(resource.mode, &resource.kind),
            config_known: is_known(&resource.body),
        });
    }
    for inner in &module.modules {
        instances(
            &CalledModule {
                module: inner,
                caller: Some(called),
            },
            settings,
            plan_settings,
            found,
        );
    }
}

fn is_known(body: &EvaluatedBody) -> bool {
    body.attributes
        .iter()
        .all(|(_, value, _)| value.is_wholly_known())
        && body.unknown_blocks.is_empty()
        && body.blocks.iter().all(|block| is_known(&block.body))
}

fn address(module: &EvaluatedModule, resource: &Resource) -> String {
    let dot = if module.address.is_empty() { "" } else { "." };
    let key = resource
        .key
        .as_ref()
        .map_or_else(String::new, InstanceKey::text);
    format!(
        "{}{dot}{}{}.{}{key}",
        module.address,
        resource.mode.prefix(),
        resource.kind,
        resource.name
    )
}

impl Instance<'_> {
    /// Compares by the order of `resource_changes`: modules at a lower depth first, data sources before other
    /// resources.
    pub fn in_changes(&self, other: &Self) -> Ordering {
        let module_order =
            |instance: &Self| (instance.module.path.len(), instance.module.path.clone());
        let own = |instance: &Self| {
            let resource = instance.resource;
            let managed = resource.mode != ResourceMode::Data;
            (
                managed,
                Rc::clone(&resource.kind),
                Rc::clone(&resource.name),
                resource.key.clone(),
            )
        };
        module_order(self)
            .cmp(&module_order(other))
            .then_with(|| own(self).cmp(&own(other)))
    }

    fn head(&self) -> Map<String, Json> {
        let mut object = Map::new();
        let resource = self.resource;
        object.insert("mode".to_owned(), mode_name(resource.mode).into());
        object.insert("type".to_owned(), resource.kind.to_string().into());
        object.insert("name".to_owned(), resource.name.to_string().into());
        object.extend(
            resource
                .key
                .as_ref()
                .and_then(key_json)
                .map(|key| ("index".to_owned(), key)),
        );
        object.insert(
            "provider_name".to_owned(),
            self.provider_name.clone().into(),
        );
        object
    }

    /// Returns the entry in `planned_values`.
    pub fn planned_value(&self) -> Json {
        let mut object = Map::new();
        object.insert("address".to_owned(), self.address.clone().into());
        object.extend(self.head());
        object.insert("schema_version".to_owned(), self.schema_version.into());
        if let Some(Json::Object(values)) = values::known(&self.value)
            && !values.is_empty()
        {
            object.insert("values".to_owned(), values.into());
        }
        object.insert(
            "sensitive_values".to_owned(),
            values::sensitive_tree(&self.value),
        );
        object.into()
    }

    /// Returns the entry in `resource_changes`.
    pub fn change(&self) -> Json {
        let mut object = Map::new();
        object.insert("address".to_owned(), self.address.clone().into());
        if !self.module.address.is_empty() {
            object.insert(
                "module_address".to_owned(),
                self.module.address.clone().into(),
            );
        }
        object.extend(self.head());
        let read = self.resource.mode == ResourceMode::Data;
        let change = json!({
            "actions": [if read { "read" } else { "create" }],
            "before": null,
            "after": values::known(&self.value),
            "after_unknown": values::unknown_tree(&self.value),
            "before_sensitive": false,
            "after_sensitive": values::sensitive_tree(&self.value),
        });
        object.insert("change".to_owned(), change);
        if read && !self.config_known {
            object.insert(
                "action_reason".to_owned(),
                "read_because_config_unknown".into(),
            );
        }
        object.into()
    }
}
