//! Checks that condition names are declared, for the rules about `Condition`.

use cfn_warden_schema::{Assertion, Evaluation, ViolationKind, Violations};

/// Reports a string that is not the name of a condition.
pub fn condition<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some(name) = assertion.instance.as_str() else {
        return;
    };
    let conditions = &evaluation.template.conditions;
    if !conditions.has(name) {
        let declared = evaluation.arena.alloc_slice_copy(conditions.names());
        assertion.fail(
            out,
            ViolationKind::Undeclared {
                instance: assertion.instance,
                declared,
            },
        );
    }
}
