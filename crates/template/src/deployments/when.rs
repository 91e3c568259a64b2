//! Descriptions of sets of deployments.

use std::fmt;

use super::{AxisValue, Dimension, Subject};
use crate::condition::identity::identity;
use crate::resolve::evaluate::Evaluated;
use crate::resolve::facts::texts;
use cfn_warden_syntax::{Known, Operand, Text, text};

/// The maximum number of parameters of a term that are named because they have their defaults.
const NAMED_DEFAULTS: usize = 6;

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

impl When<'_> {
    /// Returns the description as a text.
    pub fn text(&self) -> Text {
        let (terms, is_cut) = match self {
            When::Always => return "always".into(),
            When::Never => return "never".into(),
            When::Terms { terms, is_cut } => (terms, *is_cut),
        };
        let mut text = Text::own("when ");
        for (index, term) in terms.iter().enumerate() {
            let (defaults, others): (Vec<_>, Vec<_>) =
                term.iter().partition(|literal| literal.is_default());
            let is_long = defaults.len() > NAMED_DEFAULTS;
            let count = is_long.then(|| {
                text!(
                    "{} parameters have their defaults",
                    Known(&defaults.len().to_string())
                )
            });
            let shown = if is_long {
                others
            } else {
                term.iter().collect()
            };
            let literals: Vec<Text> = shown.into_iter().map(Literal::text).chain(count).collect();
            let is_group = terms.len() > 1 && literals.len() > 1;
            let literals = Text::join(literals, " and ");
            text.push(if index == 0 { "" } else { " or " });
            match is_group {
                true => text.push(text!("({})", literals)),
                false => text.push(literals),
            }
        }
        text.push(if is_cut { " or …" } else { "" });
        text
    }
}

impl fmt::Display for When<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Literal<'_> {
    /// Whether it is that a parameter has its default.
    fn is_default(&self) -> bool {
        match self {
            Literal::Values(dimension, chosen) => match chosen.as_slice() {
                [only] => dimension.default == Some(*only),
                _ => false,
            },
            Literal::Condition(..) => false,
        }
    }

    fn text(&self) -> Text {
        let (dimension, chosen) = match self {
            Literal::Condition(name, true) => return text!("{}", Operand::Name(name)),
            Literal::Condition(name, false) => return text!("not {}", Operand::Name(name)),
            Literal::Values(dimension, chosen) => (dimension, chosen),
        };
        match &dimension.subject {
            Subject::Parameter(name) => {
                let name = Operand::Name(name);
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
                    ([only], false) if self.is_default() => {
                        text!("{} is {} (its default)", name, only)
                    }
                    ([only], false) => text!("{} is {}", name, only),
                    ([only], true) => text!("{} is not {}", name, only),
                    (_, false) => text!("{} is one of [{}]", name, Text::join(named, ", ")),
                    (_, true) => text!("{} is not one of [{}]", name, Text::join(named, ", ")),
                }
            }
            Subject::Comparison(one, other) => text!(
                "{}{} equals {}",
                negation(chosen),
                Operand::Value(&identity(*one)),
                Operand::Value(&identity(*other))
            ),
            Subject::Condition(name) => text!("{}{}", negation(chosen), Operand::Name(name)),
        }
    }
}

/// Returns the word before a condition that is false.
fn negation(chosen: &[usize]) -> &'static str {
    if chosen.contains(&1) { "" } else { "not " }
}

fn shown(value: &AxisValue<'_>) -> Text {
    match value {
        AxisValue::Value(node) => {
            let joined = texts(Evaluated::To(*node)).unwrap_or_default().join(",");
            if joined.is_empty() {
                "\"\"".into()
            } else {
                Text::operand(joined)
            }
        }
        AxisValue::Other => "any other value".into(),
        AxisValue::OtherIn(partition) => text!("another region of {}", Known(partition)),
        AxisValue::Holds(true) => "true".into(),
        AxisValue::Holds(false) => "false".into(),
    }
}
