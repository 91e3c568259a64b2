//! Templates and rules of any size, the same at every run.

use std::fmt::Write;

use serde_json::{Value, json};

/// How large a template is.
#[derive(Debug, Clone, Copy)]
pub enum Size {
    /// 10 KB.
    Small,
    /// 100 KB.
    Middle,
    /// 1 MB.
    Large,
}

/// What resources and rules are made of: a type, a property that rules ask for, and a value that does.
const KINDS: &[(&str, &str, &str)] = &[
    ("AWS::S3::Bucket", "AccessControl", "Private"),
    ("AWS::EC2::Instance", "InstanceType", "t3.small"),
    ("AWS::EC2::SecurityGroup", "GroupDescription", "the front"),
    ("AWS::SQS::Queue", "KmsMasterKeyId", "alias/aws/sqs"),
    ("AWS::SNS::Topic", "KmsMasterKeyId", "alias/aws/sns"),
    ("AWS::Lambda::Function", "Runtime", "python3.13"),
    ("AWS::DynamoDB::Table", "BillingMode", "PAY_PER_REQUEST"),
    ("AWS::RDS::DBInstance", "StorageEncrypted", "true"),
    ("AWS::KMS::Key", "EnableKeyRotation", "true"),
    ("AWS::Logs::LogGroup", "KmsKeyId", "alias/logs"),
];

/// A template as JSON.
pub fn template(size: Size) -> String {
    let bytes = match size {
        Size::Small => 10_000,
        Size::Middle => 100_000,
        Size::Large => 1_000_000,
    };
    let mut resources = serde_json::Map::new();
    let mut length = 0;
    for (at, (kind, property, value)) in KINDS.iter().cycle().enumerate() {
        if length >= bytes {
            break;
        }
        let mut resource = json!({
            "Type": kind,
            "Metadata": {"guard": {"SuppressedRules": [format!("RULE_{}", at % 7)]}},
            "Properties": {
                "Tags": [{"Key": "Name", "Value": {"Fn::Sub": format!("${{AWS::StackName}}-{at}")}}],
                property.to_owned(): value,
            },
        });
        if at % 3 == 0 {
            resource
                .pointer_mut("/Properties")
                .unwrap()
                .as_object_mut()
                .unwrap()
                .remove(*property);
        }
        if at % 2 == 0 {
            resource.as_object_mut().unwrap().remove("Metadata");
        }
        length += serde_json::to_string_pretty(&resource).unwrap().len();
        resources.insert(format!("Resource{at}"), resource);
    }
    serde_json::to_string_pretty(
        &json!({"AWSTemplateFormatVersion": "2010-09-09", "Resources": resources}),
    )
    .unwrap()
}

/// A hundred rules files in the form that most published rules have.
pub fn registry() -> Vec<String> {
    let of = |(at, (kind, property, value)): (usize, &(&str, &str, &str))| {
        format!(
            "let chosen = Resources.*[ Type == '{kind}'\n  Metadata.guard.SuppressedRules not exists or\n  \
             Metadata.guard.SuppressedRules.* != 'RULE_{at}'\n]\n\nrule RULE_{at} when %chosen !empty {{\n  \
             %chosen.Properties.{property} exists\n  %chosen.Properties.{property} == /^{}/ or\n  \
             %chosen.Properties.{property} == '{value}'\n  <<\n    Violation: {property} must be set\n    \
             Fix: set it\n  >>\n}}\n",
            value.get(..3).unwrap()
        )
    };
    KINDS.iter().cycle().enumerate().take(100).map(of).collect()
}

/// JSON in block style.
pub fn as_yaml(json: &str) -> String {
    let mut out = String::new();
    block(&serde_json::from_str(json).unwrap(), 0, &mut out);
    out
}

fn block(value: &Value, depth: usize, out: &mut String) {
    let blanks = "  ".repeat(depth);
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            write!(out, "{blanks}{key}:").unwrap();
            below(value, depth, out);
        }),
        Value::Array(items) => items.iter().for_each(|item| {
            write!(out, "{blanks}-").unwrap();
            below(item, depth, out);
        }),
        scalar => writeln!(out, "{blanks}{scalar}").unwrap(),
    }
}

fn below(value: &Value, depth: usize, out: &mut String) {
    if value.is_object() || value.is_array() {
        out.push('\n');
        block(value, depth + 1, out);
    } else {
        writeln!(out, " {value}").unwrap();
    }
}
