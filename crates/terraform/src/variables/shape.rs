//! Validation of values against the schema of the variables.

use super::{Checked, Conversion, Subject, Unchecked, Values, is_hidden, named, rules};
use crate::module::{Input, Variable};
use crate::schema::json::{Json, Object};
use crate::schema::{Conditions, Nullable, Options, Parts};
use crate::value::convert::convert;
use cfn_warden_schema::Pack;
use cfn_warden_schema::draft7::{self, Failure};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::{Path, Step};

/// Validates all values.
pub fn check(subject: &Subject<'_>, values: &Values, made: &mut Checked) {
    let strict = subject.check.conversion == Conversion::Strict;
    let options = Options {
        additional: subject.check.additional,
        nullable: Nullable::All,
        conditions: Conditions::LeftOut,
        parts: if strict { Parts::NeverNull } else { Parts::PerhapsNull },
        ..Options::default()
    };
    for (name, variable) in &subject.module.declared.variables {
        let Some(given) = subject.value(name, variable) else { continue };
        // Numbers from the command line are strings.
        let in_file = given.1.is_some();
        let instance = match subject.check.conversion {
            Conversion::Strict if in_file => Json::from(&given.0),
            Conversion::Strict | Conversion::AsTerraform => converted(variable, given),
        };
        let property = match subject.module.property(name, variable, &options, &mut Vec::new()) {
            Ok(property) => Json::from(property),
            Err(errors) => {
                made.incomplete
                    .extend(errors.iter().map(|error| super::fault(subject.check, error, &subject.module.texts)));
                continue;
            }
        };
        let failures = match judged(&property, name, &instance) {
            Ok(failures) => failures,
            Err(why) => {
                made.incomplete.push(untold(subject, name, given, why));
                continue;
            }
        };
        if failures.is_empty() {
            made.findings.extend(refused(subject, name, variable, given, values));
        }
        let said = failures.iter().flat_map(but_for_null);
        made.findings.extend(said.map(|failure| finding(subject, name, variable, given, failure)));
    }
}

/// Converts a value as Terraform does. Returns it unchanged if it cannot be converted.
fn converted(variable: &Variable, (value, _): &Input) -> Json {
    let with_defaults = if value.is_null() { value.clone() } else { variable.constraint.defaults.apply(value) };
    Json::from(&convert(&with_defaults, &variable.constraint.ty).unwrap_or(with_defaults))
}

/// Validates a variable's value and returns the violations.
///
/// # Errors
/// Returns the reason if the validation could not be completed.
pub fn judged(property: &Json, name: &str, instance: &Json) -> Result<Vec<Failure>, String> {
    let one = |value: &Json| Json::Object(Object::from([(name.to_owned(), value.clone())]));
    let schema = Object::from([("properties".to_owned(), one(property))]);
    let pack =
        |json: Json| Pack::from_json(&json.line()).map_err(|_| "it is nested deeper than is followed".to_owned());
    let judged = draft7::judge(&pack(schema.into())?, &pack(one(instance))?);
    match judged.reached.first() {
        Some(limit) => Err(limit.words().to_owned()),
        None => Ok(judged.failures),
    }
}

fn untold(subject: &Subject<'_>, name: &str, given: &Input, why: String) -> Unchecked {
    let shown = subject.shown(name, given.1);
    Unchecked {
        message: format!("the value of \"{name}\" was not checked: {why}"),
        file: shown.file,
        at: Some(shown.span.start),
    }
}

/// Returns Terraform's errors for a value that the schema accepts.
fn refused(subject: &Subject<'_>, name: &str, variable: &Variable, given: &Input, values: &Values) -> Vec<Finding> {
    let Some(Err(errors)) = values.get(name) else { return Vec::new() };
    let said = |error: &crate::Diagnostic| match is_hidden(variable) {
        true => format!("the value is not suitable for \"{name}\""),
        false => error.detail.trim_end_matches('.').to_owned(),
    };
    let one =
        |error| rules::finding(&rules::TYPE, Severity::Error, said(error), subject.shown(name, given.1), named(name));
    errors.iter().map(one).collect()
}

fn finding(subject: &Subject<'_>, name: &str, variable: &Variable, given: &Input, failure: &Failure) -> Finding {
    // Even the names of a sensitive value's parts are not shown.
    let hidden = is_hidden(variable);
    let path = if hidden { named(name) } else { failure.path.clone() };
    let steps = path.0.get(1..).unwrap_or(&[]);
    let place = given.1.map(|range| subject.places.part(name, range, steps));
    let at = subject.shown(name, place);
    let message = match hidden {
        true => format!("{name}: the value has another type than the variable"),
        false => format!("{}: {}", written(&path), failure.message),
    };
    rules::finding(&rules::TYPE, Severity::Error, message, at, path)
}

/// Returns the causes of a violation without the alternative that the value is null, which is the first one of a
/// nullable schema.
fn but_for_null(failure: &Failure) -> Vec<&Failure> {
    let others: Vec<&Failure> =
        failure.causes.iter().filter(|cause| !cause.location.ends_with("/anyOf/0/type")).collect();
    if failure.keyword != "anyOf" || others.is_empty() { vec![failure] } else { others }
}

/// Formats a path as Terraform does: `ports[0].name`.
pub fn written(Path(steps): &Path) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Index(at) => text.push_str(&format!("[{at}]")),
            Step::Key(name) if text.is_empty() => text.push_str(name),
            Step::Key(name) => {
                text.push('.');
                text.push_str(name);
            }
        }
    }
    text
}
