//! Checks that condition names are declared, for the rules about `Condition`.

use cfn_warden_schema::{Fault, Operand, Site, Violations, Walk};

/// Reports a string that is not the name of a condition.
pub fn condition<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = site.instance.as_str() else { return };
    let conditions = &walk.template.conditions;
    if !conditions.has(name) {
        let operands =
            [Operand::Value(site.instance), Operand::Declared(walk.arena.alloc_slice_copy(conditions.names()))];
        site.fail(out, Fault::new("{} is not one of {}", operands));
    }
}
