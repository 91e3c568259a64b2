//! Sections that Hooks add to the documents for rules, as in CloudFormation's managed Guard Hook.
//! <https://docs.aws.amazon.com/cloudformation-cli/latest/hooks-userguide/guard-hooks-write-rules.html>

use bumpalo::Bump;
use serde::Serialize;

use super::error::HookError;
use super::invocation::{Context, Resource};
use super::payload::ResourceChange;
use super::value_schema::ValueSchema;
use super::write;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::{self as syntax, Tree};

/// The `HookContext` section.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct HookContext<'c> {
    // The documentation lists one spelling and uses the other.
    #[serde(rename = "AWSAccountID")]
    account_id: &'c str,
    aws_account_id: &'c str,
    stack_id: &'c str,
    hook_type_name: &'c str,
    hook_type_version: &'c str,
    invocation_point: &'c str,
    target_name: &'c str,
    target_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target_logical_id: Option<&'c str>,
    change_set_id: &'c str,
}

/// The target of an operation on templates.
#[derive(Debug, Clone, Copy)]
pub enum Templates<'c> {
    /// A stack, by name.
    Stack(&'c str),
    /// A change set, by ARN, and its changes.
    ChangeSet(&'c str, &'c [ResourceChange]),
}

/// Converts a resource's properties to JSON with types from its schema.
///
/// # Errors
/// [`HookError::Text`] when they cannot be parsed.
pub fn properties(type_name: &str, json: &str, knowledge: &Knowledge) -> Result<String, HookError> {
    let arena = Bump::new();
    let tree = read(&arena, json, "resource's properties")?;
    let mut out = String::with_capacity(json.len());
    write::value(
        &mut out,
        &tree,
        tree.root,
        ValueSchema::of(type_name, knowledge).as_ref(),
    );
    Ok(out)
}

/// Returns a template with one resource, for the linter and for rules.
pub fn template(type_name: &str, logical_id: &str, properties: &str) -> String {
    format!(
        "{{\"Resources\":{}}}",
        entry(type_name, logical_id, properties)
    )
}

/// Returns the sections for rules on a resource: its previous state and the context. Properties are typed JSON.
pub fn of_resource(context: &Context, resource: &Resource<'_>, previous: Option<&str>) -> String {
    let hook = HookContext {
        target_name: &resource.type_name,
        target_type: "RESOURCE",
        target_logical_id: Some(&resource.logical_id),
        ..HookContext::of(context)
    };
    let previous =
        previous.map(|properties| entry(&resource.type_name, &resource.logical_id, properties));
    sections(&[("Previous", previous), ("HookContext", Some(json(&hook)))])
}

/// Returns the sections for rules on a template: the previous template, the changes of a change set and the context.
pub fn of_templates(
    context: &Context,
    about: Templates<'_>,
    previous: Option<&Tree<'_>>,
) -> String {
    let previous = previous.map(|previous| {
        let mut json = String::new();
        write::value(&mut json, previous, previous.root, None);
        json
    });
    let hook = HookContext::of(context);
    let (changes, hook) = match about {
        Templates::Stack(name) => (
            None,
            HookContext {
                target_name: name,
                target_type: "STACK",
                ..hook
            },
        ),
        Templates::ChangeSet(id, changes) => {
            let changes: Vec<&str> = changes.iter().map(|change| change.json.as_str()).collect();
            let hook = HookContext {
                target_name: context.stack_name().unwrap_or("CHANGE_SET"),
                target_type: "CHANGE_SET",
                target_logical_id: Some(id),
                ..hook
            };
            (Some(format!("[{}]", changes.join(","))), hook)
        }
    };
    sections(&[
        ("Previous", previous),
        ("Changes", changes),
        ("HookContext", Some(json(&hook))),
    ])
}

/// Returns a JSON object with the sections that are present.
fn sections(all: &[(&str, Option<String>)]) -> String {
    let present = all
        .iter()
        .filter_map(|(name, value)| Some(format!("\"{name}\":{}", value.as_ref()?)));
    format!("{{{}}}", present.collect::<Vec<_>>().join(","))
}

impl<'c> HookContext<'c> {
    /// Creates the context of an event; the caller adds the target.
    fn of(context: &'c Context) -> HookContext<'c> {
        HookContext {
            account_id: &context.account_id,
            aws_account_id: &context.account_id,
            stack_id: &context.stack_id,
            hook_type_name: &context.hook_type_name,
            hook_type_version: &context.hook_type_version,
            invocation_point: &context.invocation_point,
            target_name: "",
            target_type: "",
            target_logical_id: None,
            change_set_id: &context.change_set_id,
        }
    }
}

/// Parses a text.
///
/// # Errors
/// [`HookError::Text`] when the text is malformed. That includes repeated keys, as it is unknown which one counts.
pub fn read<'a>(
    arena: &'a Bump,
    text: &'a str,
    which: &'static str,
) -> Result<Tree<'a>, HookError> {
    let parsed = syntax::parse(arena, text, which);
    match (parsed.tree, parsed.errors.into_iter().next()) {
        (_, Some(error)) => Err(HookError::Text(which, error)),
        (Some(tree), None) => Ok(tree),
        (None, None) => Err(HookError::Internal),
    }
}

