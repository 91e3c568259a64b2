//! `additionalProperties`: the schema for keys that `properties` and `patternProperties` do not match.

use std::cell::OnceCell;

use crate::{Assertion, Evaluation, JsonKind, Keyword, Step, ViolationKind, Violations, keyword};
use cfn_warden_syntax::Entry;
use cfn_warden_syntax::python;
use cfn_warden_template::function::{Function, function_of};

/// The `additionalProperties` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::ADDITIONAL_PROPERTIES,
    check,
};

/// Checks the values of all other keys.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some(entries) = assertion.instance.as_map() else {
        return;
    };
    if function_of(assertion.instance)
        .is_some_and(|(function, _)| assertion.cx.functions.has(function))
    {
        return;
    }
    match assertion.value.kind() {
        JsonKind::Object(_) => {
            for entry in extras(evaluation, assertion, entries) {
                evaluation.descend(
                    assertion.cx,
                    (Step::Key(entry.key), Some("*")),
                    assertion.value,
                    entry.value,
                    out,
                );
            }
        }
        JsonKind::Bool(false) => {
            for entry in extras(evaluation, assertion, entries) {
                assertion.fail_at(
                    evaluation,
                    out,
                    Step::Key(entry.key),
                    kind(assertion, entry),
                );
            }
        }
        _ => {}
    }
}

fn extras<'s, 'a>(
    evaluation: &'s Evaluation<'a>,
    assertion: &'s Assertion<'a, '_>,
    entries: &'a [Entry<'a>],
) -> impl Iterator<Item = &'a Entry<'a>> + 's {
    let declared = assertion
        .sibling(keyword::PROPERTIES)
        .map(|schemas| evaluation.lookup(schemas, entries).positions);
    let compile = || {
        let patterns = assertion.sibling(keyword::PATTERN_PROPERTIES);
        let patterns = patterns.into_iter().flat_map(|patterns| patterns.entries());
        patterns
            .map(|(pattern, _)| evaluation.pattern(pattern.text))
            .collect::<Vec<_>>()
    };
    let compiled = OnceCell::new();
    let transform = assertion.cx.functions.has(Function::Transform);
    let is_extra = move |(index, entry): &(usize, &'a Entry<'a>)| {
        let Some(key) = entry.key.as_str() else {
            return true;
        };
        let position = declared.and_then(|positions| *positions.get(*index)?);
        let matched = || {
            compiled
                .get_or_init(compile)
                .iter()
                .any(|pattern| evaluation.finds(pattern, key))
        };
        !(position.is_some() || (transform && key == Function::Transform.name()) || matched())
    };
    entries
        .iter()
        .enumerate()
        .filter(is_extra)
        .map(|(_, entry)| entry)
}

fn kind<'a>(assertion: &Assertion<'a, '_>, entry: &'a Entry<'a>) -> ViolationKind<'a> {
    let key = entry.key;
    if let Some(patterns) = assertion.sibling(keyword::PATTERN_PROPERTIES) {
        return ViolationKind::PatternProperties { key, patterns };
    }
    let properties = assertion
        .sibling(keyword::PROPERTIES)
        .into_iter()
        .flat_map(|properties| properties.entries());
    let mut names = properties.map(|(name, _)| name.text);
    let similar = key
        .as_str()
        .and_then(|key| names.find(|name| python::is_similar(key, name)));
    ViolationKind::AdditionalProperties { key, similar }
}
