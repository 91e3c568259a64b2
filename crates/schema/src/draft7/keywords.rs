//! Keywords whose standard semantics differ from cfn-lint's.

use crate::evaluation::Part;
use crate::table::Check;
use crate::{
    Assertion, Evaluation, JsonKind, Step, ViolationKind, Violations, keyword as k, keywords,
};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::python::{self, Kind, PyValue};

/// The checks of these keywords.
pub const CHECKS: &[(u32, Check)] = &[
    (k::ADDITIONAL_ITEMS, additional_items),
    (k::CONST, constant),
    (k::ENUM, listed),
    (k::EXCLUSIVE_MAXIMUM, of_numbers::<0>),
    (k::EXCLUSIVE_MINIMUM, of_numbers::<1>),
    (k::ITEMS, items),
    (k::MAXIMUM, of_numbers::<2>),
    (k::MINIMUM, of_numbers::<3>),
    (k::MULTIPLE_OF, of_numbers::<4>),
    (k::PATTERN, pattern),
    (k::RAW_PSEUDO_PARAMETER, as_any_text),
    (k::UNIQUE_ITEMS, unique_items),
];

/// Checks `items`: one schema for all items, or one schema per item.
fn items<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(items) = assertion.instance.as_list() else {
        return;
    };
    let each = matches!(assertion.value.kind(), JsonKind::List(_));
    for ((index, item), place) in (0u32..).zip(items).zip(0usize..) {
        let schema = match assertion.value.as_list().filter(|_| each) {
            Some(list) => list.get(place),
            None => Some(assertion.value),
        };
        let Some(schema) = schema else { return };
        evaluation.descend(assertion.cx, (Step::Index(index), None), schema, *item, out);
    }
}

/// Checks `additionalItems`: the schema for the items beyond a list in `items`.
fn additional_items<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some(items) = assertion.instance.as_list() else {
        return;
    };
    let Some(first) = assertion
        .sibling(k::ITEMS)
        .and_then(|items| items.as_list())
    else {
        return;
    };
    for (index, item) in (0u32..).zip(items).skip(first.len()) {
        evaluation.descend(
            assertion.cx,
            (Step::Index(index), None),
            assertion.value,
            *item,
            out,
        );
    }
}

fn listed<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if !assertion
        .value
        .items()
        .any(|value| same(assertion.instance, value))
    {
        assertion.fail(
            out,
            ViolationKind::Enum {
                instance: assertion.instance,
                allowed: assertion.expected(),
            },
        );
    }
}

fn constant<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if !same(assertion.instance, assertion.value) {
        assertion.fail(
            out,
            ViolationKind::Const {
                expected: assertion.expected(),
            },
        );
    }
}

fn unique_items<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let (Some(items), Some(true)) = (assertion.instance.as_list(), assertion.value.as_bool())
    else {
        return;
    };
    if !evaluation.budget.spend_on_pairs(items.len()) {
        return;
    }
    let repeated = |(at, item): (usize, &cfn_warden_syntax::Node<'a>)| {
        items.iter().take(at).any(|other| same(*item, *other))
    };
    if items.iter().enumerate().any(repeated) {
        assertion.fail(out, ViolationKind::UniqueItems);
    }
}

fn pattern<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    if matches!(assertion.instance.value, Value::Str(_)) {
        keywords::pattern_check(evaluation, assertion, out);
    }
}

/// Checks a numeric keyword; values other than numbers are valid.
fn of_numbers<'a, const WHICH: usize>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    const CHECKS: [Check; 5] = [
        keywords::exclusive_maximum_check,
        keywords::exclusive_minimum_check,
        keywords::maximum_check,
        keywords::minimum_check,
        keywords::multiple_of_check,
    ];
    if let (false, Some(check)) = (
        matches!(assertion.instance.value, Value::Str(_)),
        CHECKS.get(WHICH),
    ) {
        check(evaluation, assertion, out);
    }
}

/// Checks a string without treating names of pseudo parameters specially.
fn as_any_text<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    evaluation.run(
        assertion.cx,
        assertion.schema,
        Part::Whole,
        assertion.instance,
        out,
    );
}

/// Returns whether two values are equal: numbers by value, other values also by type.
fn same<'a, 'b>(one: impl PyValue<'a>, two: impl PyValue<'b>) -> bool {
    match (one.kind(), two.kind()) {
        (Kind::Str(one), Kind::Str(two)) => one == two,
        (Kind::Str(_), _) | (_, Kind::Str(_)) => false,
        (Kind::List(one), Kind::List(two)) => {
            one.count() == two.count()
                && one
                    .items()
                    .zip(two.items())
                    .all(|(one, two)| same(one, two))
        }
        (Kind::Map(one), Kind::Map(two)) => {
            one.count() == two.count()
                && one.entries().all(|(key, value)| match key {
                    Kind::Str(key) => two.get(key).is_some_and(|other| same(value, other)),
                    _ => false,
                })
        }
        _ => python::equal(one, two),
    }
}
