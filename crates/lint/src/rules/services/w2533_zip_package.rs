//! Functions that are deployed as a zip file, and what these need.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Fault, InstancePath, Operand, Step};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::objects::without_conditions;

/// W2533
pub static RULE: Rule =
    Rule { id: "W2533", tags: &["resources", "lambda"], checks: Cow::Borrowed(&[Check::Template(check)]) };

const PLAIN: &[&str] = &["PackageType", "Code", "Handler", "Runtime"];
const SERVERLESS: &[&str] = &["PackageType", "CodeUri", "InlineCode", "ImageUri", "Handler", "Runtime"];

/// What says of a function that it is deployed as a zip file.
enum Zipped {
    No,
    By(&'static str),
    ByDefault,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint.template.root.get("Resources").and_then(|node| node.as_map()).unwrap_or_default() {
        let (parts, zipped): (_, fn(Node<'_>) -> Zipped) = match entry.value.get("Type").and_then(|kind| kind.as_str())
        {
            Some("AWS::Lambda::Function") => (PLAIN, of_plain),
            Some("AWS::Serverless::Function") => (SERVERLESS, of_serverless),
            _ => continue,
        };
        let Some(properties) = entry.value.entry("Properties").filter(|entry| entry.value.as_map().is_some()) else {
            continue;
        };
        let trail = InstancePath::ROOT.names(lint.arena, ["Resources"]).step(lint.arena, Step::Key(entry.key));
        let trail = trail.step(lint.arena, Step::Key(properties.key));
        let objects = without_conditions(lint.arena, lint.template.logic(), properties.value, parts);
        for object in objects {
            let at = match zipped(object.object) {
                Zipped::No => continue,
                Zipped::ByDefault => trail,
                Zipped::By(name) => {
                    let key = object.object.entry(name).map_or(Step::Name(name), |entry| Step::Key(entry.key));
                    trail.step(lint.arena, key)
                }
            };
            let missing: Vec<&str> =
                ["Handler", "Runtime"].into_iter().filter(|name| given(object.object, name).is_none()).collect();
            if !missing.is_empty() {
                let names = Operand::Names(lint.arena.alloc_slice_copy(&missing));
                let path = Operand::Plain(lint.arena.alloc_str(&trail.to_string()));
                let fault = Fault::new("Properties {} missing for zip file deployment at {}", [names, path]);
                sink.report(at, properties.value, fault);
            }
        }
    }
}

fn given<'a>(object: Node<'a>, name: &str) -> Option<Node<'a>> {
    object.get(name).filter(|node| !matches!(node.value, Value::Null))
}

fn of_plain(object: Node<'_>) -> Zipped {
    let in_code = |name: &str| object.get("Code").and_then(|code| code.get(name)).is_some_and(|node| !node.is_false());
    if object.get("PackageType").and_then(|kind| kind.as_str()) == Some("Zip") {
        return Zipped::By("PackageType");
    }
    if in_code("ZipFile") || in_code("S3Key") { Zipped::By("Code") } else { Zipped::No }
}

/// SAM's functions are zip files unless they say otherwise.
fn of_serverless(object: Node<'_>) -> Zipped {
    match object.get("PackageType").and_then(|kind| kind.as_str()) {
        Some("Image") => Zipped::No,
        Some("Zip") => Zipped::By("PackageType"),
        _ if given(object, "ImageUri").is_some() => Zipped::No,
        _ if given(object, "CodeUri").is_some() => Zipped::By("CodeUri"),
        _ if given(object, "InlineCode").is_some() => Zipped::By("InlineCode"),
        _ => Zipped::ByDefault,
    }
}
