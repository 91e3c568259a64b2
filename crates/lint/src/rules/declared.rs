//! Names that a template must have declared: shared by the rules about what may stand under `Condition`.

use cfn_warden_schema::{Fault, Operand, Site, Violations, Walk};

/// A text that is no condition of the template.
pub fn condition<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = site.instance.as_str() else { return };
    let conditions = &walk.template.conditions;
    if !conditions.has(name) {
        let operands =
            [Operand::Value(site.instance), Operand::Declared(walk.arena.alloc_slice_copy(conditions.names()))];
        site.fail(out, Fault::new("{} is not one of {}", operands));
    }
}
