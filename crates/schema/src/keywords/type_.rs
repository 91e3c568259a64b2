//! `type`: the type of the value. Unless types are strict, values that CloudFormation converts to the type are valid.

use crate::mode::TypeMatching;
use crate::types::{is_type, passes_for};
use crate::{Assertion, Evaluation, Json, Keyword, ViolationKind, Violations, keyword};
use cfn_warden_syntax::Node;

/// The `type` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::TYPE, check };

/// Checks the type of the value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if !fits(assertion.instance, assertion.value, assertion.cx.types) {
        assertion.fail(out, ViolationKind::Type { instance: assertion.instance, types: assertion.value });
    }
}

/// Returns whether a value has one of the types of the keyword's value.
pub fn fits(node: Node<'_>, types: Json<'_>, matching: TypeMatching) -> bool {
    let has = |name: &str| match matching {
        TypeMatching::Exact => is_type(node, name),
        TypeMatching::Converted => passes_for(node, name),
    };
    match types.as_str() {
        Some(name) => has(name),
        None => types.items().filter_map(|name| name.as_str()).any(has),
    }
}
