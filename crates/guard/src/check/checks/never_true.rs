use super::{Check, CheckInput, Report};
use crate::check::literals::{Kind, is_empty_range, is_range, kind, name};
use crate::check::walk::{Item, Scope};
use crate::syntax::ast::{Binary, Comparison, Literal, Operand, QueryPart, Test};
use cfn_warden_syntax::finding::Severity;

/// Comparisons that no value passes.
pub static CHECK: Check = Check {
    id: "never-true",
    title: "Comparison can never hold",
    description: "Incomparable values fail the clause, even if it is negated. Only empty lists pass the comparison.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, scope| {
        if let Item::Comparison(one) = item
            && let Test::Binary {
                operator,
                negated,
                right: Operand::Literal(right, span),
            } = &one.test
            && let Some(message) = why(one, scope, *operator, *negated != one.negated, right)
        {
            report.add(*span, message);
        }
    });
}

fn why(
    one: &Comparison,
    scope: &Scope<'_>,
    operator: Binary,
    negated: bool,
    right: &Literal,
) -> Option<String> {
    let order = !matches!(operator, Binary::Equals | Binary::In);
    if order {
        let mut items = match right {
            Literal::List(items) => items.as_slice(),
            other => std::slice::from_ref(other),
        }
        .iter();
        return items
            .find(|item| !has_order(item, operator))
            .map(|item| format!("nothing is less or greater than {}", name(item)));
    }
    match (operator, right) {
        (Binary::Equals, Literal::Null) if negated => {
            Some("no value passes `!= null`; use `exists`, `!empty` or `!is_null`".to_owned())
        }
        (Binary::In, Literal::List(items)) if !negated && items.is_empty() => {
            Some("nothing is in an empty list".to_owned())
        }
        (Binary::In, Literal::List(items)) if !negated && items.iter().all(is_range) => {
            Some("ranges in a list are not evaluated; use a single range, or combine comparisons with `or`".to_owned())
        }
        (_, range) if !negated && is_empty_range(range) => Some("this range is empty".to_owned()),
        _ => mismatch(one, scope, right),
    }
}

/// Whether values can be less or greater than a literal. `null` is only equal to itself.
fn has_order(literal: &Literal, operator: Binary) -> bool {
    let or_equal = matches!(operator, Binary::GreaterOrEqual | Binary::LessOrEqual);
    match literal {
        Literal::Int(_) | Literal::Float(_) | Literal::String(_) => true,
        Literal::Null => or_equal,
        _ => false,
    }
}

/// Returns a message if a variable is assigned a value of one type and compared with another.
fn mismatch(one: &Comparison, scope: &Scope<'_>, right: &Literal) -> Option<String> {
    let [QueryPart::Variable(variable)] = one.query.parts.as_slice() else {
        return None;
    };
    let Operand::Literal(left, _) = &scope.find(variable)?.value else {
        return None;
    };
    let loose = |kind: Kind| matches!(kind, Kind::List | Kind::Map | Kind::Char);
    let (a, b) = (kind(left), kind(right));
    (a != b && !loose(a) && !loose(b)).then(|| {
        format!(
            "`%{variable}` is {}, but this is {}",
            name(left),
            name(right)
        )
    })
}
