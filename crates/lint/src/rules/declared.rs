//! Checks that condition names are declared, for the rules about `Condition`.

use cfn_warden_schema::{Site, ViolationKind, Violations, Walk};

/// Reports a string that is not the name of a condition.
pub fn condition<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = site.instance.as_str() else { return };
    let conditions = &walk.template.conditions;
    if !conditions.has(name) {
        let declared = walk.arena.alloc_slice_copy(conditions.names());
        site.fail(out, ViolationKind::Undeclared { instance: site.instance, declared });
    }
}
