//! `enum`: one of these values.

use crate::schema::equal::is_listed;
use crate::schema::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// `enum`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ENUM, check };

/// One of these values.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let fits = match site.data {
        Some(data) => data.as_list().unwrap_or_default().iter().any(|value| is_listed(site.instance, *value)),
        None => site.value.items().any(|value| is_listed(site.instance, value)),
    };
    if !fits {
        site.fail(out, Fault::new("{} is not one of {}", [Operand::Value(site.instance), Operand::of(site)]));
    }
}
