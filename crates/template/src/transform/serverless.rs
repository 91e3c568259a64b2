//! `AWS::Serverless-2016-10-31`: `Globals` merged into the resources, and the resources that SAM generates.
//!
//! Source: cfn-lint 1.58.0, `_sam_globals.py` and `_inject_sam_implicit_resources` in `context.py`.

use bumpalo::Bump;

use super::added::Added;
use crate::condition::identity::function;
use crate::{Compat, Quirk, Resource};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::{Entry, Node, Value};

/// The sections of `Globals` and the resource type that each applies to.
const GLOBALS: &[(&str, &str)] = &[
    ("Function", "AWS::Serverless::Function"),
    ("Api", "AWS::Serverless::Api"),
    ("HttpApi", "AWS::Serverless::HttpApi"),
    ("SimpleTable", "AWS::Serverless::SimpleTable"),
    ("StateMachine", "AWS::Serverless::StateMachine"),
    ("LayerVersion", "AWS::Serverless::LayerVersion"),
    ("CapacityProvider", "AWS::Serverless::CapacityProvider"),
    ("WebSocketApi", "AWS::Serverless::WebSocketApi"),
];

/// Sections that cfn-lint does not know.
const LATER_GLOBALS: &[(&str, &str)] = &[
    ("MicrovmImage", "AWS::Serverless::MicrovmImage"),
    ("NetworkConnector", "AWS::Serverless::NetworkConnector"),
];

/// Returns the section of `Globals` for a resource type.
pub fn globals_of(kind: &str) -> Option<&'static str> {
    GLOBALS
        .iter()
        .find(|(_, of)| *of == kind)
        .map(|(section, _)| *section)
}

/// Merges `Globals` into the resources of a template; returns `None` if there is nothing to merge.
pub(super) fn merge_globals<'a>(
    arena: &'a Bump,
    root: Node<'a>,
    compat: Compat,
) -> Option<Node<'a>> {
    let globals = root.get("Globals").filter(|node| node.as_map().is_some())?;
    let resources = root.get("Resources")?.as_map()?;
    let merged = resources.iter().map(|entry| Entry {
        value: resource(arena, globals, entry.value, compat),
        ..*entry
    });
    let merged = Value::Map(arena.keep_all(merged.collect::<Vec<_>>()));
    let sections = root.as_map()?.iter().map(|entry| match entry.key.as_str() {
        Some("Resources") => Entry {
            value: Node {
                value: merged,
                ..entry.value
            },
            ..*entry
        },
        _ => *entry,
    });
    Some(Node {
        value: Value::Map(arena.keep_all(sections.collect::<Vec<_>>())),
        ..root
    })
}

fn resource<'a>(
    arena: &'a Bump,
    globals: Node<'a>,
    resource: Node<'a>,
    compat: Compat,
) -> Node<'a> {
    let kind = resource.get("Type").and_then(|kind| kind.as_str());
    let later = if compat.has(Quirk::ServerlessSpecification) {
        &[]
    } else {
        LATER_GLOBALS
    };
    let section = GLOBALS
        .iter()
        .chain(later)
        .find(|(_, of)| Some(*of) == kind)
        .and_then(|(name, _)| globals.get(name));
    let (Some(section), Some(entries)) = (section, resource.as_map()) else {
        return resource;
    };
    let Some(global) = section.as_map() else {
        return resource;
    };
    let ignored = resource.get("IgnoreGlobals");
    if ignored.and_then(|node| node.as_str()) == Some("*") {
        return resource;
    }
    let ignored = ignored.and_then(|node| node.as_list()).unwrap_or_default();
    let is_ignored = |entry: &Entry<'_>| {
        ignored
            .iter()
            .any(|name| name.as_str().is_some_and(|n| entry.key.as_str() == Some(n)))
    };
    let kept: Vec<_> = global
        .iter()
        .filter(|entry| !is_ignored(entry))
        .copied()
        .collect();
    let global = Node {
        value: Value::Map(arena.keep_all(kept)),
        ..section
    };
    let local = resource
        .get("Properties")
        .filter(|node| node.as_map().is_some());
    let local = local.unwrap_or(Node {
        id: section.id,
        value: Value::Map(&[]),
    });
    let properties = merge(arena, global, local);
    let mut entries = entries.to_vec();
    match entries
        .iter_mut()
        .rev()
        .find(|entry| entry.key.as_str() == Some("Properties"))
    {
        Some(entry) => entry.value = properties,
        None => {
            let key = Node {
                id: SYNTHETIC,
                value: Value::Str("Properties"),
            };
            entries.push(Entry {
                key,
                value: properties,
            });
        }
    }
    Node {
        value: Value::Map(arena.keep_all(entries)),
        ..resource
    }
}

