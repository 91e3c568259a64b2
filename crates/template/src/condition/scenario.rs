//! Objects in one scenario: an `Fn::If` directly in the object is replaced by its selected branch, `AWS::NoValue` and
//! nulls are removed. Deeper objects are unchanged.
//!
//! A view is a new slice over the same nodes, so findings in it keep their spans.

use bumpalo::Bump;

use super::{Assumptions, Conditions};
use crate::Functions;
use crate::function::{Function, function_of, is_no_value};
use cfn_warden_syntax::{Entry, Node, Value};

/// Returns the conditions that an object uses directly, in order of appearance.
pub fn conditions_of<'a>(node: Node<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    collect(node, true, &mut found);
    found
}

fn collect<'a>(node: Node<'a>, is_root: bool, found: &mut Vec<&'a str>) {
    if let Value::List(items) = node.value {
        items.iter().for_each(|item| collect(*item, false, found));
        return;
    }
    if let Some((Function::If, argument)) = function_of(node) {
        if let Some(([condition, then, other], Some(name))) =
            branches(argument).map(|all| (all, all.first().and_then(Node::as_str)))
        {
            debug_assert_eq!(condition.as_str(), Some(name));
            if !found.contains(&name) {
                found.push(name);
            }
            collect(*then, is_root, found);
            collect(*other, is_root, found);
        }
        return;
    }
    if let (true, Some(entries)) = (is_root, node.as_map()) {
        entries
            .iter()
            .for_each(|entry| collect(entry.value, false, found));
    }
}

/// Returns the condition and the branches of an `Fn::If`.
pub(super) fn branches<'a>(argument: Node<'a>) -> Option<&'a [Node<'a>; 3]> {
    argument.as_list()?.try_into().ok()
}

/// Returns the first condition that a value uses directly and that has no assumed value, following the selected
/// branches.
pub fn undecided<'a>(
    conditions: &Conditions<'a>,
    assumptions: Assumptions,
    node: Node<'a>,
    is_root: bool,
) -> Option<&'a str> {
    if let Value::List(items) = node.value {
        return items
            .iter()
            .find_map(|item| undecided(conditions, assumptions, *item, false));
    }
    if let Some((Function::If, argument)) = function_of(node) {
        let [condition, then, other] = branches(argument)?;
        let name = condition.as_str()?;
        return match conditions.value_of_declared(assumptions, name)? {
            Some(true) => undecided(conditions, assumptions, *then, is_root),
            Some(false) => undecided(conditions, assumptions, *other, is_root),
            None => Some(name),
        };
    }
    let entries = node.as_map().filter(|_| is_root).unwrap_or_default();
    entries
        .iter()
        .find_map(|entry| undecided(conditions, assumptions, entry.value, false))
}

/// Returns the first condition without an assumed value that decides whether a value exists and what it is, apart from
/// its parts.
pub fn undecided_choice<'a>(
    conditions: &Conditions<'a>,
    assumptions: Assumptions,
    node: Node<'a>,
) -> Option<&'a str> {
    if matches!(node.value, Value::List(_)) {
        return None;
    }
    let (Function::If, argument) = function_of(node)? else {
        return None;
    };
    let [condition, then, other] = branches(argument)?;
    let name = condition.as_str()?;
    let Some(holds) = conditions.value_of_declared(assumptions, name)? else {
        return Some(name);
    };
    undecided_choice(conditions, assumptions, if holds { *then } else { *other })
}

/// Collects the conditions that are used anywhere below a value, in order of appearance.
pub fn conditions_below<'a>(node: Node<'a>, found: &mut Vec<&'a str>) {
    match node.value {
        Value::List(items) => items.iter().for_each(|item| conditions_below(*item, found)),
        Value::Map(entries) => {
            if let Some((Function::If, argument)) = function_of(node)
                && let Some(name) =
                    branches(argument).and_then(|[condition, ..]| condition.as_str())
                && !found.contains(&name)
            {
                found.push(name);
            }
            entries
                .iter()
                .for_each(|entry| conditions_below(entry.value, found));
        }
        _ => {}
    }
}

