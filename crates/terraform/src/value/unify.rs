//! The types of conversions: unification of types, and the type of a converted value.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Attributes, Type};

/// The number of types of each kind.
#[derive(Debug, Default)]
struct Count {
    dynamic: usize,
    map: usize,
    list: usize,
    set: usize,
    object: usize,
    tuple: usize,
}

/// Returns a type to which all types can be converted; `None` if there is none.
pub fn unify(types: &[Type], safety: Safety) -> Option<Type> {
    let first = types.first().unwrap_or(&Type::Dynamic);
    if types.iter().all(|ty| ty == first) {
        return Some(first.clone());
    }
    let mut count = Count::default();
    for ty in types {
        match ty {
            Type::Dynamic => count.dynamic += 1,
            Type::Map(_) => count.map += 1,
            Type::List(_) => count.list += 1,
            Type::Set(_) => count.set += 1,
            Type::Object(_) => count.object += 1,
            Type::Tuple(_) => count.tuple += 1,
            Type::Bool | Type::Number | Type::String => {}
        }
    }
    let all = |count: &Count, some: usize| some.saturating_add(count.dynamic) == types.len();
    let structural = [count.map, count.list, count.set, count.object, count.tuple]
        .iter()
        .any(|some| *some > 0 && all(&count, *some));
    if count.dynamic > 0 && structural {
        // An unknown type may turn out to be anything.
        return Some(Type::Dynamic);
    }
    if count.map > 0 && all(&count, count.map) {
        return Some(Type::map(elements(types, safety)?));
    }
    if count.map > 0
        && all(&count, count.map.saturating_add(count.object))
        && let Some(ty) = attributes_as_map(types, safety)
    {
        return Some(ty);
    }
    if count.list > 0 && all(&count, count.list) {
        return Some(Type::list(elements(types, safety)?));
    }
    if count.list > 0
        && all(&count, count.list.saturating_add(count.tuple))
        && let Some(ty) = items_as_list(types, safety)
    {
        return Some(ty);
    }
    if count.set > 0 && all(&count, count.set) {
        return Some(Type::set(elements(types, safety)?));
    }
    if count.object > 0 && all(&count, count.object) {
        return objects(types, safety);
    }
    if count.tuple > 0 && all(&count, count.tuple) {
        return tuples(types, safety);
    }
    if count.object > 0 && count.tuple > 0 {
        return None;
    }
    preferred(types, safety)
}

/// Returns the first type to which all others can be converted, preferably by conversions that never fail. Strings are
/// tried first, then all others before sets, and `Dynamic` last.
fn preferred(types: &[Type], safety: Safety) -> Option<Type> {
    let mut order: Vec<&Type> = types.iter().collect();
    order.sort_by_key(|ty| match ty {
        Type::String => 0,
        Type::Set(_) => 2,
        Type::Dynamic => 3,
        _ => 1,
    });
    let fits = |want: &Type, safety| {
        types
            .iter()
            .all(|ty| converted_type(ty, want, safety).is_some())
    };
    let always = order
        .iter()
        .find(|want| ***want != Type::Dynamic && fits(want, Safety::Safe));
    always
        .or_else(|| order.iter().find(|want| fits(want, safety)))
        .map(|want| (*want).clone())
}

fn elements(types: &[Type], safety: Safety) -> Option<Type> {
    let items: Vec<Type> = types
        .iter()
        .filter_map(|ty| ty.element().cloned())
        .collect();
    unify(&items, safety)
}

/// Returns the distinct item and attribute types. Removing duplicates saves work, because unification is expensive.
fn members(types: &[Type]) -> Vec<Type> {
    let mut found: Vec<Type> = Vec::new();
    let mut add = |ty: &Type| {
        if !found.contains(ty) {
            found.push(ty.clone());
        }
    };
    for ty in types {
        match ty {
            Type::List(item) | Type::Set(item) | Type::Map(item) => add(item),
            Type::Tuple(items) => items.iter().for_each(&mut add),
            Type::Object(attributes) => attributes.types.values().for_each(&mut add),
            _ => {}
        }
    }
    found
}

fn attributes_as_map(types: &[Type], safety: Safety) -> Option<Type> {
    Some(Type::map(unify(&members(types), safety)?))
}

fn items_as_list(types: &[Type], safety: Safety) -> Option<Type> {
    Some(Type::list(unify(&members(types), safety)?))
}

/// Unifies objects with the same attribute names to an object, others to a map.
fn objects(types: &[Type], safety: Safety) -> Option<Type> {
    let each: Vec<&BTreeMap<Rc<str>, Type>> = types
        .iter()
        .filter_map(|ty| match ty {
            Type::Object(attributes) => Some(&attributes.types),
            _ => None,
        })
        .collect();
    let first = each.first()?;
    if !each.iter().all(|other| other.keys().eq(first.keys())) {
        return attributes_as_map(types, safety);
    }
    let mut unified = BTreeMap::new();
    for name in first.keys() {
        let of_name: Vec<Type> = each
            .iter()
            .filter_map(|attributes| attributes.get(name).cloned())
            .collect();
        unified.insert(Rc::clone(name), unify(&of_name, safety)?);
    }
    Some(Type::object(unified))
}