/// Merges two values: maps are merged, lists concatenated; otherwise the resource's value overrides the global one.
fn merge<'a>(arena: &'a Bump, global: Node<'a>, local: Node<'a>) -> Node<'a> {
    match (global.value, local.value) {
        (Value::Map(all), Value::Map(own))
            if function(global).is_none() && function(local).is_none() =>
        {
            let mut merged = all.to_vec();
            for entry in own {
                let key = entry.key.as_str();
                match merged
                    .iter_mut()
                    .rev()
                    .find(|known| key.is_some() && known.key.as_str() == key)
                {
                    Some(known) => known.value = merge(arena, known.value, entry.value),
                    None => merged.push(*entry),
                }
            }
            Node {
                value: Value::Map(arena.keep_all(merged)),
                ..global
            }
        }
        (Value::List(all), Value::List(own)) => Node {
            value: Value::List(arena.keep_all([all, own].concat())),
            ..local
        },
        _ => local,
    }
}

/// Returns the resources that SAM generates for a template, which `Ref` and `GetAtt` may refer to.
pub fn implied_resources<'a>(arena: &'a Bump, root: Node<'a>) -> Vec<Resource<'a>> {
    let entries = root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    let typed = entries.iter().filter(|entry| {
        entry
            .value
            .get("Type")
            .is_some_and(|kind| kind.as_str().is_some())
    });
    let mut implied = Added::except(arena, typed.filter_map(|entry| entry.key.as_str()));
    let (mut rest_api, mut http_api) = (false, false);
    for entry in entries {
        let Some(kind) = entry.value.get("Type").and_then(|kind| kind.as_str()) else {
            continue;
        };
        let (Some(name), Some(kind)) = (entry.key.as_str(), kind.strip_prefix("AWS::Serverless::"))
        else {
            continue;
        };
        let properties = entry.value.get("Properties");
        let has = |property: &str| properties.is_some_and(|node| node.get(property).is_some());
        match kind {
            "Function" | "StateMachine" => {
                if !has("Role") {
                    implied.add(&[name, "Role"], "AWS::IAM::Role");
                }
                if kind == "Function" {
                    implied.of_function(name, properties);
                }
                let events = properties
                    .and_then(|node| node.get("Events"))
                    .and_then(|node| node.as_map());
                for event in events.unwrap_or_default() {
                    let has = |property: &str| {
                        event
                            .value
                            .get("Properties")
                            .is_some_and(|p| p.get(property).is_some())
                    };
                    match event.value.get("Type").and_then(|kind| kind.as_str()) {
                        Some("Api") => rest_api |= !has("RestApiId"),
                        Some("HttpApi") => http_api |= !has("ApiId"),
                        _ => {}
                    }
                }
            }
            "Api" => {
                implied.add(&[name, "Stage"], "AWS::ApiGateway::Stage");
                if has("Domain") {
                    implied.add(&[name, "DomainName"], "AWS::ApiGateway::DomainName");
                }
                if has("Auth") {
                    implied.add(&[name, "UsagePlan"], "AWS::ApiGateway::UsagePlan");
                }
            }
            "HttpApi" => implied.add(&[name, "Stage"], "AWS::ApiGatewayV2::Stage"),
            _ => {}
        }
    }
    if rest_api {
        implied.add(&["ServerlessRestApi"], "AWS::Serverless::Api");
        implied.add(&["ServerlessRestApiStage"], "AWS::ApiGateway::Stage");
    }
    if http_api {
        implied.add(&["ServerlessHttpApi"], "AWS::Serverless::HttpApi");
        implied.add(&["ServerlessHttpApiStage"], "AWS::ApiGatewayV2::Stage");
    }
    implied.found
}

impl<'a> Added<'a> {
    fn of_function(&mut self, name: &str, properties: Option<Node<'a>>) {
        let get = |property: &str| properties.and_then(|node| node.get(property));
        if get("AutoPublishAlias").is_some() || get("DeploymentPreference").is_some() {
            self.add(&[name, ".Version"], "AWS::Lambda::Version");
            self.add(&[name, ".Alias"], "AWS::Lambda::Alias");
        }
        if get("FunctionUrlConfig").is_some() {
            self.add(&[name, "Url"], "AWS::Lambda::Url");
        }
        // Without a deployment preference cfn-lint assumes that there is one.
        let preference = get("DeploymentPreference");
        let enabled = preference
            .and_then(|node| node.get("Enabled"))
            .is_none_or(|enabled| !enabled.is_false());
        if enabled && preference.is_none_or(|node| node.as_map().is_some()) {
            self.add(
                &["ServerlessDeploymentApplication"],
                "AWS::CodeDeploy::Application",
            );
            self.add(
                &[name, "DeploymentGroup"],
                "AWS::CodeDeploy::DeploymentGroup",
            );
            if preference.is_none_or(|node| node.get("Role").is_none()) {
                self.add(&["CodeDeployServiceRole"], "AWS::IAM::Role");
            }
        }
        for event in get("Events")
            .and_then(|node| node.as_map())
            .unwrap_or_default()
        {
            if let (Some(event), true) = (event.key.as_str(), event.value.as_map().is_some()) {
                self.add(&[name, event, "Permission"], "AWS::Lambda::Permission");
            }
        }
    }
}
