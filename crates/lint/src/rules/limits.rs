//! Limits with a warning above 90%: number of properties and length of strings.

use cfn_warden_schema::{Check, Context, Operand, Site, Step, Violation, Violations, Walk, message};
use cfn_warden_syntax::finding::RuleId;

/// Fraction of a limit above which the warning is reported.
pub const WARNING_SHARE: f64 = 0.9;

/// Implements `maxProperties`. Reports the rule `warning` above 90% of the limit.
pub fn max_properties<'a>(warning: RuleId, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(entries), Some(limit)) = (site.instance.as_map(), site.value.as_f64()) else { return };
    let share = entries.len() as f64 / limit;
    let path = || Operand::Text(walk.arena.alloc_str(&site.cx.trail.to_string()));
    if share > 1.0 {
        return site.fail(out, message!("{} has more than {} properties", [path(), Operand::Json(site.value)]));
    }
    if limit > 1.0 && share > WARNING_SHARE {
        let message = message!("{} is approaching the limit of {} properties", [path(), Operand::Json(site.value)]);
        out.push(Violation { rule: Some(warning), ..site.violation(message) });
    }
}

/// Implements `propertyNames` with the given implementations of some keywords.
pub fn property_names<'a>(
    checks: &'static [(u32, Check)],
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    out: &mut Violations<'a>,
) {
    let cx = Context { table: walk.table(site.cx.table, checks), ..*site.cx };
    for entry in site.instance.as_map().unwrap_or_default() {
        walk.descend(&cx, (Step::Key(entry.key), None), site.value, entry.key, out);
    }
}

/// Implements `maxLength`. Reports the rule `warning`, if any, above 90% of the limit.
pub fn max_length<'a>(warning: Option<RuleId>, _: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(text), Some(limit)) = (site.instance.as_str(), site.value.as_f64()) else { return };
    let share = text.chars().count() as f64 / limit;
    let operands = [Operand::Value(site.instance), Operand::Json(site.value)];
    if share > 1.0 {
        return site.fail(out, message!("{} is longer than {}", operands));
    }
    if let Some(rule) = warning.filter(|_| share > WARNING_SHARE) {
        let message = message!("{} is approaching the max length of {}", operands);
        out.push(Violation { rule: Some(rule), ..site.violation(message) });
    }
}
