//! `cfnGather`: collects properties of this resource and of resources it refers to in one flat object and checks that
//! against a schema. Violations are reported at the location of the property.

use crate::path::SchemaPath;
use crate::{
    Assertion, Context, Evaluation, InstancePath, Json, Keyword, Step, Violation, Violations,
    keyword,
};
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::Quirk;
use cfn_warden_template::function::{Function, function_of, is_no_value};

/// The `cfnGather` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::CFN_GATHER,
    check,
};

/// A part of the gathered object.
struct Source<'a> {
    name: &'a str,
    spec: Json<'a>,
    /// The resource that contains the property; `None` for the instance itself.
    resource: Option<&'a str>,
    object: Node<'a>,
}

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(gather) = assertion.value.keyword(keyword::GATHER) else {
        return;
    };
    let entries = || gather.entries().map(|(name, spec)| (name.text, spec));
    let is_remote = |spec: &Json<'a>| spec.keyword(keyword::REFERENCE).is_some();
    let locals: Vec<_> = entries().filter(|(_, spec)| !is_remote(spec)).collect();
    let remotes: Vec<_> = entries().filter(|(_, spec)| is_remote(spec)).collect();
    let local = |cx: &Context<'a>| -> Vec<Source<'a>> {
        locals
            .iter()
            .map(|(name, spec)| source(evaluation, cx, assertion.instance, name, *spec, None))
            .collect()
    };
    let Some((driver, driver_spec)) = remotes.first() else {
        if !locals.is_empty() {
            validate(
                evaluation,
                assertion,
                assertion.cx,
                local(assertion.cx),
                out,
            );
        }
        return;
    };
    for (value, cx) in evaluation.values(
        assertion.cx,
        assertion.instance,
        &path(driver_spec.keyword(keyword::REFERENCE)),
    ) {
        let Some(value) = value else { continue };
        let Some(target) = referred(value) else {
            if function_of(value).is_none() && value.as_map().is_none() {
                validate(evaluation, assertion, &cx, local(&cx), out);
            }
            continue;
        };
        let Some(resource) = evaluation
            .template
            .resource(target)
            .filter(|resource| matches(resource.kind, *driver_spec))
        else {
            continue;
        };
        let mut sources = local(&cx);
        for (name, spec) in &remotes {
            let target = match name == driver {
                true => Some(resource),
                false => follow(evaluation, &cx, assertion.instance, *spec),
            };
            if let Some(target) = target {
                sources.push(source(
                    evaluation,
                    &cx,
                    assertion.instance,
                    name,
                    *spec,
                    Some(target),
                ));
            }
        }
        validate(evaluation, assertion, &cx, sources, out);
    }
}

/// Returns the resource that a value refers to.
fn referred<'a>(value: Node<'a>) -> Option<&'a str> {
    match function_of(value)? {
        (Function::Ref, name) => name.as_str(),
        (Function::GetAtt, argument) => match argument.value {
            Value::List([first, ..]) => first.as_str(),
            Value::Str(text) => text.split('.').next(),
            _ => None,
        },
        _ => None,
    }
}

fn matches(kind: &str, spec: Json<'_>) -> bool {
    let wanted = spec
        .keyword(keyword::FILTER)
        .and_then(|filter| filter.keyword(keyword::TYPE));
    wanted.is_none_or(|wanted| wanted.as_str() == Some(kind))
}

fn follow<'s, 'a>(
    evaluation: &'s Evaluation<'a>,
    cx: &Context<'a>,
    instance: Node<'a>,
    spec: Json<'a>,
) -> Option<&'s cfn_warden_template::Resource<'a>> {
    let values = evaluation.values(cx, instance, &path(spec.keyword(keyword::REFERENCE)));
    let mut targets = values
        .into_iter()
        .filter_map(|(value, _)| evaluation.template.resource(referred(value?)?));
    targets.find(|resource| matches(resource.kind, spec))
}

fn path<'a>(pointer: Option<Json<'a>>) -> Vec<&'a str> {
    let pointer = pointer.and_then(Json::as_str).unwrap_or_default();
    let trimmed = pointer.trim_matches('/');
    if trimmed.is_empty() || trimmed == "." {
        Vec::new()
    } else {
        trimmed.split('/').collect()
    }
}

/// Returns the path that a property is gathered from.
fn property_path<'a>(spec: Json<'a>) -> Vec<&'a str> {
    path(
        Some(spec)
            .filter(|spec| spec.as_str().is_some())
            .or_else(|| spec.get("path")),
    )
}

fn source<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    instance: Node<'a>,
    name: &'a str,
    spec: Json<'a>,
    resource: Option<&cfn_warden_template::Resource<'a>>,
) -> Source<'a> {
    let mut entries = Vec::new();
    for (key, property) in spec
        .keyword(keyword::PROPERTIES)
        .into_iter()
        .flat_map(Json::entries)
    {
        let key_node = Node {
            value: Value::Str(key.text),
            ..instance
        };
        let value = match property.as_str() {
            Some("$type") => resource.map(|resource| Node {
                value: Value::Str(resource.kind),
                ..instance
            }),
            _ => first(evaluation, cx, instance, resource, property)
                .or_else(|| default(evaluation, instance, property)),
        };
        let value = value.map(|value| as_reference(evaluation, value));
        entries.extend(value.map(|value| Entry {
            key: key_node,
            value,
        }));
    }
    let value = Value::Map(evaluation.arena.alloc_slice_copy(&entries));
    Source {
        name,
        spec,
        resource: resource.map(|resource| resource.name),
        object: Node { value, ..instance },
    }
}

