//! The `configuration` of a plan: expressions without their values.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value as Json, json};

use super::{PlanSettings, Sensitive, mode_name, providers, values};
use crate::eval::{Texts, fixed};
use crate::module::{Evaluated, Mode, Settings, is_meta};
use crate::source::Sources;
use crate::support::go;
use crate::syntax::ast::{Block, Body, Expr, Step};
use crate::syntax::{Reference, references};
use crate::value::Marks;

/// Builds the `configuration`.
struct Writer<'w> {
    settings: &'w Settings<'w>,
    how: &'w PlanSettings,
    texts: &'w Texts,
}

/// Returns the configuration of the root module and the modules it calls.
pub fn configuration(root: &Evaluated, settings: &Settings<'_>, texts: &Texts, how: &PlanSettings) -> Json {
    let writer = Writer { settings, how, texts };
    let mut made = Map::new();
    let mut found = BTreeMap::new();
    writer.provider_config(root, &mut found);
    if !found.is_empty() {
        made.insert("provider_config".to_owned(), Json::Object(found.into_iter().collect()));
    }
    made.insert("root_module".to_owned(), writer.module(root).into());
    made.into()
}

fn insert(made: &mut Map<String, Json>, name: &str, inner: Map<String, Json>) {
    if !inner.is_empty() {
        made.insert(name.to_owned(), inner.into());
    }
}

