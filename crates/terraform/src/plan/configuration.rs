//! The `configuration` of a plan: expressions without their values.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value as Json, json};

use super::settings::{PlanSettings, Sensitive};
use super::values::mode_name;
use super::{providers, values};
use crate::eval::{Texts, constant_value};
use crate::module::{
    EvaluatedModule, ResourceMode, Settings, Variable, flag, is_meta, is_resource_meta,
};
use crate::source::Sources;
use crate::support::go;
use crate::syntax::ast::{Block, Body, Expr, Step};
use crate::syntax::{Reference, references};
use crate::value::Marks;

/// Builds the `configuration`.
struct Writer<'w> {
    settings: &'w Settings<'w>,
    plan_settings: &'w PlanSettings,
    texts: &'w Texts,
}

/// Returns the configuration of the root module and the modules it calls.
pub fn configuration(
    root: &EvaluatedModule,
    settings: &Settings<'_>,
    texts: &Texts,
    plan_settings: &PlanSettings,
) -> Json {
    let writer = Writer {
        settings,
        plan_settings,
        texts,
    };
    let mut object = Map::new();
    let mut found = BTreeMap::new();
    writer.provider_config(root, &mut found);
    if !found.is_empty() {
        object.insert(
            "provider_config".to_owned(),
            Json::Object(found.into_iter().collect()),
        );
    }
    object.insert("root_module".to_owned(), writer.module(root).into());
    object.into()
}

fn insert(object: &mut Map<String, Json>, name: &str, inner: Map<String, Json>) {
    if !inner.is_empty() {
        object.insert(name.to_owned(), inner.into());
    }
}

