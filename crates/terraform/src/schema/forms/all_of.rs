//! `a && b`.

use super::{Condition, Form, FormSet, OTHER, Translated, length, range, together};
use crate::syntax::ast::Operator;

/// Merges the keywords of all operands. TerraSchema combines only conditions on the value or only conditions on its
/// length.
pub static FORM: Form = Form {
    name: "all of",
    set: FormSet::TerraSchema,
    translate,
};

fn translate(condition: &Condition<'_>) -> Translated {
    let parts = condition.parts(Operator::And);
    if parts.len() < 2 {
        return OTHER;
    }
    let all = |translate: &dyn Fn(&Condition<'_>) -> Translated| {
        let parts: Result<Vec<_>, _> = parts
            .iter()
            .map(|part| translate(&condition.of(part)))
            .collect();
        parts.map(together)
    };
    match condition.forms {
        FormSet::TerraSchema => {
            all(&range::FORM.translate).or_else(|_| all(&length::FORM.translate))
        }
        FormSet::Extended => all(&|part| part.translated()),
    }
}