/// Unifies tuples of the same length to a tuple, others to a list.
fn tuples(types: &[Type], safety: Safety) -> Option<Type> {
    let each: Vec<&Rc<[Type]>> = types
        .iter()
        .filter_map(|ty| match ty {
            Type::Tuple(items) => Some(items),
            _ => None,
        })
        .collect();
    let first = each.first()?;
    if !each.iter().all(|other| other.len() == first.len()) {
        return items_as_list(types, safety);
    }
    let items: Option<Rc<[Type]>> = (0..first.len())
        .map(|at| {
            let column: Vec<Type> = each
                .iter()
                .filter_map(|items| items.get(at).cloned())
                .collect();
            unify(&column, safety)
        })
        .collect();
    Some(Type::Tuple(items?))
}

/// Which conversions are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Safety {
    /// Conversions that succeed for every value.
    Safe,
    /// Also conversions that fail for some values.
    Unsafe,
}

/// Returns the type of converted values; `None` if there is no conversion.
pub fn converted_type(from: &Type, to: &Type, safety: Safety) -> Option<Type> {
    if from == to || *to == Type::Dynamic {
        return Some(from.clone());
    }
    if *from == Type::Dynamic {
        return (safety == Safety::Unsafe).then(|| to.clone());
    }
    let each = |items: &mut dyn Iterator<Item = &Type>, want: &Type| -> Option<Vec<Type>> {
        items
            .map(|item| converted_type(item, want, safety))
            .collect()
    };
    match (from, to) {
        (Type::Number | Type::Bool, Type::String) => Some(Type::String),
        (Type::String, Type::Number | Type::Bool) => (safety == Safety::Unsafe).then(|| to.clone()),
        (Type::List(item) | Type::Set(item), Type::List(want)) => {
            Some(Type::list(converted_type(item, want, safety)?))
        }
        (Type::List(_), Type::Set(_)) if safety == Safety::Safe => None,
        (Type::List(item) | Type::Set(item), Type::Set(want)) => {
            Some(Type::set(converted_type(item, want, safety)?))
        }
        (Type::Map(item), Type::Map(want)) => Some(Type::map(converted_type(item, want, safety)?)),
        (Type::Tuple(items), Type::List(want)) => Some(Type::list(single(
            &each(&mut items.iter(), want)?,
            want,
            safety,
        )?)),
        (Type::Tuple(items), Type::Set(want)) => Some(Type::set(single(
            &each(&mut items.iter(), want)?,
            want,
            safety,
        )?)),
        (Type::Tuple(items), Type::Tuple(wants)) if items.len() == wants.len() => {
            let items: Option<Rc<[Type]>> = items
                .iter()
                .zip(wants.iter())
                .map(|(item, want)| converted_type(item, want, safety))
                .collect();
            Some(Type::Tuple(items?))
        }
        (Type::Object(from), Type::Map(want)) => Some(Type::map(single_of_map(
            &each(&mut from.types.values(), want)?,
            want,
            safety,
        )?)),
        (Type::Object(from), Type::Object(want)) => {
            object_type(&|name| from.types.get(name), want, safety)
        }
        (Type::Map(item), Type::Object(want)) if safety == Safety::Unsafe => {
            object_type(&|_| Some(item), want, safety)
        }
        _ => None,
    }
}

/// Returns the common type of a collection's items.
fn single(items: &[Type], want: &Type, safety: Safety) -> Option<Type> {
    match items {
        [] => Some(want.clone()),
        [first, rest @ ..] if rest.iter().all(|item| item == first) => Some(first.clone()),
        _ => unify(items, safety).filter(|ty| *ty != Type::Dynamic),
    }
}

/// Returns the common type of a map's elements. Elements of unknown type are ignored if there is no other common type.
pub(super) fn single_of_map(items: &[Type], want: &Type, safety: Safety) -> Option<Type> {
    single(items, want, safety).or_else(|| {
        let typed: Vec<Type> = items
            .iter()
            .filter(|item| **item != Type::Dynamic)
            .cloned()
            .collect();
        if typed.len() == items.len() {
            None
        } else {
            single(&typed, want, safety)
        }
    })
}

fn object_type<'t>(
    found: &dyn Fn(&str) -> Option<&'t Type>,
    want: &Attributes,
    safety: Safety,
) -> Option<Type> {
    let mut types = BTreeMap::new();
    for (name, ty) in &want.types {
        let ty = match found(name) {
            Some(found) => converted_type(found, ty, safety)?,
            None if want.optional.contains(name) => ty.clone(),
            None => return None,
        };
        types.insert(Rc::clone(name), ty);
    }
    Some(Type::object(types))
}
