//! Checks SAM's `Globals` section and `IgnoreGlobals`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_lint::schema_rule::{best, context};
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, InstancePath, Operand, Step, Violations, message,
};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::{RuleId, Severity};
use cfn_warden_template::function::function_of;
use cfn_warden_template::template::SERVERLESS;
use cfn_warden_template::transform::serverless;
use cfn_warden_template::{Functions, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3724"),
    tags: &["resources", "transform", "serverless"],
    checks: Cow::Borrowed(&[
        Check::Value(&["Globals"], check),
        Check::Template(check_ignored),
    ]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    if !evaluation.template.is_serverless() {
        const MESSAGE: &str = "'Globals' section requires the serverless transform {}";
        return assertion.fail(out, message!(MESSAGE, [Operand::Text(SERVERLESS)]));
    }
    let Some(schema) = evaluation.knowledge.document("other/sam/globals") else {
        return;
    };
    let cx = Context {
        functions: Functions::PROPERTIES,
        types: TypeMatching::Converted,
        ..context(evaluation, assertion.cx, schema)
    };
    let mut found = Violations::new();
    evaluation.check(&cx, schema, assertion.instance, &mut found);
    let mut errors = Violations::new();
    for violation in found.into_list() {
        let is_warning = violation
            .rule
            .is_some_and(|rule| rule.severity() != Severity::Error);
        // cfn-lint reports a warning of another rule as E3724.
        if is_warning
            && !evaluation
                .options
                .compat
                .has(Quirk::ServerlessSpecification)
        {
            out.push(violation);
        } else {
            errors.push(violation);
        }
    }
    out.extend(best(RuleId::new("E3724"), errors, |violation| {
        violation.kind
    }));
}

fn check_ignored<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let template = lint.template;
    let Some(globals) = template
        .root
        .get("Globals")
        .filter(|node| template.is_serverless() && !is_function(*node))
    else {
        return;
    };
    for entry in template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let Some(ignored) = entry.value.entry("IgnoreGlobals") else {
            continue;
        };
        let kind = entry.value.get("Type").and_then(|kind| kind.as_str());
        let Some(section) = kind.and_then(serverless::globals_of) else {
            continue;
        };
        let Some(global) = globals.get(section).filter(|node| !is_function(*node)) else {
            continue;
        };
        let Some(properties) = global.as_map() else {
            continue;
        };
        let mut names: Vec<&str> = properties
            .iter()
            .filter_map(|entry| entry.key.as_str())
            .collect();
        names.sort_unstable();
        for (index, item) in ignored
            .value
            .as_list()
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            if item.as_str().is_some_and(|name| !names.contains(&name)) {
                let instance_path = InstancePath::ROOT
                    .names(lint.arena, ["Resources"])
                    .step(lint.arena, Step::Key(entry.key));
                let instance_path = instance_path.step(lint.arena, Step::Key(ignored.key));
                let instance_path = instance_path.step(
                    lint.arena,
                    Step::Index(u32::try_from(index).unwrap_or(u32::MAX)),
                );
                const MESSAGE: &str =
                    "{} is not a valid global property for {}. Valid properties are: {}";
                let names = Operand::Names(lint.arena.alloc_slice_copy(&names));
                sink.report(
                    instance_path,
                    *item,
                    message!(
                        MESSAGE,
                        [Operand::Value(*item), Operand::Text(section), names]
                    ),
                );
            }
        }
    }
}

fn is_function(node: Node<'_>) -> bool {
    function_of(node).is_some()
}
