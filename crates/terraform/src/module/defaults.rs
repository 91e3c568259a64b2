//! Defaults of optional attributes.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::value::{Kind, Value};

/// The defaults within a type.
#[derive(Debug, Clone, Default)]
pub struct Defaults {
    values: BTreeMap<Rc<str>, Value>,
    attributes: BTreeMap<Rc<str>, Defaults>,
    items: Option<Box<Defaults>>,
    tuple: Vec<Defaults>,
}

impl Defaults {
    /// Returns the defaults of a collection type from those of its items.
    pub fn of_items(items: Defaults) -> Defaults {
        if items.is_empty() {
            Defaults::default()
        } else {
            Defaults {
                items: Some(Box::new(items)),
                ..Defaults::default()
            }
        }
    }

    /// Returns the defaults of a tuple type.
    pub fn of_tuple(tuple: Vec<Defaults>) -> Defaults {
        if tuple.iter().all(Defaults::is_empty) {
            Defaults::default()
        } else {
            Defaults {
                tuple,
                ..Defaults::default()
            }
        }
    }

    /// Adds an attribute with the defaults within its type and its own default.
    pub fn add(&mut self, name: &Rc<str>, inner: Defaults, value: Option<Value>) {
        if let Some(value) = value {
            self.values.insert(Rc::clone(name), value);
        }
        if !inner.is_empty() {
            self.attributes.insert(Rc::clone(name), inner);
        }
    }

    /// Returns the default of an attribute.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Returns the defaults within an attribute's type.
    pub fn attribute(&self, name: &str) -> Option<&Defaults> {
        self.attributes.get(name)
    }

    /// Returns the defaults within a collection's item type.
    pub fn items(&self) -> Option<&Defaults> {
        self.items.as_deref()
    }

    /// Returns the defaults within a tuple's item type.
    pub fn at(&self, index: usize) -> Option<&Defaults> {
        self.tuple.get(index)
    }

    fn is_empty(&self) -> bool {
        self.values.is_empty()
            && self.attributes.is_empty()
            && self.items.is_none()
            && self.tuple.is_empty()
    }

    /// Fills in missing and null attributes. Null and unknown values stay unchanged.
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
        let completed = match value.kind() {
            // Defaults may give the items different types. The caller converts the result to the constraint's type.
            Kind::List(_, held) | Kind::Set(_, held) | Kind::Tuple(held) => {
                Value::tuple(items(held))
            }
            Kind::Map(_, elements) | Kind::Object(elements) => match &self.items {
                Some(inner) => Value::object(
                    elements
                        .iter()
                        .map(|(name, value)| (Rc::clone(name), inner.apply(value)))
                        .collect(),
                ),
                None => self.object(elements),
            },
            _ => return value.clone(),
        };
        completed.marked(value.marks())
    }

    fn object(&self, elements: &BTreeMap<Rc<str>, Value>) -> Value {
        let mut completed = elements.clone();
        for (name, value) in &self.values {
            if completed.get(name).is_none_or(Value::is_null) {
                completed.insert(Rc::clone(name), value.clone());
            }
        }
        for (name, inner) in &self.attributes {
            if let Some(value) = completed.get_mut(name) {
                *value = inner.apply(value);
            }
        }
        Value::object(completed)
    }
}
