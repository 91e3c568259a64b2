//! Validation of values against the schema of the variables.

use super::checker::{CheckResult, Checker, Conversion, Unchecked, Values, is_sensitive, named};
use super::{message, rules};
use crate::module::{Input, Variable};
use crate::schema::json::{Json, Object};
use crate::schema::{Conditions, NestedValues, Nullable, Options};
use crate::value::convert::convert_parts;
use cfn_warden_schema::Pack;
use cfn_warden_schema::draft7::{self, LocatedViolation};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::{Operand, Path, Step, Text, text};

/// A violation of the schema of a variable, with its message.
pub type TypeViolation = LocatedViolation<Text>;

/// Validates all values.
pub fn check(checker: &Checker<'_>, values: &Values, result: &mut CheckResult) {
    let strict = checker.check.conversion == Conversion::Strict;
    let options = Options {
        additional: checker.check.additional,
        nullable: Nullable::All,
        conditions: Conditions::Omitted,
        nested_values: if strict {
            NestedValues::NonNull
        } else {
            NestedValues::Nullable
        },
        ..Options::default()
    };
    for (name, variable) in &checker.module.declared.variables {
        let Some(input) = checker.value(name, variable) else {
            continue;
        };
        // Numbers from the command line are strings.
        let is_converted = !strict || input.1.is_none();
        let instance = if is_converted {
            converted(variable, input)
        } else {
            Json::from(&input.0)
        };
        let property =
            match checker
                .module
                .property(name, variable, &options, &mut Vec::new())
            {
                Ok(property) => Json::from(property),
                Err(errors) => {
                    result.incomplete.extend(errors.iter().map(|error| {
                        super::unchecked(checker.check, error, &checker.module.texts)
                    }));
                    continue;
                }
            };
        let violations = match validate(&property, name, &instance) {
            Ok(violations) => violations,
            Err(why) => {
                result
                    .incomplete
                    .push(unchecked_value(checker, name, input, why));
                continue;
            }
        };
        if violations.is_empty() {
            result
                .findings
                .extend(terraform_errors(checker, name, variable, input, values));
        }
        // Terraform makes the items of a set unique.
        let counts =
            |violation: &&TypeViolation| !is_converted || violation.keyword != "uniqueItems";
        let violations = violations.iter().flat_map(without_null).filter(counts);
        result
            .findings
            .extend(violations.map(|violation| finding(checker, name, variable, input, violation)));
    }
}

/// Converts a value as Terraform does, as far as it can be converted.
fn converted(variable: &Variable, (value, _): &Input) -> Json {
    let with_defaults = if value.is_null() {
        value.clone()
    } else {
        variable.constraint.defaults.apply(value)
    };
    Json::from(&convert_parts(&with_defaults, &variable.constraint.ty))
}

/// Validates a variable's value and returns the violations.
///
/// # Errors
/// Returns the reason if the validation could not be completed.
pub fn validate(property: &Json, name: &str, instance: &Json) -> Result<Vec<TypeViolation>, Text> {
    let one = |value: &Json| Json::Object(Object::from([(name.to_owned(), bounded(value))]));
    let schema = Object::from([("properties".to_owned(), one(property))]);
    let pack = |json: Json| {
        Pack::from_json(&json.line()).map_err(|_| Text::own("it is nested too deeply"))
    };
    let result = draft7::validate(&pack(schema.into())?, &pack(one(instance))?, message::of);
    match result.reached.first() {
        Some(limit) => Err(Text::known(limit.to_string())),
        None => Ok(result.violations),
    }
}

/// Replaces numbers beyond the range of 64-bit floats, which schemas cannot compare, by the greatest ones.
fn bounded(json: &Json) -> Json {
    match json {
        Json::Number(digits) if digits.parse::<f64>().is_ok_and(f64::is_infinite) => {
            let sign = if digits.starts_with('-') { "-" } else { "" };
            Json::Number(format!("{sign}{:e}", f64::MAX))
        }
        Json::List(items) => Json::List(items.iter().map(bounded).collect()),
        Json::Object(members) => Json::Object(
            members
                .iter()
                .map(|(name, value)| (name.clone(), bounded(value)))
                .collect(),
        ),
        Json::Ordered(members) => Json::Ordered(
            members
                .iter()
                .map(|(name, value)| (*name, bounded(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

fn unchecked_value(checker: &Checker<'_>, name: &str, input: &Input, why: Text) -> Unchecked {
    let location = checker.location(name, input.1);
    Unchecked {
        message: text!(
            "the value of \"{}\" was not checked: {}",
            Operand::Name(name),
            why
        ),
        file: location.file,
        at: Some(location.span.start),
    }
}

/// Returns Terraform's errors for a value that the schema accepts.
fn terraform_errors(
    checker: &Checker<'_>,
    name: &str,
    variable: &Variable,
    input: &Input,
    values: &Values,
) -> Vec<Finding> {
    let Some(Err(errors)) = values.get(name) else {
        return Vec::new();
    };
    let message = |error: &crate::Diagnostic| match is_sensitive(variable) {
        true => text!("the value is not suitable for \"{}\"", Operand::Name(name)),
        false => {
            let end = error.detail.trim_end_matches('.').len();
            error.detail.part(0..end)
        }
    };
    let one = |error| {
        rules::finding(
            &rules::TYPE,
            Severity::Error,
            message(error),
            checker.location(name, input.1),
            named(name),
        )
    };
    errors.iter().map(one).collect()
}

fn finding(
    checker: &Checker<'_>,
    name: &str,
    variable: &Variable,
    input: &Input,
    violation: &TypeViolation,
) -> Finding {
    // Even the names of a sensitive value's parts are not shown.
    let hidden = is_sensitive(variable);
    let path = if hidden {
        named(name)
    } else {
        violation.path.clone()
    };
    let steps = path.0.get(1..).unwrap_or(&[]);
    let part = input
        .1
        .map(|range| checker.locator.part(name, range, steps));
    let at = checker.location(name, part);
    let message = match hidden {
        true => text!(
            "{}: the value does not match the variable's type",
            Operand::Name(name)
        ),
        false => text!("{}: {}", Operand::Name(&written(&path)), violation.message),
    };
    rules::finding(&rules::TYPE, Severity::Error, message, at, path)
}

/// Returns the causes of a violation without the alternative that the value is null, which is the first one of a
/// nullable schema.
fn without_null(violation: &TypeViolation) -> Vec<&TypeViolation> {
    let others: Vec<&TypeViolation> = violation
        .causes
        .iter()
        .filter(|cause| !cause.location.ends_with("/anyOf/0/type"))
        .collect();
    if violation.keyword != "anyOf" || others.is_empty() {
        vec![violation]
    } else {
        others
    }
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
