//! What a function is, and how it is called.

use super::budget::{Budget, Spent, VALUE_DEPTH};
use super::diagnostic::Errors;
use super::eval::{Evaluator, Frame};
use super::host::Host;
use super::number::{Number, NumberError};
use super::syntax::ast::Expr;
use super::value::convert::convert;
use super::value::{Kind, Marks, Type, Value};

/// A function.
#[derive(Debug)]
pub struct Function {
    /// As written.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The parameter that takes all further arguments.
    pub rest: Option<Parameter>,
    /// What it makes.
    pub returns: Returns,
    /// How it makes it.
    pub call: Implementation,
}

/// How a function is carried out.
#[derive(Debug)]
pub enum Implementation {
    /// With its arguments' values.
    Values(fn(&Call<'_>) -> Result<Value, Failure>),
    /// With the expressions themselves, which it evaluates when it likes to.
    Expressions(fn(&Evaluator<'_>, &Frame<'_>, &[Expr]) -> Result<Value, Failure>),
}

/// What a function makes.
#[derive(Debug, Clone, Copy)]
pub enum Returns {
    /// Always this.
    Always(ParamType),
    /// It depends; never null.
    Some(fn(&[Value]) -> Result<Type, Failure>),
    /// It depends, and may be null.
    Nullable(fn(&[Value]) -> Result<Type, Failure>),
}

/// What is wanted of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamType {
    /// Anything.
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
    /// As a type.
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

/// A parameter: what it is called, and what a function does itself.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// As messages call it.
    pub name: &'static str,
    /// What is wanted.
    pub want: ParamType,
    /// The function sees nulls.
    pub nulls: bool,
    /// The function sees what is unknown.
    pub unknowns: bool,
    /// The function sees marks.
    pub marks: bool,
}

impl Parameter {
    /// A parameter of a function that does nothing itself.
    pub const fn new(name: &'static str, want: ParamType) -> Parameter {
        Parameter { name, want, nulls: false, unknowns: false, marks: false }
    }

    /// The function sees nulls.
    pub const fn nullable(self) -> Parameter {
        Parameter { nulls: true, ..self }
    }

    /// The function sees what is unknown.
    pub const fn unknown(self) -> Parameter {
        Parameter { unknowns: true, ..self }
    }

    /// The function sees marks.
    pub const fn marked(self) -> Parameter {
        Parameter { marks: true, ..self }
    }
}

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// Because of an argument, counted from zero.
    Argument(usize, String),
    /// In the function.
    Call(String),
    /// In expressions that the function evaluated.
    Errors(Errors),
}

impl Failure {
    /// In the function.
    pub fn call(message: impl Into<String>) -> Failure {
        Failure::Call(message.into())
    }

    /// Because of an argument.
    pub fn argument(at: usize, message: impl Into<String>) -> Failure {
        Failure::Argument(at, message.into())
    }
}

impl From<Spent> for Failure {
    fn from(Spent: Spent) -> Failure {
        Failure::Call(super::budget::SPENT.to_owned())
    }
}

impl From<NumberError> for Failure {
    fn from(error: NumberError) -> Failure {
        Failure::Call(error.message().to_owned())
    }
}

/// What a function is called with.
#[derive(Debug)]
pub struct Call<'c> {
    /// The arguments, of the types that are wanted.
    pub arguments: Vec<Value>,
    /// The type of the result.
    pub result: Type,
    /// The world.
    pub host: &'c Host<'c>,
    /// What it may cost.
    pub budget: &'c Budget,
    /// Who calls.
    pub evaluator: &'c Evaluator<'c>,
}

/// What is said of a number that is none of 64 bits.
pub const WHOLE: &str = "value must be a whole number, between -9223372036854775808 and 9223372036854775807";

impl Call<'_> {
    /// An argument.
    pub fn value(&self, at: usize) -> Result<&Value, Failure> {
        self.arguments.get(at).ok_or_else(|| Failure::call("an argument is missing"))
    }

    /// An argument's text.
    pub fn str(&self, at: usize) -> Result<&str, Failure> {
        self.value(at)?.str().ok_or_else(|| Failure::argument(at, "string required"))
    }

    /// An argument's number.
    pub fn number(&self, at: usize) -> Result<&Number, Failure> {
        self.value(at)?.number().ok_or_else(|| Failure::argument(at, "number required"))
    }

    /// An argument's number, which must be whole.
    pub fn int(&self, at: usize) -> Result<i64, Failure> {
        let number = self.number(at)?;
        number.int().ok_or_else(|| Failure::call(WHOLE))
    }

    /// The items of an argument.
    pub fn items(&self, at: usize) -> Result<&[Value], Failure> {
        self.value(at)?.items().ok_or_else(|| Failure::argument(at, "list, set or tuple required"))
    }

    /// A text as the result.
    pub fn text(&self, text: impl Into<String>) -> Result<Value, Failure> {
        let text = text.into();
        self.budget.bytes(text.len())?;
        Ok(Value::from(text))
    }

    /// Unknown, of the result's type.
    pub fn unknown(&self) -> Value {
        Value::unknown_not_null(self.result.clone())
    }
}

/// Calls a function with the values of its arguments, of whatever types.
pub fn call(
    function: &'static Function,
    mut arguments: Vec<Value>,
    evaluator: &Evaluator<'_>,
) -> Result<Value, Failure> {
    let Implementation::Values(act) = function.call else { return Err(Failure::call("not available here")) };
    let mut marks = Marks::NONE;
    let mut unknown = false;
    let mut dynamic = false;
    for (at, argument) in arguments.iter_mut().enumerate() {
        let Some(parameter) = function.parameter(at) else { return Err(Failure::call("too many arguments")) };
        let mut value = convert(argument, &parameter.want.ty()).map_err(|message| Failure::Argument(at, message))?;
        if !parameter.marks {
            let (plain, found) = value.unmarked_deep();
            value = plain;
            marks = marks.and(found);
        }
        if value.is_null() && !parameter.nulls {
            return Err(Failure::argument(at, "argument must not be null"));
        }
        if !value.is_known() && !parameter.unknowns {
            unknown = true;
            dynamic |= value.ty() == Type::Dynamic;
        }
        *argument = value;
    }
    let result = match function.returns {
        Returns::Always(want) => want.ty(),
        _ if dynamic => return Ok(Value::dynamic().marked(marks)),
        Returns::Some(of) | Returns::Nullable(of) => of(&arguments)?,
    };
    if unknown {
        let value = match function.returns {
            Returns::Nullable(_) => Value::unknown(result),
            _ => Value::unknown_not_null(result),
        };
        return Ok(value.marked(marks));
    }
    let call = Call { arguments, result, host: evaluator.host, budget: evaluator.budget, evaluator };
    let value = act(&call)?;
    if value.depth() > VALUE_DEPTH {
        return Err(Failure::call(format!("the result has more than {VALUE_DEPTH} levels of nesting")));
    }
    Ok(value.marked(marks))
}

impl Function {
    /// The parameter of an argument.
    pub fn parameter(&self, at: usize) -> Option<&Parameter> {
        self.parameters.get(at).or(self.rest.as_ref())
    }
}

/// The items of a list, set or tuple, where they are known.
pub fn known_items(value: &Value) -> Option<&[Value]> {
    match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => Some(items),
        _ => None,
    }
}
