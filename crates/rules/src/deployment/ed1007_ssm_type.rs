//! Reports types of SSM parameters and lists that CloudFormation does not have.
//!
//! Source: <https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-supplied-parameter-types.html>

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Message, Step};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1007"),
    tags: &["parameters", "ssm"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Parameters")
        .and_then(|section| section.as_map())
        .unwrap_or_default()
    {
        let Some(kind) = entry.value.entry("Type") else {
            continue;
        };
        let Some(inner) = kind.value.as_str().and_then(unknown_value) else {
            continue;
        };
        let message = format!(
            "an SSM parameter type cannot contain `{inner}`; allowed: `String`, `List<String>`, `CommaDelimitedList` and AWS \
             types such as `AWS::EC2::Image::Id`"
        );
        let path = InstancePath::ROOT
            .names(lint.arena, ["Parameters"])
            .step(lint.arena, Step::Key(entry.key));
        let path = path.step(lint.arena, Step::Key(kind.key));
        sink.report(
            path,
            kind.value,
            Message::text(lint.arena.alloc_str(&message)),
        );
    }
}

/// Returns the type of the value of an SSM parameter, if there is none like it.
fn unknown_value(kind: &str) -> Option<&str> {
    let value = kind
        .strip_prefix("AWS::SSM::Parameter::Value<")?
        .strip_suffix('>')?;
    let item = value
        .strip_prefix("List<")
        .and_then(|item| item.strip_suffix('>'))
        .unwrap_or(value);
    let is_known = item == "String" || item.starts_with("AWS::") || value == "CommaDelimitedList";
    (!is_known).then_some(value)
}