impl Writer<'_> {
    /// Adds configured providers and the providers of resources.
    fn provider_config(&self, module: &Evaluated, found: &mut BTreeMap<String, Json>) {
        for block in module.declared.others.iter().filter(|block| &*block.kind == "provider") {
            let Some(name) = block.label(0) else { continue };
            let alias =
                block.body.attribute("alias").and_then(|alias| fixed(&alias.expr).ok()?.str().map(str::to_owned));
            let mut entry = provider(module, name);
            entry.extend(alias.clone().map(|alias| ("alias".to_owned(), alias.into())));
            let expressions = self.body(&block.body, &|name| matches!(name, "alias" | "version"));
            insert(&mut entry, "expressions", expressions);
            let key = alias.map_or_else(|| name.to_string(), |alias| format!("{name}.{alias}"));
            let key = if module.address.is_empty() { key } else { format!("{}:{key}", module.address) };
            found.entry(key).or_insert_with(|| entry.into());
        }
        for ((_, kind, _), block) in module.declared.resources.iter().filter(|((mode, ..), _)| *mode != Mode::Ephemeral)
        {
            let configured = providers::configured(block);
            let name = configured.map_or_else(|| providers::local_name(kind), |(name, _)| name);
            found.entry(name.to_string()).or_insert_with(|| provider(module, &name).into());
        }
        module.modules.iter().for_each(|inner| self.provider_config(inner, found));
    }

    fn module(&self, module: &Evaluated) -> Map<String, Json> {
        let declared = &module.declared;
        let mut made = Map::new();
        let outputs = declared.outputs.iter().map(|(name, block)| (name.to_string(), self.output(block).into()));
        insert(&mut made, "outputs", outputs.collect());
        let own = declared.resources.iter().filter(|((mode, ..), _)| *mode != Mode::Ephemeral);
        let resources: Vec<Json> = own.map(|(key, block)| self.resource(key, block).into()).collect();
        if !resources.is_empty() {
            made.insert("resources".to_owned(), resources.into());
        }
        let calls =
            declared.calls.iter().map(|(name, block)| (name.to_string(), self.call(module, name, block).into()));
        insert(&mut made, "module_calls", calls.collect());
        let variables = declared.variables.iter().map(|(name, variable)| {
            let mut entry = Map::new();
            let sensitive = variable.marks.has(Marks::SENSITIVE);
            let hidden = sensitive && self.how.sensitive == Sensitive::Redacted;
            if let Some(default) = variable.default.as_ref().filter(|_| !hidden) {
                entry.extend(values::known(default).map(|default| ("default".to_owned(), default)));
            }
            entry.extend(variable.description.clone().map(|text| ("description".to_owned(), text.into())));
            if sensitive {
                entry.insert("sensitive".to_owned(), true.into());
            }
            (name.to_string(), entry.into())
        });
        insert(&mut made, "variables", variables.collect());
        made
    }

    fn output(&self, block: &Block) -> Map<String, Json> {
        let mut made = Map::new();
        let flag = block.body.attribute("sensitive").and_then(|attribute| fixed(&attribute.expr).ok()?.bool());
        if flag == Some(true) {
            made.insert("sensitive".to_owned(), true.into());
        }
        if let Some(value) = block.body.attribute("value") {
            made.insert("expression".to_owned(), self.expression(&value.expr).into());
        }
        let text = |name: &str| fixed(&block.body.attribute(name)?.expr).ok()?.str().map(str::to_owned);
        made.extend(text("description").map(|text| ("description".to_owned(), text.into())));
        self.depends_on(block, &mut made);
        made
    }

    fn depends_on(&self, block: &Block, made: &mut Map<String, Json>) {
        let Some(attribute) = block.body.attribute("depends_on") else { return };
        let names: Vec<Json> =
            references(&attribute.expr).iter().map(|one| subject(one, one.steps.len()).into()).collect();
        if !names.is_empty() {
            made.insert("depends_on".to_owned(), names.into());
        }
    }

    fn resource(&self, (mode, kind, name): &(Mode, Rc<str>, Rc<str>), block: &Block) -> Map<String, Json> {
        let mut made = Map::new();
        made.insert("address".to_owned(), format!("{}{kind}.{name}", mode.prefix()).into());
        made.insert("mode".to_owned(), mode_name(*mode).into());
        made.insert("type".to_owned(), kind.to_string().into());
        made.insert("name".to_owned(), name.to_string().into());
        let key = match providers::configured(block) {
            Some((name, Some(alias))) => format!("{name}.{alias}"),
            Some((name, None)) => name.to_string(),
            None => providers::local_name(kind).to_string(),
        };
        made.insert("provider_config_key".to_owned(), key.into());
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
            made.insert("provisioners".to_owned(), provisioners.into());
        }
        insert(&mut made, "expressions", self.body(&block.body, &of_itself));
        made.insert("schema_version".to_owned(), self.settings.providers.version_of(*mode, kind).into());
        self.repetition(block, &mut made);
        self.depends_on(block, &mut made);
        made
    }

    fn repetition(&self, block: &Block, made: &mut Map<String, Json>) {
        for name in ["count", "for_each"] {
            if let Some(attribute) = block.body.attribute(name) {
                insert(made, &format!("{name}_expression"), self.expression(&attribute.expr));
            }
        }
    }

    fn call(&self, module: &Evaluated, name: &str, block: &Block) -> Map<String, Json> {
        let mut made = Map::new();
        let text = |name: &str| fixed(&block.body.attribute(name)?.expr).ok()?.str().map(str::to_owned);
        made.extend(text("source").map(|text| ("source".to_owned(), text.into())));
        insert(&mut made, "expressions", self.body(&block.body, &is_meta));
        self.repetition(block, &mut made);
        let called = module.modules.iter().find(|inner| inner.path.last().is_some_and(|(last, _)| &**last == name));
        if let Some(called) = called {
            made.insert("module".to_owned(), self.module(called).into());
        }
        made.extend(text("version").map(|text| ("version_constraint".to_owned(), text.into())));
        self.depends_on(block, &mut made);
        made
    }

    /// Returns the expressions of arguments and nested blocks.
    fn body(&self, body: &Body, skip: &dyn Fn(&str) -> bool) -> Map<String, Json> {
        let attributes = body.attributes.iter().filter(|attribute| !skip(&attribute.name));
        let mut made: Map<String, Json> =
            attributes.map(|attribute| (attribute.name.to_string(), self.expression(&attribute.expr).into())).collect();
        for block in body.blocks.iter().filter(|block| !skip(&block.kind) && &*block.kind != "dynamic") {
            let entry = made.entry(block.kind.to_string()).or_insert_with(|| json!([]));
            if let Some(all) = entry.as_array_mut() {
                all.push(self.body(&block.body, &|_| false).into());
            }
        }
        made
    }

    fn expression(&self, expr: &Expr) -> Map<String, Json> {
        let mut made = Map::new();
        let constant =
            self.texts.with(|sources| written_as_json(sources, expr)).or_else(|| values::known(&fixed(expr).ok()?));
        made.extend(constant.map(|value| ("constant_value".to_owned(), value)));
        let mut names: Vec<Json> = Vec::new();
        for reference in references(expr) {
            names.extend(parts(&reference).into_iter().map(Json::String));
        }
        if !names.is_empty() {
            made.insert("references".to_owned(), names.into());
        }
        made
    }
}

/// Returns whether an argument or block of a resource is not part of its `expressions`.
fn of_itself(name: &str) -> bool {
    is_meta(name) || matches!(name, "lifecycle" | "connection" | "provisioner")
}

fn provider(module: &Evaluated, name: &str) -> Map<String, Json> {
    let mut made = Map::new();
    made.insert("name".to_owned(), name.into());
    made.insert("full_name".to_owned(), providers::full_name(&module.declared, name).into());
    let version = providers::required(&module.declared, name, "version");
    made.extend(version.map(|version| ("version_constraint".to_owned(), version.into())));
    made
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
                None => text.push_str(&format!("[{}]", key.number().map_or_else(String::new, ToString::to_string))),
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
    let mut made: Vec<String> =
        (whole.min(steps.len())..=steps.len()).rev().map(|count| subject(reference, count)).collect();
    if smallest < whole {
        made.push(subject(reference, smallest));
    }
    made
}
