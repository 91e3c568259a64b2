//! Uniqueness of list items.
//!
//! Source: `uniq`, `uniq_keys` of
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/jsonschema/_utils.py>.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{BuildHasher, RandomState};

use super::equal::{equal, numbers, prints, spells_truth, texts as equal_texts};
use super::repr::float_repr;
use super::value::{Kind, PyValue};
use crate::hash::HashMap;
use crate::{Node, Value};

/// Whether no two items are equal. Numbers compare as strings. Like cfn-lint, compares items that can be sorted only
/// with their neighbors, which matters because equality is loose: "True", "Z", "true" are unique.
pub fn unique(items: &[Node<'_>]) -> bool {
    if items.len() < 2 {
        return true;
    }
    let mut texts = Vec::with_capacity(items.len());
    texts.extend(items.iter().map_while(|item| text(item.kind())));
    if texts.len() == items.len() {
        texts.sort_unstable();
        return neighbours(&texts, |one, two| !equal_texts(one, two));
    }
    if let Some(sorted) = sorted_lists(items) {
        return neighbours(&sorted, |one, two| !equal(**one, **two));
    }
    let same = |one: &Node<'_>, two: &Node<'_>| match (one.kind(), two.kind()) {
        // cfn-lint replaces booleans by objects that are equal only to themselves.
        (Kind::Bool(one), Kind::Bool(two)) => one == two,
        (Kind::Bool(_), _) | (_, Kind::Bool(_)) => false,
        (one_kind, two_kind) => match (text(one_kind), text(two_kind)) {
            (Some(one), Some(two)) => equal_texts(&one, &two),
            (Some(text), None) => prints(*two, &text),
            (None, Some(text)) => prints(*one, &text),
            (None, None) => equal(*one, *two),
        },
    };
    no_pair(items, |item, state| fingerprint(*item, state), same)
}

/// Whether no two items are equal in all of these keys. Items that lack one of the keys are skipped.
pub fn unique_in(items: &[Node<'_>], keys: &[&str]) -> bool {
    let has_all = |item: &&Node<'_>| keys.iter().all(|key| item.get(key).is_some());
    let items: Vec<&Node<'_>> = items.iter().filter(has_all).collect();
    let of_keys = |item: &&Node<'_>, state: &RandomState| {
        keys.iter().try_fold(0u64, |all, key| {
            let value = item.get(key)?;
            Some(state.hash_one((all, fingerprint(value, state)?)))
        })
    };
    no_pair(&items, of_keys, |one, two| {
        keys.iter().all(
            |key| matches!((one.get(key), two.get(key)), (Some(one), Some(two)) if equal(one, two)),
        )
    })
}

/// Returns the string that a number or string compares as.
fn text<'a, V>(kind: Kind<'a, V>) -> Option<Cow<'a, str>> {
    match kind {
        Kind::Str(text) => Some(Cow::Borrowed(text)),
        Kind::Int(number) => Some(Cow::Owned(number.to_string())),
        Kind::BigInt(digits) => Some(Cow::Borrowed(digits)),
        Kind::Float(number) => Some(Cow::Owned(float_repr(number))),
        _ => None,
    }
}

fn neighbours<T>(sorted: &[T], differ: impl Fn(&T, &T) -> bool) -> bool {
    sorted
        .windows(2)
        .all(|pair| matches!(pair, [one, two] if differ(one, two)))
}

/// Whether no two items are the same. Items with different fingerprints differ; without fingerprints, all pairs are
/// compared.
fn no_pair<T>(
    items: &[T],
    fingerprint: impl Fn(&T, &RandomState) -> Option<u64>,
    same: impl Fn(&T, &T) -> bool,
) -> bool {
    let state = RandomState::default();
    let mut groups: HashMap<u64, Vec<&T>> = HashMap::default();
    for item in items {
        let Some(fingerprint) = fingerprint(item, &state) else {
            return no_pair_of_all(items, same);
        };
        let group = groups.entry(fingerprint).or_default();
        if group.iter().any(|other| same(item, other)) {
            return false;
        }
        group.push(item);
    }
    true
}

/// Returns a number that is the same for equal values; `None` for values that can equal values of other types: a string
/// that spells a boolean, or another scalar.
fn fingerprint(node: Node<'_>, state: &RandomState) -> Option<u64> {
    match node.value {
        Value::Str(text) if !spells_truth(text) => Some(state.hash_one(text)),
        Value::List(items) => items
            .iter()
            .try_fold(state.hash_one(items.len()), |all, item| {
                Some(state.hash_one((all, fingerprint(*item, state)?)))
            }),
        // Entries are equal in any order.
        Value::Map(entries) => entries.iter().try_fold(1u64, |all, entry| {
            let key = entry.key.as_str()?;
            let own = state.hash_one((key, fingerprint(entry.value, state)?));
            Some(all.wrapping_add(own))
        }),
        _ => None,
    }
}