impl Writer<'_> {
    /// Adds configured providers and the providers of resources.
    fn provider_config(&self, module: &EvaluatedModule, found: &mut BTreeMap<String, Json>) {
        for block in module
            .declared
            .others
            .iter()
            .filter(|block| &*block.kind == "provider")
        {
            let Some(name) = block.label(0) else { continue };
            let alias = block
                .body
                .attribute("alias")
                .and_then(|alias| constant_value(&alias.expr).ok()?.str().map(str::to_owned));
            let mut entry = provider(module, name);
            entry.extend(
                alias
                    .clone()
                    .map(|alias| ("alias".to_owned(), alias.into())),
            );
            let expressions = self.body(&block.body, &|name| matches!(name, "alias" | "version"));
            insert(&mut entry, "expressions", expressions);
            let key = alias.map_or_else(|| name.to_string(), |alias| format!("{name}.{alias}"));
            let key = if module.address.is_empty() {
                key
            } else {
                format!("{}:{key}", module.address)
            };
            found.entry(key).or_insert_with(|| entry.into());
        }
        for ((_, kind, _), block) in module
            .declared
            .resources
            .iter()
            .filter(|((mode, ..), _)| *mode != ResourceMode::Ephemeral)
        {
            let configured = providers::configured(block);
            let name = configured.map_or_else(|| providers::local_name(kind), |(name, _)| name);
            found
                .entry(name.to_string())
                .or_insert_with(|| provider(module, &name).into());
        }
        module
            .modules
            .iter()
            .for_each(|inner| self.provider_config(inner, found));
    }

    fn module(&self, module: &EvaluatedModule) -> Map<String, Json> {
        let declared = &module.declared;
        let mut object = Map::new();
        let outputs = declared
            .outputs
            .iter()
            .map(|(name, block)| (name.to_string(), self.output(block).into()));
        insert(&mut object, "outputs", outputs.collect());
        let own = declared
            .resources
            .iter()
            .filter(|((mode, ..), _)| *mode != ResourceMode::Ephemeral);
        let resources: Vec<Json> = own
            .map(|(key, block)| self.resource(key, block).into())
            .collect();
        if !resources.is_empty() {
            object.insert("resources".to_owned(), resources.into());
        }
        let calls = declared
            .calls
            .iter()
            .map(|(name, block)| (name.to_string(), self.call(module, name, block).into()));
        insert(&mut object, "module_calls", calls.collect());
        let variables = declared.variables.iter().map(|(name, variable)| {
            let mut entry = Map::new();
            let sensitive = variable.marks.has(Marks::SENSITIVE);
            let default = variable.default.as_ref();
            if let Some(default) = default.filter(|_| !self.is_hidden(variable)) {
                entry.extend(values::known(default).map(|default| ("default".to_owned(), default)));
            }
            entry.extend(
                variable
                    .description
                    .clone()
                    .map(|text| ("description".to_owned(), text.into())),
            );
            if sensitive {
                entry.insert("sensitive".to_owned(), true.into());
            }
            (name.to_string(), entry.into())
        });
        insert(&mut object, "variables", variables.collect());
        object
    }

    /// Returns whether values of a variable are omitted: those of ephemeral ones always, as in the rest of the plan.
    fn is_hidden(&self, variable: &Variable) -> bool {
        variable.marks.has(Marks::EPHEMERAL)
            || variable.marks.has(Marks::SENSITIVE)
                && self.plan_settings.sensitive == Sensitive::Redacted
    }

    fn output(&self, block: &Block) -> Map<String, Json> {
        let mut object = Map::new();
        if block
            .body
            .attribute("sensitive")
            .is_some_and(|attribute| flag(&attribute.expr).unwrap_or(false))
        {
            object.insert("sensitive".to_owned(), true.into());
        }
        if let Some(value) = block.body.attribute("value") {
            object.insert("expression".to_owned(), self.expression(&value.expr).into());
        }
        let text = |name: &str| {
            constant_value(&block.body.attribute(name)?.expr)
                .ok()?
                .str()
                .map(str::to_owned)
        };
        object.extend(text("description").map(|text| ("description".to_owned(), text.into())));
        self.depends_on(block, &mut object);
        object
    }

    fn depends_on(&self, block: &Block, object: &mut Map<String, Json>) {
        let Some(attribute) = block.body.attribute("depends_on") else {
            return;
        };
        let names: Vec<Json> = references(&attribute.expr)
            .iter()
            .map(|one| subject(one, one.steps.len()).into())
            .collect();
        if !names.is_empty() {
            object.insert("depends_on".to_owned(), names.into());
        }
    }

    fn resource(
        &self,
        (mode, kind, name): &(ResourceMode, Rc<str>, Rc<str>),
        block: &Block,
    ) -> Map<String, Json> {
        let mut object = Map::new();
        object.insert(
            "address".to_owned(),
            format!("{}{kind}.{name}", mode.prefix()).into(),
        );
        object.insert("mode".to_owned(), mode_name(*mode).into());
        object.insert("type".to_owned(), kind.to_string().into());
        object.insert("name".to_owned(), name.to_string().into());
        let key = match providers::configured(block) {
            Some((name, Some(alias))) => format!("{name}.{alias}"),
            Some((name, None)) => name.to_string(),
            None => providers::local_name(kind).to_string(),
        };
        object.insert("provider_config_key".to_owned(), key.into());
        let provisioners: Vec<Json> = block
            .body
            .blocks("provisioner")
            .filter_map(|block| {
                let mut entry = Map::new();
                entry.insert("type".to_owned(), block.label(0)?.to_string().into());
                insert(
                    &mut entry,
                    "expressions",
                    self.body(&block.body, &|name| matches!(name, "when" | "on_failure")),
                );
                Some(entry.into())
            })
            .collect();
        if !provisioners.is_empty() {
            object.insert("provisioners".to_owned(), provisioners.into());
        }
        insert(
            &mut object,
            "expressions",
            self.body(&block.body, &is_resource_meta),
        );
        object.insert(
            "schema_version".to_owned(),
            self.settings.providers.version_of(*mode, kind).into(),
        );
        self.repetition(block, &mut object);
        self.depends_on(block, &mut object);
        object
    }

    fn repetition(&self, block: &Block, object: &mut Map<String, Json>) {
        for name in ["count", "for_each"] {
            if let Some(attribute) = block.body.attribute(name) {
                insert(
                    object,
                    &format!("{name}_expression"),
                    self.expression(&attribute.expr),
                );
            }
        }
    }

    fn call(&self, module: &EvaluatedModule, name: &str, block: &Block) -> Map<String, Json> {
        let mut object = Map::new();
        let text = |name: &str| {
            constant_value(&block.body.attribute(name)?.expr)
                .ok()?
                .str()
                .map(str::to_owned)
        };
        object.extend(text("source").map(|text| ("source".to_owned(), text.into())));
        let called = module
            .modules
            .iter()
            .find(|inner| inner.path.last().is_some_and(|(last, _)| &**last == name));
        let mut expressions = self.body(&block.body, &is_meta);
        for (name, expression) in &mut expressions {
            let variable = called.and_then(|called| called.declared.variables.get(name.as_str()));
            if let Some(expression) = expression.as_object_mut()
                && variable.is_some_and(|variable| self.is_hidden(variable))
            {
                expression.remove("constant_value");
            }
        }
        insert(&mut object, "expressions", expressions);
        self.repetition(block, &mut object);
        if let Some(called) = called {
            object.insert("module".to_owned(), self.module(called).into());
        }
        object.extend(text("version").map(|text| ("version_constraint".to_owned(), text.into())));
        self.depends_on(block, &mut object);
        object
    }

    /// Returns the expressions of arguments and nested blocks.
    fn body(&self, body: &Body, skip: &dyn Fn(&str) -> bool) -> Map<String, Json> {
        let attributes = body
            .attributes
            .iter()
            .filter(|attribute| !skip(&attribute.name));
        let mut object: Map<String, Json> = attributes
            .map(|attribute| {
                (
                    attribute.name.to_string(),
                    self.expression(&attribute.expr).into(),
                )
            })
            .collect();
        for block in body
            .blocks
            .iter()
            .filter(|block| !skip(&block.kind) && &*block.kind != "dynamic")
        {
            let entry = object
                .entry(block.kind.to_string())
                .or_insert_with(|| json!([]));
            if let Some(all) = entry.as_array_mut() {
                all.push(self.body(&block.body, &|_| false).into());
            }
        }
        object
    }

    fn expression(&self, expr: &Expr) -> Map<String, Json> {
        let mut object = Map::new();
        let constant = self
            .texts
            .with(|sources| written_as_json(sources, expr))
            .or_else(|| values::known(&constant_value(expr).ok()?));
        object.extend(constant.map(|value| ("constant_value".to_owned(), value)));
        let mut names: Vec<Json> = Vec::new();
        for reference in references(expr) {
            names.extend(parts(&reference).into_iter().map(Json::String));
        }
        if !names.is_empty() {
            object.insert("references".to_owned(), names.into());
        }
        object
    }
}

