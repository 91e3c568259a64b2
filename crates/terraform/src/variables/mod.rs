//! Validation of values for a module's variables: against their types and `validation` conditions.
//!
//! - [`shape`]: values against the [`schema`](super::schema) of the variables;
//! - [`conditions`]: evaluation of the conditions;
//! - [`place`]: locations of values and their parts.

mod conditions;
mod place;
mod rules;
mod shape;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::place::{Places, Shown};
pub use self::rules::{ALL as RULES, About};
use super::diagnostic::{Diagnostic, Errors};
use super::eval::Texts;
use super::module::{Declared, Input, Place, Scope, Settings, Variable, Walk, inputs, load};
use super::schema::{Additional, Variables};
use super::source::Range;
use super::support::similar::nearest;
use super::value::{Marks, Value};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::{Path, Position, Span, Step};

/// The input and options of a check.
pub struct Check<'c> {
    /// The module and the values.
    pub settings: &'c Settings<'c>,
    /// Which values a type accepts.
    pub conversion: Conversion,
    /// Whether undeclared values and attributes are allowed.
    pub additional: Additional,
    /// Returns the name of a file for reports.
    pub name: &'c dyn Fn(&str) -> String,
}

/// Which values a type accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conversion {
    /// Values of the type only.
    #[default]
    Strict,
    /// Also values that Terraform converts: `"1"` for a number, null for any part.
    AsTerraform,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// The findings.
    pub findings: Vec<Finding>,
    /// The checks that could not be completed.
    pub incomplete: Vec<Unchecked>,
    /// The source files by name, with sensitive values masked.
    pub texts: Vec<(String, String)>,
}

/// A check that could not be completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchecked {
    /// The reason.
    pub message: String,
    /// The file; empty if there is none.
    pub file: String,
    /// The position in the file.
    pub at: Option<Position>,
}

/// The module, its values, and the options of the check.
struct Subject<'s> {
    check: &'s Check<'s>,
    module: &'s Variables,
    given: &'s BTreeMap<Rc<str>, Input>,
    places: Places<'s>,
}

impl std::fmt::Debug for Check<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Check").field("settings", self.settings).finish_non_exhaustive()
    }
}

/// Checks the values of a module's variables.
pub fn check(check: &Check<'_>) -> Checked {
    let texts = Texts::default();
    let folder = &check.settings.host.folder;
    let declared = match load(check.settings.host, &texts, folder) {
        Some(Ok(declared)) => declared,
        None => Declared::default(),
        Some(Err(errors)) => return untold(check, &errors, &texts),
    };
    if declared.variables.is_empty() {
        let message = "the module declares no variables: there is nothing to check the values by".to_owned();
        let fault = Unchecked { message, file: (check.name)(folder), at: None };
        return Checked { incomplete: vec![fault], ..Checked::default() };
    }
    let given = match inputs(check.settings.host, &texts, folder, &declared, &check.settings.given) {
        Ok(given) => given,
        Err(errors) => return untold(check, &errors, &texts),
    };
    let module = Variables { declared, texts };
    let subject = Subject { check, module: &module, given: &given, places: Places::of(&module) };
    subject.checked()
}

/// Returns the result if nothing could be checked.
fn untold(check: &Check<'_>, errors: &[Diagnostic], texts: &Texts) -> Checked {
    let incomplete = errors.iter().map(|error| fault(check, error, texts)).collect();
    Checked { incomplete, texts: Vec::new(), findings: Vec::new() }
}

fn fault(check: &Check<'_>, error: &Diagnostic, texts: &Texts) -> Unchecked {
    texts.with(|sources| {
        let source = error.range.and_then(|range| sources.get(range.file));
        Unchecked {
            message: format!("{}: {}", error.summary, error.detail),
            file: (check.name)(source.map_or(&check.settings.host.folder, |source| &source.name)),
            at: error.range.map(|range| sources.span(range).start),
        }
    })
}

