//! A configuration as a plan that creates everything, in the format of `terraform show -json`. Policies for plans can
//! be evaluated on it.

mod configuration;
mod instances;
mod providers;
mod schema_gaps;
mod sensitive;
mod settings;
mod source_map;
mod tags;
mod values;

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

pub(crate) use self::providers::{full_name, provider_of};
pub use self::schema_gaps::{SchemaGaps, schema_gaps};
pub use self::sensitive::sensitive;
pub use self::settings::{PlanSettings, Sensitive, TagsAll};
pub use self::source_map::{SourceLocation, SourceMap};

use self::instances::{Instance, instances};
use self::providers::CalledModule;
use self::values::shown;
use super::module::{EvaluatedModule, References, Run, Settings};
use super::support::json::type_notation;
use super::value::{Marks, Value};

/// A plan, and what is needed to report on it.
#[derive(Debug)]
pub struct Plan {
    /// The JSON document.
    pub document: Json,
    /// The locations in the configuration that parts of the document come from.
    pub source_map: SourceMap,
    /// The addresses of resources with an unknown number of instances.
    pub deferred: Vec<String>,
    /// The modules that were not loaded: address and source.
    pub modules_not_read: Vec<(String, String)>,
}

/// Returns the plan of an evaluated configuration; `None` if it could not be loaded.
pub fn plan(run: &Run, settings: &Settings<'_>, plan_settings: &PlanSettings) -> Option<Plan> {
    let root = run.root.as_ref()?;
    let mut source_map = SourceMap::default();
    let mut all = Vec::new();
    instances(
        &CalledModule {
            module: root,
            caller: None,
        },
        settings,
        plan_settings,
        &mut all,
    );
    let (deferred, mut planned): (Vec<Instance<'_>>, Vec<Instance<'_>>) = all
        .into_iter()
        .partition(|instance| instance.resource.deferred);
    planned.sort_by(Instance::in_changes);
    let changes: Vec<Json> = planned
        .iter()
        .enumerate()
        .map(|(at, instance)| {
            source_map.add_instance(
                &format!("/resource_changes/{at}"),
                "/change/after",
                instance,
            );
            instance.change()
        })
        .collect();
    let deferred_changes: Vec<Json> = deferred
        .iter()
        .enumerate()
        .map(|(at, instance)| {
            source_map.add_instance(
                &format!("/deferred_changes/{at}/resource_change"),
                "/change/after",
                instance,
            );
            json!({ "reason": "instance_count_unknown", "resource_change": instance.change() })
        })
        .collect();
    let mut by_module: BTreeMap<&str, Vec<&Instance<'_>>> = BTreeMap::new();
    for instance in &planned {
        by_module
            .entry(&instance.module.address)
            .or_default()
            .push(instance);
    }
    by_module
        .values_mut()
        .for_each(|all| all.sort_by(|a, b| a.address.cmp(&b.address)));
    let pointer = "/planned_values/root_module";
    let root_module = module_values(root, &by_module, pointer, &mut source_map).unwrap_or_default();
    let mut planned_values = Map::new();
    if !root.outputs.is_empty() {
        planned_values.insert("outputs".to_owned(), outputs(root, plan_settings));
    }
    planned_values.insert("root_module".to_owned(), root_module.into());
    let mut object = Map::new();
    object.insert("format_version".to_owned(), "1.2".into());
    if !root.variables.is_empty() {
        object.insert("variables".to_owned(), variables(root, plan_settings));
    }
    object.insert("planned_values".to_owned(), planned_values.into());
    if !changes.is_empty() {
        object.insert("resource_changes".to_owned(), changes.into());
    }
    if !deferred_changes.is_empty() {
        object.insert("deferred_changes".to_owned(), deferred_changes.into());
    }
    if !root.outputs.is_empty() {
        object.insert(
            "output_changes".to_owned(),
            output_changes(root, plan_settings),
        );
    }
    object.insert(
        "configuration".to_owned(),
        configuration::configuration(root, settings, &run.texts, plan_settings),
    );
    source_map.add_declared(root);
    let mut modules_not_read = Vec::new();
    collect_modules_not_read(root, &mut modules_not_read);
    let deferred: Vec<String> = deferred
        .into_iter()
        .map(|instance| instance.address)
        .collect();
    object.insert(
        "x_static".to_owned(),
        about(settings, &deferred, &modules_not_read),
    );
    Some(Plan {
        document: object.into(),
        source_map,
        deferred,
        modules_not_read,
    })
}