fn entry(type_name: &str, logical_id: &str, properties: &str) -> String {
    format!(
        "{{{}:{{\"Type\":{},\"Properties\":{properties}}}}}",
        json(&logical_id),
        json(&type_name)
    )
}

/// Serialization of strings and structs of strings cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::invocation::{Change, Origin};
    use super::*;

    fn context(point: &str) -> Context {
        Context {
            account_id: "123456789012".to_owned(),
            stack_id: "arn:aws:cloudformation:us-west-2:123456789012:stack/shop/1a2b".to_owned(),
            change_set_id: String::new(),
            hook_type_name: "Private::Lambda::Warden".to_owned(),
            hook_type_version: "00000008".to_owned(),
            function: String::new(),
            invocation_point: point.to_owned(),
        }
    }

    const CONTEXT: &str = concat!(
        r#""HookContext":{"AWSAccountID":"123456789012","AwsAccountId":"123456789012","#,
        r#""StackId":"arn:aws:cloudformation:us-west-2:123456789012:stack/shop/1a2b","#,
        r#""HookTypeName":"Private::Lambda::Warden","HookTypeVersion":"00000008","InvocationPoint":"POINT","#,
    );

    fn resource_sections(point: &str, previous: Option<&str>) -> String {
        let resource = Resource {
            type_name: "AWS::S3::Bucket".to_owned(),
            logical_id: "Artifacts".to_owned(),
            origin: Origin::CloudFormation,
            change: Change::Create { proposed: "{}" },
        };
        of_resource(&context(point), &resource, previous)
    }

    #[test]
    fn an_updated_resource_has_its_previous_state() {
        let context = CONTEXT.replace("POINT", "UPDATE_PRE_PROVISION");
        let target = r#""TargetName":"AWS::S3::Bucket","TargetType":"RESOURCE","TargetLogicalId":"Artifacts","ChangeSetId":"""#;
        assert_eq!(
            resource_sections("UPDATE_PRE_PROVISION", Some("{}")),
            format!(
                r#"{{"Previous":{{"Artifacts":{{"Type":"AWS::S3::Bucket","Properties":{{}}}}}},{context}{target}}}}}"#
            )
        );
    }

    #[test]
    fn what_is_created_has_no_previous() {
        let created = resource_sections("CREATE_PRE_PROVISION", None);
        assert!(!created.contains("Previous"), "{created}");
    }

    fn templates_sections(about: Templates<'_>, previous: Option<&str>) -> String {
        let arena = Bump::new();
        let previous = previous.map(|text| read(&arena, text, "previous template").unwrap());
        of_templates(&context("POINT"), about, previous.as_ref())
    }

    #[test]
    fn a_previous_template_is_shown_in_json() {
        let previous = "Resources:\n  A:\n    Type: AWS::S3::Bucket\n    Properties:\n      \
                        BucketName: !Sub 'x-${AWS::Region}'\n      Tags: [1.50, 012, yes, ~, 2012-10-17]\n";
        assert_eq!(
            templates_sections(Templates::Stack("shop"), Some(previous)),
            format!(
                "{}{CONTEXT}{}",
                r#"{"Previous":{"Resources":{"A":{"Type":"AWS::S3::Bucket","Properties":{"BucketName":{"Fn::Sub":"x-${AWS::Region}"},"Tags":[1.5,10,true,null,"2012-10-17"]}}}},"#,
                r#""TargetName":"shop","TargetType":"STACK","ChangeSetId":""}}"#
            )
        );
    }

    #[test]
    fn a_change_set_brings_its_changes() {
        let change = ResourceChange {
            logical_id: "A".to_owned(),
            resource_type: "AWS::S3::Bucket".to_owned(),
            is_removed: false,
            is_added: true,
            before: None,
            after: None,
            json: r#"{"logicalResourceId":"A"}"#.to_owned(),
        };
        assert_eq!(
            templates_sections(Templates::ChangeSet("arn:c", &[change]), None),
            format!(
                r#"{{"Changes":[{{"logicalResourceId":"A"}}],{CONTEXT}"TargetName":"shop","TargetType":"CHANGE_SET","TargetLogicalId":"arn:c","ChangeSetId":""}}}}"#
            )
        );
    }

    #[test]
    fn properties_are_typed_by_the_schema_and_repeated_keys_are_errors() {
        let repeated = r#"{"QueueName": "7", "QueueName": "8"}"#;
        assert!(properties("AWS::SQS::Queue", repeated, &Knowledge::bundled()).is_err());
        let sent = r#"{"VisibilityTimeout": "60", "FifoQueue": "true", "QueueName": "8"}"#;
        let typed = properties("AWS::SQS::Queue", sent, &Knowledge::bundled()).unwrap();
        assert_eq!(
            typed,
            r#"{"VisibilityTimeout":60,"FifoQueue":true,"QueueName":"8"}"#
        );
        assert_eq!(
            properties("Own::Made::Type", r#"{"A": "60"}"#, &Knowledge::bundled()).unwrap(),
            r#"{"A":"60"}"#
        );
    }

    #[test]
    fn properties_nested_beyond_the_limit_are_a_failure() {
        let nested = format!("{}1{}", r#"{"a":"#.repeat(300), "}".repeat(300));
        assert!(matches!(
            properties("AWS::SQS::Queue", &nested, &Knowledge::bundled()),
            Err(HookError::Text("resource's properties", _))
        ));
    }
}
