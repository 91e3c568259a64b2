//! Reports event sources that SAM refuses.

use std::borrow::Cow;

use crate::sam::{self, Event, Located};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::{HashMap, HashSet};
use cfn_warden_template::function::{Function, function_of};

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1503"),
    tags: &["serverless"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

/// Properties with a check of the resource that they refer to.
const CHECKED_NAMES: &[&str] = &["RestApiId", "ApiId", "Bucket", "UserPool"];
const FAILURE_TYPES: &[&str] = &["SQS", "SNS", "S3", "Kafka"];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let resources = sam::resources(lint);
    // APIs whose definition SAM does not generate from events.
    let defined: HashSet<&str> = resources
        .iter()
        .filter(|one| {
            ["DefinitionBody", "DefinitionUri"]
                .iter()
                .any(|name| one.properties.get(name).is_some())
        })
        .map(|one| one.id)
        .collect();
    let mut routes = Routes {
        defined,
        first: HashMap::default(),
    };
    let mut triggers = HashSet::default();
    // Macros can declare names.
    let is_known = !lint.template.has_macro();
    for resource in resources
        .into_iter()
        .filter(|one| matches!(one.kind, "Function" | "StateMachine"))
    {
        for event in resource.events() {
            match event.kind {
                "Api" => check_api(lint, event, "RestApiId", sink),
                "HttpApi" => check_api(lint, event, "ApiId", sink),
                "S3" => check_reference(lint, event, "Bucket", "AWS::S3::Bucket", sink),
                "Cognito" => {
                    check_reference(lint, event, "UserPool", "AWS::Cognito::UserPool", sink);
                    check_triggers(event, &mut triggers, sink);
                }
                "Schedule" | "ScheduleV2" | "CloudWatchEvent" | "EventBridgeRule" => {
                    check_rule(event, sink)
                }
                "Kinesis" | "DynamoDB" | "SQS" | "MSK" | "MQ" | "SelfManagedKafka"
                | "DocumentDB" => {
                    check_source(event, sink);
                }
                _ => {}
            }
            routes.check(event, sink);
            let own = event
                .properties
                .entries()
                .filter(|(name, _)| is_known && !CHECKED_NAMES.contains(name));
            own.for_each(|(_, value)| check_names(lint, value, sink));
        }
    }
}

/// Reports names that the template does not declare. The schema does not: it has alternatives for the types of events.
fn check_names<'a>(lint: &Lint<'a, '_>, value: Located<'a>, sink: &mut Sink<'a>) {
    let Some((function, argument)) = function_of(value.node) else {
        value
            .entries()
            .for_each(|(_, value)| check_names(lint, value, sink));
        return value
            .items()
            .for_each(|value| check_names(lint, value, sink));
    };
    let names: Vec<&str> = match (function, argument.value) {
        (Function::Ref, Value::Str(name)) => vec![name],
        (Function::GetAtt, Value::List([resource, ..])) => resource.as_str().into_iter().collect(),
        (Function::GetAtt, Value::Str(name)) => name.split('.').take(1).collect(),
        (Function::Sub, Value::Str(text)) => sub_names(text).collect(),
        (Function::Sub, Value::List([text, variables])) => {
            let names = text.as_str().into_iter().flat_map(sub_names);
            names
                .filter(|name| variables.entry(name).is_none())
                .collect()
        }
        _ => Vec::new(),
    };
    for name in names.into_iter().filter(|name| !is_declared(lint, name)) {
        let owner = name.split('.').next().unwrap_or(name);
        value.report(
            sink,
            message!(
                "{} is not declared in this template",
                [Operand::Text(owner)]
            ),
        );
    }
    value
        .arguments()
        .for_each(|value| check_names(lint, value, sink));
}

