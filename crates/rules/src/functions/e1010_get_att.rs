//! Checks that `Fn::GetAtt` refers to an existing resource and to an attribute of a matching type.

use std::borrow::Cow;
use std::rc::Rc;

use super::e1040_get_att_format;
use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, EVERY_TYPE, FunctionSpec};
use cfn_warden_lint::message::render;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::{AttachedRules, TypeMatching};
use cfn_warden_schema::resolve::values;
use cfn_warden_schema::{
    Assertion, Attributes, Context, Evaluation, InstancePath, Json, Message, Operand, Step,
    Violation, ViolationKind, Violations, keyword, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::lone_function;
use cfn_warden_template::{Quirk, Resource};

pub static RULE: Rule = Rule {
    id: RuleId::new("E1010"),
    tags: &["functions", "getatt"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_GET_ATT, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/getatt",
    output: EVERY_TYPE,
    resolved_rule: None,
};

/// Resource and attribute of the argument, and the path step of the resource.
struct Argument<'a> {
    resource: Node<'a>,
    attribute: Node<'a>,
    first: Step<'a>,
}

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let mut found = out.alike();
    function::check(&SPEC, evaluation, assertion, &mut found);
    let Some((_, entry)) = lone_function(assertion.instance) else {
        return;
    };
    let instance_path = assertion
        .cx
        .instance_path
        .step(evaluation.arena, Step::Key(entry.key));
    let parts: Option<Vec<Node<'a>>> = match entry.value.value {
        Value::Str(text) => Some(
            text.splitn(2, '.')
                .map(|part| Node {
                    value: Value::Str(part),
                    ..entry.value
                })
                .collect(),
        ),
        Value::List(items) => Some(items.to_vec()),
        _ => None,
    };
    if let Some(parts) = &parts
        && parts.len() < 2
    {
        const MESSAGE: &str =
            "{} is not a valid GetAtt. It must specify a resource and an attribute name";
        let message = message!(MESSAGE, [Operand::Value(assertion.instance)]);
        return out.push(Violation {
            instance_path,
            ..assertion.violation(message)
        });
    }
    if !found.is_empty() {
        if found.verdict().unknown
            && let Some([resource, attribute, ..]) = parts.as_deref()
        {
            let mut formats = out.alike();
            e1040_get_att_format::check(
                evaluation,
                assertion,
                resource.as_str(),
                attribute.as_str(),
                &mut formats,
            );
            if !formats.is_empty() {
                return out.extend(formats);
            }
        }
        return out.extend(found);
    }
    let Some([resource, attribute, ..]) = parts.as_deref() else {
        return;
    };
    let first = if entry.value.as_str().is_some() {
        Step::Name("None")
    } else {
        Step::Index(0)
    };
    let argument = split_generated_name(
        evaluation,
        Argument {
            resource: *resource,
            attribute: *attribute,
            first,
        },
    );
    resolve(evaluation, assertion, instance_path, &argument, &mut found);
    if found.is_empty() {
        let (resource, attribute) = (argument.resource.as_str(), argument.attribute.as_str());
        e1040_get_att_format::check(evaluation, assertion, resource, attribute, &mut found);
    }
    out.extend(found);
}

/// Resolves a logical ID that SAM generates, which can contain dots: the longest prefix that names a resource.
fn split_generated_name<'a>(evaluation: &Evaluation<'a>, argument: Argument<'a>) -> Argument<'a> {
    let (Some(resource), Some(attribute)) =
        (argument.resource.as_str(), argument.attribute.as_str())
    else {
        return argument;
    };
    if ![resource, attribute].iter().any(|part| part.contains('.')) {
        return argument;
    }
    let whole = evaluation
        .arena
        .alloc_str(&format!("{resource}.{attribute}"));
    let dots: Vec<_> = whole
        .match_indices('.')
        .map(|(position, _)| position)
        .skip(1)
        .collect();
    for position in dots.into_iter().rev() {
        let Some((name, rest)) = whole.split_at_checked(position) else {
            continue;
        };
        if evaluation.template.resource(name).is_some() {
            let node = |text| Node {
                value: Value::Str(text),
                ..argument.resource
            };
            return Argument {
                resource: node(name),
                attribute: node(rest.get(1..).unwrap_or_default()),
                ..argument
            };
        }
    }
    argument
}

fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    instance_path: InstancePath<'a>,
    argument: &Argument<'a>,
    out: &mut Violations<'a>,
) {
    let cx = Context {
        types: TypeMatching::Converted,
        attached_rules: AttachedRules::Skip,
        ..*assertion.cx
    };
    let resources = &evaluation.template.resources;
    for (name, _) in values(evaluation, &cx, argument.resource) {
        let text = name.as_str().unwrap_or_default();
        if evaluation
            .template
            .wholes
            .iter()
            .any(|whole| text != *whole && text.starts_with(whole))
        {
            continue;
        }
        let Some(resource) = evaluation
            .template
            .resource(text)
            .filter(|_| assertion.cx.resources.are_allowed())
        else {
            let names: Vec<_> = resources
                .iter()
                .map(|resource| resource.name)
                .filter(|_| assertion.cx.resources.are_allowed())
                .collect();
            let declared = evaluation.arena.alloc_slice_copy(&names);
            let kind = ViolationKind::Undeclared {
                instance: name,
                declared,
            };
            let kind = when_resolved(evaluation, kind, name, argument.resource);
            out.push(Violation {
                instance_path: instance_path.step(evaluation.arena, argument.first),
                ..assertion.violation(kind)
            });
            continue;
        };
        let Some(schema) = evaluation.knowledge.resource(resource.kind) else {
            continue;
        };
        let mask = evaluation.knowledge.regions(resource.kind);
        let regions: Vec<_> = assertion
            .cx
            .regions
            .iter()
            .filter(|region| region.is_in(mask))
            .map(|region| region.name())
            .collect();
        if regions.is_empty() {
            continue;
        }
        let attributes = attributes(evaluation, resource, schema);
        for (attribute, _) in values(evaluation, &cx, argument.attribute) {
            let Some(found) = attribute.as_str().and_then(|name| attributes.get(name)) else {
                let names: Vec<&str> = attributes
                    .iter()
                    .map(|one| &*evaluation.arena.alloc_str(&one.pattern.replace('\\', "")))
                    .collect();
                let operands = [
                    Operand::Value(attribute),
                    Operand::Declared(evaluation.arena.alloc_slice_copy(&names)),
                    Operand::Names(evaluation.arena.alloc_slice_copy(&regions)),
                ];
                let message = message!("{} is not one of {} in {}", operands);
                let kind = when_resolved(evaluation, message.into(), attribute, argument.attribute);
                out.push(Violation {
                    instance_path: instance_path.step(evaluation.arena, Step::Index(1)),
                    ..assertion.violation(kind)
                });
                continue;
            };
            let actual = match (resource.kind, attribute.as_str()) {
                ("AWS::DocDB::DBCluster", Some("Port")) => None,
                // The text of an object.
                ("AWS::CloudFormation::WaitCondition", Some("Data"))
                    if !evaluation.options.compat.has(Quirk::WaitData) =>
                {
                    None
                }
                _ => attributes.schema(found),
            };
            check_type(assertion, instance_path, actual, out);
        }
    }
}

/// Returns the attributes of a resource; for a nested stack with a known template, its outputs.
fn attributes<'a>(
    evaluation: &Evaluation<'a>,
    resource: &Resource<'a>,
    schema: Json<'a>,
) -> Rc<Attributes<'a>> {
    let location = || {
        resource
            .node
            .get("Properties")?
            .get("TemplateURL")?
            .as_str()
    };
    let location = if resource.kind == "AWS::CloudFormation::Stack" {
        location()
    } else {
        None
    };
    let mut known = evaluation.options.nested.iter();
    match location.and_then(|location| known.find(|nested| nested.location == location)) {
        Some(nested) => {
            let outputs = nested.outputs.iter().map(String::as_str);
            Rc::new(Attributes::of_outputs(
                evaluation.knowledge,
                schema,
                outputs,
            ))
        }
        None => evaluation.attributes(schema),
    }
}

/// Checks that the type of an attribute matches the expected type. Numbers and booleans are not checked.
fn check_type<'a>(
    assertion: &Assertion<'a, '_>,
    instance_path: InstancePath<'a>,
    actual: Option<Json<'a>>,
    out: &mut Violations<'a>,
) {
    let (Some(actual), Some(expected)) = (
        actual.and_then(|actual| actual.keyword(keyword::TYPE)),
        assertion.schema.get(keyword::TYPE),
    ) else {
        return;
    };
    let names = |types: Json<'a>| -> Vec<&'a str> {
        types.as_str().map_or_else(
            || types.items().filter_map(Json::as_str).collect(),
            |only| vec![only],
        )
    };
    let expected_names = names(expected);
    if expected_names
        .iter()
        .any(|name| matches!(*name, "boolean" | "integer"))
    {
        return;
    }
    if !names(actual)
        .iter()
        .any(|name| expected_names.contains(name))
    {
        let kind = ViolationKind::Type {
            instance: assertion.instance,
            types: expected,
        };
        out.push(Violation {
            instance_path,
            ..assertion.violation(kind)
        });
    }
}

fn when_resolved<'a>(
    evaluation: &Evaluation<'a>,
    kind: ViolationKind<'a>,
    value: Node<'a>,
    written: Node<'a>,
) -> ViolationKind<'a> {
    if value.as_str() == written.as_str() {
        return kind;
    }
    let message = format!(
        "{} when {} is resolved",
        render(&kind),
        python::repr(written)
    );
    Message::text(evaluation.arena.alloc_str(&message)).into()
}