fn provider(module: &EvaluatedModule, name: &str) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("name".to_owned(), name.into());
    object.insert(
        "full_name".to_owned(),
        providers::full_name(&module.declared, name).into(),
    );
    let version = providers::required(&module.declared, name, "version");
    object.extend(version.map(|version| ("version_constraint".to_owned(), version.into())));
    object
}

/// Returns an expression of a JSON file as written.
fn written_as_json(sources: &Sources, expr: &Expr) -> Option<Json> {
    let source = sources.get(expr.range.file)?;
    if !source.name.ends_with(".json") {
        return None;
    }
    serde_json::from_str(sources.text(expr.range)).ok()
}

/// Formats a reference with the given number of steps.
fn subject(reference: &Reference<'_>, steps: usize) -> String {
    let mut text = reference.name.text.to_string();
    for step in reference.steps.iter().take(steps) {
        match step {
            Step::Attribute(name) => {
                text.push('.');
                text.push_str(&name.text);
            }
            Step::Index(key, _) => match key.str() {
                Some(key) => text.push_str(&format!("[{}]", go::quoted(key))),
                None => text.push_str(&format!(
                    "[{}]",
                    key.number().map_or_else(String::new, ToString::to_string)
                )),
            },
        }
    }
    text
}

/// Returns what a reference refers to: the whole reference first, then its parents up to the smallest one that has an
/// address.
fn parts(reference: &Reference<'_>) -> Vec<String> {
    let steps = reference.steps;
    let key = |at: usize| usize::from(matches!(steps.get(at), Some(Step::Index(..))));
    // The number of steps that name the object, with and without its instance key.
    let (whole, smallest) = match &*reference.name.text {
        "self" => return Vec::new(),
        "var" | "local" | "each" | "count" | "path" | "terraform" => (1, 1),
        "module" => {
            let call = 1usize.saturating_add(key(1));
            // A reference to an output includes the module instance. A reference to an instance includes all instances.
            (call, if steps.len() > call { call } else { 1 })
        }
        "data" | "ephemeral" | "resource" => (2usize.saturating_add(key(2)), 2),
        _ => (1usize.saturating_add(key(1)), 1),
    };
    let mut object: Vec<String> = (whole.min(steps.len())..=steps.len())
        .rev()
        .map(|count| subject(reference, count))
        .collect();
    if smallest < whole {
        object.push(subject(reference, smallest));
    }
    object
}
