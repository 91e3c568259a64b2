//! `pattern`: the expression must match somewhere in a string, or in the JSON of a number or boolean.

use crate::pattern::{Pattern, PatternError};
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};
use cfn_warden_syntax::python::{self, Dates, Spacing};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::region::Partition;
use cfn_warden_template::{Quirk, Region};

/// The `pattern` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::PATTERN, check };

/// Checks that the expression matches somewhere in the text.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let pattern = site.data.map_or_else(|| site.value.as_str(), |data| data.as_str());
    let (Some(text), Some(pattern)) = (text_of(walk, site.instance), pattern) else { return };
    match walk.pattern(pattern) {
        Ok(pattern) if !walk.matches(&pattern, text) && !fits_elsewhere(walk, &pattern, text) => {
            let instance = Node { value: Value::Str(text), ..site.instance };
            site.fail(out, ViolationKind::Pattern { instance, pattern: site.expected() });
        }
        Err(PatternError::Refused(reason) | PatternError::Raised(reason)) => {
            // cfn-lint reports the exception itself, as it does for two patterns of its schemas that `regex` rejects.
            let (pattern, error) = (site.expected(), walk.arena.alloc_str(&reason));
            site.fail(out, ViolationKind::InvalidPattern { pattern, error });
        }
        _ => {}
    }
}

/// Returns whether an ARN of a partition that the patterns do not cover matches after its partition, and a region of
/// that partition, are replaced by those of the commercial partition.
fn fits_elsewhere(walk: &Walk<'_>, pattern: &Pattern, text: &str) -> bool {
    let mut parts = text.splitn(5, ':');
    let (Some("arn"), Some(partition), Some(service), Some(region), Some(rest)) =
        (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    if !Partition::is_isolated(partition) || walk.options.compat.has(Quirk::Partitions) {
        return false;
    }
    let region = if Partition::of(region).name == partition { Region::PRIMARY.name() } else { region };
    walk.matches(pattern, &format!("arn:{}:{service}:{region}:{rest}", Partition::COMMERCIAL.name))
}

/// Returns the text to match: a string itself, or the JSON of a number or boolean.
pub fn text_of<'a>(walk: &Walk<'a>, node: Node<'a>) -> Option<&'a str> {
    match node.value {
        Value::Str(text) => Some(text),
        Value::Bool(is) => Some(if is { "true" } else { "false" }),
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => {
            python::dumps(node, Spacing::Spaces, Dates::Refuse).map(|text| &*walk.arena.alloc_str(&text))
        }
        _ => None,
    }
}
