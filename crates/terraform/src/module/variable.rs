//! Input variables.

use super::constraint::{Constraint, constraint};
use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::constant_value;
use crate::source::Range;
use crate::syntax::ast::{Block, Expr};
use crate::value::convert::convert;
use crate::value::{Marks, Type, Value};
use cfn_warden_syntax::{Operand, Text, text};

/// The declaration of an input variable.
#[derive(Debug)]
pub struct Variable {
    /// The type constraint.
    pub constraint: Constraint,
    /// Whether the declaration has a `type` argument.
    pub typed: bool,
    /// The value of `default`, if it is declared.
    pub default: Option<Value>,
    /// Whether null is allowed.
    pub nullable: bool,
    /// The marks of the value: sensitive, ephemeral.
    pub marks: Marks,
    /// The value of `description`, if it is declared.
    pub description: Option<String>,
    /// The `variable` block.
    pub block: Block,
}

/// The names that `module` blocks use.
const RESERVED: [&str; 9] = [
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "locals",
    "provider",
    "providers",
    "source",
    "version",
];

/// Evaluates a `variable` block. Returns the declaration and all errors.
pub fn declare(block: &Block) -> (Variable, Errors) {
    let mut errors = Errors::new();
    let mut variable = Variable {
        constraint: Constraint::of(Type::Dynamic),
        typed: false,
        default: None,
        nullable: true,
        marks: Marks::NONE,
        description: None,
        block: block.clone(),
    };
    if let Some(label) = block
        .labels
        .first()
        .filter(|label| RESERVED.contains(&&*label.text))
    {
        let detail = text!(
            "The variable name \"{}\" is reserved due to its special meaning inside module blocks.",
            Operand::Name(&label.text)
        );
        errors.push(Diagnostic::error(
            "Invalid variable name",
            detail,
            label.range,
        ));
    }
    for attribute in &block.body.attributes {
        let expr = &attribute.expr;
        let result = match &*attribute.name {
            "type" => {
                variable.typed = true;
                constraint(expr, &constant_value).map(|constraint| variable.constraint = constraint)
            }
            "default" => constant_value(expr).map(|value| variable.default = Some(value)),
            "nullable" => flag(expr).map(|nullable| variable.nullable = nullable),
            "sensitive" => flag(expr).map(|set| variable.mark(set, Marks::SENSITIVE)),
            "ephemeral" => flag(expr).map(|set| variable.mark(set, Marks::EPHEMERAL)),
            "description" => constant_value(expr)
                .map(|value| variable.description = value.str().map(str::to_owned)),
            _ => Ok(()),
        };
        errors.extend(result.err().unwrap_or_default());
    }
    if let Some(default) = variable.default.take() {
        let range = block
            .body
            .attribute("default")
            .map_or(block.range, |attribute| attribute.expr.range);
        match variable.converted(&default) {
            Ok(value) => variable.default = Some(value),
            Err(message) => {
                let detail = text!(
                    "This default value is not compatible with the variable's type constraint: {}.",
                    message
                );
                errors.push(Diagnostic::error(
                    "Invalid default value for variable",
                    detail,
                    range,
                ));
            }
        }
    }
    (variable, errors)
}

/// Evaluates an argument that must be a constant bool.
pub fn flag(expr: &Expr) -> Result<bool, Errors> {
    let value = convert(&constant_value(expr)?, &Type::Bool);
    let value = value.and_then(|value| {
        value
            .bool()
            .ok_or_else(|| "null value is not allowed".into())
    });
    value.map_err(|why| {
        vec![Diagnostic::error(
            "Unsuitable value type",
            text!("Unsuitable value: {}", why),
            expr.range,
        )]
    })
}

impl Variable {
    fn mark(&mut self, set: bool, mark: Marks) {
        if set {
            self.marks = self.marks.and(mark);
        }
    }

    /// Applies defaults to a value and converts it to the declared type.
    fn converted(&self, value: &Value) -> Result<Value, Text> {
        if value.ty() == self.constraint.ty {
            return Ok(value.clone());
        }
        let value = if value.is_null() {
            value.clone()
        } else {
            self.constraint.defaults.apply(value)
        };
        convert(&value, &self.constraint.ty)
    }

    /// Returns the variable's value for an optional input. Without an input or a default, the value is unknown.
    pub fn value(
        &self,
        name: &str,
        input: Option<(&Value, Option<Range>)>,
    ) -> Result<Value, Errors> {
        let Some((value, range)) = input else {
            return Ok(self
                .default
                .clone()
                .map_or_else(|| self.unknown(), |value| value.marked(self.marks)));
        };
        let value = match (&self.default, value.is_null() && !self.nullable) {
            (Some(default), true) => default,
            _ => value,
        };
        let value = self.converted(value).map_err(|message| {
            let detail = text!(
                "The given value is not suitable for var.{}: {}.",
                Operand::Name(name),
                message
            );
            let range = range.unwrap_or(self.block.range);
            vec![Diagnostic::error("Incorrect variable type", detail, range)]
        })?;
        Ok(value.marked(self.marks))
    }

    /// Returns an unknown value of the declared type.
    pub fn unknown(&self) -> Value {
        Value::unknown(plain(&self.constraint.ty)).marked(self.marks)
    }

    /// Returns whether a value from the command line is a literal string. Otherwise it is an expression.
    pub fn takes_text(&self) -> bool {
        !self.typed || self.constraint.ty.is_primitive()
    }
}

/// Converts a type constraint to the type of a value: no attribute is optional.
fn plain(ty: &Type) -> Type {
    match ty {
        Type::List(item) => Type::list(plain(item)),
        Type::Set(item) => Type::set(plain(item)),
        Type::Map(item) => Type::map(plain(item)),
        Type::Tuple(items) => Type::Tuple(items.iter().map(plain).collect()),
        Type::Object(attributes) => Type::object(
            attributes
                .types
                .iter()
                .map(|(name, ty)| (std::rc::Rc::clone(name), plain(ty)))
                .collect(),
        ),
        other => other.clone(),
    }
}
