//! Implements `type` in resource properties, with CloudFormation's type coercion unless `strict` is set. Null has no
//! type.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::{Origin, TypeMatching};
use cfn_warden_schema::types::fits;
use cfn_warden_schema::{Assertion, Evaluation, ViolationKind, Violations, keyword};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3012"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::TYPE, check)]),
};

/// Properties that `aws cloudformation package` replaces. Before packaging they contain a local path.
const PACKAGED: &[&str] = &[
    "Resources/AWS::ApiGateway::RestApi/Properties/BodyS3Location",
    "Resources/AWS::Lambda::Function/Properties/Code",
    "Resources/AWS::Lambda::LayerVersion/Properties/Content",
    "Resources/AWS::ElasticBeanstalk::ApplicationVersion/Properties/SourceBundle",
    "Resources/AWS::StepFunctions::StateMachine/Properties/DefinitionS3Location",
    "Resources/AWS::AppSync::GraphQLSchema/Properties/DefinitionS3Location",
    "Resources/AWS::AppSync::Resolver/Properties/RequestMappingTemplateS3Location",
    "Resources/AWS::AppSync::Resolver/Properties/ResponseMappingTemplateS3Location",
    "Resources/AWS::AppSync::FunctionConfiguration/Properties/RequestMappingTemplateS3Location",
    "Resources/AWS::AppSync::FunctionConfiguration/Properties/ResponseMappingTemplateS3Location",
    "Resources/AWS::CloudFormation::Stack/Properties/TemplateURL",
    "Resources/AWS::CodeCommit::Repository/Properties/Code/S3",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if matches!(assertion.instance.value, Value::Null | Value::Date(_)) {
        return;
    }
    let is_exact = [evaluation.options.types, assertion.cx.types].contains(&TypeMatching::Exact);
    let is_written = assertion.cx.origin == Origin::Written;
    let types = if is_exact && is_written {
        TypeMatching::Exact
    } else {
        TypeMatching::Converted
    };
    if fits(assertion.instance, assertion.value, types) {
        return;
    }
    let packaged = || {
        PACKAGED
            .iter()
            .any(|path| assertion.cx.schema_path.is(path))
    };
    if assertion.instance.as_str().is_some()
        && assertion.cx.types == TypeMatching::Converted
        && packaged()
    {
        return;
    }
    assertion.fail(
        out,
        ViolationKind::Type {
            instance: assertion.instance,
            types: assertion.value,
        },
    );
}
