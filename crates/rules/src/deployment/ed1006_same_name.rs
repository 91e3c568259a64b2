//! Reports resources that have the same physical name, also if it is written with different functions.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::values::instance_path;
use cfn_warden_schema::{Message, Step, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::condition::identity::identity;
use cfn_warden_template::function::{Function, is_no_value, lone_function};

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1006"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Properties that name a resource in its account and region.
const NAMES: &[(&str, &str)] = &[
    ("AWS::AutoScaling::AutoScalingGroup", "AutoScalingGroupName"),
    ("AWS::CloudWatch::Alarm", "AlarmName"),
    ("AWS::CodeBuild::Project", "Name"),
    ("AWS::CodePipeline::Pipeline", "Name"),
    ("AWS::DynamoDB::Table", "TableName"),
    ("AWS::ECR::Repository", "RepositoryName"),
    ("AWS::ECS::Cluster", "ClusterName"),
    ("AWS::ElasticLoadBalancingV2::LoadBalancer", "Name"),
    ("AWS::ElasticLoadBalancingV2::TargetGroup", "Name"),
    ("AWS::IAM::Group", "GroupName"),
    ("AWS::IAM::InstanceProfile", "InstanceProfileName"),
    ("AWS::IAM::ManagedPolicy", "ManagedPolicyName"),
    ("AWS::IAM::Role", "RoleName"),
    ("AWS::IAM::User", "UserName"),
    ("AWS::KMS::Alias", "AliasName"),
    ("AWS::Kinesis::Stream", "Name"),
    ("AWS::Lambda::Function", "FunctionName"),
    ("AWS::Logs::LogGroup", "LogGroupName"),
    ("AWS::RDS::DBCluster", "DBClusterIdentifier"),
    ("AWS::RDS::DBInstance", "DBInstanceIdentifier"),
    ("AWS::S3::Bucket", "BucketName"),
    ("AWS::SNS::Topic", "TopicName"),
    ("AWS::SQS::Queue", "QueueName"),
    ("AWS::SSM::Parameter", "Name"),
    ("AWS::SecretsManager::Secret", "Name"),
    ("AWS::StepFunctions::StateMachine", "StateMachineName"),
];

struct Named<'a> {
    resource: Entry<'a>,
    properties: Entry<'a>,
    property: Entry<'a>,
    condition: Option<&'a str>,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let mut by_name: HashMap<(&str, String), Vec<Named<'a>>> = HashMap::default();
    for resource in lint
        .template
        .root
        .get("Resources")
        .and_then(|section| section.as_map())
        .unwrap_or_default()
    {
        let Some(kind) = resource.value.get("Type").and_then(|kind| kind.as_str()) else {
            continue;
        };
        let Some((_, name)) = NAMES.iter().find(|(named, _)| *named == kind) else {
            continue;
        };
        let Some(properties) = resource.value.entry("Properties") else {
            continue;
        };
        let Some(property) = properties.value.entry(name) else {
            continue;
        };
        let Some(text) = text(property.value) else {
            continue;
        };
        let condition = resource
            .value
            .get("Condition")
            .and_then(|condition| condition.as_str());
        let named = Named {
            resource: *resource,
            properties,
            property,
            condition,
        };
        let others = by_name.entry((kind, text)).or_default();
        let mut others_left = others
            .iter()
            .take_while(|_| lint.evaluation.budget.spend(1));
        let same = others_left
            .find(|other| can_coexist(lint, other, &named) && !is_known(lint, kind, other, &named));
        if let Some(other) = same {
            let other = other.resource.key.as_str().unwrap_or_default();
            let message = format!(
                "the name is the same as that of `{other}`, but only one `{kind}` can have a name"
            );
            let path = [
                Step::Name("Resources"),
                Step::Key(resource.key),
                Step::Key(named.properties.key),
            ];
            let path = instance_path(lint.arena, &path).step(lint.arena, Step::Key(property.key));
            sink.report(
                path,
                property.value,
                Message::text(lint.arena.alloc_str(&message)),
            );
        }
        others.push(named);
    }
}

/// Returns whether there can be a deployment with both resources.
fn can_coexist(lint: &Lint<'_, '_>, one: &Named<'_>, other: &Named<'_>) -> bool {
    let conditions: Vec<_> = one
        .condition
        .into_iter()
        .chain(other.condition)
        .map(|name| (name, true))
        .collect();
    conditions.is_empty() || lint.template.logic().satisfiable(&conditions)
}

