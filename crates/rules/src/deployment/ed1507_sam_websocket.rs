//! Reports routes and authorization of WebSocket APIs that SAM refuses.

use std::borrow::Cow;

use crate::sam::{self, Located};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1507"),
    tags: &["serverless", "apigateway"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for api in sam::of_kind(lint, "WebSocketApi") {
        let properties = api.properties;
        check_routes(properties, sink);
        check_auth(properties, sink);
        check_values(properties, sink);
    }
}

fn check_routes<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let Some(routes) = properties
        .present("Routes")
        .filter(|routes| routes.is_map())
    else {
        return;
    };
    if routes.node.is_false() {
        routes.report(sink, message!("a WebSocket API needs at least one route"));
    }
    for (key, route) in routes.entries() {
        let is_special = matches!(key, "$connect" | "$disconnect" | "$default");
        if !is_special && (key.is_empty() || !key.chars().all(char::is_alphanumeric)) {
            const MESSAGE: &str = "route key {} is invalid; expected letters and digits, '$connect', '$disconnect' or \
                                   '$default'";
            route.report(sink, message!(MESSAGE, [Operand::Text(key)]));
        }
        if let Some(parameters) = route
            .filled("RequestParameters")
            .filter(|_| key != "$connect")
        {
            const MESSAGE: &str =
                "'RequestParameters' are allowed only for the route '$connect', not for {}";
            parameters.report(sink, message!(MESSAGE, [Operand::Text(key)]));
        }
    }
}

fn check_auth<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let Some(auth) = properties.filled("Auth").filter(|auth| auth.is_map()) else {
        return;
    };
    if properties
        .get("Routes")
        .is_some_and(|routes| routes.is_map() && routes.get("$connect").is_none())
    {
        const MESSAGE: &str =
            "'Auth' requires the route '$connect': clients are authorized when they connect";
        auth.report(sink, message!(MESSAGE));
    }
    let Some(kind) = auth.filled("AuthType") else {
        return;
    };
    match kind.text() {
        Some("CUSTOM") if auth.filled("AuthArn").is_none() => {
            auth.report(
                sink,
                message!(
                    "'AuthType: CUSTOM' requires 'AuthArn', the ARN of the authorizer's function"
                ),
            );
        }
        Some("CUSTOM") => {}
        Some("AWS_IAM" | "NONE") => {
            for (name, value) in auth.entries().filter(|(name, _)| *name != "AuthType") {
                let operands = [Operand::Text(name), Operand::Value(kind.node)];
                value.report(
                    sink,
                    message!(
                        "{} is allowed only with 'AuthType: CUSTOM', not with {}",
                        operands
                    ),
                );
            }
        }
        _ if kind.is_function() => {}
        _ => {
            let operands = [Operand::Value(kind.node)];
            kind.report(
                sink,
                message!(
                    "{} is not an 'AuthType'; expected 'AWS_IAM', 'CUSTOM' or 'NONE'",
                    operands
                ),
            );
        }
    }
}

fn check_values<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    if let Some(kind) = properties
        .present("IpAddressType")
        .filter(|kind| !kind.is_function())
        && !matches!(kind.text(), Some("ipv4" | "dualstack"))
    {
        let operands = [Operand::Value(kind.node)];
        kind.report(
            sink,
            message!(
                "{} is not an 'IpAddressType'; expected 'ipv4' or 'dualstack'",
                operands
            ),
        );
    }
    if let Some(stage) = properties
        .get("StageName")
        .filter(|stage| stage.text() == Some("$default"))
    {
        stage.report(
            sink,
            message!("a stage of a WebSocket API cannot be named '$default'; choose another name"),
        );
    }
    if let Some(tls) = properties
        .present("Domain")
        .and_then(|domain| domain.filled("MutualTlsAuthentication"))
    {
        tls.report(
            sink,
            message!("WebSocket APIs do not support 'MutualTlsAuthentication'; remove it"),
        );
    }
}
