//! Function calls.

use super::{Evaluator, Frame, all, budget_error};
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::function::{self, CallError, Function, Implementation};
use crate::functions;
use crate::host::{Language, MissingFiles};
use crate::source::{Range, contains};
use crate::support::files;
use crate::support::similar::nearest;
use crate::syntax::ast::Call;
use crate::value::{Type, Value};
use cfn_warden_syntax::{Known, Operand, Text, text};

/// The functions that return the hash of a text.
const HASH_FUNCTIONS: [&str; 6] = [
    "base64sha256",
    "base64sha512",
    "md5",
    "sha1",
    "sha256",
    "sha512",
];

impl Evaluator<'_> {
    /// Evaluates a function call.
    pub(super) fn call(
        &self,
        call: &Call,
        range: Range,
        frame: &Frame<'_>,
    ) -> Result<Value, Errors> {
        let name = &*call.name.text;
        if !self.names.has_functions() {
            return fail(
                "Function calls not allowed",
                "Functions may not be called here.",
                call.name.range,
            );
        }
        if let Some(rest) = name.strip_prefix("provider::")
            && !rest.starts_with("terraform::")
        {
            // Functions of other providers cannot be evaluated without the provider.
            all(call
                .arguments
                .iter()
                .map(|argument| self.eval(argument, frame)))?;
            return Ok(Value::dynamic());
        }
        let is_known = |function: &Function| {
            function.name != "convert" || self.host.language >= Language::V1_15
        };
        let Some(function) = functions::find(name).filter(|function| is_known(function)) else {
            return unknown_function(name, call.name.range, &is_known);
        };
        if let Implementation::Expressions(act) = function.call {
            check_count(function, call.arguments.len(), range)?;
            return act(self, frame, &call.arguments)
                .map_err(|error| diagnostics(error, function, call, range));
        }
        let arguments = match self.arguments(call, frame) {
            Ok(Some(arguments)) => arguments,
            Ok(None) => return Ok(Value::dynamic()),
            Err(errors) => return self.hash_of_missing_files(call, range, errors),
        };
        check_count(function, arguments.len(), range)?;
        self.budget
            .values(arguments.len())
            .map_err(budget_error(range))?;
        match function::call(function, arguments, self) {
            Err(CallError::MissingFile(path, _))
                if self.host.missing_files == MissingFiles::Unknown =>
            {
                self.texts.note_missing_file(path, range);
                Ok(Value::unknown_not_null(Type::String))
            }
            // Base64 is for files that are no texts, which are mostly made by a build.
            Err(CallError::MissingContent(path, _))
                if self.host.missing_files == MissingFiles::Unknown && name == "filebase64" =>
            {
                self.texts.note_missing_file(path, range);
                Ok(Value::unknown_not_null(Type::String))
            }
            result => result.map_err(|error| diagnostics(error, function, call, range)),
        }
    }

    /// Returns the unknown hash of files that do not exist, if their contents are read in the arguments of a hash function
    /// and nothing else is wrong there: a file whose hash is used may be made by a build.
    fn hash_of_missing_files(
        &self,
        call: &Call,
        range: Range,
        errors: Errors,
    ) -> Result<Value, Errors> {
        let is_read_here = |error: &Diagnostic| {
            error.missing_file.is_some() && error.range.is_some_and(|inner| contains(range, inner))
        };
        if self.host.missing_files != MissingFiles::Unknown
            || !HASH_FUNCTIONS.contains(&&*call.name.text)
            || !errors.iter().all(is_read_here)
        {
            return Err(errors);
        }
        for path in errors.into_iter().filter_map(|error| error.missing_file) {
            self.texts.note_missing_file(path, range);
        }
        Ok(Value::unknown_not_null(Type::String))
    }

    /// Returns the argument values; `None` if their number is unknown.
    fn arguments(&self, call: &Call, frame: &Frame<'_>) -> Result<Option<Vec<Value>>, Errors> {
        let mut values = all(call
            .arguments
            .iter()
            .map(|argument| self.eval(argument, frame)))?;
        if !call.expand {
            return Ok(Some(values));
        }
        let Some(last) = values.pop() else {
            return Ok(Some(values));
        };
        let range = call
            .arguments
            .last()
            .map_or(call.name.range, |argument| argument.range);
        let (last, marks) = last.unmarked();
        let invalid =
            |detail: &'static str| fail("Invalid expanding argument value", detail, range);
        match last.ty() {
            Type::Dynamic if last.is_null() => {
                return invalid("The expanding argument (indicated by ...) must not be null.");
            }
            Type::Dynamic => return Ok(None),
            Type::List(_) | Type::Set(_) | Type::Tuple(_) if last.is_null() => {
                return invalid("The expanding argument (indicated by ...) must not be null.");
            }
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => {}
            _ => {
                return invalid(
                    "The expanding argument (indicated by ...) must be of a tuple, list, or set type.",
                );
            }
        }
        let Some(items) = last.items() else {
            return Ok(None);
        };
        values.extend(items.iter().map(|item| item.clone().marked(marks)));
        Ok(Some(values))
    }
}

