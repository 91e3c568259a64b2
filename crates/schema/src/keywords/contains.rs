//! `contains`, with `minContains` and `maxContains`: the number of items that match a schema.

use crate::{Keyword, Site, Violation, ViolationKind, Violations, Walk, keyword};

/// The `contains` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::CONTAINS, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(items) = site.instance.as_list() else { return };
    let bound =
        |symbol| site.sibling(symbol).and_then(|bound| bound.as_i64()).and_then(|bound| usize::try_from(bound).ok());
    let (least, most) =
        (bound(keyword::MIN_CONTAINS).unwrap_or(1), bound(keyword::MAX_CONTAINS).unwrap_or(items.len()));
    let (mut fitting, mut unknown) = (0usize, false);
    for item in items {
        let mut probe = Violations::probe();
        walk.check(site.cx, site.value, *item, &mut probe);
        let verdict = probe.verdict();
        if verdict.wrong || verdict.doubtful {
            continue;
        }
        if verdict.unknown {
            unknown = true;
            continue;
        }
        fitting = fitting.saturating_add(1);
        if fitting > most {
            let kind = ViolationKind::MaxContains { limit: most };
            out.push(Violation { keyword: keyword::MAX_CONTAINS, ..site.violation(kind) });
            return;
        }
    }
    if fitting >= least {
        return;
    }
    if unknown {
        return site.unknown(out);
    }
    if fitting == 0 {
        return site.fail(out, ViolationKind::Contains { instance: site.instance });
    }
    let kind = ViolationKind::MinContains { limit: least, found: fitting };
    out.push(Violation { keyword: keyword::MIN_CONTAINS, ..site.violation(kind) });
}
