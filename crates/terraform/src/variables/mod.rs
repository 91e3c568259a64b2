//! Validation of values for a module's variables: against their types and `validation` conditions.
//!
//! - `shape`: values against the [`schema`](super::schema) of the variables;
//! - `conditions`: evaluation of the conditions;
//! - `location`: locations of values and their parts.

mod checker;
mod conditions;
mod location;
mod message;
mod rules;
mod shape;

pub use self::checker::{Check, CheckResult, Conversion, Unchecked};
use self::checker::{Checker, named, unchecked};
use self::location::ValueLocator;
pub use self::rules::{ALL as RULES, RuleInfo};
use super::diagnostic::Diagnostic;
use super::eval::Texts;
use super::module::{Declarations, ModuleContext, RunState, Scope, inputs, load};
use super::schema::{Additional, Variables};
use super::support::similar::nearest;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Operand, text};

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
        let message =
            "the module declares no variables; there is nothing to check the values against".into();
        let unchecked = Unchecked {
            message,
            file: (check.name)(folder),
            at: None,
        };
        return CheckResult {
            incomplete: vec![unchecked],
            ..CheckResult::default()
        };
    }
    let mut unread = declared.unread.clone();
    let inputs = match inputs(
        check.settings.host,
        &texts,
        folder,
        &declared,
        &check.settings.variable_sources,
        &mut unread,
    ) {
        Ok(inputs) => inputs,
        Err(errors) => return nothing_checked(check, &errors, &texts),
    };
    let module = Variables { declared, texts };
    let checker = Checker {
        check,
        module: &module,
        inputs: &inputs,
        locator: ValueLocator::of(&module),
    };
    let mut result = checked(&checker);
    let unread = unread
        .iter()
        .map(|error| unchecked(check, error, &module.texts));
    result.incomplete.extend(unread);
    result
}

/// Returns the result if nothing could be checked.
fn nothing_checked(check: &Check<'_>, errors: &[Diagnostic], texts: &Texts) -> CheckResult {
    let incomplete = errors
        .iter()
        .map(|error| unchecked(check, error, texts))
        .collect();
    CheckResult {
        incomplete,
        texts: Vec::new(),
        findings: Vec::new(),
    }
}

fn checked(checker: &Checker<'_>) -> CheckResult {
    let mut result = CheckResult::default();
    let run_state = RunState::new(checker.check.settings, &checker.module.texts);
    let context = ModuleContext {
        folder: ".".to_owned(),
        ..ModuleContext::default()
    };
    let scope = Scope::new(
        &run_state,
        &checker.module.declared,
        context,
        checker.inputs,
    );
    undeclared(checker, &mut result);
    missing(checker, &mut result);
    shape::check(checker, &scope.variables, &mut result);
    conditions::check(checker, &scope.evaluator(), &scope.variables, &mut result);
    result.texts = checker.texts();
    result
}

/// Reports values of undeclared variables. Terraform ignores them.
fn undeclared(checker: &Checker<'_>, result: &mut CheckResult) {
    let variables = &checker.module.declared.variables;
    for (name, (_, range)) in checker.inputs {
        // Editors use it to find the schema of a file.
        if variables.contains_key(name) || &**name == "$schema" {
            continue;
        }
        let near = nearest(name, variables.keys().map(|name| &**name));
        let near = near.map(|near| text!(" Did you mean \"{}\"?", Operand::Name(near)));
        let severity = match checker.check.additional {
            Additional::Allowed => Severity::Warning,
            Additional::Refused => Severity::Error,
        };
        let message = text!(
            "the module declares no variable \"{}\".{}",
            Operand::Name(name),
            near
        );
        let location = checker.location(name, *range);
        result.findings.push(rules::finding(
            &rules::UNDECLARED,
            severity,
            message,
            location,
            named(name),
        ));
    }
}

/// Reports variables that have neither a value nor a default.
fn missing(checker: &Checker<'_>, result: &mut CheckResult) {
    for (name, variable) in checker.missing_variables() {
        let message = text!(
            "the variable \"{}\" has no default and no value",
            Operand::Name(name)
        );
        let location = checker
            .locator
            .location(variable.block.range, checker.check.name);
        result.findings.push(rules::finding(
            &rules::REQUIRED,
            Severity::Error,
            message,
            location,
            named(name),
        ));
    }
}
