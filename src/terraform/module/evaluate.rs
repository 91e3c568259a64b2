//! A module and those that it calls, evaluated.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::body::{EvaluatedBlock, EvaluatedBody, evaluate_body, is_meta, of_resource};
use super::declared::{Declared, Mode};
use super::expand::{Instances, instances};
use super::inputs::{Input, inputs};
use super::scope::Scope;
use super::{CallModules, Settings, installed, load};
use crate::terraform::budget::Budget;
use crate::terraform::diagnostic::{Diagnostic, Errors};
use crate::terraform::eval::{Evaluator, Frame, Texts};
use crate::terraform::source::Range;
use crate::terraform::support::path;
use crate::terraform::syntax::ast::{Block, Name};
use crate::terraform::value::{Marks, Value};

/// Modules call each other no deeper than this.
const LEVELS: usize = 10;
/// No run evaluates more instances of modules.
const MODULES: usize = 2_000;

/// Which of a block's instances.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstanceKey {
    /// Of `count`.
    Index(usize),
    /// Of `for_each`.
    Name(Rc<str>),
}

impl InstanceKey {
    /// As it stands in an address.
    pub fn text(&self) -> String {
        match self {
            InstanceKey::Index(at) => format!("[{at}]"),
            InstanceKey::Name(name) => format!("[{}]", crate::terraform::support::go::quoted(name)),
        }
    }
}

/// An instance of a resource.
#[derive(Debug, Clone)]
pub struct Resource {
    /// What it does.
    pub mode: Mode,
    /// Its type.
    pub kind: Rc<str>,
    /// Its name.
    pub name: Rc<str>,
    /// Which of its instances.
    pub key: Option<InstanceKey>,
    /// It is not known which instances there are: it has no body.
    pub deferred: bool,
    /// What is written for the provider.
    pub body: EvaluatedBody,
    /// Its block.
    pub range: Range,
}

/// An instance of a module.
#[derive(Debug, Default)]
pub struct Evaluated {
    /// `module.a["b"]`; the root's is empty.
    pub address: String,
    /// Its folder, seen from the root module.
    pub folder: String,
    /// Its variables.
    pub variables: BTreeMap<Rc<str>, Value>,
    /// Its local values.
    pub locals: BTreeMap<Rc<str>, Value>,
    /// Its outputs.
    pub outputs: BTreeMap<Rc<str>, Value>,
    /// Its provider configurations.
    pub providers: Vec<EvaluatedBlock>,
    /// Its resources.
    pub resources: Vec<Resource>,
    /// The modules that it calls.
    pub modules: Vec<Evaluated>,
}

/// What evaluation has come to.
#[derive(Debug)]
pub struct Run {
    /// The root module; none where it cannot be loaded.
    pub root: Option<Evaluated>,
    /// What is wrong, in the order in which it was found, each once.
    pub errors: Errors,
    /// The texts that the places of the errors are in.
    pub texts: Texts,
}

impl Run {
    /// What is wrong, each with its place.
    pub fn located(&self) -> Vec<String> {
        self.texts.with(|sources| self.errors.iter().map(|error| error.located(sources)).collect())
    }
}

struct Walk<'w> {
    settings: &'w Settings<'w>,
    texts: &'w Texts,
    budget: Budget,
    errors: Errors,
    modules: usize,
}

/// The modules of a folder, evaluated. What has no value is unknown, and an error says why.
pub fn evaluate(settings: &Settings<'_>) -> Run {
    let texts = Texts::default();
    let mut walk = Walk { settings, texts: &texts, budget: Budget::default(), errors: Errors::new(), modules: 0 };
    let root = walk.root();
    let mut errors: Errors = Vec::new();
    for error in std::mem::take(&mut walk.errors) {
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    Run { root, errors, texts }
}

/// Where in the tree of modules evaluation is.
struct Place<'p> {
    address: String,
    folder: String,
    calls: &'p [String],
}

impl<'w> Walk<'w> {
    fn root(&mut self) -> Option<Evaluated> {
        let settings = self.settings;
        let declared = match load::load(settings.host, self.texts, &settings.host.folder) {
            Some(Ok(declared)) => declared,
            // A folder without files is an empty module.
            None => Declared::default(),
            Some(Err(errors)) => {
                self.errors.extend(errors);
                return None;
            }
        };
        let given = match inputs(settings.host, self.texts, &settings.host.folder, &declared, &settings.given) {
            Ok(given) => given,
            Err(errors) => {
                self.errors.extend(errors);
                return None;
            }
        };
        let place = Place { address: String::new(), folder: ".".to_owned(), calls: &[] };
        Some(self.module(&declared, &place, &given))
    }

