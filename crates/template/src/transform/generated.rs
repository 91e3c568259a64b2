//! The resources that SAM generates, apart from those that cfn-lint knows ([`super::serverless::implied_resources`]).
//!
//! Source: the output of aws-sam-translator 1.115.0, and "Generated AWS CloudFormation resources" of the SAM developer guide.
//! IDs that end in a hash are omitted: templates cannot refer to them.

use bumpalo::Bump;

use super::added::Added;
use crate::Resource;
use cfn_warden_syntax::Node;

/// Resources that are generated for a resource of a type: type without `AWS::Serverless::`, suffix, generated type.
const OF_TYPE: &[(&str, &str, &str)] = &[
    ("Api", ".ApiKey", "AWS::ApiGateway::ApiKey"),
    ("Api", ".Deployment", "AWS::ApiGateway::Deployment"),
    ("Api", ".DomainName", "AWS::ApiGateway::DomainName"),
    ("Api", ".DomainNameV2", "AWS::ApiGateway::DomainNameV2"),
    ("Api", ".Stage", "AWS::ApiGateway::Stage"),
    ("Api", ".UsagePlan", "AWS::ApiGateway::UsagePlan"),
    ("Api", ".UsagePlanKey", "AWS::ApiGateway::UsagePlanKey"),
    ("Api", "ApiKey", "AWS::ApiGateway::ApiKey"),
    ("Api", "BasePathMapping", "AWS::ApiGateway::BasePathMapping"),
    ("Api", "UsagePlan", "AWS::ApiGateway::UsagePlan"),
    ("Api", "UsagePlanKey", "AWS::ApiGateway::UsagePlanKey"),
    ("CapacityProvider", "OperatorRole", "AWS::IAM::Role"),
    ("Function", ".Alias", "AWS::Lambda::Alias"),
    ("Function", ".DestinationQueue", "AWS::SQS::Queue"),
    ("Function", ".DestinationTopic", "AWS::SNS::Topic"),
    ("Function", ".Version", "AWS::Lambda::Version"),
    ("Function", "CognitoPermission", "AWS::Lambda::Permission"),
    (
        "Function",
        "EventInvokeConfig",
        "AWS::Lambda::EventInvokeConfig",
    ),
    (
        "Function",
        "EventInvokeConfigOnFailureQueue",
        "AWS::SQS::Queue",
    ),
    (
        "Function",
        "EventInvokeConfigOnFailureTopic",
        "AWS::SNS::Topic",
    ),
    (
        "Function",
        "EventInvokeConfigOnSuccessQueue",
        "AWS::SQS::Queue",
    ),
    (
        "Function",
        "EventInvokeConfigOnSuccessTopic",
        "AWS::SNS::Topic",
    ),
    ("Function", "Role", "AWS::IAM::Role"),
    (
        "Function",
        "URLInvokeAllowPublicAccess",
        "AWS::Lambda::Permission",
    ),
    ("Function", "Url", "AWS::Lambda::Url"),
    (
        "Function",
        "UrlPublicPermissions",
        "AWS::Lambda::Permission",
    ),
    ("GraphQLApi", "ApiCache", "AWS::AppSync::ApiCache"),
    ("GraphQLApi", "CloudWatchRole", "AWS::IAM::Role"),
    ("GraphQLApi", "DomainName", "AWS::AppSync::DomainName"),
    (
        "GraphQLApi",
        "DomainNameApiAssociation",
        "AWS::AppSync::DomainNameApiAssociation",
    ),
    ("GraphQLApi", "Schema", "AWS::AppSync::GraphQLSchema"),
    ("HttpApi", ".DomainName", "AWS::ApiGatewayV2::DomainName"),
    ("HttpApi", ".Stage", "AWS::ApiGatewayV2::Stage"),
    (
        "HttpApi",
        "ApiGatewayDefaultStage",
        "AWS::ApiGatewayV2::Stage",
    ),
    ("HttpApi", "ApiMapping", "AWS::ApiGatewayV2::ApiMapping"),
    ("NetworkConnector", "OperatorRole", "AWS::IAM::Role"),
    ("StateMachine", "Role", "AWS::IAM::Role"),
    (
        "StateMachine",
        "Version",
        "AWS::StepFunctions::StateMachineVersion",
    ),
    (
        "WebSocketApi",
        ".DomainName",
        "AWS::ApiGatewayV2::DomainName",
    ),
    ("WebSocketApi", ".Stage", "AWS::ApiGatewayV2::Stage"),
    (
        "WebSocketApi",
        "ApiMapping",
        "AWS::ApiGatewayV2::ApiMapping",
    ),
    (
        "WebSocketApi",
        "AuthorizerPermission",
        "AWS::Lambda::Permission",
    ),
    (
        "WebSocketApi",
        "ConnectAuthorizer",
        "AWS::ApiGatewayV2::Authorizer",
    ),
    ("WebSocketApi", "DefaultStage", "AWS::ApiGatewayV2::Stage"),
];