/// Returns whether a name, or the name before its first dot, is that of a parameter or resource.
fn is_declared(lint: &Lint<'_, '_>, name: &str) -> bool {
    let owner = name.split('.').next().unwrap_or(name);
    let is_part = || {
        lint.template
            .wholes
            .iter()
            .any(|whole| name.starts_with(whole))
    };
    sam::is_parameter(lint, name)
        || [name, owner]
            .iter()
            .any(|name| lint.template.resource(name).is_some())
        || is_part()
}

/// Checks the API that an event refers to, and the route.
fn check_api<'a>(
    lint: &Lint<'a, '_>,
    event: Event<'a>,
    property: &'static str,
    sink: &mut Sink<'a>,
) {
    let properties = event.properties;
    let kind = if property == "ApiId" {
        "AWS::Serverless::HttpApi"
    } else {
        "AWS::Serverless::Api"
    };
    let names = [Operand::Text(property), Operand::Text(kind)];
    if let Some(api) = properties.get(property) {
        let name = api.text().or_else(|| api.reference());
        let target = name.and_then(|name| lint.template.resource(name));
        match (name, target) {
            (None, _) if api.is_function() => {
                api.report(
                    sink,
                    message!(
                        "{} must be 'Ref' of an {} in this template; SAM adds the route to it",
                        names
                    ),
                );
            }
            (Some(name), None) if !sam::is_parameter(lint, name) => {
                let operands = [Operand::Text(property), names[1], Operand::Text(name)];
                api.report(
                    sink,
                    message!(
                        "{} must refer to an {} in this template, and it has no resource {}",
                        operands
                    ),
                );
            }
            (Some(_), Some(target))
                if property == "RestApiId" && target.kind == "AWS::Serverless::HttpApi" =>
            {
                let operands = [names[0], names[1], Operand::Text(target.name)];
                const MESSAGE: &str = "{} must refer to an {}, and {} is an 'AWS::Serverless::HttpApi'; use an event of \
                                       type 'HttpApi' with 'ApiId'";
                api.report(sink, message!(MESSAGE, operands));
            }
            _ => {}
        }
    }
    if property == "ApiId" {
        for (one, other) in [("Path", "Method"), ("Method", "Path")] {
            if let (Some(present), None) = (properties.present(one), properties.present(other)) {
                let operands = [Operand::Text(other), Operand::Text(one)];
                const MESSAGE: &str =
                    "{} is missing; an event with {} needs both, or neither for the default route";
                present.report(sink, message!(MESSAGE, operands));
            }
        }
    }
    check_request_parameters(properties, sink);
}

fn check_request_parameters<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    for parameter in properties
        .present("RequestParameters")
        .into_iter()
        .flat_map(Located::items)
    {
        let Some(name) = parameter
            .text()
            .or_else(|| parameter.entries().next().map(|(name, _)| name))
        else {
            continue;
        };
        let is_valid = ["querystring", "path", "header"].iter().any(|part| {
            name.strip_prefix("method.request.")
                .is_some_and(|rest| rest.starts_with(&format!("{part}.")))
        });
        if !is_valid {
            const MESSAGE: &str = "request parameter {} is invalid; expected 'method.request.' and 'querystring.', 'path.' \
                                   or 'header.' before the name, like 'method.request.header.Authorization'";
            parameter.report(sink, message!(MESSAGE, [Operand::Text(name)]));
        }
    }
}

/// Checks a reference to a resource that SAM changes.
fn check_reference<'a>(
    lint: &Lint<'a, '_>,
    event: Event<'a>,
    property: &'static str,
    kind: &'static str,
    sink: &mut Sink<'a>,
) {
    let Some(value) = event.properties.present(property) else {
        return;
    };
    let target = value
        .reference()
        .and_then(|name| lint.template.resource(name));
    if target.is_none_or(|target| target.kind != kind) {
        let operands = [
            Operand::Text(property),
            Operand::Text(kind),
            Operand::Text(event.kind),
        ];
        const MESSAGE: &str = "{} must be 'Ref' of an {} in this template, because SAM adds the function to it for an event \
                               of type {}";
        value.report(sink, message!(MESSAGE, operands));
    }
}

