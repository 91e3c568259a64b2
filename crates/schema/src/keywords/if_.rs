//! `if`: selects `then` or `else`.

use crate::mode::{AbsentProperties, AttachedRules, Purpose};
use crate::{Context, Json, Keyword, Site, Verdict, Violations, Walk, keyword, shortcut};

/// The `if` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::IF, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Skip, ..*site.cx };
    let verdict = verdict(walk, &Context { purpose: Purpose::Condition, ..cx }, site);
    if verdict.unknown {
        return site.unknown(out);
    }
    let branch = if verdict.is_clean() { keyword::THEN } else { keyword::ELSE };
    if let Some(schema) = site.sibling(branch) {
        walk.check(&cx, schema, site.instance, out);
    }
}

/// Evaluates the condition.
fn verdict<'a>(walk: &Walk<'a>, cx: &Context<'a>, site: &Site<'a, '_>) -> Verdict {
    if shortcut::fails(cx, site.value, site.instance) || (cx.absent == AbsentProperties::Fails && is_absent(site)) {
        return Verdict { wrong: true, ..Verdict::default() };
    }
    let mut probe = Violations::probe();
    walk.check(cx, site.value, site.instance, &mut probe);
    probe.verdict()
}

/// Returns whether a property that the condition checks is absent.
fn is_absent(site: &Site<'_, '_>) -> bool {
    let properties = site.value.keyword(keyword::PROPERTIES).into_iter().flat_map(Json::entries);
    site.instance.as_map().is_some()
        && properties.map(|(key, _)| key.text).any(|key| site.instance.entry(key).is_none())
}