fn no_pair_of_all<T>(items: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    let mut rest = items;
    while let Some((first, others)) = rest.split_first() {
        if others.iter().any(|other| same(first, other)) {
            return false;
        }
        rest = others;
    }
    true
}

/// Sorts lists; returns `None` if an item is not a list, or if Python cannot order two items.
fn sorted_lists<'i, 'a>(items: &'i [Node<'a>]) -> Option<Vec<&'i Node<'a>>> {
    if !items.iter().all(|item| item.as_list().is_some()) {
        return None;
    }
    sorted(items.iter().collect(), &|one: &Node<'_>, two: &Node<'_>| {
        compare(one.kind(), two.kind())
    })
}

/// Sorts stably by a partial order; returns `None` if two elements cannot be compared. The standard library's sort may
/// panic with an inconsistent order.
fn sorted<'i, T>(
    mut list: Vec<&'i T>,
    order: &impl Fn(&T, &T) -> Option<Ordering>,
) -> Option<Vec<&'i T>> {
    if list.len() < 2 {
        return Some(list);
    }
    let right = sorted(list.split_off(list.len() / 2), order)?;
    let left = sorted(list, order)?;
    let mut merged = Vec::with_capacity(left.len().saturating_add(right.len()));
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(one), Some(two)) = (left.peek(), right.peek()) {
        let next = if order(two, one)? == Ordering::Less {
            right.next()
        } else {
            left.next()
        };
        merged.extend(next);
    }
    merged.extend(left.chain(right));
    Some(merged)
}

/// Compares two values like Python; `None` if it raises.
fn compare<'a, V: PyValue<'a>>(one: Kind<'a, V>, two: Kind<'a, V>) -> Option<Ordering> {
    match (one, two) {
        (Kind::Str(one), Kind::Str(two)) | (Kind::Date(one), Kind::Date(two)) => Some(one.cmp(two)),
        (Kind::List(one), Kind::List(two)) => {
            for (one, two) in one.items().zip(two.items()) {
                if is_same(one, two) {
                    continue;
                }
                return compare(one.kind(), two.kind());
            }
            Some(one.count().cmp(&two.count()))
        }
        (one, two) => numbers(number(one), number(two)),
    }
}

/// Converts a boolean to a number, as Python compares it.
fn number<V>(kind: Kind<'_, V>) -> Kind<'_, V> {
    match kind {
        Kind::Bool(is) => Kind::Int(is.into()),
        other => other,
    }
}

/// Python's own `==`.
fn is_same<'a>(one: impl PyValue<'a>, two: impl PyValue<'a>) -> bool {
    match (one.kind(), two.kind()) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Str(one), Kind::Str(two)) | (Kind::Date(one), Kind::Date(two)) => one == two,
        (Kind::List(one), Kind::List(two)) => {
            one.count() == two.count()
                && one
                    .items()
                    .zip(two.items())
                    .all(|(one, two)| is_same(one, two))
        }
        (Kind::Map(one), Kind::Map(two)) => {
            one.count() == two.count()
                && one.entries().all(|(key, value)| {
                    let Kind::Str(key) = key else { return false };
                    two.get(key).is_some_and(|other| is_same(value, other))
                })
        }
        (one, two) => numbers(number(one), number(two)) == Some(Ordering::Equal),
    }
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::*;

    /// Lists of values that are equal in some loose way.
    #[test]
    fn fingerprints_find_the_pairs_that_comparing_all_finds() {
        let values = [
            "{a: x}",
            "{a: x, b: y}",
            "{b: y, a: x}",
            "{a: 'true'}",
            "{a: true}",
            "{a: 'False'}",
            "{a: 1}",
            "{a: '1'}",
            "{a: '01'}",
            "{a: [x]}",
            "{a: [x, x]}",
            "{a: null}",
            "{1: x}",
            "x",
            "'true'",
            "1",
            "[x]",
        ];
        for one in values {
            for two in values {
                for third in ["{c: z}", "{a: [x], b: y}"] {
                    let arena = Bump::new();
                    let text = format!("[{one}, {two}, {third}]");
                    let tree = crate::parse(&arena, &text, "t.yaml").tree.unwrap();
                    let items = tree.root.as_list().unwrap();
                    let same = |one: &Node<'_>, two: &Node<'_>| equal(*one, *two);
                    assert_eq!(
                        no_pair(items, |item, state| fingerprint(*item, state), same),
                        no_pair_of_all(items, same),
                        "{text}"
                    );
                }
            }
        }
    }

    #[test]
    fn many_maps_take_no_time() {
        let arena = Bump::new();
        let items: Vec<_> = (0..20_000)
            .map(|number| format!("{{Key: {}{number}}}", "k".repeat(100)))
            .collect();
        let text = format!("[{}]", items.join(", "));
        let tree = crate::parse(&arena, &text, "t.yaml").tree.unwrap();
        let items = tree.root.as_list().unwrap();
        assert!(unique(items) && unique_in(items, &["Key"]));
        let twice = [items, items].concat();
        assert!(!unique(&twice) && !unique_in(&twice, &["Key"]));
    }
}
