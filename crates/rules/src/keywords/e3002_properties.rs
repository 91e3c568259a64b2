//! Evaluates the schema of a resource type on the resource's properties.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::owner::PROPERTIES;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::{AttachedRules, TypeMatching};
use cfn_warden_schema::{
    Assertion, Context, Evaluation, Operand, SchemaPath, Step, Violation, Violations, keyword,
    message,
};
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

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    let Some(cx) = context(evaluation, assertion) else {
        return;
    };
    let Some(kind) = assertion
        .instance
        .get("Type")
        .and_then(|kind| kind.as_str())
    else {
        return;
    };
    let entry = assertion.instance.entry("Properties");
    let step = entry.map_or(Step::Name("Properties"), |entry| Step::Key(entry.key));
    let properties = entry.map_or(
        Node {
            value: Value::Map(&[]),
            ..assertion.instance
        },
        |entry| entry.value,
    );
    if properties.as_map().is_none() {
        return wrong_type(
            evaluation,
            assertion,
            properties,
            &[Step::Name("Properties")],
            out,
        );
    }
    if is_no_value(properties) {
        return wrong_type(
            evaluation,
            assertion,
            properties,
            &[Step::Name("Properties"), Step::Name("Ref")],
            out,
        );
    }
    let Some(schema) = evaluation.knowledge.resource(kind) else {
        return;
    };
    let regions = available(kind, evaluation.knowledge.regions(kind), cx.regions);
    if regions.is_empty() {
        return;
    }
    let below = Context {
        table: PROPERTIES.table(evaluation, cx.table),
        base: schema,
        regions,
        instance_path: cx.instance_path.step(evaluation.arena, step),
        schema_path: ["Resources", kind, "Properties"]
            .into_iter()
            .fold(SchemaPath::ROOT, |path, step| {
                path.step(evaluation.arena, evaluation.places, step)
            }),
        ..cx
    };
    let mark = out.len();
    evaluation.check(&below, schema, properties, out);
    out.attribute(mark, &PROPERTIES.owner);
}

/// Returns the context below the properties, with the resource's condition; `None` if the condition cannot be true.
pub(super) fn context<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
) -> Option<Context<'a>> {
    let condition = assertion
        .instance
        .get("Condition")
        .and_then(|condition| condition.as_str());
    let required: Vec<_> = condition.into_iter().map(|name| (name, true)).collect();
    let conditions = evaluation
        .template
        .conditions
        .pin(assertion.cx.conditions, &required, AssumptionKind::Fact)
        .ok()?;
    Some(Context {
        functions: Functions::PROPERTIES,
        types: TypeMatching::Converted,
        conditions,
        attached_rules: AttachedRules::Run,
        ..*assertion.cx
    })
}

/// Returns those of `regions` in which a type exists, by the bits of `mask`; none for modules.
fn available(kind: &str, mask: u64, regions: Regions) -> Regions {
    if kind.ends_with("::MODULE") {
        return Regions::NONE;
    }
    regions
        .iter()
        .filter(|region: &Region| region.is_in(mask))
        .collect()
}

fn wrong_type<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    value: Node<'a>,
    steps: &[Step<'a>],
    out: &mut Violations<'a>,
) {
    let instance_path = steps
        .iter()
        .fold(assertion.cx.instance_path, |instance_path, step| {
            instance_path.step(evaluation.arena, *step)
        });
    let message = message!("{} is not of type object", [Operand::Value(value)]);
    out.push(Violation {
        rule: Some(RuleId::new("E3012")),
        keyword: keyword::TYPE,
        instance_path,
        instance: value,
        ..assertion.violation(message)
    });
}