fn check_triggers<'a>(
    event: Event<'a>,
    known: &mut HashSet<(&'a str, &'a str)>,
    sink: &mut Sink<'a>,
) {
    let Some(trigger) = event.properties.present("Trigger") else {
        return;
    };
    let Some(pool) = event
        .properties
        .get("UserPool")
        .and_then(Located::reference)
    else {
        return;
    };
    let is_text = |value: Located<'a>| value.text().is_some() || value.is_function();
    if trigger.node.as_list().is_none() && !is_text(trigger) {
        let operands = [Operand::Value(trigger.node)];
        return trigger.report(
            sink,
            message!(
                "'Trigger' must be the name of a trigger or a list of names, not {}",
                operands
            ),
        );
    }
    let names: Vec<Located<'a>> = if trigger.text().is_some() {
        vec![trigger]
    } else {
        trigger.items().collect()
    };
    for name in names {
        if let Some(text) = name.text().filter(|text| !known.insert((pool, text))) {
            let operands = [Operand::Text(text), Operand::Text(pool)];
            name.report(
                sink,
                message!(
                    "trigger {} of user pool {} has two functions; it can have one",
                    operands
                ),
            );
        }
    }
}

/// Checks an event source that becomes a rule or a schedule of EventBridge.
fn check_rule<'a>(event: Event<'a>, sink: &mut Sink<'a>) {
    let properties = event.properties;
    if event.kind != "ScheduleV2" {
        if let (Some(_), Some(enabled)) =
            (properties.filled("State"), properties.present("Enabled"))
        {
            enabled.report(
                sink,
                message!(
                    "'State' and 'Enabled' say the same and cannot be combined; remove 'Enabled'"
                ),
            );
        }
    } else if let (Some(_), Some(name)) = (properties.filled("OmitName"), properties.filled("Name"))
    {
        name.report(
            sink,
            message!("'Name' cannot be combined with 'OmitName: true'; remove one of them"),
        );
    }
    let Some(queue) = properties
        .present("DeadLetterConfig")
        .filter(|queue| queue.is_map())
    else {
        return;
    };
    match (queue.get("Arn"), queue.get("Type")) {
        (Some(_), Some(kind)) => {
            const MESSAGE: &str = "use either 'Arn', an existing queue, or 'Type', a queue that SAM creates, not both";
            kind.report(sink, message!(MESSAGE));
        }
        (None, None) => {
            const MESSAGE: &str = "'DeadLetterConfig' needs 'Arn', the ARN of a queue, or 'Type: SQS' for a queue that SAM \
                                   creates";
            queue.report(sink, message!(MESSAGE));
        }
        (None, Some(kind)) if kind.text() != Some("SQS") && kind.reference().is_none() => {
            let operands = [Operand::Value(kind.node)];
            kind.report(
                sink,
                message!(
                    "{} is not a type of 'DeadLetterConfig'; expected 'SQS'",
                    operands
                ),
            );
        }
        _ => {}
    }
    if let Some(id) = queue
        .present("QueueLogicalId")
        .filter(|id| id.text().is_none())
        && id.reference().is_none()
    {
        const MESSAGE: &str =
            "'QueueLogicalId' must be a string, the logical ID that the queue gets, not a function";
        id.report(sink, message!(MESSAGE));
    }
}

