//! Reports combinations of properties for which SAM cannot create a function.

use std::borrow::Cow;

use crate::sam::{self, Located, Serverless};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1501"),
    tags: &["serverless", "lambda"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

/// Properties that exclude each other.
const EXCLUSIVE: &[(&str, &str)] = &[
    ("CapacityProviderConfig", "ProvisionedConcurrencyConfig"),
    ("CapacityProviderConfig", "VpcConfig"),
    ("TenancyConfig", "ProvisionedConcurrencyConfig"),
    ("TenancyConfig", "FunctionUrlConfig"),
    ("TenancyConfig", "SnapStart"),
];
/// Properties that need another property.
const DEPENDENT: &[(&str, &str)] = &[
    ("FunctionScalingConfig", "CapacityProviderConfig"),
    ("ProvisionedConcurrencyConfig", "AutoPublishAlias"),
    ("VersionDeletionPolicy", "AutoPublishAlias"),
];
const DESTINATIONS: &[&str] = &["SQS", "SNS", "EventBridge", "Lambda", "S3Bucket"];
/// Types of destinations that SAM creates if none is given.
const CREATED: &[&str] = &["SQS", "SNS"];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for function in sam::of_kind(lint, "Function") {
        check_package(function, sink);
        check_combinations(function, sink);
        check_alias(lint, function.properties, sink);
        check_deployment_preference(function.properties, sink);
        check_dead_letter_queue(function.properties, sink);
        check_destinations(function.properties, sink);
        check_url(function.properties, sink);
    }
}

fn check_package<'a>(function: Serverless<'a>, sink: &mut Sink<'a>) {
    let properties = function.properties;
    match properties.present("PackageType") {
        // E3685 reports image functions.
        Some(kind) if kind.text() != Some("Zip") => {}
        _ => {
            const MISSING: &str = "{} is missing; a function of 'PackageType: Zip', the default, needs 'Handler' and \
                                   'Runtime'";
            for name in ["Handler", "Runtime"] {
                if properties.filled(name).is_none() {
                    properties.report(sink, message!(MISSING, [Operand::Text(name)]));
                }
            }
            if let Some(config) = properties.filled("ImageConfig") {
                config.report(
                    sink,
                    message!("'ImageConfig' requires 'PackageType: Image'"),
                );
            }
        }
    }
}

fn check_combinations<'a>(function: Serverless<'a>, sink: &mut Sink<'a>) {
    let properties = function.properties;
    for (one, other) in EXCLUSIVE {
        if let (Some(_), Some(value)) = (properties.filled(one), properties.filled(other)) {
            let operands = [Operand::Text(other), Operand::Text(one)];
            value.report(
                sink,
                message!(
                    "{} cannot be combined with {}; remove one of them",
                    operands
                ),
            );
        }
    }
    for (name, needed) in DEPENDENT {
        if let (Some(value), None) = (properties.filled(name), properties.get(needed)) {
            value.report(
                sink,
                message!(
                    "{} requires {}",
                    [Operand::Text(name), Operand::Text(needed)]
                ),
            );
        }
    }
    if properties.filled("TenancyConfig").is_some() {
        for event in function
            .events()
            .filter(|event| !["Api", "HttpApi", ""].contains(&event.kind))
        {
            let kind = Operand::Text(event.kind);
            const MESSAGE: &str = "an event source of type {} cannot be combined with 'TenancyConfig'; allowed are 'Api' \
                                   and 'HttpApi'";
            event.properties.report(sink, message!(MESSAGE, [kind]));
        }
    }
}

fn check_alias<'a>(lint: &Lint<'a, '_>, properties: Located<'a>, sink: &mut Sink<'a>) {
    let Some(alias) = properties.get("AutoPublishAlias") else {
        return;
    };
    const FUNCTION: &str = "'AutoPublishAlias' must be a name or a 'Ref' to a parameter; SAM must know the name before \
                            other functions have values";
    const NAME: &str = "alias name {} is invalid; expected letters, digits, hyphens and underscores, not only digits";
    match alias.text() {
        Some(name) => {
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            let is_name = name.chars().all(is_allowed) && !name.chars().all(|c| c.is_ascii_digit());
            if !name.is_empty() && !is_name {
                alias.report(sink, message!(NAME, [Operand::Value(alias.node)]));
            }
        }
        None => {
            let is_parameter = alias
                .reference()
                .is_some_and(|name| lint.template.parameter(name).is_some());
            if alias.is_function() && !is_parameter {
                alias.report(sink, message!(FUNCTION));
            }
        }
    }
}

