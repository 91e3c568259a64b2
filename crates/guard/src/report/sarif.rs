//! The SARIF report in cfn-guard's format.

use serde_json::{Value, json};

use super::{ClauseReport, FileReport};
use crate::Status;

/// Returns the SARIF log of data files; files without failures are omitted.
pub fn log(reports: &[FileReport<'_>]) -> Value {
    let mut seen: Vec<&str> = Vec::new();
    let mut artifacts = Vec::new();
    let mut results = Vec::new();
    for report in reports
        .iter()
        .filter(|report| report.status == Status::Fail)
    {
        let uri = report.name.strip_prefix('/').unwrap_or(report.name);
        if !report.name.is_empty() && !seen.contains(&report.name) {
            seen.push(report.name);
            artifacts.push(json!({"location": {"uri": uri}}));
        }
        results.extend(
            report
                .not_compliant
                .iter()
                .flat_map(|failure| results_of(failure, uri)),
        );
    }
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": driver()},
            "artifacts": artifacts,
            "results": results,
        }],
    })
}

/// The tool description of cfn-guard, unchanged for tools that process its logs.
fn driver() -> Value {
    let home = "https://github.com/aws-cloudformation/cloudformation-guard";
    json!({
        "name": "cfn-guard",
        "semanticVersion": "3.2.1",
        "fullName": "cfn-guard 3.2.1",
        "organization": "Amazon Web Services",
        "downloadUri": home,
        "informationUri": home,
        "shortDescription": {
            "text": "AWS CloudFormation Guard is an open-source general-purpose policy-as-code evaluation tool. It provides developers with a simple-to-use, yet powerful and expressive domain-specific language (DSL) to define policies and enables developers to validate JSON- or YAML- formatted structured data with those policies.",
        },
    })
}

/// Returns one result for each message.
fn results_of(failure: &ClauseReport<'_>, uri: &str) -> Vec<Value> {
    let rule = match failure {
        ClauseReport::Rule { name, .. } => {
            name.split('.').next().unwrap_or_default().to_uppercase()
        }
        _ => String::new(),
    };
    let result = |leaf: &ClauseReport<'_>| {
        let messages = leaf.messages();
        let position = messages.position.unwrap_or_default();
        let text = format!(
            "{} {}",
            messages.error.unwrap_or_default(),
            messages.custom.unwrap_or_default()
        );
        json!({
            "ruleId": rule,
            "level": "error",
            "message": {"text": text},
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": {"uri": uri},
                    "region": {"startLine": position.line.max(1), "startColumn": position.column.max(1)},
                },
            }],
        })
    };
    failure.leaves().into_iter().map(result).collect()
}
