//! Values and their types.

pub mod convert;
mod equal;
mod message;
mod open;
mod order;
mod types;
pub mod unify;

use std::collections::BTreeMap;
use std::rc::Rc;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::number::Number;
pub use order::compare_in_set;
pub use types::{Attributes, Type};

/// What follows a value wherever it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u8);

impl Marks {
    /// No mark.
    pub const NONE: Marks = Marks(0);
    /// Not to be shown.
    pub const SENSITIVE: Marks = Marks(1);
    /// Not to be stored.
    pub const EPHEMERAL: Marks = Marks(2);

    /// Both.
    pub fn and(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// These without the others.
    pub fn without(self, other: Marks) -> Marks {
        Marks(self.0 & !other.0)
    }

    /// Is one of the other among these?
    pub fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }
}

/// What is known of an unknown value.
#[derive(Debug, Clone, Default)]
pub struct Refinement {
    /// It is not null.
    pub not_null: bool,
    /// A string that begins so.
    pub prefix: Option<Rc<str>>,
    /// Of an object of unknown type: those of its attributes that are known to be there.
    pub attributes: Option<Elements>,
}

/// A list's, set's or tuple's items.
pub type Items = Rc<[Value]>;
/// A map's or object's elements.
pub type Elements = Rc<BTreeMap<Rc<str>, Value>>;

/// What a value is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// To be known later.
    Unknown(Type, Refinement),
    /// Nothing, of a type.
    Null(Type),
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text, in Unicode's normal form C.
    String(Rc<str>),
    /// Items of one type.
    List(Type, Items),
    /// Items of one type, each once, in the order of sets.
    Set(Type, Items),
    /// Named elements of one type.
    Map(Type, Elements),
    /// Items of any types.
    Tuple(Items),
    /// Named elements of any types.
    Object(Elements),
}

/// A value with its marks.
#[derive(Debug, Clone)]
pub struct Value {
    kind: Kind,
    marks: Marks,
    depth: u16,
}

impl From<Kind> for Value {
    fn from(kind: Kind) -> Value {
        let deepest = match &kind {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
                items.iter().map(|item| item.depth).max()
            }
            Kind::Map(_, elements) | Kind::Object(elements) => elements.values().map(|value| value.depth).max(),
            _ => return Value { kind, marks: Marks::NONE, depth: 0 },
        };
        Value { kind, marks: Marks::NONE, depth: deepest.unwrap_or(0).saturating_add(1) }
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
            Rc::from(ComposingNormalizerBorrowed::new_nfc().normalize(text).as_ref())
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
    /// What it is.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its own marks, not those of what it holds.
    pub fn marks(&self) -> Marks {
        self.marks
    }

    /// How many levels of values it has below it.
    pub fn depth(&self) -> u16 {
        self.depth
    }

    /// Unknown, of any type.
    pub fn dynamic() -> Value {
        Value::unknown(Type::Dynamic)
    }

    /// Unknown.
    pub fn unknown(ty: Type) -> Value {
        Kind::Unknown(ty, Refinement::default()).into()
    }

    /// Unknown, and not null.
    pub fn unknown_not_null(ty: Type) -> Value {
        // What may be of any type cannot be refined.
        let not_null = !matches!(ty, Type::Dynamic);
        Kind::Unknown(ty, Refinement { not_null, ..Refinement::default() }).into()
    }

    /// Nothing.
    pub fn null(ty: Type) -> Value {
        Kind::Null(ty).into()
    }

    /// A tuple.
    pub fn tuple(items: Vec<Value>) -> Value {
        Kind::Tuple(items.into()).into()
    }

    /// An object.
    pub fn object(elements: BTreeMap<Rc<str>, Value>) -> Value {
        Kind::Object(Rc::new(elements)).into()
    }

    /// A list of items that are of the type.
    pub fn list(ty: Type, items: Vec<Value>) -> Value {
        Kind::List(ty, items.into()).into()
    }

    /// A list of texts.
    pub fn strings<T: Into<Value>>(items: impl IntoIterator<Item = T>) -> Value {
        Value::list(Type::String, items.into_iter().map(Into::into).collect())
    }

    /// A map of elements that are of the type.
    pub fn map(ty: Type, elements: BTreeMap<Rc<str>, Value>) -> Value {
        Kind::Map(ty, Rc::new(elements)).into()
    }

