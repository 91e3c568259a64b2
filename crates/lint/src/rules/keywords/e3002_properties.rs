//! Evaluates the schema of a resource type on the resource's properties.

use std::borrow::Cow;

use crate::Rule;
use crate::owner::PROPERTIES;
use crate::rule::Check;
use cfn_warden_schema::mode::{AttachedRules, TypeMatching};
use cfn_warden_schema::{Context, Operand, SchemaPath, Site, Step, Violation, Violations, Walk, keyword, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::AssumptionKind;
use cfn_warden_template::function::is_no_value;
use cfn_warden_template::{Functions, Region, Regions};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3002"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    let Some(cx) = context(walk, site) else { return };
    let Some(kind) = site.instance.get("Type").and_then(|kind| kind.as_str()) else { return };
    let entry = site.instance.entry("Properties");
    let step = entry.map_or(Step::Name("Properties"), |entry| Step::Key(entry.key));
    let properties = entry.map_or(Node { value: Value::Map(&[]), ..site.instance }, |entry| entry.value);
    if properties.as_map().is_none() {
        return wrong_type(walk, site, properties, &[Step::Name("Properties")], out);
    }
    if is_no_value(properties) {
        return wrong_type(walk, site, properties, &[Step::Name("Properties"), Step::Name("Ref")], out);
    }
    let Some(schema) = walk.knowledge.resource(kind) else { return };
    let regions = available(kind, walk.knowledge.regions(kind), cx.regions);
    if regions.is_empty() {
        return;
    }
    let below = Context {
        table: PROPERTIES.table(walk, cx.table),
        base: schema,
        regions,
        trail: cx.trail.step(walk.arena, step),
        schema_path: ["Resources", kind, "Properties"]
            .into_iter()
            .fold(SchemaPath::ROOT, |path, step| path.step(walk.arena, walk.places, step)),
        ..cx
    };
    let mark = out.len();
    walk.check(&below, schema, properties, out);
    out.attribute(mark, &PROPERTIES.owner);
}

/// Returns the context below the properties, with the resource's condition; `None` if the condition cannot be true.
pub(super) fn context<'a>(walk: &Walk<'a>, site: &Site<'a, '_>) -> Option<Context<'a>> {
    let condition = site.instance.get("Condition").and_then(|condition| condition.as_str());
    let required: Vec<_> = condition.into_iter().map(|name| (name, true)).collect();
    let conditions = walk.template.conditions.pin(site.cx.conditions, &required, AssumptionKind::Fact).ok()?;
    Some(Context {
        functions: Functions::PROPERTIES,
        types: TypeMatching::Converted,
        conditions,
        attached_rules: AttachedRules::Run,
        ..*site.cx
    })
}

/// Returns those of `regions` in which a type exists, by the bits of `mask`; none for modules.
fn available(kind: &str, mask: u64, regions: Regions) -> Regions {
    if kind.ends_with("::MODULE") {
        return Regions::NONE;
    }
    regions.iter().filter(|region: &Region| region.is_in(mask)).collect()
}

fn wrong_type<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, value: Node<'a>, steps: &[Step<'a>], out: &mut Violations<'a>) {
    let trail = steps.iter().fold(site.cx.trail, |trail, step| trail.step(walk.arena, *step));
    let message = message!("{} is not of type object", [Operand::Value(value)]);
    out.push(Violation {
        rule: Some(RuleId::new("E3012")),
        keyword: keyword::TYPE,
        trail,
        instance: value,
        ..site.violation(message)
    });
}
