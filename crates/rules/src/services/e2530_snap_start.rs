//! Checks that the runtime and region of a function support SnapStart. Also reports I2530.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Message, Operand, Violation, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Regions;
use cfn_warden_template::condition::objects::without_conditions;

pub static RULE: Rule = Rule {
    id: RuleId::new("E2530"),
    tags: &["resources", "lambda"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::Lambda::Function/Properties"],
        check,
    )]),
};

const REGIONS: &[&str] = &[
    "us-east-2",
    "us-east-1",
    "us-west-1",
    "us-west-2",
    "af-south-1",
    "ap-east-1",
    "ap-southeast-3",
    "ap-southeast-4",
    "ap-southeast-5",
    "ap-southeast-7",
    "ap-south-1",
    "ap-south-2",
    "ap-northeast-2",
    "ap-northeast-3",
    "ap-southeast-1",
    "ap-southeast-2",
    "ap-northeast-1",
    "ca-central-1",
    "ca-west-1",
    "eu-central-1",
    "eu-central-2",
    "eu-west-1",
    "eu-west-2",
    "eu-south-1",
    "eu-south-2",
    "eu-west-3",
    "eu-north-1",
    "me-south-1",
    "me-central-1",
    "il-central-1",
    "mx-central-1",
    "sa-east-1",
];

/// Runtimes without SnapStart in families that support it.
const UNSUPPORTED_RUNTIMES: &[&str] = &[
    "dotnet5.0",
    "dotnet6",
    "dotnet7",
    "java8.al2",
    "java8",
    "python3.10",
    "python3.11",
    "python3.7",
    "python3.8",
    "python3.9",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    let objects = without_conditions(
        evaluation.arena,
        evaluation.template.logic(),
        assertion.instance,
        &["Runtime", "SnapStart"],
    );
    let without = regions_without(assertion.cx.regions);
    for object in objects {
        let runtime = object
            .object
            .get("Runtime")
            .and_then(|runtime| runtime.as_str());
        let snap_start = object
            .object
            .get("SnapStart")
            .filter(|value| !value.is_false());
        let Some(snap_start) = snap_start else {
            if let Some(runtime) = runtime.filter(|runtime| without.is_empty() && is_java(runtime))
            {
                let message = message!(
                    "{} runtime should consider using 'SnapStart'",
                    [Operand::Text(runtime)]
                );
                out.push(Violation {
                    rule: Some(RuleId::new("I2530")),
                    ..below(evaluation, assertion, message)
                });
            }
            continue;
        };
        if snap_start.get("ApplyOn").and_then(|value| value.as_str()) != Some("PublishedVersions") {
            continue;
        }
        if !without.is_empty() {
            let names = Operand::Names(evaluation.arena.alloc_slice_copy(&without));
            let message = message!(
                "'SnapStart' enabled functions are not supported in {}",
                [names]
            );
            out.push(below(evaluation, assertion, message));
        }
        if let Some(runtime) = runtime.filter(|runtime| !has_snapshots(runtime)) {
            let message = message!(
                "{} is not supported for 'SnapStart' enabled functions",
                [Operand::Text(runtime)]
            );
            out.push(below(evaluation, assertion, message));
        }
    }
}

fn below<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    message: Message<'a>,
) -> Violation<'a> {
    let instance_path = assertion
        .cx
        .instance_path
        .names(evaluation.arena, ["SnapStart", "ApplyOn"]);
    Violation {
        instance_path,
        ..assertion.violation(message)
    }
}

fn regions_without(regions: Regions) -> Vec<&'static str> {
    regions
        .iter()
        .map(|region| region.name())
        .filter(|name| !REGIONS.contains(name))
        .collect()
}

fn is_java(runtime: &str) -> bool {
    runtime.starts_with("java") && !UNSUPPORTED_RUNTIMES.contains(&runtime)
}

fn has_snapshots(runtime: &str) -> bool {
    ["python", "java", "dotnet"]
        .iter()
        .any(|family| runtime.starts_with(family))
        && !runtime.starts_with("dotnetcore")
        && !UNSUPPORTED_RUNTIMES.contains(&runtime)
}
