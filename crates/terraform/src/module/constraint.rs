//! Type constraints.

use cfn_warden_syntax::{Operand, text};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::defaults::Defaults;
use crate::diagnostic::{DetailText, Diagnostic, Errors, fail};
use crate::source::Range;
use crate::syntax::ast::{Call, Expr, ExprKind, Key};
use crate::value::{Attributes, Type, Value};

/// A type constraint with the defaults of optional attributes.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// The type.
    pub ty: Type,
    /// The defaults of optional attributes.
    pub defaults: Defaults,
}

impl Constraint {
    /// Returns a constraint without defaults.
    pub fn of(ty: Type) -> Constraint {
        Constraint {
            ty,
            defaults: Defaults::default(),
        }
    }
}

/// Evaluates the default of an optional attribute: a constant expression.
pub type Evaluate<'e> = &'e dyn Fn(&Expr) -> Result<Value, Errors>;

/// Parses the type constraint that an expression denotes.
pub fn constraint(expr: &Expr, evaluate: Evaluate<'_>) -> Result<Constraint, Errors> {
    match &expr.kind {
        ExprKind::Traversal(name, steps) if steps.is_empty() => match &*name.text {
            "string" => Ok(Constraint::of(Type::String)),
            "number" => Ok(Constraint::of(Type::Number)),
            "bool" => Ok(Constraint::of(Type::Bool)),
            "any" => Ok(Constraint::of(Type::Dynamic)),
            // Shorthands from Terraform 0.11 and earlier.
            "list" => Ok(Constraint::of(Type::list(Type::Dynamic))),
            "map" => Ok(Constraint::of(Type::map(Type::Dynamic))),
            "set" => invalid(
                "The set type constructor requires one argument specifying the element type.",
                expr.range,
            ),
            "tuple" => invalid(
                "The tuple type constructor requires one argument specifying the element types as a list.",
                expr.range,
            ),
            "object" => invalid(
                "The object type constructor requires one argument specifying the attribute types and values as a map.",
                expr.range,
            ),
            other => invalid(
                text!(
                    "The keyword \"{}\" is not a valid type specification.",
                    Operand::Name(other)
                ),
                expr.range,
            ),
        },
        ExprKind::Call(call) => constructor(call, expr.range, evaluate),
        ExprKind::Literal(value) if value.str().is_some() => {
            let name = value.str().unwrap_or("");
            match name {
                "string" | "list" | "map" => {
                    let detail = text!(
                        "Terraform 0.11 and earlier required type constraints to be given in quotes, but that form is now deprecated and will be removed in a future version of Terraform. Remove the quotes around \"{}\".",
                        Operand::Name(name)
                    );
                    fail("Invalid quoted type constraints", detail, expr.range)
                }
                _ => invalid("Type constraints are not given in quotes.", expr.range),
            }
        }
        ExprKind::Parentheses(inner) => constraint(inner, evaluate),
        _ => invalid(
            "A type specification is either a primitive type keyword (bool, number, string) or a complex type constructor call, like list(string).",
            expr.range,
        ),
    }
}

fn invalid<T>(detail: impl DetailText, range: Range) -> Result<T, Errors> {
    fail("Invalid type specification", detail, range)
}

