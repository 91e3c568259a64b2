//! Invocation metrics in CloudWatch's embedded metric format: a log line that CloudWatch parses.
//! <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html>

use std::time::Duration;

use serde_json::json;

use super::Log;
use crate::engine::Status;

/// The CloudWatch namespace.
const NAMESPACE: &str = "CfnWarden";

/// Returns the metrics line of an invocation: counts and durations, without contents of the event.
///
/// `function` is the function's name, `now` the time in milliseconds since the Unix epoch.
pub fn line(log: &Log, took: Duration, function: &str, now: u64) -> String {
    let metric = |name: &str, unit: &str| json!({"Name": name, "Unit": unit});
    let count = |is: bool| u32::from(is);
    json!({
        "_aws": {
            "Timestamp": now,
            "CloudWatchMetrics": [{
                "Namespace": NAMESPACE,
                "Dimensions": [["FunctionName"], ["FunctionName", "Invocation"]],
                "Metrics": [
                    metric("Duration", "Milliseconds"),
                    metric("Documents", "Count"),
                    metric("Findings", "Count"),
                    metric("NotChecked", "Count"),
                    metric("Passed", "Count"),
                    metric("Failed", "Count"),
                    metric("Errors", "Count"),
                ],
            }],
        },
        "FunctionName": function,
        "Invocation": log.invocation.name(),
        "Duration": milliseconds(took),
        "Documents": log.documents,
        "Findings": log.findings,
        "NotChecked": log.incomplete,
        "Passed": count(log.status == Some(Status::Pass)),
        "Failed": count(log.status == Some(Status::Fail)),
        "Errors": count(matches!(log.status, None | Some(Status::Error))),
    })
    .to_string()
}

/// Converts a duration to milliseconds with three decimals.
pub fn milliseconds(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::InvocationKind;
    use super::*;

    #[test]
    fn declared_metrics_and_dimensions_have_values() {
        let log = Log {
            status: Some(Status::Fail),
            invocation: InvocationKind::Hook,
            documents: 1,
            findings: 3,
            incomplete: 0,
        };
        let line: Value = serde_json::from_str(&line(&log, Duration::from_micros(1_234), "warden", 17)).unwrap();
        let declared = &line["_aws"]["CloudWatchMetrics"][0];
        for metric in declared["Metrics"].as_array().unwrap() {
            assert!(line[metric["Name"].as_str().unwrap()].is_number(), "{metric}");
        }
        for dimension in declared["Dimensions"].as_array().unwrap().iter().flat_map(|set| set.as_array().unwrap()) {
            assert!(line[dimension.as_str().unwrap()].is_string(), "{dimension}");
        }
        assert_eq!((&line["Duration"], &line["Failed"], &line["Errors"]), (&json!(1.234), &json!(1), &json!(0)));
        assert_eq!((&line["Invocation"], &line["_aws"]["Timestamp"]), (&json!("hook"), &json!(17)));
    }
}
