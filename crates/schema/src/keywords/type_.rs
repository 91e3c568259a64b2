//! `type`: the type of the value. Unless types are strict, values that CloudFormation converts to the type are valid.

use crate::mode::TypeMatching;
use crate::types::{is_type, passes_for};
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `type` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::TYPE, check };

/// Checks the type of the value.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let matches = |name: &str| match site.cx.types {
        TypeMatching::Exact => is_type(site.instance, name),
        TypeMatching::Converted => passes_for(site.instance, name),
    };
    let fine = match site.value.as_str() {
        Some(name) => matches(name),
        None => site.value.items().filter_map(|name| name.as_str()).any(matches),
    };
    if !fine {
        site.fail(out, ViolationKind::Type { instance: site.instance, types: site.value });
    }
}