/// Resources that are generated for an event source of a function or state machine.
const OF_EVENT: &[(&str, &str)] = &[
    ("EventSourceMapping", "AWS::Lambda::EventSourceMapping"),
    ("Permission", "AWS::Lambda::Permission"),
    ("Queue", "AWS::SQS::Queue"),
    ("QueuePolicy", "AWS::SQS::QueuePolicy"),
    ("Role", "AWS::IAM::Role"),
];

/// The resource with the ID of an event source, by the type of the event.
const EVENTS: &[(&str, &str)] = &[
    ("CloudWatchEvent", "AWS::Events::Rule"),
    ("CloudWatchLogs", "AWS::Logs::SubscriptionFilter"),
    ("EventBridgeRule", "AWS::Events::Rule"),
    ("IoTRule", "AWS::IoT::TopicRule"),
    ("SNS", "AWS::SNS::Subscription"),
    ("Schedule", "AWS::Events::Rule"),
    ("ScheduleV2", "AWS::Scheduler::Schedule"),
];

/// Resources that are generated for a connector, for each destination.
const OF_CONNECTOR: &[(&str, &str)] = &[
    ("Policy", "AWS::IAM::ManagedPolicy"),
    ("QueuePolicy", "AWS::SQS::QueuePolicy"),
    ("ReadLambdaPermission", "AWS::Lambda::Permission"),
    ("TopicPolicy", "AWS::SNS::TopicPolicy"),
    ("WriteLambdaPermission", "AWS::Lambda::Permission"),
];

/// Properties of an API that create resources with an ID that contains their keys.
const STAGES: &[(&str, &str)] = &[
    ("Api", "AWS::ApiGateway::Stage"),
    ("HttpApi", "AWS::ApiGatewayV2::Stage"),
    ("WebSocketApi", "AWS::ApiGatewayV2::Stage"),
];

/// Returns the resources that SAM generates for a template with merged `Globals`. `is_known` tells names to omit.
pub(crate) fn generated_resources<'a>(
    arena: &'a Bump,
    root: Node<'a>,
    is_known: impl Fn(&str) -> bool,
) -> Vec<Resource<'a>> {
    let mut generated = Added::except(arena, std::iter::empty());
    for entry in root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let kind = entry.value.get("Type").and_then(|kind| kind.as_str());
        let (Some(name), Some(kind)) = (entry.key.as_str(), kind) else {
            continue;
        };
        for connector in keys(entry.value.get("Connectors")) {
            generated.add(&[name, connector.name], "AWS::Serverless::Connector");
            generated.of_connector(
                &[name, connector.name].concat(),
                connector.value.get("Properties"),
            );
        }
        let Some(kind) = kind.strip_prefix("AWS::Serverless::") else {
            continue;
        };
        let properties = entry.value.get("Properties");
        for (_, suffix, made) in OF_TYPE.iter().filter(|(of, ..)| *of == kind) {
            generated.add(&[name, suffix], made);
        }
        if kind == "Connector" {
            generated.of_connector(name, properties);
        }
        generated.of_events(name, properties);
        generated.of_alias(name, kind, properties);
        generated.of_api(name, kind, properties);
    }
    if generated.names.contains("ServerlessRestApi") || is_known("ServerlessRestApi") {
        generated.add(&["ServerlessRestApiProdStage"], "AWS::ApiGateway::Stage");
        for (_, suffix, made) in OF_TYPE.iter().filter(|(of, ..)| *of == "Api") {
            generated.add(&["ServerlessRestApi", suffix], made);
        }
    }
    if is_known("ServerlessHttpApi") {
        for (_, suffix, made) in OF_TYPE.iter().filter(|(of, ..)| *of == "HttpApi") {
            generated.add(&["ServerlessHttpApi", suffix], made);
        }
    }
    generated.found.retain(|resource| !is_known(resource.name));
    generated.found
}

