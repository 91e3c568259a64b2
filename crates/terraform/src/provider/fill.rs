//! Completion of resource arguments according to a provider schema.

use cfn_warden_syntax::Text;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::schema::{AttributeSchema, AttributeShape, BlockSchema, Nesting};
use crate::value::convert::convert;
use crate::value::unify::Safety;
use crate::value::unify::unify;
use crate::value::{Marks, Type, Value};

/// Converts arguments to the schema's types and adds null for those that are not set. Arguments unknown to the schema
/// stay unchanged.
pub fn fill(schema: &BlockSchema, written: &BTreeMap<Rc<str>, Value>) -> Value {
    let mut completed = written.clone();
    for (name, attribute) in &schema.attributes {
        let value = filled(attribute, written.get(name));
        let mark = if attribute.sensitive && !value.is_null() {
            Marks::SENSITIVE
        } else {
            Marks::NONE
        };
        completed.insert(Rc::clone(name), value.marked(mark));
    }
    for (name, blocks) in &schema.blocks {
        completed.insert(
            Rc::clone(name),
            nested(blocks.nesting, &blocks.schema, written.get(name)),
        );
    }
    Value::object(completed)
}

fn filled(attribute: &AttributeSchema, written: Option<&Value>) -> Value {
    let ty = type_of(attribute);
    let Some(value) = written.filter(|value| !value.is_null()) else {
        return if attribute.computed {
            Value::unknown(ty)
        } else {
            Value::null(ty)
        };
    };
    match &attribute.shape {
        AttributeShape::Nested(nesting, inner) => nested(*nesting, inner, Some(value)),
        AttributeShape::Type(ty) => converted(value, ty),
    }
}

/// Converts a value to a type and adds null for missing attributes of objects. Returns it unchanged if it cannot be
/// converted.
fn converted(value: &Value, ty: &Type) -> Value {
    if let Ok(value) = convert(value, ty) {
        return value;
    }
    // Attributes that are lists of objects may be written as blocks, which can omit attributes.
    let (Type::List(item) | Type::Set(item)) = ty else {
        return value.clone();
    };
    let Type::Object(attributes) = &**item else {
        return value.clone();
    };
    let Some(items) = value.items() else {
        return value.clone();
    };
    let whole = items.iter().map(|item| {
        let Some(elements) = item.elements() else {
            return item.clone();
        };
        let mut completed = elements.clone();
        for (name, ty) in &attributes.types {
            completed
                .entry(Rc::clone(name))
                .or_insert_with(|| Value::null(ty.clone()));
        }
        Value::object(completed).marked(item.marks())
    });
    let whole = Value::tuple(whole.collect());
    convert(&whole, ty).unwrap_or(whole)
}

fn nested(nesting: Nesting, schema: &BlockSchema, written: Option<&Value>) -> Value {
    let one = |value: &Value| match value.elements() {
        Some(elements) => fill(schema, elements).marked(value.marks()),
        None => value.clone(),
    };
    let Some(value) = written.filter(|value| !value.is_null()) else {
        return match nesting {
            Nesting::Single => Value::null(block_type(schema)),
            Nesting::Group => fill(schema, &BTreeMap::new()),
            Nesting::List => Value::list(block_type(schema), Vec::new()),
            Nesting::Set => Value::set(block_type(schema), Vec::new()),
            Nesting::Map => Value::map(block_type(schema), BTreeMap::new()),
        };
    };
    if !value.is_known() {
        return value.clone();
    }
    match (nesting, value.items(), value.elements()) {
        (Nesting::Single | Nesting::Group, Some(items), _) => {
            items.first().map_or_else(|| value.clone(), one)
        }
        (Nesting::Single | Nesting::Group, None, _) => one(value),
        (Nesting::Map, _, Some(elements)) => Value::object(
            elements
                .iter()
                .map(|(name, value)| (Rc::clone(name), one(value)))
                .collect(),
        ),
        (Nesting::Map, _, None) => value.clone(),
        (Nesting::List | Nesting::Set, items, _) => {
            let alone = [value.clone()];
            let completed: Vec<Value> = items.unwrap_or(&alone).iter().map(one).collect();
            if nesting == Nesting::List {
                Value::tuple(completed)
            } else {
                set_of(completed)
            }
        }
    }
    .marked(value.marks())
}

/// Returns the items as a set; as a tuple if their types cannot be unified.
fn set_of(items: Vec<Value>) -> Value {
    let types: Vec<Type> = items.iter().map(Value::ty).collect();
    let Some(ty) = unify(&types, Safety::Unsafe) else {
        return Value::tuple(items);
    };
    let converted: Result<Vec<Value>, Text> = items.iter().map(|item| convert(item, &ty)).collect();
    converted.map_or_else(|_| Value::tuple(items), |items| Value::set(ty, items))
}

fn type_of(attribute: &AttributeSchema) -> Type {
    match &attribute.shape {
        AttributeShape::Type(ty) => ty.clone(),
        AttributeShape::Nested(nesting, inner) => nesting.of(block_type(inner)),
    }
}

/// Returns the type of a block's value.
fn block_type(schema: &BlockSchema) -> Type {
    let attributes = schema
        .attributes
        .iter()
        .map(|(name, attribute)| (Rc::clone(name), type_of(attribute)));
    let blocks = schema.blocks.iter();
    let blocks = blocks.map(|(name, blocks)| {
        (
            Rc::clone(name),
            blocks.nesting.of(block_type(&blocks.schema)),
        )
    });
    Type::object(attributes.chain(blocks).collect())
}
