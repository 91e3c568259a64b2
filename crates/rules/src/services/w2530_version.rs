//! Reports functions with `SnapStart` and without a published version: only versions use snapshots.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::function::function_of;
use cfn_warden_template::reference::VertexKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2530"),
    tags: &["resources", "lambda"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::Lambda::Function/Properties/SnapStart/ApplyOn",
    "Resources/AWS::Serverless::Function/Properties/SnapStart/ApplyOn",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_str() != Some("PublishedVersions") {
        return;
    }
    let Some(name) = assertion
        .cx
        .instance_path
        .nth(1)
        .and_then(|step| step.text())
    else {
        return;
    };
    if assertion.cx.schema_path.nth(1) == Some("AWS::Serverless::Function") {
        let resource = evaluation
            .template
            .root
            .get("Resources")
            .and_then(|resources| resources.get(name));
        let Some(properties) = resource.and_then(|resource| resource.get("Properties")) else {
            return;
        };
        let alias = properties
            .get("AutoPublishAlias")
            .filter(|alias| !matches!(alias.value, Value::Null));
        if function_of(properties).is_none() && alias.is_none() {
            assertion.fail(
                out,
                message!("'SnapStart' is enabled but 'AutoPublishAlias' is not configured"),
            );
        }
        return;
    }
    if !has_version(evaluation, name) {
        const MESSAGE: &str =
            "'SnapStart' is enabled but an 'AWS::Lambda::Version' resource is not attached";
        assertion.fail(out, message!(MESSAGE));
    }
}

/// Returns whether a version refers to a function.
fn has_version(evaluation: &Evaluation<'_>, name: &str) -> bool {
    let Some(graph) = evaluation.template.graph() else {
        return false;
    };
    let own = graph.resource(name);
    graph
        .edges()
        .filter(|edge| Some(edge.target) == own)
        .any(|edge| {
            graph
                .vertex(edge.source)
                .is_some_and(|source| source.holder == VertexKind::Resource("AWS::Lambda::Version"))
        })
}
