//! Unification of types.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Type;
use super::convert::{Safety, converted_type};

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
/// tried first and `Dynamic` last.
fn preferred(types: &[Type], safety: Safety) -> Option<Type> {
    let mut order: Vec<&Type> = types.iter().collect();
    order.sort_by_key(|ty| match ty {
        Type::String => 0,
        Type::Dynamic => 2,
        _ => 1,
    });
    let fits = |want: &Type, safety| types.iter().all(|ty| converted_type(ty, want, safety).is_some());
    let always = order.iter().find(|want| ***want != Type::Dynamic && fits(want, Safety::Safe));
    always.or_else(|| order.iter().find(|want| fits(want, safety))).map(|want| (*want).clone())
}

fn elements(types: &[Type], safety: Safety) -> Option<Type> {
    let items: Vec<Type> = types.iter().filter_map(|ty| ty.element().cloned()).collect();
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
        let of_name: Vec<Type> = each.iter().filter_map(|attributes| attributes.get(name).cloned()).collect();
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
            let column: Vec<Type> = each.iter().filter_map(|items| items.get(at).cloned()).collect();
            unify(&column, safety)
        })
        .collect();
    Some(Type::Tuple(items?))
}
