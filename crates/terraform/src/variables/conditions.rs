//! Evaluation of `validation` conditions, including those that a schema cannot express.

use super::checker::{CheckResult, Checker, Unchecked, Values, is_sensitive, named};
use super::location::ReportLocation;
use super::rules;
use super::shape::validate;
use crate::budget::LIMIT_MESSAGE;
use crate::diagnostic::Errors;
use crate::eval::{Evaluator, Frame};
use crate::module::Variable;
use crate::schema::json::Json;
use crate::syntax::ast::{Attribute, Block, Expr, ExprKind};
use crate::syntax::{Reference, references};
use crate::value::convert::convert;
use crate::value::{Marks, Type};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::{Known, Operand, Text, text};

/// A condition of a variable.
struct Condition<'c> {
    checker: &'c Checker<'c>,
    evaluator: &'c Evaluator<'c>,
    values: &'c Values,
    name: &'c str,
    variable: &'c Variable,
    block: &'c Block,
    expr: &'c Expr,
}

/// The result of a condition.
enum Outcome {
    Met,
    /// The condition is false or cannot be evaluated; the message.
    NotMet(Text),
    /// The result is unknown; the reason.
    Unknown(Text),
    /// The error of another value, which is already reported.
    ReportedElsewhere,
}

/// Evaluates the conditions of all values.
pub fn check(
    checker: &Checker<'_>,
    evaluator: &Evaluator<'_>,
    values: &Values,
    result: &mut CheckResult,
) {
    for (name, variable) in &checker.module.declared.variables {
        // Missing values and type mismatches are already reported.
        let has_value = variable.default.is_some() || checker.inputs.contains_key(name);
        if !has_value || !matches!(values.get(name), Some(Ok(_))) {
            continue;
        }
        for block in variable.block.body.blocks("validation") {
            let Some(Attribute { expr, .. }) = block.body.attribute("condition") else {
                continue;
            };
            let condition = Condition {
                checker,
                evaluator,
                values,
                name,
                variable,
                block,
                expr,
            };
            match condition.outcome() {
                Outcome::Met | Outcome::ReportedElsewhere => {}
                Outcome::NotMet(message) => result.findings.push(condition.finding(message)),
                Outcome::Unknown(why) => result.incomplete.push(condition.unchecked(&why)),
            }
        }
    }
}

