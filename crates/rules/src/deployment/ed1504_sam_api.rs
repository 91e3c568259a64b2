//! Reports definitions of APIs that SAM refuses.

use std::borrow::Cow;

use crate::sam::{self, Located, Serverless};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashSet;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1504"),
    tags: &["serverless", "apigateway"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

/// Properties that SAM writes into `DefinitionBody`.
const IN_BODY: &[(&str, &[&str])] = &[
    (
        "Api",
        &[
            "Auth",
            "Cors",
            "DisableExecuteApiEndpoint",
            "GatewayResponses",
            "Models",
        ],
    ),
    (
        "HttpApi",
        &[
            "Auth",
            "CorsConfiguration",
            "Description",
            "DisableExecuteApiEndpoint",
            "Tags",
        ],
    ),
];
const CORS: &[(&str, &str, &[&str])] = &[
    (
        "Api",
        "Cors",
        &[
            "AllowCredentials",
            "AllowHeaders",
            "AllowMethods",
            "AllowOrigin",
            "MaxAge",
        ],
    ),
    (
        "HttpApi",
        "CorsConfiguration",
        &[
            "AllowCredentials",
            "AllowHeaders",
            "AllowMethods",
            "AllowOrigins",
            "ExposeHeaders",
            "MaxAge",
        ],
    ),
];
const RESPONSE: &[&str] = &["ResponseParameters", "ResponseTemplates", "StatusCode"];
const PARAMETERS: &[&str] = &["Headers", "Paths", "QueryStrings"];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let resources = sam::resources(lint);
    let events: HashSet<&str> = resources
        .iter()
        .flat_map(|resource| resource.events())
        .filter_map(|event| event.api())
        .collect();
    for api in sam::apis(lint, &resources) {
        check_source(api, sink);
        check_cors(api, sink);
        check_responses(api.properties, sink);
        check_body(api, events.contains(api.id), sink);
        check_policy(api.properties, sink);
        if let Some(stage) = api
            .properties
            .get("StageName")
            .filter(|stage| stage.text() == Some(""))
        {
            stage.report(sink, message!("'StageName' must not be empty"));
        }
    }
}

fn check_source<'a>(api: Serverless<'a>, sink: &mut Sink<'a>) {
    let properties = api.properties;
    let Some(uri) = properties.filled("DefinitionUri") else {
        return;
    };
    if properties.filled("DefinitionBody").is_some() {
        return uri.report(
            sink,
            message!("use either 'DefinitionBody' or 'DefinitionUri', not both"),
        );
    }
    let in_body = IN_BODY
        .iter()
        .find(|(kind, _)| *kind == api.kind)
        .map(|(_, names)| *names);
    for name in in_body
        .unwrap_or_default()
        .iter()
        .chain(&["MergeDefinitions"])
    {
        let value = properties.present(name);
        // `false` is a value of this property.
        let Some(value) =
            value.filter(|value| !value.node.is_false() || *name == "DisableExecuteApiEndpoint")
        else {
            continue;
        };
        const MESSAGE: &str = "{} has no effect on the definition in 'DefinitionUri'; put the definition into \
                               'DefinitionBody', which may include the file with 'Fn::Transform: AWS::Include'";
        value.report(sink, message!(MESSAGE, [Operand::Text(name)]));
    }
    // A local path is replaced when the template is packaged.
    let is_invalid = uri.text().is_some_and(|text| match text.split_once("://") {
        Some(("s3", rest)) => rest
            .split_once('/')
            .is_none_or(|(bucket, key)| bucket.is_empty() || key.is_empty()),
        Some(_) => true,
        None => false,
    });
    if is_invalid {
        const MESSAGE: &str = "{} is not the URI of an object in S3; expected 's3://bucket/key'";
        uri.report(sink, message!(MESSAGE, [Operand::Value(uri.node)]));
    }
}

fn check_cors<'a>(api: Serverless<'a>, sink: &mut Sink<'a>) {
    let Some((_, property, allowed)) = CORS.iter().find(|(kind, ..)| *kind == api.kind) else {
        return;
    };
    let Some(cors) = api.properties.filled(property).filter(|cors| cors.is_map()) else {
        return;
    };
    for (name, value) in cors.entries().filter(|(name, _)| !allowed.contains(name)) {
        let operands = [
            Operand::Text(name),
            Operand::Text(property),
            Operand::Names(allowed),
        ];
        value.report(
            sink,
            message!("{} is not a key of {}; expected one of {}", operands),
        );
    }
    let allows = cors
        .get("AllowCredentials")
        .filter(|value| matches!(value.node.value, Value::Bool(true)));
    let origin = cors.present("AllowOrigin");
    if let Some(value) =
        allows.filter(|_| api.kind == "Api" && origin.is_none_or(|o| o.text() == Some("'*'")))
    {
        const MESSAGE: &str = "'AllowCredentials' requires an 'AllowOrigin' other than '*': browsers reject credentials for \
                               any origin";
        value.report(sink, message!(MESSAGE));
    }
}

