//! Findings in the AWS Security Finding Format, for `BatchImportFindings` of Security Hub.
//! <https://docs.aws.amazon.com/securityhub/latest/userguide/securityhub-findings-format.html>

use std::io::{self, Write as _};

use serde_json::{Value, json};

use crate::issues::{self, Issue, Level, State, rfc3339, short};
use crate::words::shown_name;
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::{Origin, Run};

/// AWS Security Finding Format.
pub static FORMAT: Format = Format {
    name: "asff",
    docs: "Findings for AWS Security Hub",
    notation: Notation::Json,
    render,
};

/// The account and region of findings whose run does not know them.
const UNKNOWN: (&str, &str) = ("000000000000", "us-east-1");
// The largest numbers of characters of titles, descriptions, recommendations and other texts.
const TITLE: usize = 256;
const DESCRIPTION: usize = 1_024;
const RECOMMENDATION: usize = 512;
const TEXT: usize = 512;
/// The largest number of requirements, and of characters of one.
const REQUIREMENTS: (usize, usize) = (32, 64);

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let findings: Vec<Value> = issues::of(run)
        .iter()
        .map(|issue| finding(issue, &run.origin))
        .collect();
    serde_json::to_writer_pretty(&mut *out, &findings)?;
    writeln!(out)
}

fn finding(issue: &Issue<'_>, origin: &Origin) -> Value {
    let account = origin.account.as_deref().unwrap_or(UNKNOWN.0);
    let region = origin.region.as_deref().unwrap_or(UNKNOWN.1);
    let time = rfc3339(origin.time.unwrap_or_default());
    let product = format!("arn:aws:securityhub:{region}:{account}:product/{account}/default");
    let mut finding = json!({
        "SchemaVersion": "2018-10-08",
        "Id": format!("cfn-warden/{region}/{account}/{}", issue.id),
        "ProductArn": product,
        "ProductFields": {"ProviderName": "cfn-warden", "ProviderVersion": env!("CARGO_PKG_VERSION")},
        "GeneratorId": short(&format!("cfn-warden/{}", issue.rule), TEXT),
        "AwsAccountId": account,
        "Region": region,
        "Types": ["Software and Configuration Checks"],
        "CreatedAt": time,
        "UpdatedAt": time,
        "Severity": {"Label": label(issue.level)},
        "Title": short(&format!("{}: {}", issue.rule, issue.title), TITLE),
        "Description": short(&issue.message, DESCRIPTION),
        "Resources": [resource(issue, region)],
        "Compliance": compliance(issue),
        "Workflow": {"Status": if matches!(issue.state, State::Waived(_)) { "SUPPRESSED" } else { "NEW" }},
        "RecordState": "ACTIVE",
    });
    if let Some(fields) = finding.as_object_mut() {
        let mut recommendation = serde_json::Map::new();
        if !issue.fix.is_empty() {
            recommendation.insert("Text".to_owned(), json!(short(&issue.fix, RECOMMENDATION)));
        }
        if !issue.link.is_empty() {
            recommendation.insert("Url".to_owned(), json!(issue.link));
        }
        if !recommendation.is_empty() {
            fields.insert(
                "Remediation".to_owned(),
                json!({ "Recommendation": recommendation }),
            );
        }
        if let State::Waived(why) = &issue.state {
            let note = json!({"Text": short(&format!("waived: {why}"), TEXT), "UpdatedBy": "cfn-warden", "UpdatedAt": time});
            fields.insert("Note".to_owned(), note);
        }
    }
    finding
}

fn label(level: Level) -> &'static str {
    match level {
        Level::Informational => "INFORMATIONAL",
        Level::Low => "LOW",
        Level::Medium => "MEDIUM",
        Level::High => "HIGH",
        Level::Critical => "CRITICAL",
    }
}

fn compliance(issue: &Issue<'_>) -> Value {
    let status = match issue.state {
        State::Failed => "FAILED",
        State::Warned | State::Waived(_) => "WARNING",
        State::NotChecked => "NOT_AVAILABLE",
    };
    let (most, length) = REQUIREMENTS;
    let requirements: Vec<String> = issue
        .requirements
        .iter()
        .take(most)
        .map(|name| short(name, length))
        .collect();
    match requirements.is_empty() {
        true => json!({ "Status": status }),
        false => json!({"Status": status, "RelatedRequirements": requirements}),
    }
}

/// Returns the resource: the one in the template, because it may not be deployed.
fn resource(issue: &Issue<'_>, region: &str) -> Value {
    let file = shown_name(issue.file);
    let id = issue
        .resource
        .map_or_else(|| file.to_owned(), |id| format!("{file}#{id}"));
    json!({
        "Type": "Other",
        "Id": short(&id, TEXT),
        "Partition": "aws",
        "Region": region,
        "Details": {"Other": {
            "File": short(file, TEXT),
            "Line": issue.line.to_string(),
            "Path": short(&issue.path, TEXT),
            "LogicalId": short(issue.resource.unwrap_or_default(), TEXT),
            "ResourceType": short(issue.resource_type.unwrap_or_default(), TEXT),
        }},
    })
}
