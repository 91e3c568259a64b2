//! The format `AWS::EC2::Image.Id`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_schema::Context;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1152"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::Image.Id",
        pattern: r"^ami-([0-9a-z]{8}|[0-9a-z]{17})$",
        exception: Some(is_parameter),
    })]),
};

/// Returns whether the value is an SSM parameter, which launch templates allow instead.
fn is_parameter(cx: &Context<'_>, text: &str) -> bool {
    text.starts_with("resolve:ssm")
        && cx
            .schema_path
            .is("Resources/AWS::EC2::LaunchTemplate/Properties/LaunchTemplateData/ImageId")
}
