use super::{Check, Facts, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{Literal, Operand, QueryPart, Test};
use cfn_warden_syntax::finding::Severity;

/// Characters compared with strings.
pub static CHECK: Check = Check {
    id: "char-and-string",
    title: "A character is compared with a string",
    description: "`parse_char` gives characters, and no character equals a string. Compare it with a range of characters, as in `r[a,z]`.",
    severity: Severity::Warning,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    facts.walk(|item, scope| {
        let Item::Comparison(one) = item else { return };
        let [QueryPart::Variable(variable)] = one.query.parts.as_slice() else { return };
        let Some(Operand::Call(call)) = scope.find(variable).map(|found| &found.value) else { return };
        let Test::Binary { right: Operand::Literal(right, span), .. } = &one.test else { return };
        let text = |literal: &Literal| matches!(literal, Literal::String(_) | Literal::Regex(_));
        let only_text = match right {
            Literal::List(items) => !items.is_empty() && items.iter().all(text),
            other => text(other),
        };
        if call.function.name == "parse_char" && only_text {
            report
                .add(*span, format!("`%{variable}` is a character, which equals no string: use a range like `r[a,z]`"));
        }
    });
}
