//! What the checks of variables read and report.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::location::{ReportLocation, ValueLocator};
use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::Texts;
use crate::module::{Input, Settings, Variable};
use crate::schema::{Additional, Variables};
use crate::source::Range;
use crate::value::{Marks, Value};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Known, Path, Position, Span, Step, Text, text};

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
    pub message: Text,
    /// The file; empty if there is none.
    pub file: String,
    /// The position in the file.
    pub at: Option<Position>,
}

/// The module, its values, and the options of the check.
pub(super) struct Checker<'s> {
    pub(super) check: &'s Check<'s>,
    pub(super) module: &'s Variables,
    pub(super) inputs: &'s BTreeMap<Rc<str>, Input>,
    pub(super) locator: ValueLocator<'s>,
}

impl std::fmt::Debug for Check<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Check")
            .field("settings", self.settings)
            .finish_non_exhaustive()
    }
}

pub(super) fn unchecked(check: &Check<'_>, error: &Diagnostic, texts: &Texts) -> Unchecked {
    texts.with(|sources| {
        let source = error.range.and_then(|range| sources.get(range.file));
        Unchecked {
            message: text!("{}: {}", Known(&error.summary), error.detail),
            file: (check.name)(source.map_or(&check.settings.host.folder, |source| &source.name)),
            at: error.range.map(|range| sources.span(range).start),
        }
    })
}

impl Checker<'_> {
    /// Returns the variables that have neither a value nor a default.
    pub(super) fn missing_variables(&self) -> impl Iterator<Item = (&Rc<str>, &Variable)> {
        let is_missing = |(name, variable): &(&Rc<str>, &Variable)| {
            variable.default.is_none() && !self.inputs.contains_key(*name)
        };
        self.module.declared.variables.iter().filter(is_missing)
    }

    /// Returns the input value of a variable; `None` if null selects the default.
    pub(super) fn value(&self, name: &str, variable: &Variable) -> Option<&Input> {
        let input = self.inputs.get(name)?;
        let is_default = input.0.is_null() && !variable.nullable && variable.default.is_some();
        (!is_default).then_some(input)
    }

    /// Returns the location of an input value: a file, an option or an environment variable.
    pub(super) fn location(&self, name: &str, range: Option<Range>) -> ReportLocation {
        if let Some(range) = range {
            return self.locator.location(range, self.check.name);
        }
        let is_of = |pair: &String| {
            pair.split_once('=')
                .is_some_and(|(other, _)| other.trim() == name)
        };
        let option = self
            .check
            .settings
            .variable_sources
            .values
            .iter()
            .any(is_of);
        let file = if option {
            format!("--var {name}")
        } else {
            format!("TF_VAR_{name}")
        };
        ReportLocation {
            file,
            span: Span::START,
        }
    }

    /// Returns the source files with sensitive values masked.
    pub(super) fn texts(&self) -> Vec<(String, String)> {
        let variables = &self.module.declared.variables;
        // An undeclared value may be a misspelled sensitive variable, so it is masked, too.
        let is_open = |name: &str| {
            variables
                .get(name)
                .is_some_and(|variable| !is_sensitive(variable))
        };
        let inputs = self
            .locator
            .values()
            .into_iter()
            .filter(|(name, _)| !is_open(name))
            .map(|(_, range)| range);
        let hidden = variables.values().filter(|variable| is_sensitive(variable));
        let defaults = hidden
            .filter_map(|variable| Some(variable.block.body.attribute("default")?.expr.range));
        self.locator
            .texts(&inputs.chain(defaults).collect::<Vec<_>>(), self.check.name)
    }
}

/// Returns whether the value is sensitive or ephemeral.
pub(super) fn is_sensitive(variable: &Variable) -> bool {
    variable.marks.has(Marks::SENSITIVE.and(Marks::EPHEMERAL))
}

/// Returns the path of a variable's value.
pub(super) fn named(name: &str) -> Path {
    Path(vec![Step::Key(name.to_owned())])
}

/// The values of variables, or their errors.
pub(super) type Values = BTreeMap<Rc<str>, Result<Value, Errors>>;
