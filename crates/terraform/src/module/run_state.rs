//! The state shared by the modules of a run.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::declarations::Declarations;
use super::evaluated::InstanceKey;
use super::inputs::{Inputs, inputs};
use super::progress::Progress;
use super::{Settings, load};
use crate::budget::Budget;
use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::Texts;
use crate::source::Range;
use crate::syntax::ast::Expr;
use crate::syntax::references;

/// What variables of the root module are if no value is given for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootDefaults {
    /// Their defaults.
    Applied,
    /// Unknown.
    Unknown,
}

/// The state shared by all modules of a run.
#[derive(Debug)]
pub struct RunState<'w> {
    /// The settings of the run.
    pub settings: &'w Settings<'w>,
    /// The source files read so far.
    pub texts: &'w Texts,
    /// The remaining budget.
    pub budget: Budget<'w>,
    /// The number of module instances so far.
    pub modules: Cell<usize>,
    /// What is being evaluated.
    pub progress: Progress,
    /// What variables of the root module without a value are.
    pub root_defaults: RootDefaults,
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
        if name.is_empty() {
            "the root module".to_owned()
        } else {
            name
        }
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
            budget: Budget::new(settings.limits, settings.cancel),
            modules: Cell::new(0),
            progress: Progress::default(),
            root_defaults: RootDefaults::Applied,
            errors: RefCell::default(),
            loaded: RefCell::default(),
        }
    }

    /// Makes variables of the root module unknown that have no value but a default.
    pub fn with_unknown_defaults(self) -> RunState<'w> {
        RunState {
            root_defaults: RootDefaults::Unknown,
            ..self
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
        let arguments = expr
            .map(|expr| context.arguments_of(expr))
            .unwrap_or_default();
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
        let loaded = load::load(self.settings.host, self.texts, folder)
            .map(|declared| declared.map(Rc::new));
        self.loaded
            .borrow_mut()
            .insert(folder.to_owned(), loaded.clone());
        loaded
    }

    /// Returns the root module's declarations and the values of its variables.
    pub fn root_parts(&self) -> Result<(Rc<Declarations>, Inputs), Errors> {
        let host = self.settings.host;
        // A folder without files is an empty module.
        let declared = self
            .load(&host.folder)
            .unwrap_or_else(|| Ok(Rc::default()))?;
        let mut unread = Errors::new();
        let inputs = inputs(
            host,
            self.texts,
            &host.folder,
            &declared,
            &self.settings.variable_sources,
            &mut unread,
        )?;
        self.report(&ModuleContext::default(), None, unread);
        Ok((declared, inputs))
    }
}