/// Returns the `x_static` member, which describes how the document was made.
fn about(
    settings: &Settings<'_>,
    deferred: &[String],
    modules_not_read: &[(String, String)],
) -> Json {
    let references = match settings.references {
        References::Planned => "planned",
        References::Unknown => "unknown",
    };
    let modules_not_read: Vec<Json> = modules_not_read
        .iter()
        .map(|(address, source)| json!({ "address": address, "source": source }))
        .collect();
    json!({
        "tool": concat!("cfn-warden ", env!("CARGO_PKG_VERSION")),
        "references": references,
        "deferred": deferred.len(),
        "modules_not_read": modules_not_read,
        "limits": "Values that providers compute or set by default are unknown. Without the providers' schemas, arguments that are not set are absent here; in Terraform's plan they are null or empty."
    })
}

fn collect_modules_not_read(module: &EvaluatedModule, found: &mut Vec<(String, String)>) {
    let dot = if module.address.is_empty() { "" } else { "." };
    let own = module.modules_not_read.iter();
    found.extend(own.map(|(name, source)| {
        (
            format!("{}{dot}module.{name}", module.address),
            source.clone(),
        )
    }));
    module
        .modules
        .iter()
        .for_each(|inner| collect_modules_not_read(inner, found));
}

/// Returns the resources of a module and of the modules it calls; `None` if there are no resources.
fn module_values(
    module: &EvaluatedModule,
    by_module: &BTreeMap<&str, Vec<&Instance<'_>>>,
    pointer: &str,
    source_map: &mut SourceMap,
) -> Option<Map<String, Json>> {
    let mut object = Map::new();
    if let Some(own) = by_module.get(module.address.as_str()) {
        let resources: Vec<Json> = own
            .iter()
            .enumerate()
            .map(|(at, instance)| {
                source_map.add_instance(&format!("{pointer}/resources/{at}"), "/values", instance);
                instance.planned_value()
            })
            .collect();
        object.insert("resources".to_owned(), resources.into());
    }
    if !module.address.is_empty() {
        object.insert("address".to_owned(), module.address.clone().into());
    }
    let mut called: Vec<&EvaluatedModule> = module.modules.iter().collect();
    called.sort_by(|a, b| a.address.cmp(&b.address));
    let mut inner: Vec<Json> = Vec::new();
    for child in called {
        let pointer = format!("{pointer}/child_modules/{}", inner.len());
        inner.extend(module_values(child, by_module, &pointer, source_map).map(Json::Object));
    }
    if inner.is_empty() && !object.contains_key("resources") {
        return None;
    }
    if !inner.is_empty() {
        object.insert("child_modules".to_owned(), inner.into());
    }
    Some(object)
}

fn variables(root: &EvaluatedModule, plan_settings: &PlanSettings) -> Json {
    let each = root.variables.iter().map(|(name, converted)| {
        let input = root
            .inputs
            .get(name)
            .map(|(input, _)| input.clone().marked(converted.marks()));
        let value = input.as_ref().unwrap_or(converted);
        let value = values::known(&shown(value, plan_settings));
        let inner: Map<String, Json> = value
            .map(|value| ("value".to_owned(), value))
            .into_iter()
            .collect();
        (name.to_string(), inner.into())
    });
    Json::Object(each.collect())
}

fn is_sensitive(value: &Value) -> bool {
    value.marks().has(Marks::SENSITIVE)
}

fn outputs(root: &EvaluatedModule, plan_settings: &PlanSettings) -> Json {
    let each = root.outputs.iter().map(|(name, value)| {
        let plain = shown(value, plan_settings);
        let mut object = Map::new();
        object.insert("sensitive".to_owned(), is_sensitive(value).into());
        if plain.is_wholly_known() {
            object.insert("type".to_owned(), type_notation(&plain.ty()));
            object.extend(values::known(&plain).map(|value| ("value".to_owned(), value)));
        }
        (name.to_string(), object.into())
    });
    Json::Object(each.collect())
}

fn output_changes(root: &EvaluatedModule, plan_settings: &PlanSettings) -> Json {
    let each = root.outputs.iter().map(|(name, value)| {
        let plain = shown(value, plan_settings);
        let actions = if plain.is_null() { "no-op" } else { "create" };
        let mut object = Map::new();
        object.insert("actions".to_owned(), json!([actions]));
        object.insert("before".to_owned(), Json::Null);
        object.extend(values::known(&plain).map(|after| ("after".to_owned(), after)));
        let unknown = if plain.is_wholly_known() {
            false.into()
        } else {
            values::unknown_tree(&plain)
        };
        object.insert("after_unknown".to_owned(), unknown);
        object.insert("before_sensitive".to_owned(), is_sensitive(value).into());
        object.insert("after_sensitive".to_owned(), is_sensitive(value).into());
        (name.to_string(), object.into())
    });
    Json::Object(each.collect())
}
