//! Validation of values for a module's variables: against their types and `validation` conditions.
//!
//! - `shape`: values against the [`schema`](super::schema) of the variables;
//! - `conditions`: evaluation of the conditions;
//! - `location`: locations of values and their parts.

mod conditions;
mod location;
mod message;
mod rules;
mod shape;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::location::{ReportLocation, ValueLocator};
pub use self::rules::{ALL as RULES, RuleInfo};
use super::diagnostic::{Diagnostic, Errors};
use super::eval::Texts;
use super::module::{Declarations, Input, ModuleContext, RunState, Scope, Settings, Variable, inputs, load};
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
pub struct CheckResult {
    /// The problems found in the values.
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
struct Checker<'s> {
    check: &'s Check<'s>,
    module: &'s Variables,
    inputs: &'s BTreeMap<Rc<str>, Input>,
    locator: ValueLocator<'s>,
}

impl std::fmt::Debug for Check<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Check").field("settings", self.settings).finish_non_exhaustive()
    }
}

/// Checks the values of a module's variables.
pub fn check(check: &Check<'_>) -> CheckResult {
    let texts = Texts::default();
    let folder = &check.settings.host.folder;
    let declared = match load(check.settings.host, &texts, folder) {
        Some(Ok(declared)) => declared,
        None => Declarations::default(),
        Some(Err(errors)) => return nothing_checked(check, &errors, &texts),
    };
    if declared.variables.is_empty() {
        let message = "the module declares no variables; there is nothing to check the values against".to_owned();
        let unchecked = Unchecked { message, file: (check.name)(folder), at: None };
        return CheckResult { incomplete: vec![unchecked], ..CheckResult::default() };
    }
    let inputs = match inputs(check.settings.host, &texts, folder, &declared, &check.settings.variable_sources) {
        Ok(inputs) => inputs,
        Err(errors) => return nothing_checked(check, &errors, &texts),
    };
    let module = Variables { declared, texts };
    let checker = Checker { check, module: &module, inputs: &inputs, locator: ValueLocator::of(&module) };
    checker.checked()
}

/// Returns the result if nothing could be checked.
fn nothing_checked(check: &Check<'_>, errors: &[Diagnostic], texts: &Texts) -> CheckResult {
    let incomplete = errors.iter().map(|error| unchecked(check, error, texts)).collect();
    CheckResult { incomplete, texts: Vec::new(), findings: Vec::new() }
}

fn unchecked(check: &Check<'_>, error: &Diagnostic, texts: &Texts) -> Unchecked {
    texts.with(|sources| {
        let source = error.range.and_then(|range| sources.get(range.file));
        Unchecked {
            message: format!("{}: {}", error.summary, error.detail),
            file: (check.name)(source.map_or(&check.settings.host.folder, |source| &source.name)),
            at: error.range.map(|range| sources.span(range).start),
        }
    })
}

impl Checker<'_> {
    fn checked(&self) -> CheckResult {
        let mut result = CheckResult::default();
        let settings = self.check.settings;
        let run_state = RunState::new(settings, &self.module.texts);
        let context = ModuleContext { folder: ".".to_owned(), ..ModuleContext::default() };
        let scope = Scope::new(&run_state, &self.module.declared, context, self.inputs);
        self.undeclared(&mut result);
        self.missing(&mut result);
        shape::check(self, &scope.variables, &mut result);
        conditions::check(self, &scope.evaluator(), &scope.variables, &mut result);
        result.texts = self.texts();
        result
    }

    /// Reports values of undeclared variables. Terraform ignores them.
    fn undeclared(&self, result: &mut CheckResult) {
        let variables = &self.module.declared.variables;
        for (name, (_, range)) in self.inputs {
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
            let location = self.location(name, *range);
            result.findings.push(rules::finding(&rules::UNDECLARED, severity, message, location, named(name)));
        }
    }

    /// Reports variables that have neither a value nor a default.
    fn missing(&self, result: &mut CheckResult) {
        for (name, variable) in self.missing_variables() {
            let message = format!("the variable \"{name}\" has no default and no value");
            let location = self.locator.location(variable.block.range, self.check.name);
            result.findings.push(rules::finding(&rules::REQUIRED, Severity::Error, message, location, named(name)));
        }
    }

    fn missing_variables(&self) -> impl Iterator<Item = (&Rc<str>, &Variable)> {
        let is_missing =
            |(name, variable): &(&Rc<str>, &Variable)| variable.default.is_none() && !self.inputs.contains_key(*name);
        self.module.declared.variables.iter().filter(is_missing)
    }

    /// Returns the input value of a variable; `None` if null selects the default.
    fn value(&self, name: &str, variable: &Variable) -> Option<&Input> {
        let input = self.inputs.get(name)?;
        let is_default = input.0.is_null() && !variable.nullable && variable.default.is_some();
        (!is_default).then_some(input)
    }

    /// Returns the location of an input value: a file, an option or an environment variable.
    fn location(&self, name: &str, range: Option<Range>) -> ReportLocation {
        if let Some(range) = range {
            return self.locator.location(range, self.check.name);
        }
        let is_of = |pair: &String| pair.split_once('=').is_some_and(|(other, _)| other.trim() == name);
        let option = self.check.settings.variable_sources.values.iter().any(is_of);
        let file = if option { format!("--var {name}") } else { format!("TF_VAR_{name}") };
        ReportLocation { file, span: Span::START }
    }

    /// Returns the source files with sensitive values masked.
    fn texts(&self) -> Vec<(String, String)> {
        let variables = &self.module.declared.variables;
        // An undeclared value may be a misspelled sensitive variable, so it is masked, too.
        let is_open = |name: &str| variables.get(name).is_some_and(|variable| !is_sensitive(variable));
        let inputs = self.locator.values().into_iter().filter(|(name, _)| !is_open(name)).map(|(_, range)| range);
        let hidden = variables.values().filter(|variable| is_sensitive(variable));
        let defaults = hidden.filter_map(|variable| Some(variable.block.body.attribute("default")?.expr.range));
        self.locator.texts(&inputs.chain(defaults).collect::<Vec<_>>(), self.check.name)
    }
}

/// Returns whether the value is sensitive or ephemeral.
fn is_sensitive(variable: &Variable) -> bool {
    variable.marks.has(Marks::SENSITIVE.and(Marks::EPHEMERAL))
}

/// Returns the path of a variable's value.
fn named(name: &str) -> Path {
    Path(vec![Step::Key(name.to_owned())])
}

/// The values of variables, or their errors.
type Values = BTreeMap<Rc<str>, Result<Value, Errors>>;