fn check_deployment_preference<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let Some(preference) = properties
        .filled("DeploymentPreference")
        .filter(|preference| preference.is_map())
    else {
        return;
    };
    let enabled = preference.get("Enabled");
    let is_disabled = enabled.is_some_and(|enabled| {
        enabled.node.is_false()
            || enabled
                .text()
                .is_some_and(|t| t.eq_ignore_ascii_case("false"))
    });
    if is_disabled || enabled.is_some_and(Located::is_function) {
        return;
    }
    if properties.get("AutoPublishAlias").is_none() {
        const MESSAGE: &str = "'DeploymentPreference' requires 'AutoPublishAlias', the alias whose traffic is shifted";
        preference.report(sink, message!(MESSAGE));
    }
    if preference.get("Type").is_none() {
        const MESSAGE: &str = "'Type' is missing in 'DeploymentPreference'; expected the name of a CodeDeploy deployment \
                               configuration like 'AllAtOnce'";
        preference.report(sink, message!(MESSAGE));
    }
}

fn check_dead_letter_queue<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let Some(queue) = properties
        .filled("DeadLetterQueue")
        .filter(|queue| queue.is_map())
    else {
        return;
    };
    for name in ["Type", "TargetArn"] {
        if queue.filled(name).is_none() {
            const MESSAGE: &str =
                "{} is missing in 'DeadLetterQueue'; it needs 'Type' (SQS or SNS) and 'TargetArn'";
            queue.report(sink, message!(MESSAGE, [Operand::Text(name)]));
        }
    }
    if let Some(kind) = queue.filled("Type")
        && !matches!(kind.text(), Some("SQS" | "SNS"))
        && kind.reference().is_none()
    {
        let operands = [Operand::Value(kind.node)];
        kind.report(
            sink,
            message!(
                "{} is not a type of 'DeadLetterQueue'; expected 'SQS' or 'SNS'",
                operands
            ),
        );
    }
}

fn check_destinations<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let config = properties
        .present("EventInvokeConfig")
        .and_then(|config| config.present("DestinationConfig"));
    for name in ["OnSuccess", "OnFailure"] {
        let Some(target) = config
            .and_then(|config| config.present(name))
            .filter(|target| target.is_map())
        else {
            continue;
        };
        let kind = target.present("Type");
        let expected = Operand::Names(DESTINATIONS);
        match kind.and_then(Located::text) {
            None if kind.is_some_and(Located::is_function) => {}
            Some(text) if !DESTINATIONS.contains(&text) => {}
            Some(text) if CREATED.contains(&text) || target.present("Destination").is_some() => {}
            Some(text) => {
                const MESSAGE: &str = "'Destination' is missing; SAM creates one only for 'SQS' and 'SNS', not for {}";
                target.report(sink, message!(MESSAGE, [Operand::Text(text)]));
            }
            None => target.report(
                sink,
                message!("'Type' is missing; expected one of {}", [expected]),
            ),
        }
    }
}

fn check_url<'a>(properties: Located<'a>, sink: &mut Sink<'a>) {
    let Some(config) = properties
        .filled("FunctionUrlConfig")
        .filter(|config| config.is_map())
    else {
        return;
    };
    if let Some(kind) = config.filled("AuthType").filter(|kind| !kind.is_function())
        && !matches!(kind.text(), Some("AWS_IAM" | "NONE"))
    {
        let operands = [Operand::Value(kind.node)];
        kind.report(
            sink,
            message!(
                "{} is not an 'AuthType' of a function URL; expected 'AWS_IAM' or 'NONE'",
                operands
            ),
        );
    }
    let cors = config
        .present("Cors")
        .into_iter()
        .flat_map(Located::entries);
    for (name, value) in cors.filter(|(_, value)| !value.is_function()) {
        let (is_right, expected) = match name {
            "MaxAge" => (
                matches!(value.node.value, Value::Int(_) | Value::Bool(_)),
                "an integer",
            ),
            "AllowCredentials" => (
                matches!(value.node.value, Value::Bool(_)),
                "true or false, without quotes",
            ),
            _ => continue,
        };
        if !is_right {
            let operands = [
                Operand::Text(name),
                Operand::Plain(expected),
                Operand::Value(value.node),
            ];
            value.report(sink, message!("{} must be {}, not {}", operands));
        }
    }
}
