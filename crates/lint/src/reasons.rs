//! The reasons why a value does not match any branch of an `anyOf` or `oneOf`.
//!
//! cfn-lint lists the violations of all branches. Usually only one branch was meant: an event with `Type: Schedule` is
//! not a bad S3 event. Which one follows from the schema: the branches of another type do not count, nor those that do
//! not allow the value of a property that distinguishes all branches.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use bumpalo::Bump;

use cfn_warden_schema::{
    InstancePath, Json, KeywordValue, Step, Violation, ViolationKind as Kind, keyword,
};
use cfn_warden_syntax::finding::{RuleId, Severity};
use cfn_warden_syntax::{Node, Value, python};

/// A violation, and the rule under which it is reported: that of the `anyOf`, which users can disable.
pub struct Reason<'a> {
    pub rule: Option<RuleId>,
    pub violation: Violation<'a>,
}

type Branch<'a> = Vec<Violation<'a>>;

/// Returns the violations of the branch that was meant. If that is not known, returns the violation with those of the
/// branches that come closest.
pub fn reasons<'a>(arena: &'a Bump, violation: Violation<'a>) -> Vec<Reason<'a>> {
    let rule = violation.rule;
    explained(arena, violation)
        .into_iter()
        .map(|violation| Reason { rule, violation })
        .collect()
}

fn explained<'a>(arena: &'a Bump, mut violation: Violation<'a>) -> Vec<Violation<'a>> {
    if violation.children.is_empty() || choice(&violation.kind).is_none() {
        return vec![violation];
    }
    let mut branches = branches(std::mem::take(&mut violation.children));
    match meant(arena, &violation, &mut branches) {
        Some(found) => found
            .into_iter()
            .flat_map(|reason| explained(arena, reason))
            .collect(),
        None => {
            let nearest = nearest(branches).into_iter().flatten();
            violation.children = nearest
                .flat_map(|reason| explained(arena, reason))
                .collect();
            vec![violation]
        }
    }
}

/// Returns the names of the properties, if each branch only requires one.
pub fn alternatives<'a>(violation: &Violation<'a>) -> Option<Vec<&'a str>> {
    let own = violation.instance_path.len();
    let missing = |child: &Violation<'a>| match child.kind {
        Kind::Required { property } if child.instance_path.len() == own => Some(property),
        _ => None,
    };
    let mut names = Vec::new();
    for name in violation.children.iter().map(missing) {
        let name = name?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let is_one_each = violation
        .children
        .windows(2)
        .all(|pair| matches!(pair, [one, two] if one.branch != two.branch));
    (names.len() >= 2 && is_one_each && choice(&violation.kind).is_some()).then_some(names)
}

/// Returns the keyword of an `anyOf` or `oneOf` that does not match.
fn choice(kind: &Kind<'_>) -> Option<u32> {
    match kind {
        Kind::AnyOf { .. } => Some(keyword::ANY_OF),
        Kind::OneOf { .. } => Some(keyword::ONE_OF),
        Kind::Circumstanced { violated, .. } => choice(violated),
        _ => None,
    }
}

/// Groups violations by their branch. Warnings do not make a branch fail.
fn branches(violations: Vec<Violation<'_>>) -> Vec<Branch<'_>> {
    let is_error = |violation: &Violation<'_>| {
        violation
            .rule
            .is_none_or(|rule| rule.severity() == Severity::Error)
    };
    let has_errors = violations.iter().any(is_error);
    let mut all: Vec<Branch<'_>> = Vec::new();
    for violation in violations
        .into_iter()
        .filter(|violation| !has_errors || is_error(violation))
    {
        let same = |branch: &&mut Branch<'_>| {
            branch
                .first()
                .is_some_and(|first| first.branch == violation.branch)
        };
        match all.iter_mut().find(same) {
            Some(branch) => branch.push(violation),
            None => all.push(vec![violation]),
        }
    }
    all
}

/// Returns the violations of the only branch that can be meant; `None` if there are several, which remain.
fn meant<'a>(
    arena: &'a Bump,
    violation: &Violation<'a>,
    branches: &mut Vec<Branch<'a>>,
) -> Option<Branch<'a>> {
    let path = violation.instance_path;
    let undeclared = |one: &Violation<'_>| matches!(one.kind, Kind::Undeclared { .. });
    if let Some(reason) = branches
        .iter()
        .flatten()
        .find(|one| undeclared(one) && one.instance_path.len() == path.len())
    {
        return Some(vec![reason.clone()]);
    }
    let count = branches.len();
    let has_other_type = |branch: &Branch<'a>| {
        branch.iter().any(|one| {
            matches!(one.kind, Kind::Type { .. }) && one.instance_path.len() == path.len()
        })
    };
    if branches.iter().any(|branch| !has_other_type(branch)) {
        branches.retain(|branch| !has_other_type(branch));
    }
    for name in discriminators(path, branches) {
        let is_rejected = |branch: &Branch<'a>| {
            branch
                .iter()
                .any(|one| constrained(path, one) == Some(name))
        };
        let rejected = branches.iter().filter(|branch| is_rejected(branch)).count();
        if rejected == branches.len() {
            return (rejected > 1)
                .then(|| wrong_value(arena, path, name, branches))
                .flatten();
        }
        let left = || branches.iter().filter(|branch| !is_rejected(branch));
        if left()
            .all(|branch| constrains(violation, branch, name).unwrap_or(rejected > left().count()))
        {
            branches.retain(|branch| !is_rejected(branch));
        }
    }
    match branches.as_mut_slice() {
        [only] if count > 1 => Some(std::mem::take(only)),
        [first, others @ ..] => {
            let missing = |one: &Violation<'a>| match one.kind {
                Kind::Required { property } if one.instance_path.len() == path.len() => {
                    Some(property)
                }
                _ => None,
            };
            let is_in_all = |name| {
                others
                    .iter()
                    .all(|branch| branch.iter().any(|one| missing(one) == Some(name)))
            };
            let common = first
                .iter()
                .find(|one| missing(one).is_some_and(is_in_all))?;
            Some(vec![common.clone()])
        }
        [] => None,
    }
}

