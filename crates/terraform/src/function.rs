//! Definition and invocation of functions.

use super::budget::{Budget, BudgetExceeded, VALUE_DEPTH};
use super::diagnostic::Errors;
use super::eval::{Evaluator, Frame};
use super::host::Host;
use super::number::{Number, NumberError};
use super::syntax::ast::Expr;
use super::value::convert::convert;
use super::value::{Kind, Marks, Type, Value};
use cfn_warden_syntax::{Text, text};

/// A function of Terraform's language.
#[derive(Debug)]
pub struct Function {
    /// The name as written in a configuration.
    pub name: &'static str,
    /// The positional parameters.
    pub parameters: &'static [Parameter],
    /// The variadic parameter, if any.
    pub rest: Option<Parameter>,
    /// The result type.
    pub returns: Returns,
    /// The implementation.
    pub call: Implementation,
}

/// How a function is implemented.
#[derive(Debug)]
pub enum Implementation {
    /// Takes argument values.
    Values(fn(&Call<'_>) -> Result<Value, CallError>),
    /// Takes unevaluated expressions, as `can` and `try` need.
    Expressions(fn(&Evaluator<'_>, &Frame<'_>, &[Expr]) -> Result<Value, CallError>),
}

/// How the result type is determined.
#[derive(Debug, Clone, Copy)]
pub enum Returns {
    /// A fixed type.
    Fixed(ParamType),
    /// Computed from the arguments; the result is never null.
    NonNull(fn(&[Value]) -> Result<Type, CallError>),
    /// Computed from the arguments; the result may be null.
    Nullable(fn(&[Value]) -> Result<Type, CallError>),
}

/// A parameter type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamType {
    /// `any`
    Any,
    /// `string`
    String,
    /// `number`
    Number,
    /// `bool`
    Bool,
    /// `list(any)`
    List,
    /// `list(string)`
    Strings,
    /// `list(bool)`
    Bools,
    /// `list(number)`
    Numbers,
    /// `set(any)`
    Set,
    /// `set(string)`
    StringSet,
    /// `map(list(string))`
    StringLists,
}

impl ParamType {
    /// Returns the corresponding value type.
    pub fn ty(self) -> Type {
        match self {
            ParamType::Any => Type::Dynamic,
            ParamType::String => Type::String,
            ParamType::Number => Type::Number,
            ParamType::Bool => Type::Bool,
            ParamType::List => Type::list(Type::Dynamic),
            ParamType::Strings => Type::list(Type::String),
            ParamType::Bools => Type::list(Type::Bool),
            ParamType::Numbers => Type::list(Type::Number),
            ParamType::Set => Type::set(Type::Dynamic),
            ParamType::StringSet => Type::set(Type::String),
            ParamType::StringLists => Type::map(Type::list(Type::String)),
        }
    }
}

/// A parameter. By default, [`call`] handles null, unknown and marked arguments before the function sees them.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The name shown in error messages.
    pub name: &'static str,
    /// The type that arguments are converted to.
    pub param_type: ParamType,
    /// Whether the function accepts null. Otherwise null is an error.
    pub nulls: bool,
    /// Whether the function accepts unknown values. Otherwise an unknown argument makes the result unknown.
    pub unknowns: bool,
    /// Whether the function handles marks. Otherwise the result has the marks of all arguments.
    pub marks: bool,
}

impl Parameter {
    /// Returns a parameter that accepts neither null, unknown nor marked values.
    pub const fn new(name: &'static str, param_type: ParamType) -> Parameter {
        Parameter {
            name,
            param_type,
            nulls: false,
            unknowns: false,
            marks: false,
        }
    }

    /// Accepts null.
    pub const fn nullable(self) -> Parameter {
        Parameter {
            nulls: true,
            ..self
        }
    }

    /// Accepts unknown values.
    pub const fn unknown(self) -> Parameter {
        Parameter {
            unknowns: true,
            ..self
        }
    }

    /// Accepts marked values.
    pub const fn marked(self) -> Parameter {
        Parameter {
            marks: true,
            ..self
        }
    }
}

/// The error of a function call.
#[derive(Debug)]
pub enum CallError {
    /// An invalid argument: its zero-based index and the message.
    Argument(usize, Text),
    /// An error of the function itself.
    Call(Text),
    /// Errors of expressions that the function evaluated.
    Errors(Errors),
    /// A file that does not exist, whose hash is asked for: its path and the message.
    MissingFile(String, Text),
    /// A file that does not exist, whose content is asked for: its path and the message.
    MissingContent(String, Text),
    /// A path argument outside of the files that may be read: its zero-based index and the path.
    OutsideRoot(usize, String),
}

impl CallError {
    /// Returns an error of the function itself.
    pub fn call(message: impl Into<Text>) -> CallError {
        CallError::Call(message.into())
    }

    /// Returns an error for an argument.
    pub fn argument(at: usize, message: impl Into<Text>) -> CallError {
        CallError::Argument(at, message.into())
    }
}

impl From<BudgetExceeded> for CallError {
    fn from(exceeded: BudgetExceeded) -> CallError {
        CallError::Call(exceeded.text())
    }
}

impl From<NumberError> for CallError {
    fn from(error: NumberError) -> CallError {
        CallError::call(error.message())
    }
}

