//! `pattern`: the expression must match somewhere in a string, or in the JSON of a number or boolean.

use crate::pattern::{Pattern, PatternError};
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};
use cfn_warden_syntax::python::{self, Dates, Spacing};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::region::Partition;
use cfn_warden_template::{Quirk, Region};

/// The `pattern` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::PATTERN,
    check,
};

/// Checks that the expression matches somewhere in the text.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let pattern = assertion
        .data
        .map_or_else(|| assertion.value.as_str(), |data| data.as_str());
    let (Some(text), Some(pattern)) = (text_of(evaluation, assertion.instance), pattern) else {
        return;
    };
    match evaluation.pattern(pattern) {
        Ok(pattern)
            if !evaluation.matches(&pattern, text)
                && !fits_elsewhere(evaluation, &pattern, text) =>
        {
            let instance = Node {
                value: Value::Str(text),
                ..assertion.instance
            };
            assertion.fail(
                out,
                ViolationKind::Pattern {
                    instance,
                    pattern: assertion.expected(),
                },
            );
        }
        Err(PatternError::Refused(reason) | PatternError::Raised(reason)) => {
            // cfn-lint reports the exception itself, as it does for two patterns of its schemas that `regex` rejects.
            let (pattern, error) = (assertion.expected(), evaluation.arena.alloc_str(&reason));
            assertion.fail(out, ViolationKind::InvalidPattern { pattern, error });
        }
        _ => {}
    }
}

/// Returns whether an ARN of a partition that the patterns do not cover matches after its partition, and a region of
/// that partition, are replaced by those of the commercial partition.
fn fits_elsewhere(evaluation: &Evaluation<'_>, pattern: &Pattern, text: &str) -> bool {
    let mut parts = text.splitn(5, ':');
    let (Some("arn"), Some(partition), Some(service), Some(region), Some(rest)) = (
        parts.next(),
        parts.next(),
        parts.next(),
        parts.next(),
        parts.next(),
    ) else {
        return false;
    };
    if !Partition::is_isolated(partition) || evaluation.options.compat.has(Quirk::Partitions) {
        return false;
    }
    let region = if Partition::of(region).name == partition {
        Region::PRIMARY.name()
    } else {
        region
    };
    evaluation.matches(
        pattern,
        &format!(
            "arn:{}:{service}:{region}:{rest}",
            Partition::COMMERCIAL.name
        ),
    )
}

/// Returns the text to match: a string itself, or the JSON of a number or boolean.
pub fn text_of<'a>(evaluation: &Evaluation<'a>, node: Node<'a>) -> Option<&'a str> {
    match node.value {
        Value::Str(text) => Some(text),
        Value::Bool(is) => Some(if is { "true" } else { "false" }),
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => {
            python::dumps(node, Spacing::Spaces, Dates::Refuse)
                .map(|text| &*evaluation.arena.alloc_str(&text))
        }
        _ => None,
    }
}
