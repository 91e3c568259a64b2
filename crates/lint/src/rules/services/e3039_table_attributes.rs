//! Checks that a DynamoDB table defines exactly the attributes that its keys use.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::condition::objects::without_conditions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3039"),
    tags: &["resources", "dynamodb"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

const PARTS: [&str; 4] = ["AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "LocalSecondaryIndexes"];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint.template.root.get("Resources").and_then(|node| node.as_map()).unwrap_or_default() {
        let kind = entry.value.get("Type").and_then(|kind| kind.as_str());
        let Some(properties) = entry.value.entry("Properties").filter(|_| kind == Some("AWS::DynamoDB::Table")) else {
            continue;
        };
        if properties.value.as_map().is_none() {
            continue;
        }
        let trail = InstancePath::ROOT.names(lint.arena, ["Resources"]).step(lint.arena, Step::Key(entry.key));
        let trail = trail.step(lint.arena, Step::Key(properties.key));
        let objects = without_conditions(lint.arena, lint.template.logic(), properties.value, &PARTS);
        for object in objects {
            let Some((attributes, keys)) = names(object.object) else { continue };
            if attributes != keys {
                let list = |names: BTreeSet<&'a str>| {
                    Operand::Names(lint.arena.keep_all(names.into_iter().collect::<Vec<_>>()))
                };
                let path = Operand::Plain(lint.arena.alloc_str(&trail.to_string()));
                const MESSAGE: &str =
                    "The set of Attributes in AttributeDefinitions: {} and KeySchemas: {} must match at {}";
                sink.report(trail, properties.value, message!(MESSAGE, [list(attributes), list(keys), path]));
            }
        }
    }
}

/// Returns the defined attributes and those in keys; `None` if they are not known.
fn names(properties: Node<'_>) -> Option<(BTreeSet<&str>, BTreeSet<&str>)> {
    let mut lists = PARTS.iter().map(|part| properties.get(part).map_or(Some(&[][..]), |part| part.as_list()));
    let (definitions, key_schema) = (lists.next()??, lists.next()??);
    let (global, local) = (lists.next()??, lists.next()??);
    let attributes = definitions.iter().map(|node| node.get("AttributeName")?.as_str()).collect::<Option<_>>()?;
    let mut keys: BTreeSet<&str> = key_schema.iter().filter_map(|node| node.get("AttributeName")?.as_str()).collect();
    for index in global.iter().chain(local) {
        let schema = index.get("KeySchema").and_then(|schema| schema.as_list()).unwrap_or_default();
        keys.extend(schema.iter().filter_map(|node| node.get("AttributeName")?.as_str()));
    }
    Some((attributes, keys))
}