/// Checks an event source that becomes an event source mapping.
fn check_source<'a>(event: Event<'a>, sink: &mut Sink<'a>) {
    let properties = event.properties;
    if let Some(config) = properties
        .filled("DestinationConfig")
        .filter(|config| config.is_map())
    {
        match config.present("OnFailure") {
            None => config.report(
                sink,
                message!("'OnFailure' is missing in 'DestinationConfig'"),
            ),
            Some(failure) if failure.node.as_map().is_none() => {
                failure.report(
                    sink,
                    message!("'OnFailure' must be a map with 'Destination' and 'Type'"),
                );
            }
            Some(failure) => {
                if let Some(kind) = failure.filled("Type").filter(|kind| !kind.is_function())
                    && kind
                        .text()
                        .is_none_or(|text| !FAILURE_TYPES.contains(&text))
                {
                    let operands = [Operand::Value(kind.node), Operand::Names(FAILURE_TYPES)];
                    kind.report(
                        sink,
                        message!(
                            "{} is not a type of 'OnFailure'; expected one of {}",
                            operands
                        ),
                    );
                }
            }
        }
    }
    if let Some(filter) = properties
        .filled("FilterCriteria")
        .filter(|filter| filter.is_map())
    {
        for (name, value) in filter.entries().filter(|(name, _)| *name != "Filters") {
            let operands = [Operand::Text(name)];
            value.report(
                sink,
                message!(
                    "{} is not allowed in 'FilterCriteria'; it has only 'Filters'",
                    operands
                ),
            );
        }
    }
    match event.kind {
        "DocumentDB" => check_access(event, &["BASIC_AUTH"], sink),
        "MQ" => check_access(event, &["BASIC_AUTH", "VIRTUAL_HOST"], sink),
        _ => {}
    }
}

/// Checks the credentials for an event source.
fn check_access<'a>(event: Event<'a>, allowed: &'static [&'static str], sink: &mut Sink<'a>) {
    let Some(all) = event
        .properties
        .present("SourceAccessConfigurations")
        .filter(|all| all.node.as_list().is_some())
    else {
        return;
    };
    let (mut secrets, mut has_unknown) = (0, false);
    for config in all.items() {
        let Some(kind) = config.get("Type").and_then(Located::text) else {
            has_unknown = true;
            continue;
        };
        if !allowed.contains(&kind) {
            let operands = [
                Operand::Text(kind),
                Operand::Names(allowed),
                Operand::Text(event.kind),
            ];
            config.report(
                sink,
                message!(
                    "{} is not allowed; expected one of {} for an event of type {}",
                    operands
                ),
            );
            has_unknown = true;
        } else if kind == "BASIC_AUTH" {
            secrets += 1;
            if config.filled("URI").is_none() {
                config.report(
                    sink,
                    message!("'URI', the ARN of the secret, is missing for 'BASIC_AUTH'"),
                );
            }
            if secrets == 2 {
                config.report(
                    sink,
                    message!("'BASIC_AUTH' is given twice; the event source uses one secret"),
                );
            }
        }
    }
    if secrets == 0 && !has_unknown {
        let operands = [Operand::Text(event.kind)];
        all.report(
            sink,
            message!(
                "an event of type {} needs an entry of type 'BASIC_AUTH' with the secret",
                operands
            ),
        );
    }
}

/// The routes that events add to APIs whose definition SAM generates.
struct Routes<'a> {
    defined: HashSet<&'a str>,
    first: HashMap<(&'a str, String, String), &'a str>,
}

impl<'a> Routes<'a> {
    fn check(&mut self, event: Event<'a>, sink: &mut Sink<'a>) {
        let properties = event.properties;
        let text = |name: &str| match properties.get(name) {
            Some(value) => value.text().map(str::to_owned),
            None => (event.kind == "HttpApi").then(String::new),
        };
        let (Some(api), Some(path), Some(method)) = (event.api(), text("Path"), text("Method"))
        else {
            return;
        };
        if self.defined.contains(api) {
            return;
        }
        let method = method.to_lowercase();
        match self
            .first
            .insert((api, path.clone(), method.clone()), event.id)
        {
            None => {}
            Some(first) => {
                let at = properties.get("Path").unwrap_or(properties);
                let route = if path.is_empty() {
                    "the default route".to_owned()
                } else {
                    format!("{method} {path}")
                };
                let operands = [
                    Operand::Plain(at.keep(&route)),
                    Operand::Text(api),
                    Operand::Text(first),
                ];
                at.report(
                    sink,
                    message!(
                        "{} of {} already has the event {}; use another path or method",
                        operands
                    ),
                );
            }
        }
    }
}
