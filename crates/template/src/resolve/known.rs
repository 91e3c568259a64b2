//! Known values of parameters and pseudo parameters.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bumpalo::Bump;

use super::{Defaults, Inputs, Origin, UnknownReason};
use crate::parameter_values::{Literal, ParameterValue};
use crate::region::Partition;
use crate::scalar_text::{ScalarTexts, float_text};
use crate::{Parameter, PseudoParameter};
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::{Node, Tree, Value};

/// A value and its origin.
#[derive(Debug, Clone)]
pub(crate) struct KnownValue<'a> {
    /// A string, or a list of strings.
    pub value: Node<'a>,
    /// Whether the strings are numbers.
    pub number: bool,
    /// The origin of the value.
    pub origin: Origin,
    /// Whether the value must not be displayed.
    pub hidden: bool,
}

/// The known values by name, and the reasons why others are unknown.
#[derive(Debug, Default)]
pub(crate) struct KnownValues<'a> {
    pub known: BTreeMap<&'a str, KnownValue<'a>>,
    pub unknown: Vec<(String, UnknownReason)>,
}

pub(crate) fn names<'a>(arena: &'a Bump, tree: &Tree<'a>, inputs: &Inputs<'_>) -> KnownValues<'a> {
    let mut names = KnownValues::default();
    let texts = ScalarTexts::of(tree);
    let declared = tree
        .root
        .get("Parameters")
        .and_then(|section| section.as_map())
        .unwrap_or_default();
    for entry in declared {
        let Some(name) = entry.key.as_str() else {
            continue;
        };
        let Some(parameter) = Parameter::of(name, texts.with_texts(arena, entry.value)) else {
            continue;
        };
        match value_of(arena, tree, &parameter, inputs) {
            Ok(known_value) => {
                if known_value.hidden {
                    names.unknown.push((name.to_owned(), UnknownReason::Hidden));
                }
                names.known.insert(name, known_value);
            }
            Err(why) => names.unknown.push((name.to_owned(), why)),
        }
    }
    pseudo_parameters(arena, inputs, &mut names);
    names.unknown.sort_by(|one, other| one.0.cmp(&other.0));
    names
}

fn value_of<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    parameter: &Parameter<'a>,
    inputs: &Inputs<'_>,
) -> Result<KnownValue<'a>, UnknownReason> {
    if parameter.is_ssm() {
        return Err(UnknownReason::Stored);
    }
    let given = inputs
        .parameter_values
        .get(parameter.name)
        .filter(|given| given.value != Literal::Null);
    let (written, origin) = match (given, inputs.defaults, parameter.default()) {
        (Some(given), _, _) => (given.value.node(arena, SYNTHETIC), origin(inputs, given)),
        (None, Defaults::Used, Some(default)) => {
            (default, Origin::Default(tree.span(default.id).start))
        }
        _ => return Err(UnknownReason::Missing),
    };
    let value = typed(arena, parameter, written).ok_or(UnknownReason::Unfit)?;
    let number = matches!(parameter.kind, "Number" | "List<Number>");
    Ok(KnownValue {
        value,
        number,
        origin,
        hidden: parameter.is_hidden(),
    })
}

fn origin(inputs: &Inputs<'_>, given: &ParameterValue) -> Origin {
    Origin::Given {
        file: inputs.parameter_values.source.clone(),
        at: given.at.map(|span| span.start),
    }
}

/// Converts a value to the type of a parameter: a string or a list of strings. Returns `None` if it does not fit.
pub(crate) fn typed<'a>(
    arena: &'a Bump,
    parameter: &Parameter<'a>,
    written: Node<'a>,
) -> Option<Node<'a>> {
    let is_number = matches!(parameter.kind, "Number" | "List<Number>");
    let scalar = |text: &str| {
        let fits = !is_number || number(text).is_some();
        fits.then(|| Value::Str(arena.alloc_str(text)))
    };
    let node = |value| Node {
        id: SYNTHETIC,
        value,
    };
    if !parameter.is_list() {
        return scalar(&text(written)?).map(node);
    }
    let items: Option<Vec<_>> = match written.value {
        Value::List(items) => items
            .iter()
            .map(|item| scalar(&text(*item)?).map(node))
            .collect(),
        _ => text(written)?
            .split(',')
            .map(|part| scalar(part.trim()).map(node))
            .collect(),
    };
    Some(node(Value::List(arena.alloc_slice_copy(&items?))))
}

