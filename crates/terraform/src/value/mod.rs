//! Values and types.

pub mod convert;
mod equal;
mod message;
mod open;
mod range;
mod set;
mod size;
mod types;
pub mod unify;

use std::collections::BTreeMap;
use std::rc::Rc;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::number::Number;
pub use set::compare_in_set;
pub use types::{Attributes, Type};

/// Marks that propagate from a value to everything derived from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u8);

impl Marks {
    /// No marks.
    pub const NONE: Marks = Marks(0);
    /// The value must not be displayed.
    pub const SENSITIVE: Marks = Marks(1);
    /// The value must not be stored.
    pub const EPHEMERAL: Marks = Marks(2);
    /// A provider can add attributes: what an object does not have is unknown.
    pub const EXTENDABLE: Marks = Marks(4);
    /// Depends on something whose evaluation is in progress: it may have another value when that is complete.
    pub const PROVISIONAL: Marks = Marks(8);

    /// Returns the union.
    pub fn and(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// Returns the difference.
    pub fn without(self, other: Marks) -> Marks {
        Marks(self.0 & !other.0)
    }

    /// Returns whether the sets intersect.
    pub fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }
}

/// What is known about an unknown value.
#[derive(Debug, Clone, Default)]
pub struct Refinement {
    /// It is not null.
    pub not_null: bool,
    /// A prefix of the string.
    pub prefix: Option<Rc<str>>,
    /// Bounds of the number, or of the collection's length.
    pub bounds: Option<Rc<Bounds>>,
    /// For an object of unknown type: the attributes that are known.
    pub attributes: Option<Elements>,
}

/// Bounds of an unknown value. Both are inclusive.
#[derive(Debug, Clone, PartialEq)]
pub enum Bounds {
    /// The least and the greatest number; `None` if there is none.
    Number(Option<Number>, Option<Number>),
    /// The least and the greatest length of a collection.
    Length(usize, usize),
}

/// The items of a list, set or tuple.
pub type Items = Rc<[Value]>;
/// The elements of a map or object.
pub type Elements = Rc<BTreeMap<Rc<str>, Value>>;

/// The content of a value.
#[derive(Debug, Clone)]
pub enum Kind {
    /// An unknown value.
    Unknown(Type, Refinement),
    /// A null of a type.
    Null(Type),
    /// A bool.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string in Unicode normalization form C.
    String(Rc<str>),
    /// A list and its item type.
    List(Type, Items),
    /// A set and its item type; the items are unique and sorted.
    Set(Type, Items),
    /// A map and its element type.
    Map(Type, Elements),
    /// A tuple.
    Tuple(Items),
    /// An object.
    Object(Elements),
}

/// A value with its marks.
#[derive(Debug, Clone)]
pub struct Value {
    kind: Kind,
    marks: Marks,
    depth: u16,
    size: u32,
}

impl From<Kind> for Value {
    fn from(kind: Kind) -> Value {
        let size = kind.size();
        let deepest = match &kind {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
                items.iter().map(|item| item.depth).max()
            }
            Kind::Map(_, elements) | Kind::Object(elements) => {
                elements.values().map(|value| value.depth).max()
            }
            _ => {
                return Value {
                    kind,
                    marks: Marks::NONE,
                    depth: 0,
                    size,
                };
            }
        };
        Value {
            kind,
            marks: Marks::NONE,
            depth: deepest.unwrap_or(0).saturating_add(1),
            size,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Kind::Bool(value).into()
    }
}

impl From<Number> for Value {
    fn from(value: Number) -> Value {
        Kind::Number(value).into()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        let normal = if text.is_ascii() {
            Rc::from(text)
        } else {
            Rc::from(
                ComposingNormalizerBorrowed::new_nfc()
                    .normalize(text)
                    .as_ref(),
            )
        };
        Kind::String(normal).into()
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::from(text.as_str())
    }
}

impl Value {
    /// Returns the content.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Returns the value's own marks, without those of nested values.
    pub fn marks(&self) -> Marks {
        self.marks
    }

    /// Returns the nesting depth; 0 for primitive values.
    pub fn depth(&self) -> u16 {
        self.depth
    }

    /// Returns an unknown value of unknown type.
    pub fn dynamic() -> Value {
        Value::unknown(Type::Dynamic)
    }

    /// Returns an unknown value.
    pub fn unknown(ty: Type) -> Value {
        Kind::Unknown(ty, Refinement::default()).into()
    }

    /// Returns an unknown value that is not null.
    pub fn unknown_not_null(ty: Type) -> Value {
        // A value of unknown type cannot be refined.
        let not_null = !matches!(ty, Type::Dynamic);
        Kind::Unknown(
            ty,
            Refinement {
                not_null,
                ..Refinement::default()
            },
        )
        .into()
    }

    /// Returns a null of a type.
    pub fn null(ty: Type) -> Value {
        Kind::Null(ty).into()
    }

    /// Returns a tuple.
    pub fn tuple(items: Vec<Value>) -> Value {
        Kind::Tuple(items.into()).into()
    }

    /// Returns an object.
    pub fn object(elements: BTreeMap<Rc<str>, Value>) -> Value {
        Kind::Object(Rc::new(elements)).into()
    }

    /// Returns a list. The items must have the given type.
    pub fn list(ty: Type, items: Vec<Value>) -> Value {
        Kind::List(ty, items.into()).into()
    }

    /// Returns a list of strings.
    pub fn strings<T: Into<Value>>(items: impl IntoIterator<Item = T>) -> Value {
        Value::list(Type::String, items.into_iter().map(Into::into).collect())
    }

    /// Returns a map. The elements must have the given type.
    pub fn map(ty: Type, elements: BTreeMap<Rc<str>, Value>) -> Value {
        Kind::Map(ty, Rc::new(elements)).into()
    }

