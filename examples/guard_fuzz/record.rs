//! Records groups with cfn-guard's answers, for tests that run without cfn-guard.

#[path = "../../tests/guard/answer.rs"]
mod answer;

use serde_json::{Value, json};

use crate::group::Group;
use crate::said::Said;

/// Returns a line of `tests/guard/fuzz`, or `None` if cfn-guard cannot read one of the documents.
pub fn line(group: &Group, answers: &[Vec<Option<Said>>]) -> Option<String> {
    if answers
        .iter()
        .flatten()
        .flatten()
        .any(|answer| *answer == Said::Unreadable)
    {
        return None;
    }
    let rules: Vec<Value> = group
        .rules
        .iter()
        .zip(answers)
        .map(|(rules, row)| json!([rules, row.iter().map(said).collect::<Vec<_>>()]))
        .collect();
    Some(json!({ "data": group.data, "rules": rules }).to_string())
}

fn said(answer: &Option<Said>) -> Value {
    match answer {
        Some(Said::Report(report)) => json!(answer::digest(report)),
        Some(Said::Error(_)) => json!("error"),
        Some(Said::Unparsed) => json!("unparsed"),
        _ => Value::Null,
    }
}

/// Reduces an answer to the part that does not depend on the form of reports and errors.
pub fn verdicts(said: &Said) -> Said {
    match said {
        Said::Report(report) => {
            let digest = answer::digest(report);
            Said::Report(digest.split(';').next().unwrap_or_default().to_owned())
        }
        Said::Error(_) => Said::Error(String::new()),
        other => other.clone(),
    }
}