/// Parses a number.
pub(crate) fn number<'a>(text: &str) -> Option<Value<'a>> {
    if let Ok(whole) = text.trim().parse() {
        return Some(Value::Int(whole));
    }
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .map(Value::Float)
}

/// Converts the texts in the value of a numeric parameter to numbers.
pub(crate) fn numbers<'a>(arena: &'a Bump, value: Node<'a>) -> Node<'a> {
    let one = |node: Node<'a>| Node {
        value: node.as_str().and_then(number).unwrap_or(node.value),
        ..node
    };
    match value.value {
        Value::List(items) => {
            let items = items.iter().map(|item| one(*item)).collect::<Vec<_>>();
            Node {
                value: Value::List(arena.alloc_slice_copy(&items)),
                ..value
            }
        }
        _ => one(value),
    }
}

/// Returns a scalar as CloudFormation converts it to a string; `None` for other values, and if the text is not known.
/// [`ScalarTexts`] has the texts of scalars in a template.
pub(crate) fn text(node: Node<'_>) -> Option<String> {
    scalar_text(node).map(Cow::into_owned)
}

/// Like [`text`], without a copy of a string.
pub(crate) fn scalar_text(node: Node<'_>) -> Option<Cow<'_, str>> {
    match node.value {
        Value::Bool(is) => Some(is.to_string().into()),
        Value::Int(number) => Some(number.to_string().into()),
        Value::Float(number) => float_text(number).map(Into::into),
        Value::BigInt(text) | Value::Date(text) | Value::Str(text) => Some(text.into()),
        Value::Null | Value::List(_) | Value::Map(_) => None,
    }
}

/// Adds the pseudo parameters that the user supplies, and those that follow from the region.
fn pseudo_parameters<'a>(arena: &'a Bump, inputs: &Inputs<'_>, names: &mut KnownValues<'a>) {
    let node = |value| Node {
        id: SYNTHETIC,
        value,
    };
    for pseudo in PseudoParameter::ALL
        .iter()
        .filter(|pseudo| **pseudo != PseudoParameter::NoValue)
    {
        let Some(given) = inputs.parameter_values.get(pseudo.name()) else {
            continue;
        };
        let value = match (pseudo, &given.value) {
            (PseudoParameter::NotificationArns, Literal::List(items)) => {
                let items = items
                    .iter()
                    .filter_map(|item| text(item.node(arena, SYNTHETIC)));
                let items: Vec<_> = items
                    .map(|item| node(Value::Str(arena.alloc_str(&item))))
                    .collect();
                Some(node(Value::List(arena.alloc_slice_copy(&items))))
            }
            (_, value) => text(value.node(arena, SYNTHETIC))
                .map(|text| node(Value::Str(arena.alloc_str(&text)))),
        };
        let known_value = value.map(|value| KnownValue {
            value,
            number: false,
            origin: origin(inputs, given),
            hidden: false,
        });
        names
            .known
            .extend(known_value.map(|known_value| (pseudo.name(), known_value)));
    }
    let region = names
        .known
        .get(PseudoParameter::Region.name())
        .and_then(|region| region.value.as_str());
    let Some(partition) = region.map(Partition::of) else {
        return;
    };
    for (pseudo, value) in [
        (PseudoParameter::Partition, partition.name),
        (PseudoParameter::UrlSuffix, partition.suffix),
    ] {
        let known_value = KnownValue {
            value: node(Value::Str(value)),
            number: false,
            origin: Origin::Region,
            hidden: false,
        };
        names.known.entry(pseudo.name()).or_insert(known_value);
    }
}
