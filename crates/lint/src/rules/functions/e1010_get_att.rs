//! Checks that `Fn::GetAtt` refers to an existing resource and to an attribute of a matching type.

use std::borrow::Cow;

use super::e1040_get_att_format;
use crate::Rule;
use crate::function::{self, EVERY_TYPE, FunctionSpec};
use crate::message::render;
use crate::rule::Check;
use cfn_warden_schema::mode::{AttachedRules, TypeMatching};
use cfn_warden_schema::resolve::values;
use cfn_warden_schema::{
    Attributes, Context, InstancePath, Json, Message, Operand, Site, Step, Violation, ViolationKind, Violations, Walk,
    keyword, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::Resource;
use cfn_warden_template::function::lone_function;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1010"),
    tags: &["functions", "getatt"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_GET_ATT, check)]),
};

const SPEC: FunctionSpec =
    FunctionSpec { arguments: "other/functions/getatt", output: EVERY_TYPE, resolved_rule: None };

/// Resource and attribute of the argument, and the path step of the resource.
struct Argument<'a> {
    resource: Node<'a>,
    attribute: Node<'a>,
    first: Step<'a>,
}

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let mut found = out.alike();
    function::check(&SPEC, walk, site, &mut found);
    let Some((_, entry)) = lone_function(site.instance) else { return };
    let trail = site.cx.trail.step(walk.arena, Step::Key(entry.key));
    let parts: Option<Vec<Node<'a>>> = match entry.value.value {
        Value::Str(text) => {
            Some(text.splitn(2, '.').map(|part| Node { value: Value::Str(part), ..entry.value }).collect())
        }
        Value::List(items) => Some(items.to_vec()),
        _ => None,
    };
    if let Some(parts) = &parts
        && parts.len() < 2
    {
        const MESSAGE: &str = "{} is not a valid GetAtt. It must specify a resource and an attribute name";
        let message = message!(MESSAGE, [Operand::Value(site.instance)]);
        return out.push(Violation { trail, ..site.violation(message) });
    }
    if !found.is_empty() {
        if found.verdict().unknown
            && let Some([resource, attribute, ..]) = parts.as_deref()
        {
            let mut formats = out.alike();
            e1040_get_att_format::check(walk, site, resource.as_str(), attribute.as_str(), &mut formats);
            if !formats.is_empty() {
                return out.extend(formats);
            }
        }
        return out.extend(found);
    }
    let Some([resource, attribute, ..]) = parts.as_deref() else { return };
    let first = if entry.value.as_str().is_some() { Step::Name("None") } else { Step::Index(0) };
    let argument = split_generated_name(walk, Argument { resource: *resource, attribute: *attribute, first });
    resolve(walk, site, trail, &argument, &mut found);
    if found.is_empty() {
        let (resource, attribute) = (argument.resource.as_str(), argument.attribute.as_str());
        e1040_get_att_format::check(walk, site, resource, attribute, &mut found);
    }
    out.extend(found);
}

/// Resolves a logical ID that SAM generates, which can contain dots: the longest prefix that names a resource.
fn split_generated_name<'a>(walk: &Walk<'a>, argument: Argument<'a>) -> Argument<'a> {
    let (Some(resource), Some(attribute)) = (argument.resource.as_str(), argument.attribute.as_str()) else {
        return argument;
    };
    let whole = walk.arena.alloc_str(&format!("{resource}.{attribute}"));
    let dots: Vec<_> = whole.match_indices('.').map(|(position, _)| position).skip(1).collect();
    for position in dots.into_iter().rev() {
        let Some((name, rest)) = whole.split_at_checked(position) else { continue };
        if walk.template.resource(name).is_some() {
            let node = |text| Node { value: Value::Str(text), ..argument.resource };
            return Argument { resource: node(name), attribute: node(rest.get(1..).unwrap_or_default()), ..argument };
        }
    }
    argument
}

