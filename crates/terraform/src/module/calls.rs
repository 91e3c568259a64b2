//! Called modules, evaluated on first use.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::body::{EvaluatedBody, evaluate_body, is_meta};
use super::evaluate::{Evaluated, InstanceKey};
use super::expand::{Instances, instances, unknown_key};
use super::inputs::Inputs;
use super::resources::{Shape, meta_expr};
use super::scope::{Lazy, Scope};
use super::walk::Place;
use super::{CallModules, References, UnknownCount, installed};
use crate::diagnostic::{Diagnostic, Errors, no_reference};
use crate::eval::{Frame, spent};
use crate::source::Range;
use crate::support::path;
use crate::syntax::ast::{Block, Expr, Name, Step};
use crate::value::Value;

/// The maximum depth of nested module calls.
const LEVELS: usize = 10;
/// The maximum number of module instances in a run.
const MODULES: usize = 2_000;

/// The instances of a called module, and the value of a reference to it.
#[derive(Debug, Clone)]
pub struct MadeModules {
    instances: Rc<std::cell::RefCell<Vec<Evaluated>>>,
    value: Value,
    /// The source, if the module was not loaded.
    outside: Option<String>,
}

impl Default for MadeModules {
    fn default() -> MadeModules {
        MadeModules { instances: Rc::default(), value: Value::dynamic(), outside: None }
    }
}

