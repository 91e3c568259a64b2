//! Invocation metrics in CloudWatch's embedded metric format: a log line that CloudWatch parses.
//! <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html>

use std::time::Duration;

use serde_json::json;

use super::{Log, Outcome};
use cfn_warden_engine::Status;

/// The CloudWatch namespace.
const NAMESPACE: &str = "CfnWarden";

/// Returns the metrics line of an invocation: counts and durations, without contents of the event.
///
/// `function` is the function's name, `now` the time in milliseconds since the Unix epoch.
pub fn line(log: &Log, took: Duration, function: &str, now: u64) -> String {
    let metric = |name: &str, unit: &str| json!({"Name": name, "Unit": unit});
    let count = |is: bool| u32::from(is);
    let outcome = |outcome: Outcome| {
        log.rules
            .iter()
            .filter(|((of, _), _)| *of == outcome)
            .map(|(_, count)| count)
            .sum::<usize>()
    };
    let mut dimensions = vec![vec!["FunctionName"], vec!["FunctionName", "Invocation"]];
    if !log.place.target.is_empty() {
        dimensions.push(vec!["FunctionName", "Target"]);
    }
    json!({
        "_aws": {
            "Timestamp": now,
            "CloudWatchMetrics": [{
                "Namespace": NAMESPACE,
                "Dimensions": dimensions,
                "Metrics": [
                    metric("Duration", "Milliseconds"),
                    metric("Documents", "Count"),
                    metric("Findings", "Count"),
                    metric("NotChecked", "Count"),
                    metric("Passed", "Count"),
                    metric("Failed", "Count"),
                    metric("Errors", "Count"),
                    metric("Warned", "Count"),
                    metric("Waived", "Count"),
                    metric("BundleProblems", "Count"),
                    metric("CandidateChanges", "Count"),
                ],
            }],
        },
        "FunctionName": function,
        "Invocation": log.invocation.name(),
        "Duration": milliseconds(took),
        "Documents": log.documents,
        "Findings": log.findings,
        "NotChecked": log.incomplete,
        "Passed": count(log.status.is_some_and(Status::is_pass)),
        "Failed": count(log.status == Some(Status::Fail)),
        "Errors": count(matches!(log.status, None | Some(Status::Error))),
        "Warned": outcome(Outcome::Warned),
        "Waived": outcome(Outcome::Waived),
        "BundleProblems": count(!log.bundle_problems.is_empty()),
        "CandidateChanges": log.candidate_changes,
        "Target": target_dimension(&log.place.target),
    })
    .to_string()
}

/// Returns the value of the dimension `Target`. The author of a template chooses the names of custom resources: each would become about ten
/// metrics of its own.
fn target_dimension(target: &str) -> &str {
    const CUSTOM: &str = "Custom";
    match target.split_once("::") {
        Some((CUSTOM, _)) => CUSTOM,
        _ => target,
    }
}

/// The maximum number of rules with metrics of their own in an invocation; the others are counted together.
const RULES: usize = 50;

/// Returns a metrics line for each rule with findings and outcome, those with the most findings first.
pub fn rule_lines(log: &Log, function: &str, now: u64) -> Vec<String> {
    let mut rules: Vec<(&str, Outcome, usize)> = log
        .rules
        .iter()
        .map(|((outcome, rule), count)| (rule.as_str(), *outcome, *count))
        .collect();
    rules.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
    let others = rules.split_off(rules.len().min(RULES));
    for outcome in Outcome::ALL {
        let sum: usize = others
            .iter()
            .filter(|(_, of, _)| *of == outcome)
            .map(|(_, _, count)| count)
            .sum();
        if sum > 0 {
            rules.push(("(others)", outcome, sum));
        }
    }
    let line = |(rule, outcome, count): (&str, Outcome, usize)| {
        json!({
            "_aws": {
                "Timestamp": now,
                "CloudWatchMetrics": [{
                    "Namespace": NAMESPACE,
                    "Dimensions": [["FunctionName", "Rule", "Outcome"]],
                    "Metrics": [{"Name": "RuleFindings", "Unit": "Count"}],
                }],
            },
            "FunctionName": function,
            "Rule": rule,
            "Outcome": outcome.name(),
            "RuleFindings": count,
        })
        .to_string()
    };
    rules.into_iter().map(line).collect()
}

/// Converts a duration to milliseconds with three decimals.
pub fn milliseconds(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::InvocationKind;
    use super::super::log::Place;
    use super::*;

    #[test]
    fn declared_metrics_and_dimensions_have_values() {
        let log = Log {
            status: Some(Status::Fail),
            invocation: InvocationKind::Hook,
            documents: 1,
            findings: 3,
            rules: [
                ((Outcome::Warned, "S3.8".to_owned()), 2),
                ((Outcome::Failed, "E3012".to_owned()), 1),
            ]
            .into(),
            place: Place {
                target: "STACK".to_owned(),
                ..Place::default()
            },
            ..Log::default()
        };
        let line: Value =
            serde_json::from_str(&line(&log, Duration::from_micros(1_234), "warden", 17)).unwrap();
        let declared = &line["_aws"]["CloudWatchMetrics"][0];
        for metric in declared["Metrics"].as_array().unwrap() {
            assert!(
                line[metric["Name"].as_str().unwrap()].is_number(),
                "{metric}"
            );
        }
        for dimension in declared["Dimensions"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|set| set.as_array().unwrap())
        {
            assert!(line[dimension.as_str().unwrap()].is_string(), "{dimension}");
        }
        assert_eq!(
            (&line["Duration"], &line["Failed"], &line["Errors"]),
            (&json!(1.234), &json!(1), &json!(0))
        );
        assert_eq!(
            (&line["Warned"], &line["Target"]),
            (&json!(2), &json!("STACK"))
        );
        assert_eq!(
            (&line["Invocation"], &line["_aws"]["Timestamp"]),
            (&json!("hook"), &json!(17))
        );
    }

    #[test]
    fn custom_resources_share_one_dimension() {
        for (target, expected) in [
            ("Custom::X1", "Custom"),
            ("Custom::X2", "Custom"),
            ("AWS::S3::Bucket", "AWS::S3::Bucket"),
            ("Acme::Team::Custom", "Acme::Team::Custom"),
            ("STACK", "STACK"),
        ] {
            let log = Log {
                place: Place {
                    target: target.to_owned(),
                    ..Place::default()
                },
                ..Log::default()
            };
            let line: Value =
                serde_json::from_str(&line(&log, Duration::ZERO, "warden", 17)).unwrap();
            assert_eq!(line["Target"], expected);
        }
    }

    #[test]
    fn rules_beyond_the_limit_are_counted_together() {
        let rules = (0..60).map(|index| {
            (
                (Outcome::Failed, format!("R{index:02}")),
                if index < 50 { 2 } else { 1 },
            )
        });
        let log = Log {
            rules: rules.collect(),
            ..Log::default()
        };
        let lines = rule_lines(&log, "warden", 17);
        let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
        assert_eq!(
            (lines.len(), &last["Rule"], &last["RuleFindings"]),
            (51, &json!("(others)"), &json!(10))
        );
    }
}
