//! The documents that rules see: those that CloudFormation's managed Guard Hook shows them.
//! <https://docs.aws.amazon.com/cloudformation-cli/latest/hooks-userguide/guard-hooks-write-rules.html>

use bumpalo::Bump;
use serde::Serialize;

use super::failure::Failure;
use super::invocation::{Change, Context, Resource};
use super::payload::ResourceChange;
use super::shape::Shape;
use super::write;
use crate::schema::added::Types;
use crate::syntax::{self, Tree};

/// `HookContext`.
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

/// What an operation on templates is about.
#[derive(Debug, Clone, Copy)]
pub enum Templates<'c> {
    /// A stack, by name.
    Stack(&'c str),
    /// A change set, by ARN, and its changes.
    ChangeSet(&'c str, &'c [ResourceChange]),
}

/// A resource's properties as JSON, typed by its schema.
///
/// # Errors
/// [`Failure::Text`] where they cannot be read.
pub fn properties(type_name: &str, json: &str, types: &Types) -> Result<String, Failure> {
    let arena = Bump::new();
    let tree = read(&arena, json, "resource's properties")?;
    let mut out = String::with_capacity(json.len());
    write::value(&mut out, &tree, tree.root, Shape::of(type_name, types).as_ref());
    Ok(out)
}

/// A template of one resource, for the linter and as the beginning of what rules see.
pub fn template(type_name: &str, logical_id: &str, properties: &str) -> String {
    format!("{{\"Resources\":{}}}", entry(type_name, logical_id, properties))
}

/// The document of an operation on a resource. Properties are typed JSON.
pub fn of_resource(context: &Context, resource: &Resource<'_>, change: &Change<'_>) -> String {
    let entry = |properties| entry(&resource.type_name, &resource.logical_id, properties);
    let (proposed, previous) = match change {
        Change::Create { proposed } => (entry(proposed), None),
        Change::Update { proposed, previous } => (entry(proposed), Some(entry(previous))),
        Change::Delete { previous } => (entry("{}"), Some(entry(previous))),
    };
    let context = json(&HookContext {
        target_name: &resource.type_name,
        target_type: "RESOURCE",
        target_logical_id: Some(&resource.logical_id),
        ..HookContext::of(context)
    });
    match previous {
        Some(previous) => format!("{{\"Resources\":{proposed},\"Previous\":{previous},\"HookContext\":{context}}}"),
        None => format!("{{\"Resources\":{proposed},\"HookContext\":{context}}}"),
    }
}

/// The document of an operation on templates: the template's own sections, and beside them what the Hook adds.
pub fn of_templates(
    context: &Context,
    about: Templates<'_>,
    template: &Tree<'_>,
    previous: Option<&Tree<'_>>,
) -> String {
    let mut out = String::from("{");
    // A template has no say in what the Hook adds.
    write::members(&mut out, template, template.root, None, &["Previous", "Changes", "HookContext"]);
    let mut section = |name: &str, value: &str| {
        if out.len() > 1 {
            out.push(',');
        }
        write::string(&mut out, name);
        out.push(':');
        out.push_str(value);
    };
    if let Some(previous) = previous {
        let mut json = String::new();
        write::value(&mut json, previous, previous.root, None);
        section("Previous", &json);
    }
    let hook = HookContext::of(context);
    let hook = match about {
        Templates::Stack(name) => HookContext { target_name: name, target_type: "STACK", ..hook },
        Templates::ChangeSet(id, changes) => {
            let changes: Vec<&str> = changes.iter().map(|change| change.json.as_str()).collect();
            section("Changes", &format!("[{}]", changes.join(",")));
            HookContext {
                target_name: context.stack_name().unwrap_or("CHANGE_SET"),
                target_type: "CHANGE_SET",
                target_logical_id: Some(id),
                ..hook
            }
        }
    };
    section("HookContext", &json(&hook));
    out.push('}');
    out
}

impl<'c> HookContext<'c> {
    /// What an event tells of itself; the target is still to be named.
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

/// The tree of a text. Faults beside a tree are the linter's to tell.
///
/// # Errors
/// [`Failure::Text`] where there is none.
pub fn read<'a>(arena: &'a Bump, text: &'a str, which: &'static str) -> Result<Tree<'a>, Failure> {
    let parsed = syntax::parse(arena, text, which);
    match (parsed.tree, parsed.errors.into_iter().next()) {
        (Some(tree), _) => Ok(tree),
        (None, Some(error)) => Err(Failure::Text(which, error)),
        (None, None) => Err(Failure::Internal),
    }
}

fn entry(type_name: &str, logical_id: &str, properties: &str) -> String {
    format!("{{{}:{{\"Type\":{},\"Properties\":{properties}}}}}", json(&logical_id), json(&type_name))
}