/// Returns whether E3019 reports the two resources: the name is their identifier, and it is written in the same way.
fn is_known(lint: &Lint<'_, '_>, kind: &str, one: &Named<'_>, other: &Named<'_>) -> bool {
    let schema = lint.evaluation.knowledge.resource(kind);
    let is_in = |symbol| {
        let name = one.property.key.as_str();
        let mut paths = schema
            .and_then(|schema| schema.keyword(symbol))
            .into_iter()
            .flat_map(|paths| paths.items());
        paths.any(|path| {
            path.as_str()
                .and_then(|path| path.strip_prefix("/properties/"))
                == name
        })
    };
    let is_identifier = is_in(keyword::PRIMARY_IDENTIFIER) || kind == "AWS::CodeBuild::Project";
    is_identifier && identity(one.property.value) == identity(other.property.value)
}

/// The bytes of all parts of a name; longer ones are not compared. No name has more than 2,048 characters.
const LONGEST: usize = 1 << 14;

/// A text under construction, and the bytes that are left for it and for its parts: a few nested functions can double
/// a text often.
struct Name {
    text: String,
    left: usize,
}

impl Name {
    fn push(&mut self, text: &str) -> Option<()> {
        // A part without characters takes time, too.
        self.left = self.left.checked_sub(text.len().saturating_add(1))?;
        self.text.push_str(text);
        Some(())
    }

    /// Appends a function that is unknown before deployment, in control characters.
    fn push_unknown(&mut self, name: &str) -> Option<()> {
        self.push("\u{1}")?;
        self.push(name)?;
        self.push("\u{2}")
    }
}

/// Returns the value of a name, with functions that are unknown before deployment in control characters; `None` if it
/// depends on a condition, is removed, or is too long.
fn text(node: Node<'_>) -> Option<String> {
    let mut name = Name {
        text: String::new(),
        left: LONGEST,
    };
    append(&mut name, node, 0)?;
    Some(name.text)
}

fn append(name: &mut Name, node: Node<'_>, depth: usize) -> Option<()> {
    if depth > 20 {
        return None;
    }
    if let Value::Str(text) = node.value {
        return name.push(text);
    }
    let Some((function, argument)) = lone_function(node) else {
        return name.push(&scalar(node)?);
    };
    match (function, argument.value.value) {
        (Function::If, _) => None,
        (Function::Ref, Value::Str(_)) if is_no_value(node) => None,
        (Function::Ref | Function::GetAtt, Value::Str(of)) => name.push_unknown(of),
        (Function::GetAtt, Value::List([resource, attribute])) => {
            name.push_unknown(&format!("{}.{}", resource.as_str()?, attribute.as_str()?))
        }
        (Function::Join, Value::List([delimiter, items])) => {
            let delimiter = delimiter.as_str()?;
            for (index, item) in items.as_list()?.iter().enumerate() {
                if index > 0 {
                    name.push(delimiter)?;
                }
                append(name, *item, depth.saturating_add(1))?;
            }
            Some(())
        }
        (Function::Sub, Value::Str(format)) => substitute(name, format, &[], depth),
        (Function::Sub, Value::List([format, own])) => {
            substitute(name, format.as_str()?, own.as_map()?, depth)
        }
        _ => name.push_unknown(&identity(node)),
    }
}

fn scalar(node: Node<'_>) -> Option<String> {
    match node.value {
        Value::Int(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Appends the text of an `Fn::Sub`.
fn substitute(name: &mut Name, format: &str, variables: &[Entry<'_>], depth: usize) -> Option<()> {
    let mut parts = format.split("${");
    name.push(parts.next().unwrap_or_default())?;
    for part in parts {
        let (variable, rest) = part.split_once('}')?;
        if let Some(literal) = variable.strip_prefix('!') {
            name.push(&format!("${{{literal}}}"))?;
        } else {
            let variable = variable.trim();
            let own = variables
                .iter()
                .find(|own| own.key.as_str() == Some(variable));
            match own {
                Some(own) => append(name, own.value, depth.saturating_add(1))?,
                None => name.push_unknown(variable)?,
            }
        }
        name.push(rest)?;
    }
    Some(())
}
