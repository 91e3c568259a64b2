//! Reports REST APIs that mix an OpenAPI definition with other resources.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_template::reference::graph::Vertex;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3660"),
    tags: &["resources", "apigateway"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::ApiGateway::RestApi/Properties/Body",
    "Resources/AWS::ApiGateway::RestApi/Properties/BodyS3Location",
];

const PARTS: &[&str] = &[
    "AWS::ApiGateway::Method",
    "AWS::ApiGateway::Model",
    "AWS::ApiGateway::Resource",
    "AWS::ApiGateway::GatewayResponse",
    "AWS::ApiGateway::RequestValidator",
    "AWS::ApiGateway::Authorizer",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(graph) = evaluation.template.graph() else {
        return;
    };
    let name = |place| {
        assertion
            .cx
            .instance_path
            .nth(place)
            .and_then(|step| step.text())
    };
    let (Some(api), Some(key)) = (name(1), name(3)) else {
        return;
    };
    let mut reported = HashSet::default();
    for Vertex { name, .. } in graph.referring(api) {
        let kind = evaluation
            .template
            .resource(name)
            .map(|resource| resource.kind);
        let Some(kind) = kind.filter(|kind| PARTS.contains(kind) && reported.insert(name)) else {
            continue;
        };
        const MESSAGE: &str = "Defining {} with a relation to resource {} of type {} may result in drift and orphaned resources";
        assertion.fail(
            out,
            message!(
                MESSAGE,
                [Operand::Text(key), Operand::Text(name), Operand::Text(kind)]
            ),
        );
    }
}
