//! Reports resources with the logical ID of a resource that SAM generates.

use std::borrow::Cow;

use crate::sam::{self, Serverless};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1506"),
    tags: &["serverless"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for resource in sam::resources(lint) {
        for id in generated(resource) {
            let Some(entry) = lint
                .template
                .root
                .get("Resources")
                .and_then(|all| all.entry(&id))
            else {
                continue;
            };
            let id = resource.resource.keep(&id);
            let operands = [Operand::Text(id), Operand::Text(resource.id)];
            let path = cfn_warden_schema::InstancePath::ROOT.names(lint.arena, ["Resources"]);
            let path = path.step(lint.arena, cfn_warden_schema::Step::Key(entry.key));
            const MESSAGE: &str = "the logical ID {} is the one of a resource that SAM generates for {}; choose another one";
            sink.report(path, entry.value, message!(MESSAGE, operands));
        }
    }
}

/// Returns the logical IDs that SAM generates for a resource in any case.
fn generated(resource: Serverless<'_>) -> Vec<String> {
    let (id, mut found) = (resource.id, Vec::new());
    let is_created = matches!(resource.kind, "Function" | "StateMachine")
        && resource.properties.get("Role").is_none();
    if is_created {
        found.push(format!("{id}Role"));
    }
    if resource.kind == "Function" {
        if resource.properties.filled("FunctionUrlConfig").is_some() {
            found.push(format!("{id}Url"));
        }
        for event in resource.events() {
            let suffixes: &[&str] = match event.kind {
                "Schedule" | "CloudWatchEvent" | "EventBridgeRule" | "IoTRule"
                | "CloudWatchLogs" => &["", "Permission"],
                "Kinesis" | "DynamoDB" | "SQS" | "MSK" | "MQ" | "SelfManagedKafka"
                | "DocumentDB" | "ScheduleV2" => &[""],
                "S3" | "HttpApi" => &["Permission"],
                _ => &[],
            };
            found.extend(
                suffixes
                    .iter()
                    .map(|suffix| format!("{id}{}{suffix}", event.id)),
            );
        }
    }
    found
}