/// Texts and structs of texts can always be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::invocation::Origin;
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

    fn resource_document(point: &str, change: &Change<'_>) -> String {
        let resource = Resource {
            type_name: "AWS::S3::Bucket".to_owned(),
            logical_id: "Artifacts".to_owned(),
            origin: Origin::CloudFormation,
            change: *change,
        };
        of_resource(&context(point), &resource, change)
    }

    #[test]
    fn a_resource_stands_beside_what_it_was() {
        let context = CONTEXT.replace("POINT", "UPDATE_PRE_PROVISION");
        let target =
            r#""TargetName":"AWS::S3::Bucket","TargetType":"RESOURCE","TargetLogicalId":"Artifacts","ChangeSetId":"""#;
        assert_eq!(
            resource_document("UPDATE_PRE_PROVISION", &Change::Update { proposed: r#"{"A":1}"#, previous: "{}" }),
            format!(
                r#"{{"Resources":{{"Artifacts":{{"Type":"AWS::S3::Bucket","Properties":{{"A":1}}}}}},"Previous":{{"Artifacts":{{"Type":"AWS::S3::Bucket","Properties":{{}}}}}},{context}{target}}}}}"#
            )
        );
    }

    #[test]
    fn what_is_created_has_no_previous_and_what_is_deleted_no_properties() {
        let created = resource_document("CREATE_PRE_PROVISION", &Change::Create { proposed: "{}" });
        assert!(!created.contains("Previous"), "{created}");
        let deleted = resource_document("DELETE_PRE_PROVISION", &Change::Delete { previous: r#"{"A":1}"# });
        assert!(deleted.starts_with(
            r#"{"Resources":{"Artifacts":{"Type":"AWS::S3::Bucket","Properties":{}}},"Previous":{"Artifacts":{"Type":"AWS::S3::Bucket","Properties":{"A":1}}},"#
        ));
    }

    fn templates_document(about: Templates<'_>, template: &str, previous: Option<&str>) -> String {
        let (arena, other) = (Bump::new(), Bump::new());
        let template = read(&arena, template, "template").unwrap();
        let previous = previous.map(|text| read(&other, text, "previous template").unwrap());
        of_templates(&context("POINT"), about, &template, previous.as_ref())
    }

    #[test]
    fn a_templates_sections_stand_at_the_top_in_json() {
        let template = "Description: x\nHookContext: forged\nResources:\n  A:\n    Type: AWS::S3::Bucket\n    \
                        Properties:\n      BucketName: !Sub 'x-${AWS::Region}'\n      Tags: [1.50, 012, yes, ~, 2012-10-17]\n";
        assert_eq!(
            templates_document(Templates::Stack("shop"), template, Some(r#"{"Resources": {"A": {"Type": "B"}}}"#)),
            format!(
                "{}{}{CONTEXT}{}",
                r#"{"Description":"x","Resources":{"A":{"Type":"AWS::S3::Bucket","Properties":{"BucketName":{"Fn::Sub":"x-${AWS::Region}"},"Tags":[1.5,10,true,null,"2012-10-17"]}}},"#,
                r#""Previous":{"Resources":{"A":{"Type":"B"}}},"#,
                r#""TargetName":"shop","TargetType":"STACK","ChangeSetId":""}}"#
            )
        );
    }

    #[test]
    fn a_change_set_brings_its_changes() {
        let change = ResourceChange { logical_id: "A".to_owned(), json: r#"{"logicalResourceId":"A"}"#.to_owned() };
        assert_eq!(
            templates_document(Templates::ChangeSet("arn:c", &[change]), r#"{"Resources": {}}"#, None),
            format!(
                r#"{{"Resources":{{}},"Changes":[{{"logicalResourceId":"A"}}],{CONTEXT}"TargetName":"shop","TargetType":"CHANGE_SET","TargetLogicalId":"arn:c","ChangeSetId":""}}}}"#
            )
        );
    }

    #[test]
    fn texts_are_typed_by_the_schema_and_a_repeated_key_counts_once() {
        let sent = r#"{"VisibilityTimeout": "60", "QueueName": "7", "FifoQueue": "true", "QueueName": "8"}"#;
        let typed = properties("AWS::SQS::Queue", sent, &Types::default()).unwrap();
        assert_eq!(typed, r#"{"VisibilityTimeout":60,"FifoQueue":true,"QueueName":"8"}"#);
        assert_eq!(properties("Own::Made::Type", r#"{"A": "60"}"#, &Types::default()).unwrap(), r#"{"A":"60"}"#);
    }

    #[test]
    fn properties_nested_beyond_the_limit_are_a_failure() {
        let nested = format!("{}1{}", r#"{"a":"#.repeat(300), "}".repeat(300));
        assert!(matches!(
            properties("AWS::SQS::Queue", &nested, &Types::default()),
            Err(Failure::Text("resource's properties", _))
        ));
    }
}
