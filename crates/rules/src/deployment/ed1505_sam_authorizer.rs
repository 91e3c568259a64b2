//! Reports authorization of API methods that SAM refuses: unknown authorizers, settings without effect.

use std::borrow::Cow;

use crate::sam::{self, Event, Located, Serverless};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashMap;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1505"),
    tags: &["serverless", "apigateway"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let resources = sam::resources(lint);
    let apis = sam::apis(lint, &resources);
    for api in &apis {
        check_authorizers(*api, sink);
    }
    let apis: HashMap<&str, Serverless<'a>> = apis.into_iter().map(|api| (api.id, api)).collect();
    for resource in resources
        .iter()
        .filter(|one| matches!(one.kind, "Function" | "StateMachine"))
    {
        for event in resource
            .events()
            .filter(|event| matches!(event.kind, "Api" | "HttpApi"))
        {
            if let Some(api) = event.api().and_then(|name| apis.get(name)) {
                check_event(event, *api, sink);
            }
        }
    }
}

/// Checks the authorizers of an API.
fn check_authorizers<'a>(api: Serverless<'a>, sink: &mut Sink<'a>) {
    let Some(auth) = api.properties.filled("Auth") else {
        return;
    };
    if !auth.is_function() && auth.node.as_map().is_none() {
        return auth.report(sink, message!("'Auth' must be a map"));
    }
    let authorizers = auth.filled("Authorizers");
    let names: Vec<&str> = authorizers
        .into_iter()
        .flat_map(Located::entries)
        .map(|(name, _)| name)
        .collect();
    if let Some(default) = auth.filled("DefaultAuthorizer") {
        check_default(api, auth, default, &names, sink);
    }
    for (name, authorizer) in authorizers.into_iter().flat_map(Located::entries) {
        if let Some(identity) = authorizer
            .filled("Identity")
            .filter(|identity| identity.node.as_map().is_none())
        {
            identity.report(
                sink,
                message!(
                    "'Identity' of authorizer {} must be a map",
                    [Operand::Text(name)]
                ),
            );
        }
        match api.kind {
            "Api" => check_rest_authorizer(name, authorizer, sink),
            _ => check_http_authorizer(name, authorizer, sink),
        }
    }
}

fn check_default<'a>(
    api: Serverless<'a>,
    auth: Located<'a>,
    default: Located<'a>,
    names: &[&'a str],
    sink: &mut Sink<'a>,
) {
    let Some(name) = default.text() else {
        // SAM accepts a condition on APIs without routes.
        if default.reference().is_none() && default.get("Fn::If").is_none() {
            let operands = [Operand::Value(default.node)];
            default.report(
                sink,
                message!(
                    "'DefaultAuthorizer' must be the name of an authorizer, not {}",
                    operands
                ),
            );
        }
        return;
    };
    let is_iam =
        name == "AWS_IAM" && (api.kind == "Api" || auth.filled("EnableIamAuthorizer").is_some());
    let is_known = names.contains(&name)
        || is_iam
        || auth.get("Authorizers").is_some_and(Located::is_function);
    // A REST API without authorizers ignores the name.
    let is_ignored = api.kind == "Api" && auth.filled("Authorizers").is_none();
    if !is_known && !is_ignored {
        let operands = [Operand::Text(name), Operand::Declared(default.names(names))];
        default.report(
            sink,
            message!(
                "authorizer {} is not in 'Authorizers', which has {}",
                operands
            ),
        );
    }
}

fn check_rest_authorizer<'a>(name: &'a str, authorizer: Located<'a>, sink: &mut Sink<'a>) {
    let kind = authorizer
        .get("FunctionPayloadType")
        .and_then(Located::text);
    if kind == Some("REQUEST") && authorizer.get("UserPoolArn").is_none() {
        let identity = authorizer.get("Identity");
        let sources = ["Headers", "QueryStrings", "StageVariables", "Context"];
        let caches = identity.and_then(|identity| identity.get("ReauthorizeEvery"));
        let is_cached = !caches.is_some_and(|caches| {
            matches!(caches.node.value, Value::Int(0)) || caches.is_function()
        });
        let is_missing = match identity {
            None => true,
            Some(identity) => {
                identity.is_map()
                    && sources
                        .iter()
                        .all(|source| identity.filled(source).is_none())
            }
        };
        if is_missing && is_cached {
            let operands = [Operand::Text(name)];
            const MESSAGE: &str = "authorizer {} of type 'REQUEST' needs 'Identity' with 'Headers', 'QueryStrings', \
                                   'StageVariables' or 'Context'";
            authorizer.report(sink, message!(MESSAGE, operands));
        }
    }
}

