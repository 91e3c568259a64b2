//! Reports connectors that SAM cannot create.

use std::borrow::Cow;

use crate::sam::{self, Located};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Json, Operand, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1509"),
    tags: &["serverless", "iam"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

/// Types of sources, with the types of destinations and the permissions of each pair.
const CONNECTORS: &str = "serverless/connectors";
/// The types that SAM generates for its own.
const GENERATED: &[(&str, &str)] = &[
    ("AWS::Serverless::Api", "AWS::ApiGateway::RestApi"),
    ("AWS::Serverless::Function", "AWS::Lambda::Function"),
    ("AWS::Serverless::GraphQLApi", "AWS::AppSync::GraphQLApi"),
    ("AWS::Serverless::HttpApi", "AWS::ApiGatewayV2::Api"),
    ("AWS::Serverless::SimpleTable", "AWS::DynamoDB::Table"),
    (
        "AWS::Serverless::StateMachine",
        "AWS::StepFunctions::StateMachine",
    ),
    ("AWS::Serverless::WebSocketApi", "AWS::ApiGatewayV2::Api"),
];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let Some(profiles) = lint.evaluation.knowledge.document(CONNECTORS) else {
        return;
    };
    for connector in sam::of_kind(lint, "Connector") {
        let source = connector.properties.present("Source");
        let kind = source.and_then(|source| resource_type(lint, source, sink));
        check_connector(lint, profiles, kind, connector.properties, sink);
    }
    for (resource, connectors) in sam::with_connectors(lint) {
        let kind = resource
            .get("Type")
            .and_then(Located::text)
            .map(generated_type);
        for (_, connector) in connectors.entries() {
            let Some(properties) = connector.get("Properties") else {
                continue;
            };
            check_connector(lint, profiles, kind, properties, sink);
        }
    }
}

fn check_connector<'a>(
    lint: &Lint<'a, '_>,
    profiles: Json<'a>,
    source: Option<&'a str>,
    properties: Located<'a>,
    sink: &mut Sink<'a>,
) {
    let permissions = properties.present("Permissions");
    if let Some(empty) =
        permissions.filter(|permissions| permissions.node.as_list().is_some_and(<[_]>::is_empty))
    {
        empty.report(
            sink,
            message!("'Permissions' is empty; add 'Read', 'Write' or both"),
        );
    }
    let Some(destination) = properties.present("Destination") else {
        return;
    };
    let all: Vec<Located<'a>> = match destination.node.as_list() {
        Some([]) => {
            return destination.report(sink, message!("'Destination' is empty; add a destination"));
        }
        Some(_) => destination.items().collect(),
        None => vec![destination],
    };
    for destination in all {
        let target = resource_type(lint, destination, sink);
        let (Some(source), Some(target)) = (source, target) else {
            continue;
        };
        let Some(allowed) = profiles.get(source).and_then(|targets| targets.get(target)) else {
            let operands = [Operand::Text(source), Operand::Text(target)];
            destination.report(
                sink,
                message!(
                    "SAM has no connector from {} to {}; write the policy yourself",
                    operands
                ),
            );
            continue;
        };
        for permission in permissions.into_iter().flat_map(Located::items) {
            let is_known = |text| allowed.items().any(|one| one.is_text(text));
            if permission
                .text()
                .is_some_and(|text| matches!(text, "Read" | "Write") && !is_known(text))
            {
                let operands = [
                    Operand::Value(permission.node),
                    Operand::Text(source),
                    Operand::Text(target),
                ];
                permission.report(
                    sink,
                    message!(
                        "{} is not a permission of a connector from {} to {}",
                        operands
                    ),
                );
            }
        }
    }
}

/// Returns the type of the resource that a source or destination refers to, after the transform.
fn resource_type<'a>(
    lint: &Lint<'a, '_>,
    reference: Located<'a>,
    sink: &mut Sink<'a>,
) -> Option<&'a str> {
    let Some(id) = reference.get("Id") else {
        if reference.is_map() && reference.get("Type").is_none() {
            const MESSAGE: &str =
                "the resource is not known: add 'Id', its logical ID, or 'Type' and what it needs";
            reference.report(sink, message!(MESSAGE));
        }
        return reference
            .get("Type")
            .and_then(Located::text)
            .map(generated_type);
    };
    let extra = reference
        .entries()
        .find(|(name, _)| !matches!(*name, "Id" | "Qualifier"));
    if let Some((name, value)) = extra {
        let operands = [Operand::Text(name)];
        value.report(
            sink,
            message!(
                "{} cannot be combined with 'Id'; only 'Qualifier' can",
                operands
            ),
        );
        return None;
    }
    let name = id.text()?;
    let Some(target) = lint.template.resource(name) else {
        id.report(
            sink,
            message!("this template has no resource {}", [Operand::Text(name)]),
        );
        return None;
    };
    Some(generated_type(target.kind))
}

/// Returns the type that SAM generates for a type.
fn generated_type(kind: &str) -> &str {
    GENERATED
        .iter()
        .find(|(serverless, _)| *serverless == kind)
        .map_or(kind, |(_, generated)| generated)
}
