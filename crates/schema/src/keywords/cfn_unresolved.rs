//! `cfnUnresolved`: the answer is not known, because a value that was gathered is not.

use crate::{Keyword, Site, Violations, Walk, keyword};

/// `cfnUnresolved`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::CFN_UNRESOLVED, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    site.unknown(out);
}
