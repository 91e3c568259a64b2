//! `cfnUnresolved`: the result is unknown because a gathered value is unknown.

use crate::{Keyword, Site, Violations, Walk, keyword};

/// The `cfnUnresolved` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::CFN_UNRESOLVED, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    site.unknown(out);
}
