//! `type`: the type of the value. Unless types are strict, values that CloudFormation converts to the type are valid.

use crate::mode::TypeMatching;
use crate::types::{Type, is_type, passes_for};
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
    let has = |one| match matching {
        TypeMatching::Exact => is_type(node, one),
        TypeMatching::Converted => passes_for(node, one),
    };
    match types.as_list() {
        Some(list) => list.iter().filter_map(Type::named).any(has),
        None => Type::named(types).is_some_and(has),
    }
}
