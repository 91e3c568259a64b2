//! Reports local paths in properties that `aws cloudformation package` replaces with S3 locations.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::{Function, Functions};

pub static RULE: Rule = Rule {
    id: RuleId::new("W3002"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::ApiGateway::RestApi/Properties/BodyS3Location",
    "Resources/AWS::AppSync::FunctionConfiguration/Properties/RequestMappingTemplateS3Location",
    "Resources/AWS::AppSync::FunctionConfiguration/Properties/ResponseMappingTemplateS3Location",
    "Resources/AWS::AppSync::GraphQLSchema/Properties/DefinitionS3Location",
    "Resources/AWS::AppSync::Resolver/Properties/RequestMappingTemplateS3Location",
    "Resources/AWS::AppSync::Resolver/Properties/ResponseMappingTemplateS3Location",
    "Resources/AWS::CloudFormation::Stack/Properties/TemplateURL",
    "Resources/AWS::CodeCommit::Repository/Properties/Code/S3",
    "Resources/AWS::ElasticBeanstalk::ApplicationVersion/Properties/SourceBundle",
    "Resources/AWS::Lambda::Function/Properties/Code",
    "Resources/AWS::Lambda::LayerVersion/Properties/Content",
    "Resources/AWS::StepFunctions::StateMachine/Properties/DefinitionS3Location",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(text) = assertion
        .instance
        .as_str()
        .filter(|_| !evaluation.template.is_serverless())
    else {
        return;
    };
    let function = assertion
        .cx
        .instance_path
        .last()
        .and_then(|step| step.text())
        .and_then(Function::named);
    if function.is_some_and(|function| Functions::PROPERTIES.has(function)) {
        return;
    }
    if !text.starts_with("s3://") && !text.starts_with("https://") {
        assertion.fail(
            out,
            message!("This code may only work with 'package' cli command"),
        );
    }
}
