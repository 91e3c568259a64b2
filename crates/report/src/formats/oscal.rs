//! Assessment results of the Open Security Controls Assessment Language of NIST.
//! <https://pages.nist.gov/OSCAL/reference/latest/assessment-results/json-outline/>

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use serde_json::{Map, Value, json};

use crate::issues::{self, Issue, State, rfc3339, uuid};
use crate::result::status_name;
use crate::words::shown_name;
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::{Origin, Run};

/// OSCAL assessment results.
pub static FORMAT: Format = Format {
    name: "oscal",
    docs: "Assessment results of OSCAL, for auditors",
    notation: Notation::Json,
    render,
};

/// The version of OSCAL.
const VERSION: &str = "1.1.3";
/// The namespace of our properties.
const NAMESPACE: &str = env!("CARGO_PKG_REPOSITORY");

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let issues = issues::of(run);
    let time = rfc3339(run.origin.time.unwrap_or_default());
    let ids: Vec<&str> = issues.iter().map(|issue| issue.id.as_str()).collect();
    let of_run = |name: &str| uuid(&[&[name, time.as_str()], ids.as_slice()].concat());
    let mut result = json!({
        "uuid": of_run("result"),
        "title": "cfn-warden check",
        "description": format!("The verdict is {}.", status_name(run.status())),
        "start": time,
        "end": time,
        "props": [{"name": "verdict", "ns": NAMESPACE, "value": status_name(run.status())}],
        "reviewed-controls": {"control-selections": [{"description": "all rules of the run", "include-all": {}}]},
    });
    if let Some(fields) = result.as_object_mut() {
        let observations: Vec<Value> = issues
            .iter()
            .map(|issue| observation(issue, &time, &run.origin))
            .collect();
        let findings = findings(&issues);
        // OSCAL has no empty lists.
        for (name, list) in [("observations", observations), ("findings", findings)] {
            if !list.is_empty() {
                fields.insert(name.to_owned(), json!(list));
            }
        }
    }
    let document = json!({"assessment-results": {
        "uuid": of_run("document"),
        "metadata": {
            "title": "Compliance of infrastructure code",
            "last-modified": time,
            "version": env!("CARGO_PKG_VERSION"),
            "oscal-version": VERSION,
        },
        "import-ap": {"href": "#assessment-plan", "remarks": "cfn-warden has no plan: the rules of the run are the plan"},
        "results": [result],
    }});
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn observation(issue: &Issue<'_>, time: &str, origin: &Origin) -> Value {
    let file = shown_name(issue.file);
    let name = issue
        .resource
        .map_or_else(|| file.to_owned(), |id| format!("{file}#{id}"));
    let mut props = vec![
        property("rule", &issue.rule),
        property("state", state(&issue.state)),
    ];
    props.extend(
        [("line", issue.line.to_string())]
            .iter()
            .map(|(name, value)| property(name, value)),
    );
    let optional = [
        ("path", Some(issue.path.as_str())),
        ("resource-type", issue.resource_type),
    ];
    let optional = optional.into_iter().chain([
        ("account", origin.account.as_deref()),
        ("region", origin.region.as_deref()),
    ]);
    props.extend(optional.filter_map(|(name, value)| {
        Some(property(
            name,
            value.filter(|value| !value.trim().is_empty())?,
        ))
    }));
    let mut observation = json!({
        "uuid": uuid(&["observation", &issue.id]),
        "title": text(&format!("{}: {}", issue.rule, issue.title)),
        "description": text(&issue.message),
        "props": props,
        "methods": ["TEST"],
        "types": ["finding"],
        "subjects": [{"subject-uuid": uuid(&["subject", &name]), "type": "resource", "title": text(&name)}],
        "collected": time,
    });
    if let (State::Waived(why), Some(fields)) = (&issue.state, observation.as_object_mut()) {
        fields.insert(
            "remarks".to_owned(),
            json!(format!("waived: {}", text(why))),
        );
    }
    observation
}

/// Returns a finding for each rule that is not satisfied, with its observations.
fn findings(issues: &[Issue<'_>]) -> Vec<Value> {
    let mut by_rule: BTreeMap<&str, Vec<&Issue<'_>>> = BTreeMap::new();
    for issue in issues.iter().filter(|issue| issue.state == State::Failed) {
        by_rule.entry(&issue.rule).or_default().push(issue);
    }
    let finding = |(rule, issues): (&str, Vec<&Issue<'_>>)| {
        let mut finding = Map::new();
        let title = issues.first().map_or(rule, |issue| &issue.title);
        let observation =
            |issue: &&Issue<'_>| json!({"observation-uuid": uuid(&["observation", &issue.id])});
        finding.insert(
            "uuid".to_owned(),
            json!(uuid(
                &[&["finding", rule], ids(&issues).as_slice()].concat()
            )),
        );
        finding.insert("title".to_owned(), json!(text(&format!("{rule}: {title}"))));
        finding.insert("description".to_owned(), json!(text(title)));
        let status = json!({"state": "not-satisfied", "reason": "fail"});
        finding.insert(
            "target".to_owned(),
            json!({"type": "objective-id", "target-id": token(rule), "status": status}),
        );
        finding.insert(
            "related-observations".to_owned(),
            issues.iter().map(observation).collect(),
        );
        Value::Object(finding)
    };
    by_rule.into_iter().map(finding).collect()
}

fn ids<'i>(issues: &[&'i Issue<'_>]) -> Vec<&'i str> {
    issues.iter().map(|issue| issue.id.as_str()).collect()
}

fn property(name: &str, value: &str) -> Value {
    json!({"name": name, "ns": NAMESPACE, "value": text(value)})
}

fn state(state: &State) -> &'static str {
    match state {
        State::Failed => "failed",
        State::Warned => "warned",
        State::Waived(_) => "waived",
        State::NotChecked => "not-checked",
    }
}

/// Returns a text on one line without spaces at its ends, as OSCAL has strings.
fn text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        "-".to_owned()
    } else {
        words.join(" ")
    }
}

/// Returns a rule ID as a token: a letter or `_`, then letters, digits, `.`, `-` and `_`.
fn token(rule: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    let plain: String = rule
        .chars()
        .map(|c| if is_part(c) { c } else { '_' })
        .collect();
    match plain.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        true => plain,
        false => format!("_{plain}"),
    }
}
