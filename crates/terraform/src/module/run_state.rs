//! Evaluation of a module and the modules it calls.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::body::{EvaluatedBlock, evaluate_body};
use super::declarations::Declarations;
use super::evaluate::{EvaluatedModule, InstanceKey};
use super::inputs::{Inputs, inputs};
use super::scope::Scope;
use super::{Settings, load};
use crate::budget::Budget;
use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::{Evaluator, Frame, Texts};
use crate::source::Range;
use crate::syntax::ast::{Block, Expr, Name};
use crate::syntax::references;
use crate::value::{Marks, Value};

/// The state shared by all modules of a run.
#[derive(Debug)]
pub struct RunState<'w> {
    /// The settings of the run.
    pub settings: &'w Settings<'w>,
    /// The source files read so far.
    pub texts: &'w Texts,
    /// The remaining budget.
    pub budget: Budget,
    /// The number of module instances so far.
    pub modules: Cell<usize>,
    errors: RefCell<Errors>,
    loaded: RefCell<HashMap<String, Loaded>>,
}

/// The maximum number of errors collected in a run.
const ERRORS: usize = 1_000;

/// The declarations of a folder; `None` if the folder does not exist.
type Loaded = Option<Result<Rc<Declarations>, Errors>>;

/// The position of a module instance in the tree of module calls.
#[derive(Debug, Clone, Default)]
pub struct ModuleContext {
    /// The address, such as `module.a["b"]`; empty for the root module.
    pub address: String,
    /// The folder, relative to the root module.
    pub folder: String,
    /// The names of the calls that lead to the module, each with its instance key.
    pub path: Vec<(Rc<str>, Option<InstanceKey>)>,
    /// The ranges of these calls.
    pub callers: Vec<Range>,
    /// For each variable that the call sets, the arguments of the root module's call that its value comes from.
    pub arguments: BTreeMap<Rc<str>, Vec<Range>>,
    /// Whether the instances of the module are unknown.
    pub deferred: bool,
}

impl ModuleContext {
    /// Returns the name of the module for error messages.
    pub fn name(&self) -> String {
        let names = self.path.iter().map(|(name, _)| format!("module.{name}"));
        let name = names.collect::<Vec<_>>().join(".");
        if name.is_empty() { "the root module".to_owned() } else { name }
    }

    /// Returns the arguments of the root module's calls that an expression's value comes from.
    pub fn arguments_of(&self, expr: &Expr) -> Vec<Range> {
        let references = references(expr);
        let mut ranges: Vec<Range> = references
            .iter()
            .filter_map(|reference| self.arguments.get(reference.variable()?))
            .flatten()
            .copied()
            .collect();
        ranges.sort_unstable();
        ranges.dedup();
        ranges
    }
}

