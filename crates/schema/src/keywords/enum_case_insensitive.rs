//! `enumCaseInsensitive`: the value must equal one of these strings, ignoring case.

use crate::equal::is_listed;
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

/// The `enumCaseInsensitive` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ENUM_CASE_INSENSITIVE, check };

/// Checks that the value equals one of the strings, ignoring case.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let lower = site.instance.as_str().map(python::lower);
    let matches = site.value.items().any(|value| match (&lower, value.as_str()) {
        (Some(lower), Some(text)) => *lower == python::lower(text),
        _ => is_listed(site.instance, value),
    });
    if matches {
        return;
    }
    let instance = match &lower {
        Some(lower) => Node { value: Value::Str(walk.arena.alloc_str(lower)), ..site.instance },
        None => site.instance,
    };
    site.fail(out, ViolationKind::EnumCaseInsensitive { instance, allowed: site.value });
}