fn check_http_authorizer<'a>(name: &'a str, authorizer: Located<'a>, sink: &mut Sink<'a>) {
    let operand = Operand::Text(name);
    if authorizer.is_function() || authorizer.node.as_map().is_none() {
        return;
    }
    if let Some(url) = authorizer.get("OpenIdConnectUrl") {
        return url.report(
            sink,
            message!(
                "'OpenIdConnectUrl' of authorizer {} is not supported; use 'JwtConfiguration'",
                [operand]
            ),
        );
    }
    let jwt = authorizer.filled("JwtConfiguration");
    let is_lambda = [
        "FunctionArn",
        "AuthorizerPayloadFormatVersion",
        "EnableSimpleResponses",
        "FunctionInvokeRole",
        "Identity",
    ]
    .iter()
    .any(|property| authorizer.present(property).is_some());
    let has_scopes_only = jwt.is_none() && !is_lambda;
    if let Some(jwt) = jwt.filter(|jwt| jwt.node.as_map().is_none()) {
        jwt.report(
            sink,
            message!(
                "'JwtConfiguration' of authorizer {} must be a map with 'issuer' and 'audience'",
                [operand]
            ),
        );
    }
    let missing: &[&str] = match () {
        () if jwt.is_some() || has_scopes_only => &["JwtConfiguration", "IdentitySource"],
        () => &["FunctionArn", "AuthorizerPayloadFormatVersion"],
    };
    for property in missing
        .iter()
        .filter(|property| authorizer.filled(property).is_none())
    {
        let operands = [Operand::Text(property), operand];
        authorizer.report(sink, message!("{} of authorizer {} is missing", operands));
    }
    if jwt.is_some() {
        for property in [
            "EnableFunctionDefaultPermissions",
            "EnableSimpleResponses",
            "FunctionInvokeRole",
        ] {
            if let Some(value) = authorizer.present(property) {
                let operands = [Operand::Text(property), operand];
                value.report(
                    sink,
                    message!(
                        "{} is allowed only for Lambda authorizers, and {} is a JWT authorizer",
                        operands
                    ),
                );
            }
        }
    }
    if let Some(value) = authorizer.present("EnableFunctionDefaultPermissions")
        && !matches!(value.node.value, Value::Bool(_))
        && !value.is_function()
    {
        let operands = [Operand::Value(value.node)];
        value.report(
            sink,
            message!(
                "'EnableFunctionDefaultPermissions' must be true or false, not {}",
                operands
            ),
        );
    }
}

/// Checks the authorization of an event's method.
fn check_event<'a>(event: Event<'a>, api: Serverless<'a>, sink: &mut Sink<'a>) {
    let Some(auth) = event.properties.filled("Auth").filter(|auth| auth.is_map()) else {
        return;
    };
    let of_api = api.properties.present("Auth");
    // SAM may find the authorizers of a function only when it is evaluated.
    if of_api.is_some_and(|auth| !auth.is_map()) {
        return;
    }
    let authorizers = of_api.and_then(|auth| auth.filled("Authorizers"));
    let default = of_api.and_then(|auth| auth.filled("DefaultAuthorizer"));
    let own = auth.filled("Authorizer");
    match own.map(|own| (own, own.text())) {
        Some((own, Some("NONE"))) if default.is_none() => {
            const MESSAGE: &str = "'Authorizer: NONE' requires a 'DefaultAuthorizer' of {}; without one, methods have no \
                                   authorizer anyway, so remove it";
            own.report(sink, message!(MESSAGE, [Operand::Text(api.id)]));
        }
        Some((own, Some("AWS_IAM"))) if event.kind == "HttpApi" => {
            let is_enabled = of_api
                .and_then(|auth| auth.filled("EnableIamAuthorizer"))
                .is_some();
            if !is_enabled
                && authorizers.is_none_or(|all| all.is_map() && all.get("AWS_IAM").is_none())
            {
                const MESSAGE: &str =
                    "'Authorizer: AWS_IAM' requires 'EnableIamAuthorizer: true' in 'Auth' of {}";
                own.report(sink, message!(MESSAGE, [Operand::Text(api.id)]));
            }
        }
        Some((_, Some("NONE" | "AWS_IAM"))) => {}
        Some((own, Some(name))) => {
            let is_known =
                authorizers.is_some_and(|all| all.is_function() || all.filled(name).is_some());
            if !is_known {
                let names: Vec<&str> = authorizers
                    .into_iter()
                    .flat_map(Located::entries)
                    .map(|(name, _)| name)
                    .collect();
                if names.is_empty() {
                    let operands = [Operand::Text(name), Operand::Text(api.id)];
                    const MESSAGE: &str =
                        "authorizer {} is not known: {} has no 'Auth.Authorizers'";
                    return own.report(sink, message!(MESSAGE, operands));
                }
                let operands = [
                    Operand::Text(name),
                    Operand::Text(api.id),
                    Operand::Declared(own.names(&names)),
                ];
                own.report(
                    sink,
                    message!(
                        "authorizer {} is not in 'Auth.Authorizers' of {}, which has {}",
                        operands
                    ),
                );
            }
        }
        Some((own, None)) if own.node.as_list().is_some() => {
            let operands = [Operand::Value(own.node)];
            own.report(
                sink,
                message!(
                    "'Authorizer' must be the name of an authorizer, not {}",
                    operands
                ),
            );
        }
        Some(_) => {}
        None if event.kind == "HttpApi" && default.is_none() => {
            const MESSAGE: &str =
                "'Auth' needs 'Authorizer', because {} has no 'DefaultAuthorizer'";
            auth.report(sink, message!(MESSAGE, [Operand::Text(api.id)]));
        }
        None => {}
    }
    let key = auth
        .get("ApiKeyRequired")
        .filter(|key| matches!(key.node.value, Value::Bool(false)));
    if let Some(key) = key.filter(|_| event.kind == "Api")
        && of_api.is_none_or(|auth| auth.filled("ApiKeyRequired").is_none())
    {
        const MESSAGE: &str = "'ApiKeyRequired: false' requires 'ApiKeyRequired: true' in 'Auth' of {}; without it, no key \
                                   is required anyway, so remove it";
        key.report(sink, message!(MESSAGE, [Operand::Text(api.id)]));
    }
}
