use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{Literal, Operand, QueryPart, Test};
use cfn_warden_syntax::finding::Severity;

/// Comparisons of characters with strings.
pub static CHECK: Check = Check {
    id: "char-and-string",
    title: "Character compared with a string",
    description: "`parse_char` returns characters, and a character never equals a string. Compare with a character \
                  range such as `r[a,z]`.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, scope| {
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
            report.add(
                *span,
                format!("`%{variable}` is a character, which never equals a string; use a range such as `r[a,z]`"),
            );
        }
    });
}