    /// Adds marks.
    pub fn marked(mut self, marks: Marks) -> Value {
        self.marks = self.marks.and(marks);
        self
    }

    /// Removes the value's own marks and returns them.
    pub fn unmarked(mut self) -> (Value, Marks) {
        let marks = self.marks;
        self.marks = Marks::NONE;
        (self, marks)
    }

    /// Returns the marks of the value and of all nested values.
    pub fn marks_deep(&self) -> Marks {
        match &self.kind {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items
                .iter()
                .fold(self.marks, |marks, item| marks.and(item.marks_deep())),
            Kind::Map(_, elements) | Kind::Object(elements) => elements
                .values()
                .fold(self.marks, |marks, value| marks.and(value.marks_deep())),
            _ => self.marks,
        }
    }

    /// Removes the marks of the value and of all nested values, and returns them.
    pub fn unmarked_deep(self) -> (Value, Marks) {
        let marks = self.marks_deep();
        if marks == Marks::NONE {
            return (self, marks);
        }
        let items = |items: &Items| -> Items {
            items
                .iter()
                .map(|item| item.clone().unmarked_deep().0)
                .collect()
        };
        let elements = |elements: &Elements| -> Elements {
            Rc::new(
                elements
                    .iter()
                    .map(|(key, value)| (Rc::clone(key), value.clone().unmarked_deep().0))
                    .collect(),
            )
        };
        let kind = match &self.kind {
            Kind::List(ty, held) => Kind::List(ty.clone(), items(held)),
            Kind::Set(ty, held) => Kind::Set(ty.clone(), items(held)),
            Kind::Tuple(held) => Kind::Tuple(items(held)),
            Kind::Map(ty, held) => Kind::Map(ty.clone(), elements(held)),
            Kind::Object(held) => Kind::Object(elements(held)),
            other => other.clone(),
        };
        (kind.into(), marks)
    }

    /// Returns the type.
    pub fn ty(&self) -> Type {
        match &self.kind {
            Kind::Unknown(ty, _) | Kind::Null(ty) => ty.clone(),
            Kind::Bool(_) => Type::Bool,
            Kind::Number(_) => Type::Number,
            Kind::String(_) => Type::String,
            Kind::List(ty, _) => Type::List(Rc::new(ty.clone())),
            Kind::Set(ty, _) => Type::Set(Rc::new(ty.clone())),
            Kind::Map(ty, _) => Type::Map(Rc::new(ty.clone())),
            Kind::Tuple(items) => Type::Tuple(items.iter().map(Value::ty).collect()),
            Kind::Object(elements) => Type::object(
                elements
                    .iter()
                    .map(|(key, value)| (Rc::clone(key), value.ty()))
                    .collect(),
            ),
        }
    }

    /// Returns whether the value is known. Nested values may be unknown.
    pub fn is_known(&self) -> bool {
        !matches!(self.kind, Kind::Unknown(..))
    }

    /// Returns whether the value and all nested values are known.
    pub fn is_wholly_known(&self) -> bool {
        match &self.kind {
            Kind::Unknown(..) => false,
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
                items.iter().all(Value::is_wholly_known)
            }
            Kind::Map(_, elements) | Kind::Object(elements) => {
                elements.values().all(Value::is_wholly_known)
            }
            _ => true,
        }
    }

    /// Returns whether the type of the value or of a nested value is unknown.
    pub fn has_unknown_type(&self) -> bool {
        match &self.kind {
            Kind::Unknown(ty, _) => ty.has_dynamic(),
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
                items.iter().any(Value::has_unknown_type)
            }
            Kind::Map(_, elements) | Kind::Object(elements) => {
                elements.values().any(Value::has_unknown_type)
            }
            _ => false,
        }
    }

    /// Returns whether the value is null.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null(_))
    }

    /// Returns whether the value is a literal `null`, which has no type yet.
    pub fn is_untyped_null(&self) -> bool {
        matches!(self.kind, Kind::Null(Type::Dynamic))
    }

    /// Returns whether the value cannot be null.
    pub fn is_never_null(&self) -> bool {
        match &self.kind {
            Kind::Unknown(_, refinement) => refinement.not_null,
            Kind::Null(_) => false,
            _ => true,
        }
    }

    /// Returns a string's text.
    pub fn str(&self) -> Option<&str> {
        match &self.kind {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a number.
    pub fn number(&self) -> Option<&Number> {
        match &self.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns a bool.
    pub fn bool(&self) -> Option<bool> {
        match &self.kind {
            Kind::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the items of a known list, set or tuple.
    pub fn items(&self) -> Option<&[Value]> {
        match &self.kind {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the elements of a known map or object.
    pub fn elements(&self) -> Option<&BTreeMap<Rc<str>, Value>> {
        match &self.kind {
            Kind::Map(_, elements) | Kind::Object(elements) => Some(elements),
            _ => None,
        }
    }

    /// Returns the key-value pairs that a loop iterates over. Keys of lists are indices; keys of sets are the items.
    pub fn pairs(&self) -> Option<Vec<(Value, Value)>> {
        match &self.kind {
            Kind::List(_, items) | Kind::Tuple(items) => Some(
                items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (Number::of_count(at).into(), item.clone()))
                    .collect(),
            ),
            Kind::Set(_, items) => Some(
                items
                    .iter()
                    .map(|item| (item.clone(), item.clone()))
                    .collect(),
            ),
            Kind::Map(_, elements) | Kind::Object(elements) => Some(
                elements
                    .iter()
                    .map(|(key, value)| (Kind::String(Rc::clone(key)).into(), value.clone()))
                    .collect(),
            ),
            _ => None,
        }
    }
}