impl Scope<'_> {
    /// Returns the value of a `module.name` reference and the number of steps it consumed.
    pub(super) fn module_named(&self, name: &Name, steps: &[Step]) -> Result<(Value, usize), Errors> {
        if self.walk.settings.references == References::Unknown {
            return Ok((Value::dynamic(), steps.len()));
        }
        let Some(Step::Attribute(call)) = steps.first() else {
            let detail = "The \"module\" object cannot be accessed directly. Instead, access one of its attributes.";
            return no_reference("Invalid reference", detail, name.range);
        };
        if !self.declared.calls.contains_key(&call.text) {
            let detail = format!("No module call named \"{}\" is declared in {}.", call.text, self.place.name());
            return no_reference("Reference to undeclared module", detail, call.range);
        }
        Ok((self.call(&call.text), 1))
    }

    /// Returns the value of a reference to a called module. A call that is being evaluated is unknown instead of a
    /// cycle: its arguments may depend on a value that uses another output of the same call.
    pub fn call(&self, name: &Rc<str>) -> Value {
        match self.calls.borrow().get(name) {
            Some(Lazy::Done(made)) => return made.value.clone(),
            Some(Lazy::Begun) => return Value::dynamic(),
            None => {}
        }
        let Some(block) = self.declared.calls.get(name) else { return Value::dynamic() };
        self.calls.borrow_mut().insert(Rc::clone(name), Lazy::Begun);
        let made = self.walk.budget.hop(|| self.expand_call(name, block)).unwrap_or_else(|error| {
            self.walk.report(&self.place, None, spent(block.range)(error));
            MadeModules::default()
        });
        let value = made.value.clone();
        self.calls.borrow_mut().insert(Rc::clone(name), Lazy::Done(made));
        value
    }

    /// Takes the instances of an evaluated call, and its source if the module was not loaded.
    pub fn take_modules(&self, name: &str) -> (Vec<Evaluated>, Option<String>) {
        match self.calls.borrow_mut().get_mut(name) {
            Some(Lazy::Done(made)) => (made.instances.take(), made.outside.take()),
            _ => (Vec::new(), None),
        }
    }

    fn expand_call(&self, name: &Rc<str>, block: &Block) -> MadeModules {
        let settings = self.walk.settings;
        if self.walk.modules.get() > MODULES {
            // The error was reported when the limit was exceeded.
            return MadeModules::default();
        }
        let Some(source) = self.source(block) else { return MadeModules::default() };
        let ignored = self.place.path.is_empty() && settings.ignored_modules.contains(&source);
        if ignored || settings.call_modules == CallModules::None {
            return MadeModules { outside: Some(source), ..MadeModules::default() };
        }
        let evaluator = self.evaluator();
        let report = |expr: Option<&Expr>, errors: Errors| self.walk.report(&self.place, expr, errors);
        let outside = std::cell::Cell::new(false);
        let one = |key: Option<InstanceKey>, frame: &Frame<'_>| {
            let arguments = evaluate_body(&evaluator, &block.body, frame, is_meta, &report);
            let called = self.called(&Call { name, key, source: &source, block }, &arguments);
            outside.set(outside.get() || matches!(called, Called::Outside));
            match called {
                Called::Evaluated(module) => Some(*module),
                Called::Outside | Called::Wrong => None,
            }
        };
        let planned = settings.references == References::Planned;
        let (modules, shape): (Vec<Option<Evaluated>>, Shape) = match instances(&evaluator, &block.body) {
            Ok(Instances::One) => (vec![one(None, &Frame::EMPTY)], Shape::One),
            Ok(Instances::Many(word, keys)) => {
                let made =
                    keys.into_iter().map(|(key, value)| one(Some(key), &Frame::EMPTY.with(word, &value))).collect();
                (made, if word == "count" { Shape::Tuple } else { Shape::Object })
            }
            Ok(Instances::Unknown) if planned => {
                let (word, value) = unknown_key(&block.body);
                (vec![one(Some(InstanceKey::Unknown), &Frame::EMPTY.with(word, &value))], Shape::Unknown)
            }
            Ok(Instances::Unknown) => return MadeModules::default(),
            Err(errors) => {
                report(meta_expr(block), errors);
                return MadeModules::default();
            }
        };
        let value = if planned && modules.iter().all(Option::is_some) {
            let outputs = |module: &Evaluated| Value::object(module.outputs.clone());
            let each = modules.iter().flatten();
            shape.of(each.map(|module| (module.path.last().and_then(|(_, key)| key.as_ref()), outputs(module))))
        } else {
            Value::dynamic()
        };
        let instances = Rc::new(std::cell::RefCell::new(modules.into_iter().flatten().collect()));
        MadeModules { instances, value, outside: outside.get().then_some(source) }
    }

    fn source(&self, block: &Block) -> Option<String> {
        let attribute = block.body.attribute("source")?;
        match self.evaluator().eval(&attribute.expr, &Frame::EMPTY) {
            Ok(value) => value.str().map(str::to_owned),
            Err(errors) => {
                self.walk.report(&self.place, Some(&attribute.expr), errors);
                None
            }
        }
    }

    fn called(&self, call: &Call<'_>, arguments: &EvaluatedBody) -> Called {
        let (walk, settings) = (self.walk, self.walk.settings);
        let wrong = |summary: &str, detail: String| {
            walk.report(&self.place, None, vec![Diagnostic::error(summary, detail, call.block.range)]);
            Called::Wrong
        };
        let mut path = self.place.path.clone();
        path.push((Rc::clone(call.name), call.key.clone()));
        if path.len() > LEVELS {
            let detail = format!("This module is called more than {LEVELS} levels deep; does it call itself?");
            return wrong("Module stack level too deep", detail);
        }
        let count = walk.modules.get().saturating_add(1);
        walk.modules.set(count);
        if count > MODULES {
            return wrong("Too many modules", format!("There are more than {MODULES} instances of modules."));
        }
        let source = call.source.replace('\\', "/");
        let local = source.starts_with("./") || source.starts_with("../");
        let folder = if local {
            path::join(&self.place.folder, &source)
        } else if settings.call_modules == CallModules::All {
            let names: Vec<&str> = path.iter().map(|(name, _)| &**name).collect();
            match installed::folder(settings.host, &settings.data_folder, &names) {
                Some(folder) => folder,
                None => {
                    let detail =
                        format!("\"{}\" module is not found. Did you run \"terraform init\"?", names.join("."));
                    return wrong("Module not installed", detail);
                }
            }
        } else {
            return Called::Outside;
        };
        let declared = match walk.load(&path::join(&settings.host.folder, &folder)) {
            Some(Ok(declared)) => declared,
            Some(Err(errors)) => {
                walk.report(&self.place, None, errors);
                return Called::Wrong;
            }
            None => {
                let detail = format!("The module directory \"{folder}\" does not exist or cannot be read.");
                return wrong("Unreadable module directory", detail);
            }
        };
        let mut given = Inputs::new();
        for (name, value, range) in &arguments.attributes {
            if declared.variables.contains_key(name) {
                given.insert(Rc::clone(name), (value.clone(), Some(*range)));
            } else {
                let detail = format!("An argument named \"{name}\" is not expected here.");
                let error = Diagnostic::error("Unsupported argument", detail, *range);
                walk.report(&self.place, None, vec![error]);
            }
        }
        let key = call.key.as_ref().map_or_else(String::new, InstanceKey::text);
        let dot = if self.place.address.is_empty() { "" } else { "." };
        let unknown = call.key == Some(InstanceKey::Unknown) && settings.unknown_count == UnknownCount::Deferred;
        let mut callers = self.place.callers.clone();
        callers.push(call.block.range);
        let place = Place {
            address: format!("{}{dot}module.{}{key}", self.place.address, call.name),
            folder,
            path,
            callers,
            arguments: self.passed(call.block),
            deferred: self.place.deferred || unknown,
        };
        Called::Evaluated(Box::new(walk.module(&declared, place, &given)))
    }

    /// Returns, for each argument of a call, the arguments of the root module's call that its value comes from.
    fn passed(&self, block: &Block) -> BTreeMap<Rc<str>, Vec<Range>> {
        let root = self.place.path.is_empty();
        let from = |expr: &Expr| if root { vec![expr.range] } else { self.place.arguments_of(expr) };
        let arguments = block.body.attributes.iter().filter(|attribute| !is_meta(&attribute.name));
        arguments.map(|attribute| (Rc::clone(&attribute.name), from(&attribute.expr))).collect()
    }
}

/// A `module` block, or one instance of it.
struct Call<'c> {
    name: &'c Rc<str>,
    key: Option<InstanceKey>,
    source: &'c str,
    block: &'c Block,
}

/// The result of a module call.
enum Called {
    Evaluated(Box<Evaluated>),
    /// The module is not among the modules to load.
    Outside,
    /// The error was reported.
    Wrong,
}
