//! The types of JSON Schema, as cfn-lint applies them to Python values.

use super::keyword;
use super::mode::TypeMatching;
use super::pack::Json;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

/// A type of JSON Schema, or cfn-lint's `date`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// `array`
    Array,
    /// `boolean`
    Boolean,
    /// `date`
    Date,
    /// `integer`
    Integer,
    /// `null`
    Null,
    /// `number`
    Number,
    /// `object`
    Object,
    /// `string`
    String,
}

/// A set of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Types(u8);

impl Type {
    /// Returns the type with a name.
    pub fn named(name: Json<'_>) -> Option<Type> {
        Some(match name.symbol()? {
            keyword::ARRAY => Type::Array,
            keyword::BOOLEAN => Type::Boolean,
            keyword::DATE => Type::Date,
            keyword::INTEGER => Type::Integer,
            keyword::NULL => Type::Null,
            keyword::NUMBER => Type::Number,
            keyword::OBJECT => Type::Object,
            keyword::STRING => Type::String,
            _ => return None,
        })
    }
}

impl Types {
    /// Returns the set of these types.
    pub const fn of(types: &[Type]) -> Types {
        let (mut set, mut rest) = (Types(0), types);
        while let [first, tail @ ..] = rest {
            set = set.with(*first);
            rest = tail;
        }
        set
    }

    /// Returns the types that the value of `type` names, one or a list. Other names are not added.
    pub fn named(types: Json<'_>) -> Types {
        match types.as_list() {
            Some(list) => list
                .iter()
                .filter_map(Type::named)
                .fold(Types(0), Types::with),
            None => Type::named(types).map_or(Types(0), |only| Types(0).with(only)),
        }
    }

    const fn with(self, one: Type) -> Types {
        Types(self.0 | 1 << one as u8)
    }

    /// Returns whether a type is in the set.
    pub const fn has(self, one: Type) -> bool {
        self.0 & 1 << one as u8 != 0
    }

    /// Returns whether both sets have a type.
    pub const fn meets(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the types of both sets.
    #[must_use]
    pub const fn and(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }
}

/// Returns whether a value has one of the types that the value of `type` names.
pub fn fits(node: Node<'_>, types: Json<'_>, matching: TypeMatching) -> bool {
    let has = |one| match matching {
        TypeMatching::Exact => is_type(node, one),
        TypeMatching::Converted => passes_for(node, one),
    };
    match types.as_list() {
        Some(list) => list.iter().filter_map(Type::named).any(has),
        None => Type::named(types).is_some_and(has),
    }
}

/// Returns whether a value has a type. Booleans are not numbers; 1.0 is an integer.
pub fn is_type(node: Node<'_>, one: Type) -> bool {
    match (one, node.value) {
        (Type::Integer, Value::Float(number)) => number.is_finite() && number.fract() == 0.0,
        (Type::Array, Value::List(_))
        | (Type::Boolean, Value::Bool(_))
        | (Type::Date, Value::Date(_))
        | (Type::Integer, Value::Int(_) | Value::BigInt(_))
        | (Type::Null, Value::Null)
        | (Type::Number, Value::Int(_) | Value::BigInt(_) | Value::Float(_))
        | (Type::Object, Value::Map(_))
        | (Type::String, Value::Str(_)) => true,
        _ => false,
    }
}

/// Returns whether CloudFormation accepts a value for a type, including its conversions between strings and other
/// scalars.
pub fn passes_for(node: Node<'_>, one: Type) -> bool {
    match (one, node.value) {
        (Type::Object | Type::Array | Type::Null, _) | (_, Value::Null) => is_type(node, one),
        (Type::String, value) => !matches!(value, Value::Map(_) | Value::List(_)),
        (Type::Number | Type::Integer, Value::Int(_) | Value::BigInt(_))
        | (Type::Number, Value::Float(_)) => true,
        (Type::Integer, Value::Float(number)) => number.is_finite(),
        (Type::Number, Value::Str(text)) => python::float(text).is_some(),
        (Type::Integer, Value::Str(text)) => python::is_int(text),
        (Type::Boolean, Value::Bool(_)) => true,
        (Type::Boolean, Value::Str(text)) => {
            matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
        }
        _ => false,
    }
}
