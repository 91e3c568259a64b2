//! Types of values.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Any; to be known later.
    Dynamic,
    /// True or false.
    Bool,
    /// Number.
    Number,
    /// Text.
    String,
    /// A list of one type.
    List(Rc<Type>),
    /// A set of one type.
    Set(Rc<Type>),
    /// A map to one type.
    Map(Rc<Type>),
    /// One type for each item.
    Tuple(Rc<[Type]>),
    /// One type for each name.
    Object(Rc<Attributes>),
}

/// What an object has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Attributes {
    /// The type of each.
    pub types: BTreeMap<Rc<str>, Type>,
    /// Those that may be missing, in constraints only.
    pub optional: BTreeSet<Rc<str>>,
}

impl Type {
    /// A list.
    pub fn list(item: Type) -> Type {
        Type::List(Rc::new(item))
    }

    /// A set.
    pub fn set(item: Type) -> Type {
        Type::Set(Rc::new(item))
    }

    /// A map.
    pub fn map(element: Type) -> Type {
        Type::Map(Rc::new(element))
    }

    /// An object that has them all.
    pub fn object(types: BTreeMap<Rc<str>, Type>) -> Type {
        Type::Object(Rc::new(Attributes { types, optional: BTreeSet::new() }))
    }

    /// A string, number or boolean?
    pub fn is_primitive(&self) -> bool {
        matches!(self, Type::Bool | Type::Number | Type::String)
    }

    /// A list, set or map?
    pub fn is_collection(&self) -> bool {
        matches!(self, Type::List(_) | Type::Set(_) | Type::Map(_))
    }

    /// Any, or with any in it?
    pub fn has_dynamic(&self) -> bool {
        match self {
            Type::Dynamic => true,
            Type::Bool | Type::Number | Type::String => false,
            Type::List(item) | Type::Set(item) | Type::Map(item) => item.has_dynamic(),
            Type::Tuple(items) => items.iter().any(Type::has_dynamic),
            Type::Object(attributes) => attributes.types.values().any(Type::has_dynamic),
        }
    }

    /// The type of a collection's items.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::List(item) | Type::Set(item) | Type::Map(item) => Some(item),
            _ => None,
        }
    }

    /// In words: `list of string`.
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

    /// In words, where any type is a wish: `list of any single type`.
    pub fn wish(&self) -> String {
        match self {
            Type::List(item) if **item == Type::Dynamic => "list of any single type".to_owned(),
            Type::Set(item) if **item == Type::Dynamic => "set of any single type".to_owned(),
            Type::Map(item) if **item == Type::Dynamic => "map of any single type".to_owned(),
            Type::Dynamic => "any type".to_owned(),
            other => other.name(),
        }
    }

    /// As a constraint is written, on one line: `object({ a: string, })`.
    pub fn notation(&self) -> String {
        let mut text = String::new();
        self.note(&mut text);
        text
    }

    fn note(&self, text: &mut String) {
        let mut one = |name: &str, item: &Type| {
            text.push_str(name);
            text.push('(');
            // What takes several lines is followed by a comma.
            let long = matches!(item, Type::Object(attributes) if !attributes.types.is_empty())
                || matches!(item, Type::Tuple(items) if !items.is_empty());
            let nested = item.notation();
            let long = long || nested.ends_with("), )") || nested.ends_with(", })");
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
                    item.note(text);
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
                    ty.note(text);
                    text.push_str(", ");
                }
                text.push_str("})");
            }
            other => text.push_str(&other.name()),
        }
    }
}
