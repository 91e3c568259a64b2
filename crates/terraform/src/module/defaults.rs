//! What is in place of what a value does not have.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::value::{Kind, Value};

/// The defaults of a type's attributes and of what they hold.
#[derive(Debug, Clone, Default)]
pub struct Defaults {
    values: BTreeMap<Rc<str>, Value>,
    attributes: BTreeMap<Rc<str>, Defaults>,
    items: Option<Box<Defaults>>,
    tuple: Vec<Defaults>,
}

impl Defaults {
    /// Those of a collection, whose items have them.
    pub fn of_items(items: Defaults) -> Defaults {
        if items.is_empty() {
            Defaults::default()
        } else {
            Defaults { items: Some(Box::new(items)), ..Defaults::default() }
        }
    }

    /// Those of a tuple.
    pub fn of_tuple(tuple: Vec<Defaults>) -> Defaults {
        if tuple.iter().all(Defaults::is_empty) {
            Defaults::default()
        } else {
            Defaults { tuple, ..Defaults::default() }
        }
    }

    /// One more attribute.
    pub fn add(&mut self, name: &Rc<str>, inner: Defaults, value: Option<Value>) {
        if let Some(value) = value {
            self.values.insert(Rc::clone(name), value);
        }
        if !inner.is_empty() {
            self.attributes.insert(Rc::clone(name), inner);
        }
    }

    /// What is in place of an attribute that is missing.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Those within an attribute.
    pub fn attribute(&self, name: &str) -> Option<&Defaults> {
        self.attributes.get(name)
    }

    /// Those within each item of a collection.
    pub fn items(&self) -> Option<&Defaults> {
        self.items.as_deref()
    }

    /// Those within an item of a tuple.
    pub fn at(&self, place: usize) -> Option<&Defaults> {
        self.tuple.get(place)
    }

    fn is_empty(&self) -> bool {
        self.values.is_empty() && self.attributes.is_empty() && self.items.is_none() && self.tuple.is_empty()
    }

    /// The value with what it is missing. What is null, or not known, stays so.
    pub fn apply(&self, value: &Value) -> Value {
        if self.is_empty() {
            return value.clone();
        }
        let items = |items: &[Value]| -> Vec<Value> {
            let each = |(at, item): (usize, &Value)| match (&self.items, self.tuple.get(at)) {
                (Some(inner), _) => inner.apply(item),
                (None, Some(inner)) => inner.apply(item),
                (None, None) => item.clone(),
            };
            items.iter().enumerate().map(each).collect()
        };
        let made = match value.kind() {
            // What the defaults add may give the items other types: they are converted afterwards.
            Kind::List(_, held) | Kind::Set(_, held) | Kind::Tuple(held) => Value::tuple(items(held)),
            Kind::Map(_, elements) | Kind::Object(elements) => match &self.items {
                Some(inner) => {
                    Value::object(elements.iter().map(|(name, value)| (Rc::clone(name), inner.apply(value))).collect())
                }
                None => self.object(elements),
            },
            _ => return value.clone(),
        };
        made.marked(value.marks())
    }

    fn object(&self, elements: &BTreeMap<Rc<str>, Value>) -> Value {
        let mut made = elements.clone();
        for (name, value) in &self.values {
            if made.get(name).is_none_or(Value::is_null) {
                made.insert(Rc::clone(name), value.clone());
            }
        }
        for (name, inner) in &self.attributes {
            if let Some(value) = made.get_mut(name) {
                *value = inner.apply(value);
            }
        }
        Value::object(made)
    }
}