fn resolve<'a>(
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    trail: InstancePath<'a>,
    argument: &Argument<'a>,
    out: &mut Violations<'a>,
) {
    let cx = Context { types: TypeMatching::Converted, attached_rules: AttachedRules::Skip, ..*site.cx };
    let resources = &walk.template.resources;
    for (name, _) in values(walk, &cx, argument.resource) {
        let text = name.as_str().unwrap_or_default();
        if walk.template.wholes.iter().any(|whole| text != *whole && text.starts_with(whole)) {
            continue;
        }
        let Some(resource) = walk.template.resource(text).filter(|_| site.cx.resources.are_allowed()) else {
            let names: Vec<_> =
                resources.iter().map(|resource| resource.name).filter(|_| site.cx.resources.are_allowed()).collect();
            let declared = walk.arena.alloc_slice_copy(&names);
            let kind = ViolationKind::Undeclared { instance: name, declared };
            let kind = when_resolved(walk, kind, name, argument.resource);
            out.push(Violation { trail: trail.step(walk.arena, argument.first), ..site.violation(kind) });
            continue;
        };
        let Some(schema) = walk.knowledge.resource(resource.kind) else { continue };
        let mask = walk.knowledge.regions(resource.kind);
        let regions: Vec<_> =
            site.cx.regions.iter().filter(|region| region.is_in(mask)).map(|region| region.name()).collect();
        if regions.is_empty() {
            continue;
        }
        let attributes = attributes(walk, resource, schema);
        for (attribute, _) in values(walk, &cx, argument.attribute) {
            let Some(found) = attribute.as_str().and_then(|name| attributes.get(name)) else {
                let names: Vec<&str> =
                    attributes.iter().map(|one| &*walk.arena.alloc_str(&one.pattern.replace('\\', ""))).collect();
                let operands = [
                    Operand::Value(attribute),
                    Operand::Declared(walk.arena.alloc_slice_copy(&names)),
                    Operand::Names(walk.arena.alloc_slice_copy(&regions)),
                ];
                let message = message!("{} is not one of {} in {}", operands);
                let kind = when_resolved(walk, message.into(), attribute, argument.attribute);
                out.push(Violation { trail: trail.step(walk.arena, Step::Index(1)), ..site.violation(kind) });
                continue;
            };
            let actual = match (resource.kind, attribute.as_str()) {
                ("AWS::DocDB::DBCluster", Some("Port")) => None,
                _ => attributes.schema(found),
            };
            check_type(site, trail, actual, out);
        }
    }
}

/// Returns the attributes of a resource; for a nested stack with a known template, its outputs.
fn attributes<'a>(walk: &Walk<'a>, resource: &Resource<'a>, schema: Json<'a>) -> Attributes<'a> {
    let location = || resource.node.get("Properties")?.get("TemplateURL")?.as_str();
    let location = if resource.kind == "AWS::CloudFormation::Stack" { location() } else { None };
    let mut known = walk.options.nested.iter();
    match location.and_then(|location| known.find(|nested| nested.location == location)) {
        Some(nested) => Attributes::of_outputs(walk.knowledge, schema, nested.outputs.iter().map(String::as_str)),
        None => Attributes::of(walk.knowledge, schema),
    }
}

/// Checks that the type of an attribute matches the expected type. Numbers and booleans are not checked.
fn check_type<'a>(site: &Site<'a, '_>, trail: InstancePath<'a>, actual: Option<Json<'a>>, out: &mut Violations<'a>) {
    let (Some(actual), Some(expected)) =
        (actual.and_then(|actual| actual.keyword(keyword::TYPE)), site.schema.get(keyword::TYPE))
    else {
        return;
    };
    let names = |types: Json<'a>| -> Vec<&'a str> {
        types.as_str().map_or_else(|| types.items().filter_map(Json::as_str).collect(), |only| vec![only])
    };
    let expected_names = names(expected);
    if expected_names.iter().any(|name| matches!(*name, "boolean" | "integer")) {
        return;
    }
    if !names(actual).iter().any(|name| expected_names.contains(name)) {
        let kind = ViolationKind::Type { instance: site.instance, types: expected };
        out.push(Violation { trail, ..site.violation(kind) });
    }
}

fn when_resolved<'a>(
    walk: &Walk<'a>,
    kind: ViolationKind<'a>,
    value: Node<'a>,
    written: Node<'a>,
) -> ViolationKind<'a> {
    if value.as_str() == written.as_str() {
        return kind;
    }
    let message = format!("{} when {} is resolved", render(&kind), python::repr(written));
    Message::text(walk.arena.alloc_str(&message)).into()
}