fn check_responses<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let Some(responses) = properties.filled("GatewayResponses") else {
        return;
    };
    for (name, response) in responses.entries() {
        if !response.is_map() {
            let operands = [Operand::Text(name), Operand::Names(RESPONSE)];
            response.report(
                sink,
                message!(
                    "gateway response {} must be a map with {}, without functions",
                    operands
                ),
            );
            continue;
        }
        for (key, value) in response
            .entries()
            .filter(|(key, _)| !RESPONSE.contains(key))
        {
            let operands = [Operand::Text(key), Operand::Names(RESPONSE)];
            value.report(
                sink,
                message!(
                    "{} is not a key of a gateway response; expected one of {}",
                    operands
                ),
            );
        }
        let Some(parameters) = response.filled("ResponseParameters") else {
            continue;
        };
        if parameters.node.as_map().is_none() {
            parameters.report(
                sink,
                message!(
                    "'ResponseParameters' must be a map with {}",
                    [Operand::Names(PARAMETERS)]
                ),
            );
        }
        for (key, value) in parameters.entries() {
            if !PARAMETERS.contains(&key) {
                let operands = [Operand::Text(key), Operand::Names(PARAMETERS)];
                value.report(
                    sink,
                    message!(
                        "{} is not a key of 'ResponseParameters'; expected one of {}",
                        operands
                    ),
                );
            } else if value.node.as_map().is_none() {
                value.report(
                    sink,
                    message!(
                        "{} must be a map from names to values",
                        [Operand::Text(key)]
                    ),
                );
            }
        }
    }
}

/// Checks the parts of a definition that SAM edits.
fn check_body<'a>(api: Serverless<'a>, has_events: bool, sink: &mut Sink<'a>) {
    let properties = api.properties;
    let Some(body) = properties
        .filled("DefinitionBody")
        .filter(|body| body.is_map())
    else {
        return;
    };
    let is_edited = [
        "Auth",
        "Cors",
        "OpenApiVersion",
        "GatewayResponses",
        "Models",
        "CorsConfiguration",
    ]
    .iter()
    .any(|name| properties.filled(name).is_some());
    let has_events = has_events && api.kind == "HttpApi";
    let has_tags = api.kind == "HttpApi" && properties.filled("Tags").is_some();
    let version = ["openapi", "swagger"]
        .iter()
        .any(|name| body.filled(name).is_some());
    if (is_edited || has_tags || has_events) && (!version || body.get("paths").is_none()) {
        const MESSAGE: &str =
            "the definition needs 'paths' and 'openapi' (or 'swagger'), because SAM adds {} to it";
        let edits = match () {
            () if has_events => "the routes of events",
            () if has_tags && !is_edited => "tags",
            () => "CORS, authorization or responses",
        };
        return body.report(sink, message!(MESSAGE, [Operand::Plain(edits)]));
    }
    if !is_edited {
        return;
    }
    for (path, item) in body.get("paths").into_iter().flat_map(Located::entries) {
        if item.node.as_map().is_none() {
            let operands = [Operand::Text(path)];
            item.report(sink, message!("path {} must be a map of methods", operands));
        }
        let methods = item
            .entries()
            .filter(|_| api.kind == "HttpApi" && properties.filled("Auth").is_some());
        for (method, value) in methods.filter(|(_, value)| matches!(value.node.value, Value::Null))
        {
            let operands = [Operand::Text(method), Operand::Text(path)];
            value.report(
                sink,
                message!("method {} of path {} must be a map", operands),
            );
        }
    }
    let definitions = body
        .present("securityDefinitions")
        .filter(|_| api.kind == "Api" && properties.filled("Auth").is_some());
    if let Some(list) = definitions.filter(|definitions| definitions.node.as_list().is_some()) {
        list.report(
            sink,
            message!("'securityDefinitions' must be a map from names to definitions, not a list"),
        );
    }
}

fn check_policy<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let policy = properties
        .present("Auth")
        .and_then(|auth| auth.present("ResourcePolicy"));
    for (name, other) in [
        ("SourceVpcWhitelist", "IntrinsicVpcWhitelist"),
        ("SourceVpcBlacklist", "IntrinsicVpcBlacklist"),
    ] {
        let Some(list) = policy.and_then(|policy| policy.present(name)) else {
            continue;
        };
        if list
            .items()
            .any(|item| item.text().is_none() && item.reference().is_none())
        {
            let operands = [Operand::Text(name), Operand::Text(other)];
            list.report(
                sink,
                message!(
                    "{} must be a list of strings; use {} for functions",
                    operands
                ),
            );
        }
    }
}
