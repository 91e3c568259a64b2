//! Objects to which a provider can add attributes. Open objects represent resources and blocks without a schema: only some
//! attributes are known. Arguments stay known, with [`Marks::EXTENDABLE`].

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Kind, Marks, Refinement, Type, Value};

impl Value {
    /// Returns an object with these attributes and possibly others. Everything except attribute access treats it as
    /// unknown.
    pub fn open(attributes: BTreeMap<Rc<str>, Value>) -> Value {
        let refinement = Refinement {
            not_null: true,
            attributes: Some(Rc::new(attributes)),
            ..Refinement::default()
        };
        Kind::Unknown(Type::Dynamic, refinement).into()
    }

    /// Returns whether an attribute is not set but a provider can add it.
    pub fn lacks(&self, name: &str) -> bool {
        self.marks().has(Marks::EXTENDABLE)
            && self
                .elements()
                .is_some_and(|elements| !elements.contains_key(name))
    }

    /// Returns the known attributes of an open object.
    pub fn open_attributes(&self) -> Option<&BTreeMap<Rc<str>, Value>> {
        match &self.kind {
            Kind::Unknown(_, refinement) => refinement.attributes.as_deref(),
            _ => None,
        }
    }
}

impl Refinement {
    /// Returns whether two refinements are identical.
    pub fn same(&self, other: &Refinement) -> bool {
        let attributes = match (&self.attributes, &other.attributes) {
            (None, None) => true,
            (Some(a), Some(b)) => super::equal::elements_same(a, b),
            _ => false,
        };
        attributes
            && self.not_null == other.not_null
            && self.prefix == other.prefix
            && self.bounds == other.bounds
    }
}