struct Named<'a> {
    name: &'a str,
    value: Node<'a>,
}

/// Returns the entries of a map that have text keys.
fn keys(map: Option<Node<'_>>) -> impl Iterator<Item = Named<'_>> {
    let entries = map.and_then(|map| map.as_map()).unwrap_or_default().iter();
    entries.filter_map(|entry| {
        Some(Named {
            name: entry.key.as_str()?,
            value: entry.value,
        })
    })
}

impl<'a> Added<'a> {
    fn of_connector(&mut self, id: &str, properties: Option<Node<'a>>) {
        let destination = properties.and_then(|properties| properties.get("Destination"));
        let destinations = destination.and_then(|node| node.as_list());
        for (suffix, kind) in OF_CONNECTOR {
            match destinations {
                None => self.add(&[id, suffix], kind),
                Some(all) => {
                    for index in 0..all.len() {
                        self.add(&[id, suffix, "Destination", &index.to_string()], kind);
                    }
                }
            }
        }
    }

    fn of_events(&mut self, name: &str, properties: Option<Node<'a>>) {
        for event in keys(properties.and_then(|properties| properties.get("Events"))) {
            let kind = event
                .value
                .get("Type")
                .and_then(|kind| kind.as_str())
                .unwrap_or_default();
            let made = EVENTS.iter().find(|(of, _)| *of == kind);
            self.add(
                &[name, event.name],
                made.map_or("AWS::Lambda::EventSourceMapping", |(_, made)| made),
            );
            for (suffix, made) in OF_EVENT {
                self.add(&[name, event.name, suffix], made);
            }
            if kind == "Api" {
                self.add(
                    &[name, event.name, "PermissionProd"],
                    "AWS::Lambda::Permission",
                );
            }
        }
    }

    fn of_alias(&mut self, name: &str, kind: &str, properties: Option<Node<'a>>) {
        let alias = properties.and_then(|properties| properties.get("AutoPublishAlias"));
        let Some(alias) = alias.and_then(|alias| alias.as_str()) else {
            return;
        };
        let alias = alias.replace('-', "D").replace('_', "U");
        match kind {
            "Function" => self.add(&[name, "Alias", &alias], "AWS::Lambda::Alias"),
            "StateMachine" => self.add(
                &[name, "Alias", &alias],
                "AWS::StepFunctions::StateMachineAlias",
            ),
            _ => {}
        }
    }

    fn of_api(&mut self, name: &str, kind: &str, properties: Option<Node<'a>>) {
        let get = |property: &str| properties.and_then(|properties| properties.get(property));
        let Some((_, stage)) = STAGES.iter().find(|(of, _)| *of == kind) else {
            return;
        };
        if let Some(own) = get("StageName").and_then(|stage| stage.as_str()) {
            self.add(&[name, own, "Stage"], stage);
        }
        let auth = get("Auth");
        for authorizer in keys(auth.and_then(|auth| auth.get("Authorizers"))) {
            self.add(
                &[name, authorizer.name, "AuthorizerPermission"],
                "AWS::Lambda::Permission",
            );
        }
        let plan = auth
            .and_then(|auth| auth.get("UsagePlan"))
            .and_then(|plan| plan.get("CreateUsagePlan"));
        if plan.is_some() {
            self.add(&["ServerlessUsagePlan"], "AWS::ApiGateway::UsagePlan");
            self.add(&["ServerlessUsagePlanKey"], "AWS::ApiGateway::UsagePlanKey");
            self.add(&["ServerlessApiKey"], "AWS::ApiGateway::ApiKey");
        }
        for route in keys(get("Routes")) {
            let key = route.name.trim_start_matches('$');
            let capital: String = key.chars().take(1).flat_map(char::to_uppercase).collect();
            let rest = key.chars().skip(1).collect::<String>().to_lowercase();
            for (suffix, made) in [
                ("Integration", "AWS::ApiGatewayV2::Integration"),
                ("Permission", "AWS::Lambda::Permission"),
                ("Route", "AWS::ApiGatewayV2::Route"),
            ] {
                self.add(&[name, &capital, &rest, suffix], made);
            }
        }
    }
}