    /// A set of items that are of the type; what marks they have the set has.
    pub fn set(ty: Type, items: Vec<Value>) -> Value {
        let mut marks = Marks::NONE;
        let mut plain: Vec<Value> = items
            .into_iter()
            .map(|item| {
                let (item, found) = item.unmarked_deep();
                marks = marks.and(found);
                item
            })
            .collect();
        plain.sort_by(compare_in_set);
        plain.dedup_by(|a, b| a.is_known() && compare_in_set(a, b).is_eq() && a.same(b));
        Value::from(Kind::Set(ty, plain.into())).marked(marks)
    }

    /// With more marks.
    pub fn marked(mut self, marks: Marks) -> Value {
        self.marks = self.marks.and(marks);
        self
    }

    /// Without its own marks, and these.
    pub fn unmarked(mut self) -> (Value, Marks) {
        let marks = self.marks;
        self.marks = Marks::NONE;
        (self, marks)
    }

    /// All marks, its own and those of what it holds.
    pub fn marks_deep(&self) -> Marks {
        match &self.kind {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
                items.iter().fold(self.marks, |marks, item| marks.and(item.marks_deep()))
            }
            Kind::Map(_, elements) | Kind::Object(elements) => {
                elements.values().fold(self.marks, |marks, value| marks.and(value.marks_deep()))
            }
            _ => self.marks,
        }
    }

    /// Without any marks, and those that there were.
    pub fn unmarked_deep(self) -> (Value, Marks) {
        let marks = self.marks_deep();
        if marks == Marks::NONE {
            return (self, marks);
        }
        let items = |items: &Items| -> Items { items.iter().map(|item| item.clone().unmarked_deep().0).collect() };
        let elements = |elements: &Elements| -> Elements {
            Rc::new(elements.iter().map(|(key, value)| (Rc::clone(key), value.clone().unmarked_deep().0)).collect())
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

    /// Its type.
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
            Kind::Object(elements) => {
                Type::object(elements.iter().map(|(key, value)| (Rc::clone(key), value.ty())).collect())
            }
        }
    }

    /// Known, though perhaps not all that it holds?
    pub fn is_known(&self) -> bool {
        !matches!(self.kind, Kind::Unknown(..))
    }

    /// Known, and all that it holds?
    pub fn is_wholly_known(&self) -> bool {
        match &self.kind {
            Kind::Unknown(..) => false,
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items.iter().all(Value::is_wholly_known),
            Kind::Map(_, elements) | Kind::Object(elements) => elements.values().all(Value::is_wholly_known),
            _ => true,
        }
    }

    /// Is it, or something that it holds, unknown even in its type?
    pub fn has_unknown_type(&self) -> bool {
        match &self.kind {
            Kind::Unknown(ty, _) => ty.has_dynamic(),
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
                items.iter().any(Value::has_unknown_type)
            }
            Kind::Map(_, elements) | Kind::Object(elements) => elements.values().any(Value::has_unknown_type),
            _ => false,
        }
    }

    /// Nothing?
    pub fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null(_))
    }

    /// The nothing that is written `null`?
    pub fn is_untyped_null(&self) -> bool {
        matches!(self.kind, Kind::Null(Type::Dynamic))
    }

    /// Certainly not null?
    pub fn is_never_null(&self) -> bool {
        match &self.kind {
            Kind::Unknown(_, refinement) => refinement.not_null,
            Kind::Null(_) => false,
            _ => true,
        }
    }

    /// Its text.
    pub fn str(&self) -> Option<&str> {
        match &self.kind {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    /// Its number.
    pub fn number(&self) -> Option<&Number> {
        match &self.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// True or false.
    pub fn bool(&self) -> Option<bool> {
        match &self.kind {
            Kind::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The items of a known list, set or tuple.
    pub fn items(&self) -> Option<&[Value]> {
        match &self.kind {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// The elements of a known map or object.
    pub fn elements(&self) -> Option<&BTreeMap<Rc<str>, Value>> {
        match &self.kind {
            Kind::Map(_, elements) | Kind::Object(elements) => Some(elements),
            _ => None,
        }
    }

    /// The keys and values that a loop sees: those of a list are its indexes, those of a set its items.
    pub fn pairs(&self) -> Option<Vec<(Value, Value)>> {
        match &self.kind {
            Kind::List(_, items) | Kind::Tuple(items) => {
                Some(items.iter().enumerate().map(|(at, item)| (Number::of_count(at).into(), item.clone())).collect())
            }
            Kind::Set(_, items) => Some(items.iter().map(|item| (item.clone(), item.clone())).collect()),
            Kind::Map(_, elements) | Kind::Object(elements) => {
                Some(elements.iter().map(|(key, value)| (Kind::String(Rc::clone(key)).into(), value.clone())).collect())
            }
            _ => None,
        }
    }
}