impl<'w> RunState<'w> {
    /// Returns the initial state.
    pub fn new(settings: &'w Settings<'w>, texts: &'w Texts) -> RunState<'w> {
        RunState {
            settings,
            texts,
            budget: Budget::default(),
            modules: Cell::new(0),
            errors: RefCell::default(),
            loaded: RefCell::default(),
        }
    }

    /// Takes the errors found so far, without duplicates.
    pub fn errors(&self) -> Errors {
        let mut errors = Errors::new();
        for error in self.errors.take() {
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
        errors
    }

    /// Reports errors in a module, with the expression they occurred in, if any.
    pub fn report(&self, context: &ModuleContext, expr: Option<&Expr>, errors: Errors) {
        if self.errors.borrow().len() >= ERRORS {
            return;
        }
        let arguments = expr.map(|expr| context.arguments_of(expr)).unwrap_or_default();
        let located = errors.into_iter().map(|error| Diagnostic {
            callers: context.callers.clone(),
            arguments: arguments.clone(),
            ..error
        });
        self.errors.borrow_mut().extend(located);
    }

    /// Loads the declarations of a folder once; `None` if the folder does not exist.
    pub fn load(&self, folder: &str) -> Loaded {
        if let Some(known) = self.loaded.borrow().get(folder) {
            return known.clone();
        }
        let loaded = load::load(self.settings.host, self.texts, folder).map(|declared| declared.map(Rc::new));
        self.loaded.borrow_mut().insert(folder.to_owned(), loaded.clone());
        loaded
    }

    /// Returns the root module's declarations and the values of its variables.
    pub fn root_parts(&self) -> Result<(Rc<Declarations>, Inputs), Errors> {
        let host = self.settings.host;
        // A folder without files is an empty module.
        let declared = self.load(&host.folder).unwrap_or_else(|| Ok(Rc::default()))?;
        let inputs = inputs(host, self.texts, &host.folder, &declared, &self.settings.variable_sources)?;
        Ok((declared, inputs))
    }

    /// Evaluates the root module; `None` if it cannot be loaded.
    pub fn root(&self) -> Option<EvaluatedModule> {
        let context = ModuleContext { folder: ".".to_owned(), ..ModuleContext::default() };
        match self.root_parts() {
            Ok((declared, inputs)) => Some(self.module(&declared, context, &inputs)),
            Err(errors) => {
                self.report(&context, None, errors);
                None
            }
        }
    }

    /// Evaluates a module instance.
    pub fn module(&self, declared: &Rc<Declarations>, context: ModuleContext, inputs: &Inputs) -> EvaluatedModule {
        let scope = Scope::new(self, declared, context, inputs);
        let evaluator = scope.evaluator();
        let context = &scope.context;
        let report = |expr: Option<&Expr>, errors: Errors| self.report(context, expr, errors);
        let or_unknown = |value: Result<Value, Errors>, expr: Option<&Expr>| {
            value.unwrap_or_else(|errors| {
                report(expr, errors);
                Value::dynamic()
            })
        };
        let mut evaluated = EvaluatedModule {
            address: context.address.clone(),
            folder: context.folder.clone(),
            path: context.path.clone(),
            callers: context.callers.clone(),
            declared: Rc::clone(declared),
            ..EvaluatedModule::default()
        };
        for (name, value) in &scope.variables {
            evaluated.variables.insert(Rc::clone(name), or_unknown(value.clone(), None));
        }
        for (name, attribute) in &declared.locals {
            let word = Name { text: Rc::clone(name), range: attribute.name_range };
            let value = or_unknown(scope.local(&evaluator, &word), Some(&attribute.expr));
            evaluated.locals.insert(Rc::clone(name), value);
        }
        for block in declared.others.iter().filter(|block| &*block.kind == "provider") {
            let body = evaluate_body(&evaluator, &block.body, &Frame::EMPTY, |_| false, &report);
            let labels = block.labels.iter().map(|label| Rc::clone(&label.text)).collect();
            evaluated.providers.push(EvaluatedBlock { kind: Rc::clone(&block.kind), labels, body, range: block.range });
        }
        for (key, block) in &declared.resources {
            scope.resource(key, block.range).unwrap_or_else(|errors| {
                report(None, errors);
                Value::dynamic()
            });
            evaluated.resources.extend(scope.take_resources(key));
        }
        for (name, block) in &declared.outputs {
            let value = output(&evaluator, block);
            let expr = block.body.attribute("value").map(|attribute| &*attribute.expr);
            evaluated.outputs.insert(Rc::clone(name), or_unknown(value, expr));
        }
        for name in declared.calls.keys() {
            scope.call(name);
            let (modules, not_read) = scope.take_modules(name);
            evaluated.modules.extend(modules);
            evaluated.modules_not_read.extend(not_read.map(|source| (Rc::clone(name), source)));
        }
        evaluated
    }
}

fn output(evaluator: &Evaluator<'_>, block: &Block) -> Result<Value, Errors> {
    let Some(attribute) = block.body.attribute("value") else {
        let detail = "The argument \"value\" is required, but no definition was found.";
        return Err(vec![Diagnostic::error("Missing required argument", detail, block.range)]);
    };
    let value = evaluator.eval(&attribute.expr, &Frame::EMPTY)?;
    let flag = |name: &str| {
        let attribute = block.body.attribute(name)?;
        evaluator.eval(&attribute.expr, &Frame::EMPTY).ok()?.bool()
    };
    let mark = |name: &str, mark: Marks| if flag(name) == Some(true) { mark } else { Marks::NONE };
    Ok(value.marked(mark("sensitive", Marks::SENSITIVE)).marked(mark("ephemeral", Marks::EPHEMERAL)))
}
