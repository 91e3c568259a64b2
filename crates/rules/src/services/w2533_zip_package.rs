//! Reports Lambda functions with a zip package and without handler or runtime.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::objects::without_conditions;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2533"),
    tags: &["resources", "lambda"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

const PLAIN: &[&str] = &["PackageType", "Code", "Handler", "Runtime"];
const SERVERLESS: &[&str] = &[
    "PackageType",
    "CodeUri",
    "InlineCode",
    "ImageUri",
    "Handler",
    "Runtime",
];

/// How a function's deployment as a zip file is determined.
enum ZipDeployment {
    No,
    By(&'static str),
    ByDefault,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let (parts, deployment): (_, fn(Node<'_>) -> ZipDeployment) =
            match entry.value.get("Type").and_then(|kind| kind.as_str()) {
                Some("AWS::Lambda::Function") => (PLAIN, lambda_deployment),
                Some("AWS::Serverless::Function") => (SERVERLESS, sam_deployment),
                _ => continue,
            };
        let Some(properties) = entry
            .value
            .entry("Properties")
            .filter(|entry| entry.value.as_map().is_some())
        else {
            continue;
        };
        let instance_path = InstancePath::ROOT
            .names(lint.arena, ["Resources"])
            .step(lint.arena, Step::Key(entry.key));
        let instance_path = instance_path.step(lint.arena, Step::Key(properties.key));
        let objects =
            without_conditions(lint.arena, lint.template.logic(), properties.value, parts);
        for object in objects {
            let at = match deployment(object.object) {
                ZipDeployment::No => continue,
                ZipDeployment::ByDefault => instance_path,
                ZipDeployment::By(name) => {
                    let key = object
                        .object
                        .entry(name)
                        .map_or(Step::Name(name), |entry| Step::Key(entry.key));
                    instance_path.step(lint.arena, key)
                }
            };
            let missing: Vec<&str> = ["Handler", "Runtime"]
                .into_iter()
                .filter(|name| non_null(object.object, name).is_none())
                .collect();
            if !missing.is_empty() {
                let names = Operand::Names(lint.arena.alloc_slice_copy(&missing));
                let path = Operand::Plain(lint.arena.alloc_str(&instance_path.to_string()));
                let message = message!(
                    "Properties {} missing for zip file deployment at {}",
                    [names, path]
                );
                sink.report(at, properties.value, message);
            }
        }
    }
}

fn non_null<'a>(object: Node<'a>, name: &str) -> Option<Node<'a>> {
    object
        .get(name)
        .filter(|node| !matches!(node.value, Value::Null))
}

fn lambda_deployment(object: Node<'_>) -> ZipDeployment {
    let in_code = |name: &str| {
        object
            .get("Code")
            .and_then(|code| code.get(name))
            .is_some_and(|node| !node.is_false())
    };
    if object.get("PackageType").and_then(|kind| kind.as_str()) == Some("Zip") {
        return ZipDeployment::By("PackageType");
    }
    if in_code("ZipFile") || in_code("S3Key") {
        ZipDeployment::By("Code")
    } else {
        ZipDeployment::No
    }
}

/// SAM functions are zip files by default.
fn sam_deployment(object: Node<'_>) -> ZipDeployment {
    match object.get("PackageType").and_then(|kind| kind.as_str()) {
        Some("Image") => ZipDeployment::No,
        Some("Zip") => ZipDeployment::By("PackageType"),
        _ if non_null(object, "ImageUri").is_some() => ZipDeployment::No,
        _ if non_null(object, "CodeUri").is_some() => ZipDeployment::By("CodeUri"),
        _ if non_null(object, "InlineCode").is_some() => ZipDeployment::By("InlineCode"),
        _ => ZipDeployment::ByDefault,
    }
}