/// The inputs of a function call.
#[derive(Debug)]
pub struct Call<'c> {
    /// The arguments, converted to the parameter types.
    pub arguments: Vec<Value>,
    /// The result type.
    pub result: Type,
    /// Files, time and randomness.
    pub host: &'c Host<'c>,
    /// The remaining budget.
    pub budget: &'c Budget<'c>,
    /// The calling evaluator.
    pub evaluator: &'c Evaluator<'c>,
}

/// The message for a number that is not a 64-bit integer.
pub const INTEGER_REQUIRED: &str =
    "value must be a whole number, between -9223372036854775808 and 9223372036854775807";

impl Call<'_> {
    /// Returns an argument.
    pub fn value(&self, at: usize) -> Result<&Value, CallError> {
        self.arguments
            .get(at)
            .ok_or_else(|| CallError::call("an argument is missing"))
    }

    /// Returns a string argument.
    pub fn str(&self, at: usize) -> Result<&str, CallError> {
        self.value(at)?
            .str()
            .ok_or_else(|| CallError::argument(at, "string required"))
    }

    /// Returns a number argument.
    pub fn number(&self, at: usize) -> Result<&Number, CallError> {
        self.value(at)?
            .number()
            .ok_or_else(|| CallError::argument(at, "number required"))
    }

    /// Returns a number argument as a 64-bit integer.
    pub fn int(&self, at: usize) -> Result<i64, CallError> {
        let number = self.number(at)?;
        number
            .int()
            .ok_or_else(|| CallError::call(INTEGER_REQUIRED))
    }

    /// Returns the items of a list, set or tuple argument.
    pub fn items(&self, at: usize) -> Result<&[Value], CallError> {
        self.value(at)?
            .items()
            .ok_or_else(|| CallError::argument(at, "list, set or tuple required"))
    }

    /// Returns a string result after charging for its bytes.
    pub fn text(&self, text: impl Into<String>) -> Result<Value, CallError> {
        let text = text.into();
        self.budget.bytes(text.len())?;
        Ok(Value::from(text))
    }

    /// Checks that there is room for a result of at most this many bytes for each byte of a text.
    pub fn room_for(&self, text: &str, factor: usize) -> Result<(), CallError> {
        Ok(self.budget.room(text.len().saturating_mul(factor))?)
    }

    /// Returns an unknown, non-null result.
    pub fn unknown(&self) -> Value {
        Value::unknown_not_null(self.result.clone())
    }
}

/// Calls a function. Converts the arguments to the parameter types and handles null, unknown and marked values as each
/// parameter declares.
pub fn call(
    function: &'static Function,
    mut arguments: Vec<Value>,
    evaluator: &Evaluator<'_>,
) -> Result<Value, CallError> {
    let Implementation::Values(act) = function.call else {
        return Err(CallError::call("not available here"));
    };
    let mut marks = Marks::NONE;
    let mut unknown = false;
    for (at, argument) in arguments.iter_mut().enumerate() {
        let Some(parameter) = function.parameter(at) else {
            return Err(CallError::call("too many arguments"));
        };
        evaluator.budget.visit(argument.size())?;
        let converted = convert(argument, &parameter.param_type.ty())
            .map_err(|message| CallError::Argument(at, message))?;
        if parameter.param_type != ParamType::Any {
            evaluator
                .budget
                .spend(converted.bytes_of_conversion(argument))?;
        }
        *argument = converted;
    }
    let size = arguments
        .iter()
        .fold(0, |sum: u32, argument| sum.saturating_add(argument.size()));
    evaluator.budget.check_size(size)?;
    for at in 0..arguments.len() {
        let (Some(parameter), Some(argument)) = (function.parameter(at), arguments.get_mut(at))
        else {
            continue;
        };
        let mut value = argument.clone();
        if !parameter.marks {
            let (plain, found) = value.unmarked_deep();
            value = plain;
            marks = marks.and(found);
        }
        if value.is_null() && !parameter.nulls {
            return Err(CallError::argument(at, "argument must not be null"));
        }
        if !value.is_known() && !parameter.unknowns {
            if value.ty() == Type::Dynamic {
                // The arguments after one of unknown type are not looked at.
                let marks = arguments
                    .iter()
                    .fold(marks, |marks, argument| marks.and(argument.marks_deep()));
                return Ok(Value::dynamic().marked(marks));
            }
            unknown = true;
        }
        *argument = value;
    }
    let result = match function.returns {
        Returns::Fixed(param_type) => param_type.ty(),
        Returns::NonNull(of) | Returns::Nullable(of) => of(&arguments)?,
    };
    if unknown {
        let value = match function.returns {
            Returns::Nullable(_) => Value::unknown(result),
            _ => Value::unknown_not_null(result),
        };
        return Ok(value.marked(marks));
    }
    let call = Call {
        arguments,
        result,
        host: evaluator.host,
        budget: evaluator.budget,
        evaluator,
    };
    let value = act(&call)?;
    evaluator
        .budget
        .spend(value.bytes_of_container(&call.arguments))?;
    evaluator.budget.check_size(value.size())?;
    if value.depth() > VALUE_DEPTH {
        return Err(CallError::call(text!(
            "the result has more than {} levels of nesting",
            VALUE_DEPTH
        )));
    }
    Ok(value.marked(marks))
}

impl Function {
    /// Returns the parameter for an argument index.
    pub fn parameter(&self, at: usize) -> Option<&Parameter> {
        self.parameters.get(at).or(self.rest.as_ref())
    }
}

/// Returns the items of a known list, set or tuple.
pub fn known_items(value: &Value) -> Option<&[Value]> {
    match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => Some(items),
        _ => None,
    }
}