    fn module(&mut self, declared: &Declared, place: &Place<'_>, given: &BTreeMap<Rc<str>, Input>) -> Evaluated {
        let settings = self.settings;
        let scope = Scope::new(declared, place.folder.clone(), settings, given);
        let mut made =
            Evaluated { address: place.address.clone(), folder: place.folder.clone(), ..Evaluated::default() };
        for (name, value) in &scope.variables {
            let value = value.clone().unwrap_or_else(|errors| self.unknown(errors));
            made.variables.insert(Rc::clone(name), value);
        }
        // The evaluator borrows the budget while errors are gathered beside it.
        let budget = std::mem::take(&mut self.budget);
        let evaluator = Evaluator { names: &scope, host: settings.host, budget: &budget, texts: self.texts };
        for (name, attribute) in &declared.locals {
            let word = Name { text: Rc::clone(name), range: attribute.name_range };
            let value = scope.local(&evaluator, &word).unwrap_or_else(|errors| self.unknown(errors));
            made.locals.insert(Rc::clone(name), value);
        }
        for block in declared.others.iter().filter(|block| &*block.kind == "provider") {
            let body = evaluate_body(&evaluator, &block.body, &Frame::EMPTY, |_| false, &mut self.errors);
            let labels = block.labels.iter().map(|label| Rc::clone(&label.text)).collect();
            made.providers.push(EvaluatedBlock { kind: Rc::clone(&block.kind), labels, body, range: block.range });
        }
        for ((mode, kind, name), block) in &declared.resources {
            let empty = Resource {
                mode: *mode,
                kind: Rc::clone(kind),
                name: Rc::clone(name),
                key: None,
                deferred: false,
                body: EvaluatedBody::default(),
                range: block.range,
            };
            made.resources.extend(self.resource(&evaluator, block, &empty));
        }
        for (name, block) in &declared.outputs {
            made.outputs.insert(Rc::clone(name), self.output(&evaluator, block));
        }
        let mut calls = Vec::new();
        for (name, block) in &declared.calls {
            calls.extend(self.arguments(&evaluator, name, block, place));
        }
        self.budget = budget;
        for call in calls {
            made.modules.extend(self.called(call, place));
        }
        made
    }

    fn unknown(&mut self, errors: Errors) -> Value {
        self.errors.extend(errors);
        Value::dynamic()
    }

    fn output(&mut self, evaluator: &Evaluator<'_>, block: &Block) -> Value {
        let Some(attribute) = block.body.attribute("value") else {
            let detail = "The argument \"value\" is required, but no definition was found.";
            return self.unknown(vec![Diagnostic::error("Missing required argument", detail, block.range)]);
        };
        let value = evaluator.eval(&attribute.expr, &Frame::EMPTY).unwrap_or_else(|errors| self.unknown(errors));
        let flag = |name: &str| {
            let attribute = block.body.attribute(name)?;
            evaluator.eval(&attribute.expr, &Frame::EMPTY).ok()?.bool()
        };
        let mark = |name: &str, mark: Marks| if flag(name) == Some(true) { mark } else { Marks::NONE };
        value.marked(mark("sensitive", Marks::SENSITIVE)).marked(mark("ephemeral", Marks::EPHEMERAL))
    }

    fn resource(&mut self, evaluator: &Evaluator<'_>, block: &Block, empty: &Resource) -> Vec<Resource> {
        let mut body = |frame: &Frame<'_>| evaluate_body(evaluator, &block.body, frame, of_resource, &mut self.errors);
        match instances(evaluator, &block.body) {
            Ok(Instances::One) => vec![Resource { body: body(&Frame::EMPTY), ..empty.clone() }],
            Ok(Instances::Many(name, keys)) => keys
                .into_iter()
                .map(|(key, value)| {
                    let body = body(&Frame::EMPTY.with(name, &value));
                    Resource { key: Some(key), body, ..empty.clone() }
                })
                .collect(),
            Ok(Instances::Unknown) => vec![Resource { deferred: true, ..empty.clone() }],
            Err(errors) => {
                self.errors.extend(errors);
                Vec::new()
            }
        }
    }