/// The number of parts of a list or object over all scenarios.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// The minimum.
    pub least: usize,
    /// The maximum.
    pub most: usize,
}

/// Returns the number of parts of a list or object over all scenarios.
pub fn counts(node: Node<'_>) -> Counts {
    let parts: Vec<Node<'_>> = match node.value {
        // The object itself depends on a condition.
        Value::Map(_) if function_of(node).is_some() => {
            return Counts {
                least: 0,
                most: usize::MAX,
            };
        }
        Value::Map(entries) => entries.iter().map(|entry| entry.value).collect(),
        Value::List(items) => items.to_vec(),
        _ => Vec::new(),
    };
    let least = parts.iter().filter(|part| stays(**part)).count();
    Counts {
        least,
        most: parts.len(),
    }
}

/// Whether a part exists in every scenario.
fn stays(part: Node<'_>) -> bool {
    match (part.value, function_of(part)) {
        (Value::Null, _) => false,
        (_, Some((Function::Ref, name))) => name.as_str() != Some("AWS::NoValue"),
        (_, Some((Function::If, argument))) => {
            branches(argument).is_none_or(|[_, then, other]| stays(*then) && stays(*other))
        }
        _ => true,
    }
}

/// Returns every value that a list can contain in some scenario.
pub fn leaves<'a>(items: &[Node<'a>]) -> Vec<Node<'a>> {
    let mut found = Vec::new();
    let mut open: Vec<Node<'a>> = items.iter().rev().copied().collect();
    while let Some(item) = open.pop() {
        match function_of(item) {
            Some((Function::If, argument)) => match branches(argument) {
                Some([_, then, other]) => open.extend([*other, *then]),
                None => found.push(item),
            },
            _ if is_no_value(item) || matches!(item.value, Value::Null) => {}
            _ => found.push(item),
        }
    }
    found
}

/// Returns whether a list or object is the same in all scenarios: neither it nor a part of it is null, `AWS::NoValue` or
/// an `Fn::If`.
pub fn is_fixed(node: Node<'_>) -> bool {
    is_fixed_part(node)
        && node
            .as_map()
            .is_none_or(|entries| entries.iter().all(|entry| is_fixed_part(entry.value)))
}

/// As [`is_fixed`], without the parts of an object.
fn is_fixed_part(node: Node<'_>) -> bool {
    match node.value {
        Value::Null => false,
        Value::List(items) => items.iter().all(|item| is_fixed_part(*item)),
        Value::Map([_]) => match function_of(node) {
            Some((Function::If, _)) => false,
            Some((Function::Ref, name)) => name.as_str() != Some("AWS::NoValue"),
            _ => true,
        },
        _ => true,
    }
}

/// Returns an object under `assumptions`; `None` if nothing is left of it.
pub fn view<'a>(
    arena: &'a Bump,
    conditions: &Conditions<'a>,
    assumptions: Assumptions,
    functions: Functions,
    node: Node<'a>,
) -> Option<Node<'a>> {
    View {
        arena,
        conditions,
        assumptions,
        functions,
    }
    .of(node, true)
}

struct View<'v, 'a> {
    arena: &'a Bump,
    conditions: &'v Conditions<'a>,
    assumptions: Assumptions,
    functions: Functions,
}

