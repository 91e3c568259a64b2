//! What a comparison with literals claims about the values of its query.

use super::literals::is_match;
use crate::syntax::ast::{Binary, Comparison, Literal, Operand, QueryPart, Test, Unary};

/// A claim about every value of a query.
#[derive(Debug)]
pub enum Claim<'f> {
    /// The value equals one of these literals; never empty.
    Is(Vec<&'f Literal>),
    /// The value differs from all these literals.
    IsNot(Vec<&'f Literal>),
    /// The value compares this way with a number.
    Order(Binary, f64),
    /// A unary operator, and whether it is negated.
    Unary(Unary, bool),
}

impl<'f> Claim<'f> {
    /// Returns the claim of a comparison. `None` if the query has `some` or filters, or if the right side contains more
    /// than literals.
    pub fn of(one: &'f Comparison) -> Option<Claim<'f>> {
        let plain = |part: &QueryPart| {
            !matches!(
                part,
                QueryPart::Filter { .. } | QueryPart::KeyFilter(_) | QueryPart::Call(_)
            )
        };
        if one.query.some || !one.query.parts.iter().all(plain) {
            return None;
        }
        match &one.test {
            Test::Unary { operator, negated } => {
                Some(Claim::Unary(*operator, *negated != one.negated))
            }
            Test::Binary {
                operator,
                negated,
                right: Operand::Literal(literal, _),
            } => Claim::binary(*operator, *negated != one.negated, literal),
            Test::Binary { .. } => None,
        }
    }

    fn binary(operator: Binary, negated: bool, literal: &'f Literal) -> Option<Claim<'f>> {
        let values: Vec<&Literal> = match (operator, literal) {
            (Binary::Equals, literal) => vec![literal],
            (Binary::In, Literal::List(items)) => items.iter().collect(),
            (Binary::In, _) => return None,
            (order, literal) if !negated => {
                return number(literal).map(|number| Claim::Order(order, number));
            }
            _ => return None,
        };
        let is_comparable =
            |literal: &&Literal| is_scalar(literal) || matches!(literal, Literal::Regex(_));
        if values.is_empty() || !values.iter().all(is_comparable) {
            return None;
        }
        Some(if negated {
            Claim::IsNot(values)
        } else {
            Claim::Is(values)
        })
    }
}

/// Whether no value satisfies both claims.
pub fn contradict(one: &Claim<'_>, other: &Claim<'_>) -> bool {
    one_way(one, other) || one_way(other, one)
}

fn one_way(one: &Claim<'_>, other: &Claim<'_>) -> bool {
    match (one, other) {
        (Claim::Is(a), Claim::Is(b)) => !a.iter().any(|a| b.iter().any(|b| may_be_both(a, b))),
        (Claim::Is(a), Claim::IsNot(b)) => a
            .iter()
            .all(|a| is_scalar(a) && b.iter().any(|b| covers(b, a))),
        (Claim::Is(a), Claim::Order(order, bound)) => a.iter().all(|a| {
            is_scalar(a) && number(a).is_some_and(|number| !in_order(number, *order, *bound))
        }),
        (Claim::Order(a, low), Claim::Order(b, high)) => is_empty((*a, *low), (*b, *high)),
        (Claim::Unary(a, false), Claim::Unary(b, true)) => a == b,
        (Claim::Unary(a, false), Claim::Unary(b, false)) => is_kind(*a) && is_kind(*b) && a != b,
        (Claim::Unary(Unary::Exists, true), Claim::Is(_) | Claim::Order(..)) => true,
        (Claim::Unary(kind, false), Claim::Is(values)) => values
            .iter()
            .all(|value| is_of(value, *kind) == Some(false)),
        _ => false,
    }
}

fn is_kind(operator: Unary) -> bool {
    !matches!(operator, Unary::Exists | Unary::Empty)
}

fn is_of(literal: &Literal, kind: Unary) -> Option<bool> {
    if !is_kind(kind) {
        return None;
    }
    let is = match literal {
        Literal::String(_) | Literal::Regex(_) => Unary::IsString,
        Literal::Bool(_) => Unary::IsBool,
        Literal::Int(_) | Literal::Float(_) => {
            return Some(matches!(
                kind,
                Unary::IsInt | Unary::IsFloat | Unary::IsList
            ));
        }
        Literal::Null => Unary::IsNull,
        _ => return None,
    };
    // A list on the left is compared element by element.
    Some(is == kind || kind == Unary::IsList)
}

fn is_scalar(literal: &Literal) -> bool {
    matches!(
        literal,
        Literal::Null | Literal::String(_) | Literal::Bool(_) | Literal::Int(_) | Literal::Float(_)
    )
}

fn number(literal: &Literal) -> Option<f64> {
    match literal {
        Literal::Int(int) => Some(*int as f64),
        Literal::Float(float) => Some(*float),
        _ => None,
    }
}

/// Whether every value equal to `b`, a scalar, also equals `a`.
fn covers(a: &Literal, b: &Literal) -> bool {
    match (a, b) {
        (Literal::Regex(expression), Literal::String(text)) => {
            is_match(expression, text) == Some(true)
        }
        _ => a == b || number(a).is_some_and(|a| number(b) == Some(a)),
    }
}

fn may_be_both(a: &Literal, b: &Literal) -> bool {
    match (a, b) {
        (Literal::Regex(_), Literal::Regex(_)) => true,
        (Literal::Regex(expression), Literal::String(text))
        | (Literal::String(text), Literal::Regex(expression)) => {
            is_match(expression, text) != Some(false)
        }
        _ => covers(a, b),
    }
}

fn in_order(number: f64, order: Binary, bound: f64) -> bool {
    match order {
        Binary::Greater => number > bound,
        Binary::GreaterOrEqual => number >= bound,
        Binary::Less => number < bound,
        Binary::LessOrEqual => number <= bound,
        Binary::Equals | Binary::In => true,
    }
}

fn is_empty((order, low): (Binary, f64), (other, high): (Binary, f64)) -> bool {
    let (lower, upper) = (
        matches!(order, Binary::Greater | Binary::GreaterOrEqual),
        matches!(other, Binary::Less | Binary::LessOrEqual),
    );
    let open = order == Binary::Greater || other == Binary::Less;
    lower && upper && (low > high || (open && low >= high))
}
