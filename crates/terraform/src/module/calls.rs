//! Called modules, evaluated on first use.

use cfn_warden_syntax::{Known, Operand, Text, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::body::{evaluate_body, is_meta};
use super::declarations::Declarations;
use super::evaluated::{EvaluatedBody, EvaluatedModule, InstanceKey};
use super::expand::{Instances, instances, unknown_key};
use super::expanded::{ExpandedCall, Lazy};
use super::inputs::Inputs;
use super::progress::{self, Item, Outcome};
use super::resources::{ReferenceShape, meta_expr};
use super::run_state::ModuleContext;
use super::scope::Scope;
use super::variable::Variable;
use super::{CallModules, References, UnknownCount, installed};
use crate::diagnostic::{Diagnostic, Errors, fail_reference};
use crate::eval::{Frame, budget_error, constant_value};
use crate::source::Range;
use crate::support::path;
use crate::syntax::ast::{Block, Expr, Name, Step};
use crate::value::Value;

/// The maximum depth of nested module calls.
const LEVELS: usize = 10;
/// The maximum number of module instances in a run.
const MODULES: usize = 2_000;

impl Scope<'_> {
    /// Returns the value of a `module.name` reference and the number of steps it consumed.
    pub(super) fn module_named(
        &self,
        name: &Name,
        steps: &[Step],
    ) -> Result<(Value, usize), Errors> {
        if self.run_state.settings.references == References::Unknown {
            return Ok((Value::dynamic(), steps.len()));
        }
        let Some(Step::Attribute(call)) = steps.first() else {
            let detail = "The \"module\" object cannot be accessed directly. Instead, access one of its attributes.";
            return fail_reference("Invalid reference", detail, name.range);
        };
        if !self.declared.calls.contains_key(&call.text) {
            let detail = text!(
                "No module call named \"{}\" is declared in {}.",
                Operand::Name(&call.text),
                Known(&self.context.name())
            );
            return fail_reference("Reference to undeclared module", detail, call.range);
        }
        Ok((self.call(&call.text), 1))
    }

    /// Returns the value of a reference to a called module. A call whose arguments depend on its own outputs is evaluated
    /// until they do not change any more.
    pub fn call(&self, name: &Rc<str>) -> Value {
        match self.calls.borrow().get(name) {
            Some(Lazy::Done(expanded)) => return expanded.value.clone(),
            Some(Lazy::InProgress(at, value)) => {
                return self
                    .run_state
                    .progress
                    .provisional(*at, value.clone())
                    .unwrap_or_else(progress::unknown);
            }
            None => {}
        }
        let Some(block) = self.declared.calls.get(name) else {
            return Value::dynamic();
        };
        let progress = &self.run_state.progress;
        let modules = self.run_state.modules.get();
        let started = progress.start(Item::Call);
        let mut value = progress::unknown();
        let mut expanded = ExpandedCall::default();
        for _ in 0..=block.body.attributes.len() {
            self.run_state.modules.set(modules);
            progress.again();
            self.calls
                .borrow_mut()
                .insert(Rc::clone(name), Lazy::InProgress(started.at, value));
            expanded = self
                .run_state
                .budget
                .deeper_reference(|| self.expand_call(name, block))
                .unwrap_or_else(|error| {
                    self.run_state
                        .report(&self.context, None, budget_error(block.range)(error));
                    ExpandedCall::default()
                });
            value = expanded.value.clone();
            if !expanded.is_provisional || progress.depends_on_outer(&started) {
                break;
            }
        }
        match progress.end(&started, expanded.is_provisional) {
            Outcome::Final => {}
            Outcome::Provisional => {
                self.calls.borrow_mut().remove(name);
                return value;
            }
            Outcome::Cycle => {
                let detail = text!(
                    "The arguments of module.{} depend on themselves.",
                    Operand::Name(name)
                );
                let error = Diagnostic::error("Cycle", detail, block.range);
                self.run_state.report(&self.context, None, vec![error]);
            }
        }
        self.calls
            .borrow_mut()
            .insert(Rc::clone(name), Lazy::Done(expanded));
        value
    }

    /// Takes the instances of an evaluated call, and its source if the module was not loaded.
    pub fn take_modules(&self, name: &str) -> (Vec<EvaluatedModule>, Option<String>) {
        match self.calls.borrow_mut().get_mut(name) {
            Some(Lazy::Done(expanded)) => (expanded.instances.take(), expanded.not_read.take()),
            _ => (Vec::new(), None),
        }
    }

    fn expand_call(&self, name: &Rc<str>, block: &Block) -> ExpandedCall {
        let settings = self.run_state.settings;
        if self.run_state.modules.get() > MODULES {
            // The error was reported when the limit was exceeded.
            return ExpandedCall::default();
        }
        let Some(source) = self.source(block) else {
            return ExpandedCall::default();
        };
        let is_read = self.context.path.is_empty() || settings.references == References::Planned;
        let ignored = is_read && settings.ignored_modules.contains(&source);
        if ignored || settings.call_modules == CallModules::None {
            return ExpandedCall {
                not_read: Some(source),
                ..ExpandedCall::default()
            };
        }
        let evaluator = self.evaluator();
        let report = |expr: Option<&Expr>, errors: Errors| {
            self.run_state.report(&self.context, expr, errors)
        };
        let not_read = std::cell::Cell::new(false);
        let is_provisional = std::cell::Cell::new(false);
        let note = |value: &Value| {
            is_provisional.set(is_provisional.get() || progress::is_provisional(value))
        };
        let one = |key: Option<InstanceKey>, frame: &Frame<'_>| {
            if let Err(exceeded) = evaluator.budget.instance() {
                report(None, budget_error(block.range)(exceeded));
                return None;
            }
            let arguments = evaluate_body(
                &evaluator,
                (&block.body, block.range),
                frame,
                is_meta,
                &report,
            );
            arguments
                .attributes
                .iter()
                .for_each(|(_, value, _)| note(value));
            let called = self.called(
                &Call {
                    name,
                    key,
                    source: &source,
                    block,
                },
                &arguments,
            );
            not_read.set(not_read.get() || matches!(called, CallOutcome::NotRead));
            match called {
                CallOutcome::EvaluatedModule(module) => Some(*module),
                CallOutcome::NotRead | CallOutcome::Failed => None,
            }
        };
        let planned = settings.references == References::Planned;
        let (modules, shape): (Vec<Option<EvaluatedModule>>, ReferenceShape) =
            match instances(&evaluator, &block.body) {
                Ok(Instances::One) => (vec![one(None, &Frame::EMPTY)], ReferenceShape::One),
                Ok(Instances::Many(word, keys)) => {
                    let expanded = keys
                        .into_iter()
                        .map(|(key, value)| one(Some(key), &Frame::EMPTY.with(word, &value)))
                        .collect();
                    (
                        expanded,
                        if word == "count" {
                            ReferenceShape::Tuple
                        } else {
                            ReferenceShape::Object
                        },
                    )
                }
                Ok(Instances::Unknown) if planned => {
                    let (word, value) = unknown_key(&block.body);
                    (
                        vec![one(
                            Some(InstanceKey::Unknown),
                            &Frame::EMPTY.with(word, &value),
                        )],
                        ReferenceShape::Unknown,
                    )
                }
                Ok(Instances::Unknown) => return ExpandedCall::default(),
                Err(errors) => {
                    report(meta_expr(block), errors);
                    return ExpandedCall::default();
                }
            };
        if self.run_state.progress.saw_provisional()
            && let Some(Ok(value)) =
                meta_expr(block).map(|expr| evaluator.eval(expr, &Frame::EMPTY))
        {
            note(&value);
        }
        let value = if planned && modules.iter().all(Option::is_some) {
            let outputs = |module: &EvaluatedModule| Value::object(module.outputs.clone());
            let each = modules.iter().flatten();
            shape.of(each.map(|module| {
                (
                    module.path.last().and_then(|(_, key)| key.as_ref()),
                    outputs(module),
                )
            }))
        } else {
            Value::dynamic()
        };
        let instances = Rc::new(std::cell::RefCell::new(
            modules.into_iter().flatten().collect(),
        ));
        let not_read = not_read.get().then_some(source);
        ExpandedCall {
            instances,
            value,
            not_read,
            is_provisional: is_provisional.get(),
        }
    }

    fn source(&self, block: &Block) -> Option<String> {
        let Some(attribute) = block.body.attribute("source") else {
            let detail = "The argument \"source\" is required, but no definition was found.";
            let error = Diagnostic::error("Missing required argument", detail, block.range);
            self.run_state.report(&self.context, None, vec![error]);
            return None;
        };
        match self.evaluator().eval(&attribute.expr, &Frame::EMPTY) {
            Ok(value) => value.str().map(str::to_owned).or_else(|| {
                let detail = "The source of a module must be a string that is known before anything is created.";
                let error = Diagnostic::error("Invalid module source", detail, attribute.expr.range);
                self.run_state.report(&self.context, Some(&attribute.expr), vec![error]);
                None
            }),
            Err(errors) => {
                self.run_state.report(&self.context, Some(&attribute.expr), errors);
                None
            }
        }
    }

    fn called(&self, call: &Call<'_>, arguments: &EvaluatedBody) -> CallOutcome {
        let (run_state, settings) = (self.run_state, self.run_state.settings);
        let fail = |summary: &str, detail: Text| {
            run_state.report(
                &self.context,
                None,
                vec![Diagnostic::error(summary, detail, call.block.range)],
            );
            CallOutcome::Failed
        };
        let mut path = self.context.path.clone();
        path.push((Rc::clone(call.name), call.key.clone()));
        if path.len() > LEVELS {
            let detail = text!(
                "Module calls are nested more than {} levels deep; check whether the module calls itself.",
                LEVELS
            );
            return fail("Module stack level too deep", detail);
        }
        let count = run_state.modules.get().saturating_add(1);
        run_state.modules.set(count);
        if count > MODULES {
            return fail(
                "Too many modules",
                text!("There are more than {} module instances.", MODULES),
            );
        }
        let source = call.source.replace('\\', "/");
        let local = source.starts_with("./") || source.starts_with("../");
        let folder = if local {
            path::join(&self.context.folder, &source)
        } else if settings.call_modules == CallModules::All {
            let names: Vec<&str> = path.iter().map(|(name, _)| &**name).collect();
            match installed::folder(settings.host, &settings.data_folder, &names) {
                Some(folder) => folder,
                None => {
                    let needs = self.needs(call);
                    let detail = text!(
                        "\"{}\" module is not found. Did you run \"terraform init\"?{}",
                        Known(&names.join(".")),
                        needs
                    );
                    return fail("Module not installed", detail);
                }
            }
        } else {
            return CallOutcome::NotRead;
        };
        let declared = match run_state.load(&path::join(&settings.host.folder, &folder)) {
            Some(Ok(declared)) => declared,
            Some(Err(errors)) => {
                run_state.report(&self.context, None, errors);
                return CallOutcome::Failed;
            }
            None => {
                let outside = if path::join(&settings.host.folder, &folder).starts_with("..") {
                    " It is outside of the folder that may be read: --root chooses one above both."
                } else {
                    ""
                };
                let detail = text!(
                    "The module directory \"{}\" does not exist or cannot be read.{}",
                    Known(&folder),
                    outside
                );
                return fail("Unreadable module directory", detail);
            }
        };
        let mut inputs = Inputs::new();
        for (name, value, range) in &arguments.attributes {
            if declared.variables.contains_key(name) {
                inputs.insert(Rc::clone(name), (value.clone(), Some(*range)));
            } else {
                let detail = text!(
                    "An argument named \"{}\" is not expected here.",
                    Operand::Name(name)
                );
                let error = Diagnostic::error("Unsupported argument", detail, *range);
                run_state.report(&self.context, None, vec![error]);
            }
        }
        if settings.references == References::Planned {
            run_state.report(&self.context, None, missing(&declared, call.block));
        }
        let key = call
            .key
            .as_ref()
            .map_or_else(String::new, InstanceKey::text);
        let dot = if self.context.address.is_empty() {
            ""
        } else {
            "."
        };
        let unknown = call.key == Some(InstanceKey::Unknown)
            && settings.unknown_count == UnknownCount::Deferred;
        let mut callers = self.context.callers.clone();
        callers.push(call.block.range);
        let context = ModuleContext {
            address: format!("{}{dot}module.{}{key}", self.context.address, call.name),
            folder,
            path,
            callers,
            arguments: self.passed(call.block),
            deferred: self.context.deferred || unknown,
        };
        CallOutcome::EvaluatedModule(Box::new(run_state.module(&declared, context, &inputs)))
    }

    /// Returns what a module that is not installed needs, for those who evaluate without Terraform.
    fn needs(&self, call: &Call<'_>) -> Text {
        if self.run_state.settings.references == References::Unknown {
            return Text::default();
        }
        let version = call
            .block
            .body
            .attribute("version")
            .and_then(|attribute| constant_value(&attribute.expr).ok());
        let version = version
            .as_ref()
            .and_then(Value::str)
            .map(|version| text!(" {}", Known(version)));
        text!(
            " It is {}{}; --ignore-module {} leaves it out.",
            Known(call.source),
            version,
            Known(call.source)
        )
    }

    /// Returns, for each argument of a call, the arguments of the root module's call that its value comes from.
    fn passed(&self, block: &Block) -> BTreeMap<Rc<str>, Vec<Range>> {
        let root = self.context.path.is_empty();
        let from = |expr: &Expr| {
            if root {
                vec![expr.range]
            } else {
                self.context.arguments_of(expr)
            }
        };
        let arguments = block
            .body
            .attributes
            .iter()
            .filter(|attribute| !is_meta(&attribute.name));
        arguments
            .map(|attribute| (Rc::clone(&attribute.name), from(&attribute.expr)))
            .collect()
    }
}

/// Returns an error for each variable without a default that a call gives no value for.
fn missing(declared: &Declarations, block: &Block) -> Errors {
    let is_missing = |name: &str, variable: &Variable| {
        variable.block.body.attribute("default").is_none() && block.body.attribute(name).is_none()
    };
    let missing = declared
        .variables
        .iter()
        .filter(|(name, variable)| is_missing(name, variable));
    let error = |name: &str| {
        let detail = text!(
            "The argument \"{}\" is required, but no definition was found.",
            Operand::Name(name)
        );
        Diagnostic::error("Missing required argument", detail, block.range)
    };
    missing.map(|(name, _)| error(name)).collect()
}

/// A `module` block, or one instance of it.
struct Call<'c> {
    name: &'c Rc<str>,
    key: Option<InstanceKey>,
    source: &'c str,
    block: &'c Block,
}

/// The result of a module call.
enum CallOutcome {
    EvaluatedModule(Box<EvaluatedModule>),
    /// The module is not among the modules to load.
    NotRead,
    /// The error was reported.
    Failed,
}