/// Returns the properties whose values branches do not allow; first those with the most branches.
fn discriminators<'a>(path: InstancePath<'a>, branches: &[Branch<'a>]) -> Vec<&'a str> {
    let mut counts: BTreeMap<&'a str, usize> = BTreeMap::new();
    for branch in branches {
        for name in branch
            .iter()
            .filter_map(|one| constrained(path, one))
            .collect::<BTreeSet<_>>()
        {
            let count = counts.entry(name).or_default();
            *count = count.saturating_add(1);
        }
    }
    let mut names: Vec<_> = counts.into_iter().collect();
    names.sort_by_key(|(_, count)| Reverse(*count));
    names.into_iter().map(|(name, _)| name).collect()
}

/// Returns the property of the value at a path that a `const` or `enum` does not allow.
fn constrained<'a>(path: InstancePath<'a>, violation: &Violation<'a>) -> Option<&'a str> {
    let own = violation.instance_path;
    let is_below = own.len() == path.len().saturating_add(1);
    let is_listed = matches!(
        violation.kind,
        Kind::Const { .. } | Kind::Enum { .. } | Kind::EnumCaseInsensitive { .. }
    );
    if is_below && is_listed {
        own.last().as_ref().and_then(Step::text)
    } else {
        None
    }
}

/// Returns whether a branch lists the values of a property; `None` if that is behind a `$ref`.
fn constrains(violation: &Violation<'_>, branch: &Branch<'_>, name: &str) -> Option<bool> {
    let number = usize::try_from(branch.first()?.branch).ok()?;
    let schema = violation
        .schema?
        .keyword(choice(&violation.kind)?)?
        .items()
        .nth(number)?;
    if schema.keyword(keyword::REF).is_some() || schema.keyword(keyword::ALL_OF).is_some() {
        return None;
    }
    let properties = schema.keyword(keyword::PROPERTIES)?;
    let property = properties
        .entries()
        .find(|(key, _)| key.text == name)
        .map(|(_, schema)| schema);
    Some(property.is_some_and(|schema| {
        [keyword::CONST, keyword::ENUM, keyword::REF]
            .into_iter()
            .any(|symbol| schema.keyword(symbol).is_some())
    }))
}

/// Returns the violation of a property by a value that no branch allows, with the values of all branches.
fn wrong_value<'a>(
    arena: &'a Bump,
    path: InstancePath<'a>,
    name: &'a str,
    branches: &[Branch<'a>],
) -> Option<Branch<'a>> {
    let mut allowed: Vec<Node<'a>> = Vec::new();
    let all = || {
        branches
            .iter()
            .flatten()
            .filter(|one| constrained(path, one) == Some(name))
    };
    let first = all().next()?;
    let mut add = |text: String| {
        if !allowed.iter().any(|known| known.as_str() == Some(&text)) {
            allowed.push(Node {
                id: first.instance.id,
                value: Value::Str(arena.alloc_str(&text)),
            });
        }
    };
    for one in all() {
        match one.kind {
            Kind::Const { expected } => texts(expected, false).into_iter().for_each(&mut add),
            Kind::Enum { allowed, .. } => texts(allowed, true).into_iter().for_each(&mut add),
            Kind::EnumCaseInsensitive { allowed, .. } => texts(KeywordValue::Schema(allowed), true)
                .into_iter()
                .for_each(&mut add),
            _ => {}
        }
    }
    let list = Node {
        id: first.instance.id,
        value: Value::List(arena.alloc_slice_copy(&allowed)),
    };
    let kind = Kind::Enum {
        instance: first.instance,
        allowed: KeywordValue::Data(list),
    };
    Some(vec![Violation {
        keyword: keyword::ENUM,
        kind,
        ..first.clone()
    }])
}

/// Returns the texts of a keyword's value or of its items.
fn texts(value: KeywordValue<'_>, is_list: bool) -> Vec<String> {
    let text = |json: Json<'_>| {
        json.as_str()
            .map_or_else(|| python::str(json), str::to_owned)
    };
    match value {
        KeywordValue::Schema(list) if is_list => list.items().map(text).collect(),
        KeywordValue::Schema(only) => vec![text(only)],
        KeywordValue::Data(list) if is_list => list
            .as_list()
            .unwrap_or_default()
            .iter()
            .map(|item| python::str(*item))
            .collect(),
        KeywordValue::Data(only) => vec![python::str(only)],
        KeywordValue::Text(text) => vec![text.to_owned()],
    }
}

/// Returns the branches with the fewest violations; among them those that match the most of the value.
fn nearest(branches: Vec<Branch<'_>>) -> Vec<Branch<'_>> {
    let rank = |branch: &Branch<'_>| {
        let depth = branch
            .iter()
            .map(|one| one.instance_path.len())
            .max()
            .unwrap_or_default();
        (branch.len(), Reverse(depth))
    };
    let best = branches.iter().map(rank).min();
    branches
        .into_iter()
        .filter(|branch| Some(rank(branch)) == best)
        .collect()
}