impl<'a> View<'_, 'a> {
    fn of(&self, node: Node<'a>, is_root: bool) -> Option<Node<'a>> {
        match node.value {
            Value::Null => None,
            Value::List(items) => Some(self.list(node, items)),
            Value::Map(entries) => self.map(node, entries, is_root),
            _ => Some(node),
        }
    }

    fn list(&self, node: Node<'a>, items: &'a [Node<'a>]) -> Node<'a> {
        if items.iter().all(|item| is_fixed_part(*item)) {
            return node;
        }
        let kept: Vec<_> = items
            .iter()
            .filter_map(|item| self.of(*item, false))
            .collect();
        Node {
            value: Value::List(self.arena.alloc_slice_copy(&kept)),
            ..node
        }
    }

    fn map(&self, node: Node<'a>, entries: &'a [Entry<'a>], is_root: bool) -> Option<Node<'a>> {
        match function_of(node) {
            Some((Function::If, argument)) if self.functions.has(Function::If) => {
                let Some([condition, then, other]) = branches(argument) else {
                    return Some(node);
                };
                return match condition
                    .as_str()
                    .and_then(|name| self.conditions.value(self.assumptions, name))
                {
                    Some(true) => self.of(*then, is_root),
                    Some(false) => self.of(*other, is_root),
                    None => Some(node),
                };
            }
            Some((Function::Ref, name))
                if self.functions.has(Function::Ref) && name.as_str() == Some("AWS::NoValue") =>
            {
                return None;
            }
            _ => {}
        }
        if !is_root || entries.iter().all(|entry| is_fixed_part(entry.value)) {
            return Some(node);
        }
        let mut kept = Vec::with_capacity(entries.len());
        kept.extend(entries.iter().filter_map(|entry| {
            Some(Entry {
                key: entry.key,
                value: self.of(entry.value, false)?,
            })
        }));
        Some(Node {
            value: Value::Map(self.arena.alloc_slice_copy(&kept)),
            ..node
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_object_has_no_conditions_and_equals_its_view() {
        let parts = [
            "a: 1",
            "a:",
            "a: {Ref: AWS::NoValue}",
            "a: {Ref: Name}",
            "a: {'Fn::If': [c, 1, {Ref: AWS::NoValue}]}",
            "a: {'Fn::If': [c, 1]}",
            "a: {'Fn::Join': ['', [{'Fn::If': [c, 1, 2]}]]}",
            "a: {b: {'Fn::If': [c, 1, 2]}}",
            "a: {b: , d: }",
            "a: [1, {Ref: Name}]",
            "a: [1, {Ref: AWS::NoValue}]",
            "a: [[{'Fn::If': [c, 1, 2]}]]",
            "a: []",
            "'Fn::If': [c, {a: 1}, {a: 2}]",
            "Ref: AWS::NoValue",
            "Ref: [{'Fn::If': [c, 1, 2]}]",
        ];
        let alone = parts.iter().map(|part| (*part).to_owned());
        let paired = parts.iter().take(13).map(|part| format!("{part}\nz: 1"));
        let (mut fixed, mut other) = (0, 0);
        for text in alone.chain(paired) {
            let text = format!(
                "Conditions:\n  c: {{'Fn::Equals': [{{Ref: Name}}, 1]}}\nObject:\n  {}",
                text.replace('\n', "\n  ")
            );
            let arena = Bump::new();
            let tree = cfn_warden_syntax::parse(&arena, &text, "").tree.unwrap();
            let conditions = Conditions::of(tree.root);
            let object = tree.root.get("Object").unwrap();
            for object in object
                .as_map()
                .unwrap()
                .iter()
                .map(|entry| entry.value)
                .chain([object])
            {
                let view = |functions| {
                    view(
                        &arena,
                        &conditions,
                        Assumptions::default(),
                        functions,
                        object,
                    )
                };
                let is_same = view(Functions::PROPERTIES)
                    .is_some_and(|view| format!("{view:?}") == format!("{object:?}"));
                assert!(
                    !is_fixed(object) || is_same && conditions_of(object).is_empty(),
                    "{text}"
                );
                *(if is_fixed(object) {
                    &mut fixed
                } else {
                    &mut other
                }) += 1;
            }
        }
        assert!(fixed > 10 && other > 10, "{fixed} and {other}");
    }
}
