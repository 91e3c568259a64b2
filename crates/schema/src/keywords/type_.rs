//! `type`: what kind of value it is. Where types are not strict, also what CloudFormation turns into it.

use crate::types::{is_type, passes_for};
use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// `type`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::TYPE, check };

/// What kind of value it is.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let fits = |name: &str| match site.cx.strict_types {
        true => is_type(site.instance, name),
        false => passes_for(site.instance, name),
    };
    let fine = match site.value.as_str() {
        Some(name) => fits(name),
        None => site.value.items().filter_map(|name| name.as_str()).any(fits),
    };
    if !fine {
        site.fail(out, Fault::new("{} is not of type {}", [Operand::Value(site.instance), Operand::Words(site.value)]));
    }
}