    /// The calls that a block stands for, with their arguments.
    fn arguments(
        &mut self,
        evaluator: &Evaluator<'_>,
        name: &Rc<str>,
        block: &Block,
        place: &Place<'_>,
    ) -> Vec<ModuleCall> {
        let Some(source) = self.source(evaluator, block) else { return Vec::new() };
        let ignored = place.calls.is_empty() && self.settings.ignored_modules.contains(&source);
        if ignored || self.settings.call_modules == CallModules::None {
            return Vec::new();
        }
        let mut one = |key: Option<InstanceKey>, frame: &Frame<'_>| {
            let body = evaluate_body(evaluator, &block.body, frame, is_meta, &mut self.errors);
            ModuleCall { name: Rc::clone(name), key, source: source.clone(), arguments: body, range: block.range }
        };
        match instances(evaluator, &block.body) {
            Ok(Instances::One) => vec![one(None, &Frame::EMPTY)],
            Ok(Instances::Many(word, keys)) => {
                keys.into_iter().map(|(key, value)| one(Some(key), &Frame::EMPTY.with(word, &value))).collect()
            }
            Ok(Instances::Unknown) => Vec::new(),
            Err(errors) => {
                self.errors.extend(errors);
                Vec::new()
            }
        }
    }

    fn source(&mut self, evaluator: &Evaluator<'_>, block: &Block) -> Option<String> {
        let attribute = block.body.attribute("source")?;
        match evaluator.eval(&attribute.expr, &Frame::EMPTY) {
            Ok(value) => value.str().map(str::to_owned),
            Err(errors) => {
                self.errors.extend(errors);
                None
            }
        }
    }

    fn called(&mut self, call: ModuleCall, place: &Place<'_>) -> Option<Evaluated> {
        let mut calls = place.calls.to_vec();
        calls.push(call.name.to_string());
        let error = |summary: &str, detail: String| Diagnostic::error(summary, detail, call.range);
        if calls.len() > LEVELS {
            let detail = format!("This module is called more than {LEVELS} levels deep; does it call itself?");
            self.errors.push(error("Module stack level too deep", detail));
            return None;
        }
        self.modules = self.modules.saturating_add(1);
        if self.modules > MODULES {
            let detail = format!("There are more than {MODULES} instances of modules.");
            self.errors.push(error("Too many modules", detail));
            return None;
        }
        let source = call.source.replace('\\', "/");
        let local = source.starts_with("./") || source.starts_with("../");
        let folder = if local {
            path::join(&place.folder, &source)
        } else if self.settings.call_modules == CallModules::All {
            match installed::folder(self.settings.host, &self.settings.data_folder, &calls) {
                Some(folder) => folder,
                None => {
                    let detail =
                        format!("\"{}\" module is not found. Did you run \"terraform init\"?", calls.join("."));
                    self.errors.push(error("Module not installed", detail));
                    return None;
                }
            }
        } else {
            return None;
        };
        let within = path::join(&self.settings.host.folder, &folder);
        let declared = match load::load(self.settings.host, self.texts, &within) {
            Some(Ok(declared)) => declared,
            Some(Err(errors)) => {
                self.errors.extend(errors);
                return None;
            }
            None => {
                let detail = format!("The module directory \"{folder}\" does not exist or cannot be read.");
                self.errors.push(error("Unreadable module directory", detail));
                return None;
            }
        };
        let mut given: BTreeMap<Rc<str>, Input> = BTreeMap::new();
        for (name, value, range) in call.arguments.attributes {
            if declared.variables.contains_key(&name) {
                given.insert(name, (value, Some(range)));
            } else {
                let detail = format!("An argument named \"{name}\" is not expected here.");
                self.errors.push(Diagnostic::error("Unsupported argument", detail, range));
            }
        }
        let key = call.key.as_ref().map_or_else(String::new, InstanceKey::text);
        let dot = if place.address.is_empty() { "" } else { "." };
        let address = format!("{}{dot}module.{}{key}", place.address, call.name);
        let place = Place { address, folder, calls: &calls };
        Some(self.module(&declared, &place, &given))
    }
}

struct ModuleCall {
    name: Rc<str>,
    key: Option<InstanceKey>,
    source: String,
    arguments: EvaluatedBody,
    range: Range,
}
