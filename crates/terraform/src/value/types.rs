//! Types.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A type constraint, or the type of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// `any`: the type is unknown.
    Dynamic,
    /// `bool`
    Bool,
    /// `number`
    Number,
    /// `string`
    String,
    /// `list(T)`
    List(Rc<Type>),
    /// `set(T)`
    Set(Rc<Type>),
    /// `map(T)`
    Map(Rc<Type>),
    /// `tuple([T, ...])`
    Tuple(Rc<[Type]>),
    /// `object({name = T, ...})`
    Object(Rc<Attributes>),
}

/// The attributes of an object type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Attributes {
    /// The attribute types.
    pub types: BTreeMap<Rc<str>, Type>,
    /// The optional attributes. Only type constraints have them.
    pub optional: BTreeSet<Rc<str>>,
}

impl Type {
    /// Returns a list type.
    pub fn list(item: Type) -> Type {
        Type::List(Rc::new(item))
    }

    /// Returns a set type.
    pub fn set(item: Type) -> Type {
        Type::Set(Rc::new(item))
    }

    /// Returns a map type.
    pub fn map(element: Type) -> Type {
        Type::Map(Rc::new(element))
    }

    /// Returns an object type without optional attributes.
    pub fn object(types: BTreeMap<Rc<str>, Type>) -> Type {
        Type::Object(Rc::new(Attributes {
            types,
            optional: BTreeSet::new(),
        }))
    }

    /// Returns whether the type is a string, number or bool.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Type::Bool | Type::Number | Type::String)
    }

    /// Returns whether the type is a list, set or map.
    pub fn is_collection(&self) -> bool {
        matches!(self, Type::List(_) | Type::Set(_) | Type::Map(_))
    }

    /// Returns whether the type is or contains `Dynamic`.
    pub fn has_dynamic(&self) -> bool {
        match self {
            Type::Dynamic => true,
            Type::Bool | Type::Number | Type::String => false,
            Type::List(item) | Type::Set(item) | Type::Map(item) => item.has_dynamic(),
            Type::Tuple(items) => items.iter().any(Type::has_dynamic),
            Type::Object(attributes) => attributes.types.values().any(Type::has_dynamic),
        }
    }

    /// Returns the item type of a collection.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::List(item) | Type::Set(item) | Type::Map(item) => Some(item),
            _ => None,
        }
    }

    /// Returns the name for messages: `list of string`.
    pub fn name(&self) -> String {
        match self {
            Type::Dynamic => "dynamic".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Number => "number".to_owned(),
            Type::String => "string".to_owned(),
            Type::List(item) => format!("list of {}", item.name()),
            Type::Set(item) => format!("set of {}", item.name()),
            Type::Map(item) => format!("map of {}", item.name()),
            Type::Tuple(_) => "tuple".to_owned(),
            Type::Object(_) => "object".to_owned(),
        }
    }

    /// Returns the name of a required type for messages: `list of any single type`.
    pub fn required_name(&self) -> String {
        match self {
            Type::List(item) if **item == Type::Dynamic => "list of any single type".to_owned(),
            Type::Set(item) if **item == Type::Dynamic => "set of any single type".to_owned(),
            Type::Map(item) if **item == Type::Dynamic => "map of any single type".to_owned(),
            Type::Dynamic => "any type".to_owned(),
            other => other.name(),
        }
    }

    /// Formats the type as a constraint on one line: `object({ a: string, })`.
    pub fn notation(&self) -> String {
        let mut text = String::new();
        self.write_notation(&mut text);
        text
    }

    fn write_notation(&self, text: &mut String) {
        let mut one = |name: &str, item: &Type| {
            text.push_str(name);
            text.push('(');
            // Terraform writes objects and tuples in collections on lines of their own.
            let long = matches!(item, Type::Object(_) | Type::Tuple(_));
            let nested = item.notation();
            text.push_str(&if long { format!(" {nested}, ") } else { nested });
            text.push(')');
        };
        match self {
            Type::List(item) => one("list", item),
            Type::Set(item) => one("set", item),
            Type::Map(item) => one("map", item),
            Type::Tuple(items) if items.is_empty() => text.push_str("tuple([])"),
            Type::Tuple(items) => {
                text.push_str("tuple([ ");
                for item in items.iter() {
                    item.write_notation(text);
                    text.push_str(", ");
                }
                text.push_str("])");
            }
            Type::Object(attributes) if attributes.types.is_empty() => text.push_str("object({})"),
            Type::Object(attributes) => {
                text.push_str("object({ ");
                for (name, ty) in &attributes.types {
                    text.push_str(name);
                    text.push_str(": ");
                    ty.write_notation(text);
                    text.push_str(", ");
                }
                text.push_str("})");
            }
            other => text.push_str(&other.name()),
        }
    }
}
