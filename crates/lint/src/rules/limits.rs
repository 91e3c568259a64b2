//! Limits that are announced at nine tenths: shared by the rules about too many and too long.

use cfn_warden_schema::{Check, Context, Fault, Operand, Site, Step, Violation, Violations, Walk};

/// The share of a limit from which on it is near.
pub const WARNING_SHARE: f64 = 0.9;

/// `maxProperties`, with a rule for what comes near.
pub fn max_properties<'a>(near: &'static str, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(entries), Some(most)) = (site.instance.as_map(), site.value.as_f64()) else { return };
    let share = entries.len() as f64 / most;
    let path = || Operand::Text(walk.arena.alloc_str(&site.cx.trail.to_string()));
    if share > 1.0 {
        return site.fail(out, Fault::new("{} has more than {} properties", [path(), Operand::Json(site.value)]));
    }
    if most > 1.0 && share > WARNING_SHARE {
        let fault = Fault::new("{} is approaching the limit of {} properties", [path(), Operand::Json(site.value)]);
        out.push(Violation { rule: Some(near), ..site.violation(fault) });
    }
}

/// `propertyNames` with other checks for some keywords therein.
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

/// `maxLength`, with a rule for what comes near.
pub fn max_length<'a>(near: Option<&'static str>, _: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(text), Some(most)) = (site.instance.as_str(), site.value.as_f64()) else { return };
    let share = text.chars().count() as f64 / most;
    let operands = [Operand::Value(site.instance), Operand::Json(site.value)];
    if share > 1.0 {
        return site.fail(out, Fault::new("{} is longer than {}", operands));
    }
    if let Some(rule) = near.filter(|_| share > WARNING_SHARE) {
        let fault = Fault::new("{} is approaching the max length of {}", operands);
        out.push(Violation { rule: Some(rule), ..site.violation(fault) });
    }
}