impl Subject<'_> {
    fn checked(&self) -> Checked {
        let mut made = Checked::default();
        let settings = self.check.settings;
        let walk = Walk::new(settings, &self.module.texts);
        let place = Place { folder: ".".to_owned(), ..Place::default() };
        let scope = Scope::new(&walk, &self.module.declared, place, self.given);
        self.undeclared(&mut made);
        self.missing(&mut made);
        shape::check(self, &scope.variables, &mut made);
        conditions::check(self, &scope.evaluator(), &scope.variables, &mut made);
        made.texts = self.texts();
        made
    }

    /// Reports values of undeclared variables. Terraform ignores them.
    fn undeclared(&self, made: &mut Checked) {
        let variables = &self.module.declared.variables;
        for (name, (_, range)) in self.given {
            // Editors use it to find the schema of a file.
            if variables.contains_key(name) || &**name == "$schema" {
                continue;
            }
            let near = nearest(name, variables.keys().map(|name| &**name));
            let near = near.map_or_else(String::new, |near| format!(" Did you mean \"{near}\"?"));
            let severity = match self.check.additional {
                Additional::Allowed => Severity::Warning,
                Additional::Refused => Severity::Error,
            };
            let message = format!("the module declares no variable \"{name}\".{near}");
            let shown = self.shown(name, *range);
            made.findings.push(rules::finding(&rules::UNDECLARED, severity, message, shown, named(name)));
        }
    }

    /// Reports variables that have neither a value nor a default.
    fn missing(&self, made: &mut Checked) {
        for (name, variable) in self.missing_variables() {
            let message = format!("the variable \"{name}\" has no default, and there is no value for it");
            let shown = self.places.shown(variable.block.range, self.check.name);
            made.findings.push(rules::finding(&rules::REQUIRED, Severity::Error, message, shown, named(name)));
        }
    }

    fn missing_variables(&self) -> impl Iterator<Item = (&Rc<str>, &Variable)> {
        let is_missing =
            |(name, variable): &(&Rc<str>, &Variable)| variable.default.is_none() && !self.given.contains_key(*name);
        self.module.declared.variables.iter().filter(is_missing)
    }

    /// Returns the input value of a variable; `None` if null selects the default.
    fn value(&self, name: &str, variable: &Variable) -> Option<&Input> {
        let given = self.given.get(name)?;
        let is_default = given.0.is_null() && !variable.nullable && variable.default.is_some();
        (!is_default).then_some(given)
    }

    /// Returns the location of an input value: a file, an option or an environment variable.
    fn shown(&self, name: &str, range: Option<Range>) -> Shown {
        if let Some(range) = range {
            return self.places.shown(range, self.check.name);
        }
        let is_of = |pair: &String| pair.split_once('=').is_some_and(|(other, _)| other.trim() == name);
        let option = self.check.settings.given.values.iter().any(is_of);
        let file = if option { format!("--var {name}") } else { format!("TF_VAR_{name}") };
        Shown { file, span: Span::START }
    }

    /// Returns the source files with sensitive values masked.
    fn texts(&self) -> Vec<(String, String)> {
        let variables = &self.module.declared.variables;
        // An undeclared value may be a misspelled sensitive variable, so it is masked, too.
        let is_open = |name: &str| variables.get(name).is_some_and(|variable| !is_hidden(variable));
        let given = self.places.values().into_iter().filter(|(name, _)| !is_open(name)).map(|(_, range)| range);
        let hidden = variables.values().filter(|variable| is_hidden(variable));
        let defaults = hidden.filter_map(|variable| Some(variable.block.body.attribute("default")?.expr.range));
        self.places.texts(&given.chain(defaults).collect::<Vec<_>>(), self.check.name)
    }
}

/// Returns whether the value is sensitive or ephemeral.
fn is_hidden(variable: &Variable) -> bool {
    variable.marks.has(Marks::SENSITIVE.and(Marks::EPHEMERAL))
}

/// Returns the path of a variable's value.
fn named(name: &str) -> Path {
    Path(vec![Step::Key(name.to_owned())])
}

/// The values of variables, or their errors.
type Values = BTreeMap<Rc<str>, Result<Value, Errors>>;