impl Condition<'_> {
    fn outcome(&self) -> Outcome {
        let value = match self.evaluator.eval(self.expr, &Frame::EMPTY) {
            Ok(value) => value,
            Err(errors) => return self.failed(&errors),
        };
        let (value, _) = value.unmarked();
        let value = match convert(&value, &Type::Bool) {
            Ok(value) => value,
            Err(why) => return Outcome::NotMet(text!("the condition is not a bool: {}", why)),
        };
        match value.bool() {
            Some(true) => Outcome::Met,
            Some(false) => Outcome::NotMet(self.message()),
            None if value.is_null() => {
                Outcome::NotMet("the condition is null; expected true or false".into())
            }
            None => self.unknown(),
        }
    }

    fn failed(&self, errors: &Errors) -> Outcome {
        if errors
            .iter()
            .any(|error| error.detail.contains(LIMIT_MESSAGE))
        {
            return Outcome::Unknown("evaluation exceeds the limits".into());
        }
        let of_other = |error| {
            self.values
                .values()
                .any(|value| value.as_ref().is_err_and(|errors| errors.contains(error)))
        };
        if errors.iter().all(of_other) {
            return Outcome::ReportedElsewhere;
        }
        match errors.first().filter(|_| !self.may_reveal_sensitive()) {
            Some(error) => Outcome::NotMet(text!(
                "the condition cannot be evaluated: {}: {}",
                Known(&error.summary),
                error.detail
            )),
            None => Outcome::NotMet("the condition cannot be evaluated".into()),
        }
    }

    /// Returns whether an error of the condition could reveal a sensitive value. Local values may contain one.
    fn may_reveal_sensitive(&self) -> bool {
        let variables = &self.checker.module.declared.variables;
        is_sensitive(self.variable)
            || references(self.expr)
                .iter()
                .any(|reference| match reference.variable() {
                    Some(name) => variables.get(name).is_some_and(is_sensitive),
                    None => &*reference.name.text == "local",
                })
    }

    /// Returns the `error_message` of the block.
    fn message(&self) -> Text {
        let Some(attribute) = self.block.body.attribute("error_message") else {
            return text!(
                "the value of \"{}\" does not meet its condition",
                Operand::Name(self.name)
            );
        };
        let value = self.evaluator.eval(&attribute.expr, &Frame::EMPTY);
        let text = value
            .ok()
            .and_then(|value| convert(&value, &Type::String).ok());
        match text
            .as_ref()
            .map(|text| (text.str(), text.marks_deep() == Marks::NONE))
        {
            Some((Some(text), true)) => Text::operand(text),
            Some((_, false)) => {
                "the error message contains a sensitive value and is not shown".into()
            }
            _ => Text::operand(self.checker.locator.text(attribute.expr.range)),
        }
    }

    /// Returns the unknown parts of the condition. Variables without a value are already reported.
    fn unknown(&self) -> Outcome {
        let mut names: Vec<String> = Vec::new();
        let mut missing = 0_usize;
        for Reference { name, steps } in references(self.expr) {
            let range = steps
                .last()
                .map_or(name.range, |last| name.range.to(last.range()));
            let expr = Expr {
                kind: ExprKind::Traversal(name.clone(), steps.to_vec()),
                range,
            };
            let value = self.evaluator.eval(&expr, &Frame::EMPTY);
            let text = self.checker.locator.text(range);
            if value.is_ok_and(|value| !value.is_wholly_known()) && !names.contains(&text) {
                let reference = Reference { name, steps };
                let is_missing = |(name, _)| reference.variable() == Some(name);
                missing = missing.saturating_add(usize::from(
                    self.checker.missing_variables().any(is_missing),
                ));
                names.push(text);
            }
        }
        match names.as_slice() {
            [] => Outcome::Unknown(
                "it depends on values that are known only when Terraform runs".into(),
            ),
            names if names.len() == missing => Outcome::ReportedElsewhere,
            names => Outcome::Unknown(text!("{} is not known", Operand::Value(&names.join(", ")))),
        }
    }

    fn unchecked(&self, why: &Text) -> Unchecked {
        let location = self
            .checker
            .locator
            .location(self.expr.range, self.checker.check.name);
        Unchecked {
            message: text!(
                "a condition of \"{}\" cannot be evaluated: {}",
                Operand::Name(self.name),
                why
            ),
            file: location.file,
            at: Some(location.span.start),
        }
    }

    fn finding(&self, message: Text) -> Finding {
        let at_condition = self
            .checker
            .locator
            .location(self.expr.range, self.checker.check.name);
        let where_ = format!("{}:{}", at_condition.file, at_condition.span.start.line);
        let written = self.checker.locator.text(self.expr.range);
        let child = text!(
            "{}: {} is not met",
            Known(&where_),
            Operand::Value(&one_line(&written))
        );
        let path = named(self.name);
        let cause = rules::finding(
            &rules::VALIDATION,
            Severity::Error,
            child,
            at_condition,
            path.clone(),
        );
        Finding {
            children: vec![cause],
            remediation: self.remediation(),
            fix: None,
            ..rules::finding(
                &rules::VALIDATION,
                Severity::Error,
                message,
                self.value_location(),
                path,
            )
        }
    }

    /// Returns the schema's message if the condition can be translated; it names the expected value.
    fn remediation(&self) -> Option<Text> {
        let value = self
            .values
            .get(self.name)?
            .as_ref()
            .ok()
            .filter(|_| !is_sensitive(self.variable))?;
        let keywords = self
            .checker
            .module
            .condition(self.name, self.variable, self.block)?;
        let violations = validate(&Json::from(keywords), self.name, &Json::from(value)).ok()?;
        let of_whole = violations
            .into_iter()
            .find(|violation| violation.path.0.len() == 1 && violation.causes.is_empty())?;
        Some(of_whole.message)
    }

    /// Returns the location of the value: in a variable file, or the variable's default.
    fn value_location(&self) -> ReportLocation {
        let name = self.checker.check.name;
        match self.checker.value(self.name, self.variable) {
            Some((_, range)) => self.checker.location(self.name, *range),
            None => {
                let default = self.variable.block.body.attribute("default");
                let range =
                    default.map_or(self.variable.block.range, |attribute| attribute.expr.range);
                self.checker.locator.location(range, name)
            }
        }
    }
}

/// The maximum number of characters of a condition in a message.
const LONGEST: usize = 160;

fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}
