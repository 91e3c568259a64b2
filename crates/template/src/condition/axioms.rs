//! What an encoding of conditions takes for granted.

use std::rc::Rc;

use cfn_warden_syntax::{Node, Value};

use super::comparison::{Comparison, Side};
use super::identity::{function, identity, reference, swapped, text};

/// A set of axioms. cfn-lint has two implementations of conditions, which differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axioms {
    /// Those at a position of the template: literals exclude each other if a parameter with `AllowedValues` is compared
    /// with them. A comparison of two literals can have any value, and so can one that is outside `AllowedValues`.
    ///
    /// Source: cfn-lint 1.58.0, `context/conditions`.
    Position,
    /// Those of the template as a whole: two comparisons of one value are never both true, a comparison of two literals
    /// is constant, and a comparison with a literal outside `AllowedValues` is never true.
    ///
    /// Source: cfn-lint 1.58.0, `conditions`.
    Whole,
}

/// A parameter with `AllowedValues`.
#[derive(Debug)]
pub(super) struct Finite {
    /// The identity of a `Ref` to it.
    pub reference: String,
    /// The texts that comparisons can be equal to.
    values: Vec<String>,
    /// Whether it has other values that no comparison is equal to.
    is_open: bool,
}

impl Axioms {
    /// Returns the parameters with `AllowedValues`.
    pub fn parameters(self, template: Node<'_>) -> Vec<Finite> {
        let entries = template
            .get("Parameters")
            .and_then(|p| p.as_map())
            .unwrap_or_default();
        let finite = entries.iter().filter_map(|entry| {
            let allowed = entry
                .value
                .get("AllowedValues")?
                .as_list()
                .filter(|allowed| !allowed.is_empty())?;
            let reference = reference(entry.key.as_str()?);
            if self == Axioms::Whole {
                let values = allowed
                    .iter()
                    .filter(|node| is_scalar(**node))
                    .map(|node| text(*node))
                    .collect();
                return Some(Finite {
                    reference,
                    values,
                    is_open: false,
                });
            }
            let kind = entry
                .value
                .get("Type")?
                .as_str()
                .filter(|kind| !is_ssm(kind))?;
            let values: Vec<_> = allowed
                .iter()
                .filter_map(|node| node.as_str().map(str::to_owned))
                .collect();
            let is_open = is_list(kind) || values.len() < allowed.len();
            Some(Finite {
                reference,
                values,
                is_open,
            })
        });
        finite.collect()
    }

    /// Returns the sides of a comparison, and a key that is equal for equal comparisons.
    pub fn sides(self, first: Node<'_>, second: Node<'_>) -> ([Side; 2], [String; 2]) {
        match self {
            Axioms::Position => {
                let (left, right) = if swapped(first, second) {
                    (second, first)
                } else {
                    (first, second)
                };
                let side = |node| {
                    let side = self.side(node);
                    let key = match &side {
                        Side::Value(identity, _) => identity.clone(),
                        Side::Literal(_) => identity(node),
                    };
                    (side, key)
                };
                let ((left, left_key), (right, right_key)) = (side(left), side(right));
                ([left, right], [left_key, right_key])
            }
            Axioms::Whole => {
                let sides = [self.side(first), self.side(second)];
                let mut key = sides.each_ref().map(|side| match side {
                    Side::Literal(text) => format!("literal {text}"),
                    Side::Value(identity, _) => format!("value {identity}"),
                });
                key.sort_unstable();
                (sides, key)
            }
        }
    }

    fn side(self, node: Node<'_>) -> Side {
        match node.value {
            Value::Map(_) => Side::Value(
                identity(node),
                function(node).is_some_and(|(name, _)| name == "Ref"),
            ),
            // Null is not in `AllowedValues`.
            Value::Null if self == Axioms::Position => Side::Value(identity(node), false),
            _ => Side::Literal(text(node)),
        }
    }

    /// Returns the truth of a comparison that does not depend on values.
    pub fn constant(self, sides: &[Side; 2], parameters: &[Finite]) -> Option<bool> {
        match sides {
            _ if self == Axioms::Position => None,
            [one, other] if one == other => Some(true),
            [Side::Literal(_), Side::Literal(_)] => Some(false),
            [Side::Literal(literal), Side::Value(of, _)]
            | [Side::Value(of, _), Side::Literal(literal)] => {
                let finite = parameters
                    .iter()
                    .find(|parameter| parameter.reference == *of)?;
                (!finite.values.contains(literal)).then_some(false)
            }
            _ => None,
        }
    }

    /// Whether two comparisons are never both true.
    pub fn exclude(self, one: &[Side; 2], other: &[Side; 2], parameters: &[Finite]) -> bool {
        match (self, one, other) {
            (
                Axioms::Position,
                [Side::Literal(a), Side::Value(of, _)],
                [Side::Literal(b), Side::Value(other, _)],
            ) => {
                of == other
                    && a != b
                    && parameters
                        .iter()
                        .any(|parameter| parameter.reference == *of)
            }
            (Axioms::Position, ..) => false,
            (Axioms::Whole, ..) => one
                .iter()
                .any(|side| matches!(side, Side::Value(..)) && other.contains(side)),
        }
    }

    /// Returns the comparisons that are true for some value of a parameter, if one of them is always true because they
    /// are with all its values.
    pub fn exhaustive<'c>(
        self,
        parameter: &Finite,
        comparisons: &'c [Rc<Comparison>],
    ) -> Option<Vec<&'c Comparison>> {
        let mut left: Vec<&String> = parameter.values.iter().collect();
        let mut compared = Vec::new();
        for comparison in comparisons {
            let Some(other) = comparison.other_side(&parameter.reference) else {
                continue;
            };
            if self == Axioms::Position
                && !matches!(comparison.sides, [Side::Literal(_), Side::Value(..)])
            {
                continue;
            }
            if let Side::Literal(literal) = other
                && let Some(index) = left.iter().position(|value| *value == literal)
            {
                left.remove(index);
            }
            compared.push(&**comparison);
        }
        (left.is_empty() && !parameter.is_open && !compared.is_empty()).then_some(compared)
    }
}

/// Whether a parameter type is a list of values.
pub(super) fn is_list(kind: &str) -> bool {
    kind == "CommaDelimitedList" || kind.starts_with("List<")
}

/// Whether the value of a parameter is the name of an SSM parameter.
pub(super) fn is_ssm(kind: &str) -> bool {
    kind.starts_with("AWS::SSM::Parameter::")
}

fn is_scalar(node: Node<'_>) -> bool {
    matches!(
        node.value,
        Value::Str(_) | Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_)
    )
}