fn constructor(call: &Call, range: Range, evaluate: Evaluate<'_>) -> Result<Constraint, Errors> {
    let name = &*call.name.text;
    let argument = match (call.arguments.as_slice(), name) {
        ([argument], _) => argument,
        (_, "list" | "set" | "map" | "tuple" | "object") => {
            let what = match name {
                "tuple" => "the element types as a list",
                "object" => "the attribute types and values as a map",
                _ => "the element type",
            };
            return invalid(
                text!(
                    "The {} type constructor requires one argument specifying {}.",
                    Operand::Name(name),
                    what
                ),
                range,
            );
        }
        (_, "optional") => {
            return invalid(
                "Keyword \"optional\" is valid only as a modifier for object type attributes.",
                range,
            );
        }
        _ => {
            return invalid(
                text!(
                    "Keyword \"{}\" is not a valid type constructor.",
                    Operand::Name(name)
                ),
                range,
            );
        }
    };
    match name {
        "list" | "set" | "map" => {
            let inner = constraint(argument, evaluate)?;
            let ty = match name {
                "list" => Type::list(inner.ty),
                "set" => Type::set(inner.ty),
                _ => Type::map(inner.ty),
            };
            Ok(Constraint {
                ty,
                defaults: Defaults::of_items(inner.defaults),
            })
        }
        "tuple" => {
            let ExprKind::Tuple(items) = &argument.kind else {
                return invalid(
                    "Tuple type constructor requires a list of element types.",
                    argument.range,
                );
            };
            let inner: Result<Vec<Constraint>, Errors> = items
                .iter()
                .map(|item| constraint(item, evaluate))
                .collect();
            let inner = inner?;
            let ty = Type::Tuple(inner.iter().map(|item| item.ty.clone()).collect());
            let defaults =
                Defaults::of_tuple(inner.into_iter().map(|item| item.defaults).collect());
            Ok(Constraint { ty, defaults })
        }
        "object" => {
            let ExprKind::Object(items) = &argument.kind else {
                let detail = "Object type constructor requires a map whose keys are attribute names and whose values are the corresponding attribute types.";
                return invalid(detail, argument.range);
            };
            object(items, range, evaluate)
        }
        "optional" => invalid(
            "Keyword \"optional\" is valid only as a modifier for object type attributes.",
            range,
        ),
        _ => invalid(
            text!(
                "Keyword \"{}\" is not a valid type constructor.",
                Operand::Name(name)
            ),
            range,
        ),
    }
}

fn object(
    items: &[(Key, Expr)],
    range: Range,
    evaluate: Evaluate<'_>,
) -> Result<Constraint, Errors> {
    let mut types: BTreeMap<Rc<str>, Type> = BTreeMap::new();
    let mut optional: BTreeSet<Rc<str>> = BTreeSet::new();
    let mut defaults = Defaults::default();
    for (key, expr) in items {
        let name = match key {
            Key::Word(name) => Rc::clone(&name.text),
            Key::Expr(expr) => {
                return invalid(
                    "Object constructor map keys must be attribute names.",
                    expr.range,
                );
            }
        };
        let (inner, default) = match &expr.kind {
            ExprKind::Call(call) if &*call.name.text == "optional" => {
                optional.insert(Rc::clone(&name));
                match call.arguments.as_slice() {
                    [ty] => (constraint(ty, evaluate)?, None),
                    [ty, default] => {
                        let inner = constraint(ty, evaluate)?;
                        let value = defaulted(default, &inner, evaluate)?;
                        (inner, Some(value))
                    }
                    _ => {
                        return invalid(
                            "Optional attribute modifier requires the attribute type as its argument.",
                            expr.range,
                        );
                    }
                }
            }
            _ => (constraint(expr, evaluate)?, None),
        };
        if types.contains_key(&name) {
            return invalid("Object constructor map keys must be unique.", range);
        }
        defaults.add(&name, inner.defaults, default);
        types.insert(name, inner.ty);
    }
    Ok(Constraint {
        ty: Type::Object(Rc::new(Attributes { types, optional })),
        defaults,
    })
}

fn defaulted(
    expr: &Expr,
    constraint: &Constraint,
    evaluate: Evaluate<'_>,
) -> Result<Value, Errors> {
    let value = evaluate(expr)?;
    let value = constraint.defaults.apply(&value);
    crate::value::convert::convert(&value, &constraint.ty).map_err(|message| {
        let detail = text!(
            "This default value is not compatible with the attribute's type constraint: {}.",
            message
        );
        vec![Diagnostic::error(
            "Invalid default value for optional attribute",
            detail,
            expr.range,
        )]
    })
}
