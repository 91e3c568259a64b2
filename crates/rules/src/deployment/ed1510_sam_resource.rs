//! Reports values of other serverless resources that SAM refuses: tables, applications, layers, GraphQL APIs.

use std::borrow::Cow;

use crate::sam::{self, Located, Serverless};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Operand, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1510"),
    tags: &["serverless"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

const KEY_TYPES: &[&str] = &["String", "Number", "Binary"];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for resource in sam::resources(lint) {
        match resource.kind {
            "SimpleTable" => check_table(resource, sink),
            "Application" => check_application(resource, sink),
            "GraphQLApi" => check_graphql(resource, sink),
            "LayerVersion" => check_layer(resource, sink),
            _ => {}
        }
    }
}

fn check_table<'a>(table: Serverless<'a>, sink: &mut Sink<'a>) {
    let kind = table
        .properties
        .present("PrimaryKey")
        .and_then(|key| key.get("Type"));
    let Some(kind) = kind.filter(|kind| !kind.is_function()) else {
        return;
    };
    if kind.text().is_none_or(|text| !KEY_TYPES.contains(&text)) {
        let operands = [Operand::Value(kind.node), Operand::Names(KEY_TYPES)];
        kind.report(
            sink,
            message!(
                "{} is not a type of a primary key; expected one of {}",
                operands
            ),
        );
    }
}

fn check_application<'a>(application: Serverless<'a>, sink: &mut Sink<'a>) {
    let Some(location) = application
        .properties
        .present("Location")
        .filter(|location| location.is_map())
    else {
        return;
    };
    for name in ["ApplicationId", "SemanticVersion"] {
        match location.get(name) {
            None => {
                let operands = [Operand::Text(name)];
                location.report(sink, message!("{} is missing in 'Location'", operands));
            }
            Some(value) => {
                let is_found = value.reference().is_some() || value.get("Fn::FindInMap").is_some();
                let found = value
                    .get("Fn::FindInMap")
                    .and_then(|keys| keys.node.as_list());
                if found.is_some_and(|keys| keys.len() < 3) {
                    const MESSAGE: &str = "'Fn::FindInMap' needs the mapping and two keys";
                    value.report(sink, message!(MESSAGE));
                }
                if value.is_function() && !is_found {
                    const MESSAGE: &str = "{} must be a text, 'Ref' of a parameter or 'Fn::FindInMap': SAM needs the value \
                                           before other functions have one";
                    value.report(sink, message!(MESSAGE, [Operand::Text(name)]));
                }
            }
        }
    }
}

fn check_graphql<'a>(api: Serverless<'a>, sink: &mut Sink<'a>) {
    let properties = api.properties;
    match (
        properties.filled("SchemaInline"),
        properties.filled("SchemaUri"),
    ) {
        (Some(_), Some(uri)) => uri.report(
            sink,
            message!("use either 'SchemaInline' or 'SchemaUri', not both"),
        ),
        (None, None) => properties.report(
            sink,
            message!("the schema is missing; add 'SchemaInline' or 'SchemaUri'"),
        ),
        _ => {}
    }
    let sources: Vec<&str> = properties
        .present("DataSources")
        .into_iter()
        .flat_map(Located::entries)
        .flat_map(|(_, kind)| kind.entries())
        .map(|(name, _)| name)
        .collect();
    for (_, function) in properties
        .present("Functions")
        .into_iter()
        .flat_map(Located::entries)
    {
        if function.get("Id").is_some() || !function.is_map() {
            continue;
        }
        check_code(function, true, sink);
        if let Some(source) = function.filled("DataSource") {
            let is_known = source
                .text()
                .is_none_or(|name| sources.contains(&name) || name.eq_ignore_ascii_case("none"));
            if !is_known {
                let operands = [
                    Operand::Value(source.node),
                    Operand::Declared(source.names(&sources)),
                ];
                source.report(
                    sink,
                    message!(
                        "data source {} is not in 'DataSources', which has {}",
                        operands
                    ),
                );
            }
        } else {
            function.report(sink, message!("'DataSource' is missing"));
        }
    }
    let resolvers = properties
        .present("Resolvers")
        .into_iter()
        .flat_map(Located::entries);
    resolvers
        .flat_map(|(_, kind)| kind.entries())
        .for_each(|(_, resolver)| check_code(resolver, false, sink));
}

fn check_code<'a>(of: Located<'a>, is_required: bool, sink: &mut Sink<'a>) {
    match (of.filled("InlineCode"), of.filled("CodeUri")) {
        (Some(_), Some(uri)) => uri.report(
            sink,
            message!("use either 'InlineCode' or 'CodeUri', not both"),
        ),
        (None, None) if is_required => of.report(
            sink,
            message!("the code is missing; add 'InlineCode' or 'CodeUri'"),
        ),
        _ => {}
    }
}

fn check_layer<'a>(layer: Serverless<'a>, sink: &mut Sink<'a>) {
    let Some(policy) = layer
        .properties
        .present("RetentionPolicy")
        .filter(|policy| !policy.is_function())
    else {
        return;
    };
    let is_known = policy
        .text()
        .is_some_and(|text| ["retain", "delete"].contains(&text.to_lowercase().as_str()));
    if !is_known {
        let operands = [Operand::Value(policy.node)];
        policy.report(
            sink,
            message!(
                "{} is not a 'RetentionPolicy'; expected 'Retain' or 'Delete'",
                operands
            ),
        );
    }
}
