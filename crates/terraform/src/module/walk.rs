//! The way through a module and those that it calls.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::body::{EvaluatedBlock, evaluate_body};
use super::declared::Declared;
use super::evaluate::{Evaluated, InstanceKey};
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

/// What all modules of a run share.
#[derive(Debug)]
pub struct Walk<'w> {
    /// What is evaluated, and how.
    pub settings: &'w Settings<'w>,
    /// The texts that have been read.
    pub texts: &'w Texts,
    /// What may be spent.
    pub budget: Budget,
    /// How many instances of modules there are.
    pub modules: Cell<usize>,
    errors: RefCell<Errors>,
    loaded: RefCell<HashMap<String, Loaded>>,
}

/// No more is gathered: who has so many mistakes does not read on.
const ERRORS: usize = 1_000;

/// What a folder declares; `None` where there is no such folder.
type Loaded = Option<Result<Rc<Declared>, Errors>>;

/// Where in the tree of modules evaluation is.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// `module.a["b"]`; the root's is empty.
    pub address: String,
    /// The module's folder, seen from the root module.
    pub folder: String,
    /// The names of the calls that lead there, with the instances of each.
    pub path: Vec<(Rc<str>, Option<InstanceKey>)>,
    /// Those calls.
    pub callers: Vec<Range>,
    /// Of the variables that the call sets: the arguments of the root's call that they come from.
    pub arguments: BTreeMap<Rc<str>, Vec<Range>>,
    /// It is not known which instances there are.
    pub deferred: bool,
}

impl Place {
    /// The module, as messages call it.
    pub fn name(&self) -> String {
        let names = self.path.iter().map(|(name, _)| format!("module.{name}"));
        let name = names.collect::<Vec<_>>().join(".");
        if name.is_empty() { "the root module".to_owned() } else { name }
    }

    /// The arguments of the root's calls that an expression gets its values from.
    pub fn arguments_of(&self, expr: &Expr) -> Vec<Range> {
        let references = references(expr);
        let mut made: Vec<Range> = references
            .iter()
            .filter_map(|reference| self.arguments.get(reference.variable()?))
            .flatten()
            .copied()
            .collect();
        made.sort_unstable();
        made.dedup();
        made
    }
}

impl<'w> Walk<'w> {
    /// At the beginning.
    pub fn new(settings: &'w Settings<'w>, texts: &'w Texts) -> Walk<'w> {
        Walk {
            settings,
            texts,
            budget: Budget::default(),
            modules: Cell::new(0),
            errors: RefCell::default(),
            loaded: RefCell::default(),
        }
    }

    /// What has been found wrong, each once.
    pub fn errors(&self) -> Errors {
        let mut errors = Errors::new();
        for error in self.errors.take() {
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
        errors
    }

    /// Something is wrong in a module, with an expression or otherwise.
    pub fn report(&self, place: &Place, expr: Option<&Expr>, errors: Errors) {
        if self.errors.borrow().len() >= ERRORS {
            return;
        }
        let arguments = expr.map(|expr| place.arguments_of(expr)).unwrap_or_default();
        let located = errors.into_iter().map(|error| Diagnostic {
            callers: place.callers.clone(),
            arguments: arguments.clone(),
            ..error
        });
        self.errors.borrow_mut().extend(located);
    }

    /// What the files of a folder declare, read once; `None` where there is no such folder.
    pub fn load(&self, folder: &str) -> Loaded {
        if let Some(known) = self.loaded.borrow().get(folder) {
            return known.clone();
        }
        let loaded = load::load(self.settings.host, self.texts, folder).map(|declared| declared.map(Rc::new));
        self.loaded.borrow_mut().insert(folder.to_owned(), loaded.clone());
        loaded
    }

    /// The root module and what is given for its variables.
    pub fn root_parts(&self) -> Result<(Rc<Declared>, Inputs), Errors> {
        let host = self.settings.host;
        // A folder without files is an empty module.
        let declared = self.load(&host.folder).unwrap_or_else(|| Ok(Rc::default()))?;
        let given = inputs(host, self.texts, &host.folder, &declared, &self.settings.given)?;
        Ok((declared, given))
    }

    /// The root module, evaluated; `None` where it cannot be loaded.
    pub fn root(&self) -> Option<Evaluated> {
        let place = Place { folder: ".".to_owned(), ..Place::default() };
        match self.root_parts() {
            Ok((declared, given)) => Some(self.module(&declared, place, &given)),
            Err(errors) => {
                self.report(&place, None, errors);
                None
            }
        }
    }

    /// A module, evaluated.
    pub fn module(&self, declared: &Rc<Declared>, place: Place, given: &Inputs) -> Evaluated {
        let scope = Scope::new(self, declared, place, given);
        let evaluator = scope.evaluator();
        let place = &scope.place;
        let report = |expr: Option<&Expr>, errors: Errors| self.report(place, expr, errors);
        let or_unknown = |value: Result<Value, Errors>, expr: Option<&Expr>| {
            value.unwrap_or_else(|errors| {
                report(expr, errors);
                Value::dynamic()
            })
        };
        let mut made = Evaluated {
            address: place.address.clone(),
            folder: place.folder.clone(),
            path: place.path.clone(),
            callers: place.callers.clone(),
            declared: Rc::clone(declared),
            ..Evaluated::default()
        };
        for (name, value) in &scope.variables {
            made.variables.insert(Rc::clone(name), or_unknown(value.clone(), None));
        }
        for (name, attribute) in &declared.locals {
            let word = Name { text: Rc::clone(name), range: attribute.name_range };
            let value = or_unknown(scope.local(&evaluator, &word), Some(&attribute.expr));
            made.locals.insert(Rc::clone(name), value);
        }
        for block in declared.others.iter().filter(|block| &*block.kind == "provider") {
            let body = evaluate_body(&evaluator, &block.body, &Frame::EMPTY, |_| false, &report);
            let labels = block.labels.iter().map(|label| Rc::clone(&label.text)).collect();
            made.providers.push(EvaluatedBlock { kind: Rc::clone(&block.kind), labels, body, range: block.range });
        }
        for (key, block) in &declared.resources {
            scope.resource(key, block.range).unwrap_or_else(|errors| {
                report(None, errors);
                Value::dynamic()
            });
            made.resources.extend(scope.take_resources(key));
        }
        for (name, block) in &declared.outputs {
            let value = output(&evaluator, block);
            let expr = block.body.attribute("value").map(|attribute| &*attribute.expr);
            made.outputs.insert(Rc::clone(name), or_unknown(value, expr));
        }
        for name in declared.calls.keys() {
            scope.call(name);
            let (modules, outside) = scope.take_modules(name);
            made.modules.extend(modules);
            made.outside.extend(outside.map(|source| (Rc::clone(name), source)));
        }
        made
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