/// Returns a `Ref` for `Fn::GetAtt` of the property that `Ref` returns, so that both forms of an API are equal.
fn as_reference<'a>(evaluation: &Evaluation<'a>, value: Node<'a>) -> Node<'a> {
    let target = || {
        let (Function::GetAtt, argument) = function_of(value)? else {
            return None;
        };
        let (name, attribute) = match argument.value {
            Value::List([name, attribute]) => (name.as_str()?, attribute.as_str()?),
            Value::Str(text) => text.split_once('.')?,
            _ => return None,
        };
        let schema = evaluation
            .knowledge
            .resource(evaluation.template.resource(name)?.kind)?;
        let mut identifiers = schema.keyword(keyword::PRIMARY_IDENTIFIER)?.items();
        let identifier = identifiers.next()?.as_str()?.strip_prefix("/properties/")?;
        (identifier == attribute && identifiers.next().is_none()).then_some(name)
    };
    if evaluation.options.compat.has(Quirk::SameResource) {
        return value;
    }
    let Some(name) = target() else { return value };
    let key = Node {
        value: Value::Str("Ref"),
        ..value
    };
    let entry = Entry {
        key,
        value: Node {
            value: Value::Str(name),
            ..value
        },
    };
    Node {
        value: Value::Map(evaluation.arena.alloc_slice_copy(&[entry])),
        ..value
    }
}

fn first<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    instance: Node<'a>,
    resource: Option<&cfn_warden_template::Resource<'a>>,
    property: Json<'a>,
) -> Option<Node<'a>> {
    let path = property_path(property);
    let values = match resource {
        None => evaluation.values(cx, instance, &path),
        Some(resource) => {
            let full: Vec<_> = ["Resources", resource.name, "Properties"]
                .into_iter()
                .chain(path)
                .collect();
            evaluation.values(cx, evaluation.template.root, &full)
        }
    };
    let usable = |value: &Node<'a>| !is_no_value(*value) && !matches!(value.value, Value::Null);
    values
        .into_iter()
        .filter_map(|(value, _)| value)
        .find(usable)
}

fn default<'a>(
    evaluation: &Evaluation<'a>,
    instance: Node<'a>,
    property: Json<'a>,
) -> Option<Node<'a>> {
    let default = property.keyword(keyword::DEFAULT)?;
    Some(crate::node_of(evaluation.arena, instance.id, default))
}

fn validate<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    cx: &Context<'a>,
    sources: Vec<Source<'a>>,
    out: &mut Violations<'a>,
) {
    let Some(schema) = assertion.value.keyword(keyword::SCHEMA_OF_CONTEXT) else {
        return;
    };
    let entries: Vec<_> = sources
        .iter()
        .map(|source| Entry {
            key: Node {
                value: Value::Str(source.name),
                ..assertion.instance
            },
            value: source.object,
        })
        .collect();
    let gathered = Node {
        value: Value::Map(evaluation.arena.alloc_slice_copy(&entries)),
        ..assertion.instance
    };
    // Paths below are relative to the gathered object and are converted afterwards.
    let below = Context {
        gathered: Some(gathered),
        instance_path: InstancePath::ROOT,
        schema_path: SchemaPath::ROOT,
        ..*cx
    };
    let mut found = Violations::new();
    evaluation.check(&below, schema, gathered, &mut found);
    for violation in found
        .into_list()
        .into_iter()
        .filter(|violation| !violation.unknown)
    {
        out.push(placed(evaluation, assertion, &sources, violation));
    }
}

/// Moves a violation in the gathered object to the location of the property.
fn placed<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    sources: &[Source<'a>],
    violation: Violation<'a>,
) -> Violation<'a> {
    let steps = violation.instance_path.steps();
    let mut violation = Violation {
        instance_path: assertion.cx.instance_path,
        children: Vec::new(),
        ..violation
    };
    let Some((first, rest)) = steps.split_first() else {
        return violation;
    };
    let Some(source) = sources
        .iter()
        .find(|source| first.text() == Some(source.name))
    else {
        return violation;
    };
    let property = rest.first().and_then(Step::text);
    let specs = source.spec.keyword(keyword::PROPERTIES);
    let real: Vec<Step<'a>> = match property.and_then(|name| specs?.get(name)) {
        Some(spec) => property_path(spec)
            .into_iter()
            .map(Step::Name)
            .chain(rest.iter().skip(1).copied())
            .collect(),
        None => rest.to_vec(),
    };
    let extend = |instance_path: InstancePath<'a>| {
        real.iter().fold(instance_path, |instance_path, step| {
            instance_path.step(evaluation.arena, *step)
        })
    };
    match source.resource {
        None => violation.instance_path = extend(assertion.cx.instance_path),
        Some(name) => {
            violation.shown_at = Some(extend(
                InstancePath::ROOT.names(evaluation.arena, ["Resources", name, "Properties"]),
            ));
        }
    }
    violation
}
