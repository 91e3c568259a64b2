//! `Ref`: the possible values of a parameter, and the value of a pseudo parameter in a region.

use std::ops::ControlFlow;

use super::value;
use super::value::{Resolved, ValueVisitor, from};
use crate::context::{Deployment, RefValue};
use crate::mode::{Origin, PseudoValues};
use crate::{Context, Evaluation, InstancePath, Step};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::region::Partition;
use cfn_warden_template::{Parameter, PseudoParameter, Region, Regions};

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let Some(name) = argument.as_str() else {
        return ControlFlow::Continue(());
    };
    for (value, cx) in values(evaluation, cx, name) {
        take(Resolved {
            value: Ok(value),
            cx,
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the possible values of a name, each with its context.
pub fn values<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    name: &str,
) -> Vec<(Node<'a>, Context<'a>)> {
    let pseudo = PseudoParameter::named(name);
    if pseudo
        .is_some_and(|pseudo| cx.pseudo_values == PseudoValues::Unknown || !cx.pseudos.has(pseudo))
    {
        return Vec::new();
    }
    if let Some(value) = cx.ref_value(name) {
        return vec![(value, *cx)];
    }
    match pseudo {
        Some(PseudoParameter::NoValue) => Vec::new(),
        Some(pseudo @ (PseudoParameter::AccountId | PseudoParameter::StackName)) => {
            let value = pseudo_value(evaluation, pseudo, Region::PRIMARY);
            vec![(value, with(evaluation, cx, pseudo.name(), value))]
        }
        Some(pseudo) => cx
            .regions
            .iter()
            .map(|region| in_region(evaluation, cx, pseudo, region))
            .collect(),
        None => match evaluation.template.parameter(name) {
            Some(parameter) if !cx.deployments.is_empty() => {
                deployed_values(evaluation, cx, parameter)
            }
            Some(parameter) => parameter_values(evaluation, cx, parameter),
            None => Vec::new(),
        },
    }
}

/// Returns the context in which a reference has a value.
pub fn with<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    name: &'a str,
    value: Node<'a>,
) -> Context<'a> {
    Context {
        refs: Some(evaluation.arena.keep(RefValue {
            name,
            value,
            rest: cx.refs,
        })),
        ..*cx
    }
}

/// Selects a region, which determines the values that depend on it.
fn in_region<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    pseudo: PseudoParameter,
    region: Region,
) -> (Node<'a>, Context<'a>) {
    let make = || {
        evaluation
            .arena
            .keep_all(REGIONAL.map(|one| (one, pseudo_value(evaluation, one, region))))
    };
    let values = evaluation.pseudo_values(region, make);
    let settled = values.iter().fold(
        Context {
            regions: Regions::only(region),
            ..*cx
        },
        |cx, (one, value)| with(evaluation, &cx, one.name(), *value),
    );
    let own = values.iter().find(|(one, _)| *one == pseudo);
    (
        own.map_or_else(
            || pseudo_value(evaluation, pseudo, region),
            |(_, value)| *value,
        ),
        settled,
    )
}

/// The pseudo parameters that a region determines.
const REGIONAL: [PseudoParameter; 5] = [
    PseudoParameter::NotificationArns,
    PseudoParameter::Partition,
    PseudoParameter::Region,
    PseudoParameter::StackId,
    PseudoParameter::UrlSuffix,
];

fn pseudo_value<'a>(
    evaluation: &Evaluation<'a>,
    pseudo: PseudoParameter,
    region: Region,
) -> Node<'a> {
    let name = region.name();
    let partition = || Partition::linted(name, evaluation.options.compat);
    let node = |value| Node {
        value,
        ..evaluation.template.root
    };
    let text = |text: &str| node(Value::Str(evaluation.arena.alloc_str(text)));
    match pseudo {
        PseudoParameter::AccountId => text("123456789012"),
        PseudoParameter::StackName => text("teststack"),
        PseudoParameter::NotificationArns => {
            let partition = partition().name;
            let arn = text(&format!(
                "arn:{partition}:sns:{name}:123456789012:notification"
            ));
            node(Value::List(evaluation.arena.alloc_slice_copy(&[arn])))
        }
        PseudoParameter::Partition => text(partition().name),
        PseudoParameter::Region => text(name),
        PseudoParameter::StackId => text(&format!(
            "arn:{}:cloudformation:{name}:123456789012:stack/teststack/51af3dc0-da77-11e4-872e-1234567db123",
            partition().name
        )),
        PseudoParameter::NoValue | PseudoParameter::UrlSuffix => text(partition().suffix),
    }
}

