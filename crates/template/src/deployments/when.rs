//! Descriptions of sets of deployments.

use std::fmt;

use super::{AxisValue, Dimension, Subject};
use crate::condition::identity::identity;
use crate::resolve::evaluate::Evaluated;
use crate::resolve::facts::texts;

/// A description of a set of deployments in the template's own names.
///
/// Formats as `always`, `never`, `when IsProd and not IsLarge`, `when Env is one of [dev, test]`.
#[derive(Debug, Clone)]
pub enum When<'a> {
    /// All deployments.
    Always,
    /// No deployment.
    Never,
    /// The deployments for which one of the terms is true; a term is true if all its literals are.
    Terms {
        /// The terms.
        terms: Vec<Vec<Literal<'a>>>,
        /// Whether more terms are needed to describe the set.
        is_cut: bool,
    },
}

/// A part of a description.
#[derive(Debug, Clone)]
pub enum Literal<'a> {
    /// The truth of a condition.
    Condition(&'a str, bool),
    /// An axis, and its values.
    Values(Dimension<'a>, Vec<usize>),
}

impl fmt::Display for When<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (terms, is_cut) = match self {
            When::Always => return f.write_str("always"),
            When::Never => return f.write_str("never"),
            When::Terms { terms, is_cut } => (terms, *is_cut),
        };
        f.write_str("when ")?;
        for (index, term) in terms.iter().enumerate() {
            let literals: Vec<_> = term.iter().map(ToString::to_string).collect();
            let joined = literals.join(" and ");
            let before = if index == 0 { "" } else { " or " };
            match terms.len() > 1 && literals.len() > 1 {
                true => write!(f, "{before}({joined})")?,
                false => write!(f, "{before}{joined}")?,
            }
        }
        f.write_str(if is_cut { " or …" } else { "" })
    }
}

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dimension, chosen) = match self {
            Literal::Condition(name, true) => return f.write_str(name),
            Literal::Condition(name, false) => return write!(f, "not {name}"),
            Literal::Values(dimension, chosen) => (dimension, chosen),
        };
        match &dimension.subject {
            Subject::Parameter(name) => {
                let (chosen, rest): (Vec<_>, Vec<_>) = dimension
                    .values
                    .iter()
                    .enumerate()
                    .partition(|(index, _)| chosen.contains(index));
                let has_rest = chosen
                    .iter()
                    .any(|(_, value)| matches!(value, AxisValue::Other));
                let is_one_left =
                    chosen.len() > 1 && matches!(rest.as_slice(), [(_, AxisValue::Value(_))]);
                let is_other = has_rest || is_one_left;
                let named = if is_other { &rest } else { &chosen };
                let named: Vec<_> = named.iter().map(|(_, value)| shown(value)).collect();
                match (named.as_slice(), is_other) {
                    ([only], false) => write!(f, "{name} is {only}"),
                    ([only], true) => write!(f, "{name} is not {only}"),
                    (_, false) => write!(f, "{name} is one of [{}]", named.join(", ")),
                    (_, true) => write!(f, "{name} is not one of [{}]", named.join(", ")),
                }
            }
            Subject::Comparison(one, other) => {
                let not = if chosen.contains(&1) { "" } else { "not " };
                write!(f, "{not}{} equals {}", identity(*one), identity(*other))
            }
            Subject::Condition(name) => {
                let not = if chosen.contains(&1) { "" } else { "not " };
                write!(f, "{not}{name}")
            }
        }
    }
}

fn shown(value: &AxisValue<'_>) -> String {
    match value {
        AxisValue::Value(node) => {
            let joined = texts(Evaluated::To(*node)).unwrap_or_default().join(",");
            if joined.is_empty() {
                "\"\"".to_owned()
            } else {
                joined
            }
        }
        AxisValue::Other => "any other value".to_owned(),
        AxisValue::OtherIn(partition) => format!("another region of {partition}"),
        AxisValue::Holds(holds) => holds.to_string(),
    }
}