fn unknown_function(
    name: &str,
    range: Range,
    is_known: &dyn Fn(&Function) -> bool,
) -> Result<Value, Errors> {
    if let Some((namespace, _)) = name.split_once("::") {
        let detail = if namespace == "provider" {
            text!("There is no function named \"{}\".", Operand::Name(name))
        } else {
            text!(
                "The function namespace \"{}\" is not valid. Provider function calls must use the \"provider::\" namespace prefix.",
                Operand::Name(namespace)
            )
        };
        return fail("Unknown provider function", detail, range);
    }
    let known = functions::ALL.iter().filter(|function| is_known(function));
    let suggestion = nearest(name, known.map(|function| function.name));
    let suggestion = suggestion.map_or_else(Text::default, |near| {
        text!(" Did you mean \"{}\"?", Operand::Name(near))
    });
    fail(
        "Call to unknown function",
        text!(
            "There is no function named \"{}\".{}",
            Operand::Name(name),
            suggestion
        ),
        range,
    )
}

fn check_count(function: &Function, count: usize, range: Range) -> Result<(), Errors> {
    let name = function.name;
    let wanted = function.parameters.len();
    if let Some(missing) = function.parameters.get(count) {
        let qualifier = if function.rest.is_some() {
            " at least"
        } else {
            ""
        };
        let detail = text!(
            "Function \"{}\" expects{} {} argument(s). Missing value for \"{}\".",
            Operand::Name(name),
            qualifier,
            wanted,
            Known(missing.name)
        );
        return fail("Not enough function arguments", detail, range);
    }
    if count > wanted && function.rest.is_none() {
        let detail = text!(
            "Function \"{}\" expects only {} argument(s).",
            Operand::Name(name),
            wanted
        );
        return fail("Too many function arguments", detail, range);
    }
    Ok(())
}

fn invalid_argument(
    at: usize,
    message: &Text,
    function: &Function,
    call: &Call,
    range: Range,
) -> Diagnostic {
    let parameter = function
        .parameter(at)
        .map_or("", |parameter| parameter.name);
    let argument = call.arguments.get(at).or(call.arguments.last());
    let range = argument.map_or(range, |argument| argument.range);
    let detail = text!(
        "Invalid value for \"{}\" parameter: {}.",
        parameter,
        message
    );
    Diagnostic::error("Invalid function argument", detail, range)
}

/// Converts a call error to diagnostics.
fn diagnostics(error: CallError, function: &Function, call: &Call, range: Range) -> Errors {
    let result: Result<(), Errors> = match error {
        CallError::Errors(errors) => return errors,
        CallError::Argument(at, message) => {
            return vec![invalid_argument(at, &message, function, call, range)];
        }
        CallError::OutsideRoot(at, path) => {
            // `try` and `can` must not hide that the file was not read.
            return vec![
                invalid_argument(at, &files::outside(&path), function, call, range).reference(),
            ];
        }
        CallError::MissingContent(path, message) => {
            let mut error = invalid_argument(0, &message, function, call, range);
            error.missing_file = Some(path);
            return vec![error];
        }
        CallError::Call(message) | CallError::MissingFile(_, message) => {
            let detail = text!(
                "Call to function \"{}\" failed: {}.",
                Operand::Name(&call.name.text),
                message
            );
            fail("Error in function call", detail, range)
        }
    };
    result.err().unwrap_or_default()
}
