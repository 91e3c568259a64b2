//! Checks that replication groups in cluster mode have automatic failover and more than one node.

use std::borrow::Cow;

use super::e3050_role_path::{Reference, references};
use crate::related::when;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::Message;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::objects::{
    Scenario, decisive_scenarios, in_scenario, only, scenarios_of,
};
use cfn_warden_template::condition::path::{PathCondition, conditions_on_path};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3026"),
    tags: &["resources", "elasticcache"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Properties that the rule reads.
const PROPERTIES: [&str; 3] = [
    "AutomaticFailoverEnabled",
    "NumNodeGroups",
    "NumCacheClusters",
];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for found in references(
        lint,
        "AWS::ElastiCache::ReplicationGroup",
        "CacheParameterGroupName",
    ) {
        let Some(group) = lint.template.resource(found.name) else {
            continue;
        };
        let settings = group
            .node
            .get("Properties")
            .and_then(|properties| properties.get("Properties"));
        let settings = settings.unwrap_or(Node {
            value: Value::Map(&[]),
            ..group.node
        });
        let conditions = conditions_on_path(lint.tree, lint.template.root, found.value.id);
        let logic = lint.template.logic();
        let (mut scenarios, mut complete) = scenarios_of(logic, &[found.properties, settings]);
        if !complete {
            let parts = [
                only(lint.arena, found.properties, &PROPERTIES),
                only(lint.arena, settings, &["cluster-enabled"]),
            ];
            (scenarios, complete) = scenarios_of(logic, &parts);
            if !complete {
                match decisive_scenarios(logic, &parts) {
                    Some(decisive) => scenarios = decisive,
                    None => logic.cut(found.properties.id),
                }
            }
        }
        if scenarios.is_empty() {
            check_scenario(lint, sink, &found, settings, None);
        }
        for scenario in scenarios
            .iter()
            .filter(|scenario| is_reachable(&conditions, scenario))
        {
            check_scenario(lint, sink, &found, settings, Some(scenario));
        }
    }
}

/// Returns whether a scenario is compatible with all conditions on a path.
fn is_reachable(conditions: &[PathCondition<'_>], scenario: &Scenario<'_>) -> bool {
    conditions.iter().all(
        |on| match scenario.iter().find(|(name, _)| *name == on.name) {
            Some((_, true)) => on.when_true,
            Some((_, false)) => on.when_false,
            None => true,
        },
    )
}

fn check_scenario<'a>(
    lint: &Lint<'a, '_>,
    sink: &mut Sink<'a>,
    found: &Reference<'a>,
    settings: Node<'a>,
    scenario: Option<&Scenario<'a>>,
) {
    let view = |node| in_scenario(lint.arena, node, scenario.map_or(&[], Vec::as_slice));
    if view(settings)
        .get("cluster-enabled")
        .and_then(|node| node.as_str())
        != Some("yes")
    {
        return;
    }
    let own = view(found.properties);
    let mut report = |property: &'static str, message: &str| {
        let instance_path = found.instance_path.names(lint.arena, [property]);
        let when = scenario.map(|scenario| format!(" when {}", when(scenario)));
        let message = format!(
            "\"{property}\" {message}{} at {instance_path}",
            when.unwrap_or_default()
        );
        let message = lint.arena.alloc_str(&message);
        sink.report(instance_path, found.value, Message::text(message));
    };
    let is_off = |node: Node<'_>| match node.value {
        Value::Bool(on) => !on,
        Value::Str(text) => !text.eq_ignore_ascii_case("true"),
        _ => false,
    };
    if own.get("AutomaticFailoverEnabled").is_some_and(is_off) {
        report(
            "AutomaticFailoverEnabled",
            "must be misssing or True when setting up a cluster",
        );
    }
    if own
        .get("NumNodeGroups")
        .is_some_and(|groups| !groups.is_false())
    {
        return;
    }
    let is_single = match own.get("NumCacheClusters").map(|nodes| nodes.value) {
        None => true,
        Some(Value::Int(nodes)) => nodes <= 1,
        Some(Value::Float(nodes)) => nodes <= 1.0,
        Some(Value::Bool(_)) => true,
        // cfn-lint raises an exception for other types.
        Some(_) => false,
    };
    if is_single {
        report(
            "NumCacheClusters",
            "must be greater than one when creating a cluster",
        );
    }
}