/// Returns the value of a parameter in each deployment: the supplied value, or the default. The context then contains
/// all values of that deployment.
fn deployed_values<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    parameter: &Parameter<'a>,
) -> Vec<(Node<'a>, Context<'a>)> {
    let in_deployment = |deployment: &Deployment<'a>| {
        let refs = match cx.refs {
            None => deployment.refs,
            Some(_) => settled(evaluation, cx, deployment),
        };
        let cx = Context {
            deployments: &[],
            origin: Origin::Parameter,
            refs,
            ..*cx
        };
        if let Some(value) = deployment.value(parameter.name) {
            return Some((value, cx));
        }
        let (value, source) = default_value(evaluation, parameter)?;
        Some((
            value,
            with(evaluation, &from(&cx, Some(source)), parameter.name, value),
        ))
    };
    cx.deployments.iter().filter_map(in_deployment).collect()
}

/// Returns the values of references with those of a deployment in front.
fn settled<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    deployment: &Deployment<'a>,
) -> Option<&'a RefValue<'a>> {
    let mut refs = cx.refs;
    for RefValue { name, value, .. } in deployment.values() {
        refs = Some(evaluation.arena.keep(RefValue {
            name,
            value: *value,
            rest: refs,
        }));
    }
    refs
}

/// Returns a parameter's default and its path.
fn default_value<'a>(
    evaluation: &Evaluation<'a>,
    parameter: &Parameter<'a>,
) -> Option<(Node<'a>, InstancePath<'a>)> {
    let default = parameter.default()?;
    Some((
        value_of(evaluation, parameter, default),
        InstancePath::ROOT.names(evaluation.arena, ["Parameters", parameter.name, "Default"]),
    ))
}

/// Returns the possible values of a parameter: its allowed values, or its default and the bounds of its range.
fn parameter_values<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    parameter: &Parameter<'a>,
) -> Vec<(Node<'a>, Context<'a>)> {
    let place = |steps: &[Step<'a>]| {
        let named = InstancePath::ROOT.names(evaluation.arena, ["Parameters", parameter.name]);
        steps.iter().fold(named, |instance_path, step| {
            instance_path.step(evaluation.arena, *step)
        })
    };
    let at_path = |node: Node<'a>, steps: &[Step<'a>]| {
        let value = value_of(evaluation, parameter, node);
        let cx = Context {
            origin: Origin::Parameter,
            ..from(cx, Some(place(steps)))
        };
        (value, with(evaluation, &cx, parameter.name, value))
    };
    let allowed = parameter.allowed_values();
    if !allowed.is_empty() {
        let each = (0u32..).zip(allowed);
        return each
            .map(|(index, node)| at_path(*node, &[Step::Name("AllowedValues"), Step::Index(index)]))
            .collect();
    }
    let mut all: Vec<_> = parameter
        .default()
        .map(|node| at_path(node, &[Step::Name("Default")]))
        .into_iter()
        .collect();
    if !parameter.is_ssm() {
        for key in ["MinValue", "MaxValue"] {
            let bound = parameter
                .node
                .get(key)
                .filter(|node| !matches!(node.value, Value::Null));
            // A bound is a string even for list parameters.
            all.extend(bound.map(|node| {
                let value = value::text(evaluation, node, &python::str(node));
                let cx = Context {
                    origin: Origin::Parameter,
                    ..from(cx, Some(place(&[Step::Name(key)])))
                };
                (value, with(evaluation, &cx, parameter.name, value))
            }));
        }
    }
    all
}

/// Converts a value in a parameter's declaration to the parameter's value. Items of a list are strings, whatever the
/// parameter's type.
fn value_of<'a>(
    evaluation: &Evaluation<'a>,
    parameter: &Parameter<'a>,
    node: Node<'a>,
) -> Node<'a> {
    let text = |node| value::text(evaluation, node, &python::str(node));
    match node.value {
        _ if parameter.is_list() => listed(evaluation, node),
        Value::List(items) => {
            let texts = items.iter().map(|item| text(*item));
            Node {
                value: Value::List(evaluation.arena.keep_all(texts)),
                ..node
            }
        }
        _ => text(node),
    }
}

/// Splits a comma-delimited string into a list.
fn listed<'a>(evaluation: &Evaluation<'a>, node: Node<'a>) -> Node<'a> {
    let written = python::str(node);
    let parts: Vec<_> = match node.value {
        Value::Str(_) => {
            let count = written.matches(',').count().saturating_add(1);
            if !evaluation
                .budget
                .allows(count.saturating_mul(2 * size_of::<Node<'_>>()))
            {
                return node;
            }
            written
                .split(',')
                .map(|part| value::text(evaluation, node, part.trim()))
                .collect()
        }
        _ => vec![value::text(evaluation, node, &written)],
    };
    Node {
        value: Value::List(evaluation.arena.alloc_slice_copy(&parts)),
        ..node
    }
}
